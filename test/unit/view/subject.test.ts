// The subject of a message, and what lists of mails show after it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonReader } from '../../../lib/adapters/json/index.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { shorten } from '../../../lib/i18n/clean-text.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import { MESSAGE_CASES } from '../../support/message-cases.ts';
import { fc } from '../../support/property-settings.ts';
import { createReport, listReportKinds } from '../../support/test-reports.ts';

const ALL_CLEAR = /as usual|^Nothing needs|No new trouble/i;

function messageOf(report: Report, isUpdate = false, locale = 'en'): ReportMessage {
  const options = { reportUrl: null, pageUrl: null, placeUrls: new Map<number, string>() };
  return createReportMessage(report, { ...options, notes: null, locale, isUpdate });
}

function caseOf(name: string): { readonly report: Report; readonly isUpdate: boolean } {
  return MESSAGE_CASES.get(name) ?? assert.fail(name);
}

function subjectOf(name: string): string {
  const { report, isUpdate } = caseOf(name);
  return messageOf(report, isUpdate).subject;
}

function storedVersion1(name: 'store' | 'region'): Report {
  const file = new URL(`../adapters/json/version-1/${name}.json`, import.meta.url);
  return jsonReader().read(readFileSync(file));
}

describe('the subject of a message', () => {
  it('names one or two places that fell, with now and was, and says how many more there are', () => {
    assert.equal(
      subjectOf('a company'),
      'Lounge, Terminal 2, Helsinki Airport 42 (was 68), Lounge, Terminal 2, Oulu Airport 45 (was 69) · 4 more · week 46',
    );
    assert.equal(subjectOf('a region'), 'Kuopio 38 (was 58) · week 46');
  });

  it('has the numbers of the rows that it names, in their order', () => {
    const { report } = caseOf('a company');
    const { view, subject } = messageOf(report);
    assert.ok(view.kind === 'folder');
    const [first, second] = view.sections[0]?.rows ?? [];
    const at = [first, second].map((row) => subject.indexOf(`${row?.now} (was ${row?.was})`));
    assert.ok((at[0] ?? -1) > 0 && (at[1] ?? -1) > (at[0] ?? 0), subject);
  });

  it('says what a store shows by its state alone', () => {
    assert.deepEqual(
      [
        'a store as usual',
        'a store that fell',
        'a store that is still low',
        'a store that recovered',
        'a store without a signal',
        'a new store',
        'a store with few responses',
        'a store without history',
        'a store in alarm',
      ].map(subjectOf),
      [
        'Helsinki Central: 67, as usual · week 46',
        'Helsinki Central: 49, was 69 · week 46',
        'No new trouble, 1 still low · week 46',
        'Helsinki Central: 67, back at usual · week 46',
        'Helsinki Central: no responses since Thursday · week 46',
        'Helsinki Central: too few weeks to say what is usual · week 46',
        'Helsinki Central: few responses · week 46',
        'Helsinki Central: 67 · week 46',
        'Helsinki Central: 67, as usual · week 46',
      ],
    );
  });

  it('names no place that was low or silent in an earlier week', () => {
    assert.equal(subjectOf('a region with nothing new'), 'No new trouble, 1 still low · week 46');
    assert.equal(subjectOf('an empty week'), 'No new trouble, 1 still silent · week 46');
  });

  it('names a place that is better only in its first week', () => {
    const surveys = { volume: 900, mood: 0.5 };
    const regionOf = (weeksAgo: number) =>
      createReport({
        key: 20,
        name: 'Finland',
        folders: ['Espoo', 'Turku'].map((name, i) => ({
          key: 100 + i,
          name,
          surveys: [
            {
              ...surveys,
              key: 1000 + i,
              name: 'How was it?',
              ...(i === 0 ? { levelChange: { weeksAgo, mood: 0.75 } } : {}),
            },
          ],
        })),
      });
    assert.match(messageOf(regionOf(0)).subject, /^Espoo \d+ \(was \d+\) · week 46$/);
    assert.doesNotMatch(messageOf(regionOf(3)).subject, /Espoo/);
  });

  it('does not call a week usual that follows low ones', () => {
    const { report } = caseOf('a store as usual');
    const surveys = report.surveys.map((survey) => ({
      ...survey,
      level: { ...survey.level, settled: true, lowWeeks: 9 },
    }));
    assert.equal(messageOf({ ...report, surveys }).subject, 'Helsinki Central: 67 · week 46');
  });

  it('says that data are missing, and that an update is complete', () => {
    assert.equal(subjectOf('a partial region'), 'Kuopio 38 (was 58) · week 46 · data missing');
    assert.equal(subjectOf('a partial store'), 'Tampere: data missing · week 46');
    assert.match(subjectOf('a store that rose, now complete'), / · now complete$/);
  });

  it('says of no partial report that all is well or that nothing is new', () => {
    const reports = [...listReportKinds()].map(([, report]) => report);
    for (const report of [...reports, ...[...MESSAGE_CASES.values()].map((item) => item.report)]) {
      for (const problems of [[], report.problems]) {
        const { subject } = messageOf({ ...report, status: 'partial', problems });
        assert.match(subject, /data missing/);
        assert.doesNotMatch(subject, ALL_CLEAR);
      }
    }
  });

  it('gives no verdict for a report of version "1"', () => {
    for (const name of ['store', 'region'] as const) {
      assert.match(messageOf(storedVersion1(name)).subject, /^[^:]+: \d+ · week \d+$/);
    }
  });

  it('has at most 150 characters, and names are cut at the end of a word', () => {
    const name = 'Airport of the Northern Provinces and Islands '.repeat(40);
    const surveys = [{ key: 70, name, volume: 900, shift: -0.45 }];
    const folders = [
      { key: 7, name, surveys },
      { key: 8, name, surveys: [{ key: 80, name }] },
    ];
    const { subject } = messageOf(createReport({ key: 1, name, folders }));
    assert.ok(subject.length <= 150, subject);
    assert.match(
      subject,
      /^Airport of .*(of|the|Northern|Provinces|Islands|and)… \d+ \(was \d+\) · week 46$/,
    );
  });
});

describe('what lists of mails show after the subject', () => {
  it('is the reason of the first place that fell, and what else the report says', () => {
    const { report } = caseOf('a region');
    const { view, preheader } = messageOf(report);
    assert.equal(
      withoutIsolates(preheader),
      ['Kuopio: No single reason stands out.', ...view.finding.details].join(' '),
    );
  });

  it('is never empty', () => {
    for (const { report } of MESSAGE_CASES.values()) assert.ok(messageOf(report).preheader !== '');
  });
});

describe('a shortened name', () => {
  it('is not longer than the limit, begins like the name, and has no half characters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 2, max: 80 }),
        (name, limit) => {
          const text = shorten(name, limit);
          assert.ok(text.length <= limit);
          assert.ok(text === name || (text.endsWith('…') && name.startsWith(text.slice(0, -1))));
          assert.ok(text.isWellFormed());
        },
      ),
    );
  });
});
