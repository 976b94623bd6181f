// The message about a report: its subject, its lists, and what it never says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonReader } from '../../../lib/adapters/json/index.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { MESSAGE_COMPOSER } from '../../../lib/delivery/message-composer.ts';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import { shorten } from '../../../lib/i18n/clean-text.ts';
import { fc } from '../../support/property-settings.ts';
import { createTestMessage, MESSAGE_CASES } from '../../support/message-cases.ts';
import { createReport, listReportKinds } from '../../support/test-reports.ts';

const REPORT_KINDS = listReportKinds();
const ALL_CLEAR = /as usual|^Nothing needs|No new trouble/i;

function messageOf(report: Report, isUpdate = false): ReportMessage {
  return createTestMessage({ report, isUpdate }, 'en').message;
}

function messageOfCase(name: string): ReportMessage {
  const messageCase = MESSAGE_CASES.get(name);
  assert.ok(messageCase !== undefined, name);
  return createTestMessage(messageCase, 'en').message;
}

function textsOf({ subject, finding, kinds, notices }: ReportMessage): readonly string[] {
  return [subject, finding, ...notices, ...kinds.map(({ verdict }) => verdict)];
}

function storedVersion1(name: 'store' | 'region'): Report {
  const file = new URL(`../adapters/json/version-1/${name}.json`, import.meta.url);
  return jsonReader().read(readFileSync(file));
}

describe('the subject of a message', () => {
  const subjectOf = (name: string): string => messageOfCase(name).subject;

  it('names one or two places that fell with the level before, and says how many more there are', () => {
    assert.equal(
      subjectOf('a company'),
      'Lounge, Terminal 2 42 (was 68), Lounge, Terminal 2 45 (was 69) · 4 more · week 46',
    );
    assert.equal(subjectOf('a region'), 'Kuopio 38 (was 58) · week 46');
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
        'Helsinki Central 49 (was 69) · week 46',
        'No new trouble, 1 still low · week 46',
        'Helsinki Central: 67, back at usual · week 46',
        'Helsinki Central: no responses since Thursday · week 46',
        'Helsinki Central: too few weeks to say what is usual · week 46',
        'Helsinki Central: few responses · week 46',
        'Helsinki Central: Happy Index 67 · week 46',
        'Helsinki Central: in alarm for 87h · week 46',
      ],
    );
  });

  it('names no place that was low or silent in an earlier week', () => {
    assert.equal(subjectOf('a region with nothing new'), 'No new trouble, 1 still low · week 46');
    assert.equal(subjectOf('an empty week'), 'No new trouble, 1 still silent · week 46');
  });

  it('says of no report that nothing is new when data are missing', () => {
    const { report } = MESSAGE_CASES.get('a region with nothing new') ?? assert.fail();
    const { subject } = messageOf({ ...report, status: 'partial' });
    assert.equal(subject, 'Finland 63 (was 69) · week 46 · data missing');
  });

  it('does not call a week usual that follows low ones', () => {
    const { report } = MESSAGE_CASES.get('a store as usual') ?? assert.fail();
    const surveys = report.surveys.map((survey) => ({
      ...survey,
      level: { ...survey.level, settled: true, lowWeeks: 9 },
    }));
    assert.equal(
      messageOf({ ...report, surveys }).subject,
      'Helsinki Central: Happy Index 67 · week 46',
    );
  });

  it('says that data are missing, and that an update is complete', () => {
    assert.equal(subjectOf('a partial region'), 'Kuopio 38 (was 58) · week 46 · data missing');
    assert.equal(subjectOf('a partial store'), 'Tampere: data missing · week 46');
    assert.match(subjectOf('a store that rose, now complete'), / · now complete$/);
  });

  it('has at most 150 characters, and names are cut at the end of a word', () => {
    const name = 'Airport of the Northern Provinces and Islands '.repeat(40);
    const surveys = [{ key: 70, name, volume: 900, shift: -0.45 }];
    const folders = [
      { key: 7, name, surveys },
      { key: 8, name, surveys: [{ key: 80, name }] },
    ];
    const { subject, title } = messageOf(
      createReport({ key: 1, name, folders: [{ key: 2, name, folders }] }),
    );
    assert.ok(subject.length <= 150, subject);
    assert.match(
      subject,
      /^Airport of .* (of|the|Northern|Provinces|Islands|and)…, Airport .*… \d+ \(was \d+\) · week 46$/,
    );
    assert.match(title, / (of|the|Northern|Provinces|Islands|and)…$/);
  });
});

describe('a message', () => {
  it('has the sections of the list in their order, those of better places apart', () => {
    const { attention, improved, finding } = messageOfCase('a company');
    assert.deepEqual(
      attention.map(({ title, places }) => `${title}: ${places.length}`),
      ['New: 6', 'No signal: 1', 'Still low: 1', 'In alarm: 1'],
    );
    assert.match(finding, /^58, usually 67: because of Helsinki Airport and Oulu Airport /);
    assert.deepEqual(
      [...attention.slice(0, 1), ...improved].map(({ places: [place] }) => place?.name),
      ['Lounge, Terminal 2, Helsinki Airport', 'Check-in, Terminal 1, Oulu Airport'],
    );
    assert.equal(improved[0]?.places[0]?.reason, '86, was 67');
  });

  it('shows seven places that fell, and names all others in one line', () => {
    const { report } = MESSAGE_CASES.get('a region') ?? assert.fail();
    const [first] = report.summary.attention.entries;
    assert.equal(first?.state, 'new');
    const entries = Array.from({ length: 9 }, (_, i) => ({
      ...first,
      folder: { key: 500 + i, name: `Store ${String(i)}` },
    }));
    const attention = { ...report.summary.attention, entries };
    const message = messageOf({ ...report, summary: { ...report.summary, attention } });
    const [list] = message.attention;
    assert.equal(list?.places.length, 7);
    assert.equal(list.also, 'Also: Store 7 38 (was 58) and Store 8 38 (was 58).');
  });

  it('has no list of places for a single survey, of which it says everything in sentences', () => {
    const { attention, finding, details } = messageOfCase('a store in alarm');
    assert.deepEqual(attention, []);
    assert.match(finding, /^\d+, as usual \(\d+–\d+\)\.$/);
    assert.match(details ?? '', / In alarm 87h of 168 hours \(.*\)\.$/);
  });

  it('has the level of the only survey beside its index', () => {
    const kinds = ['a store without a signal', 'a store that recovered', 'a store as usual'].map(
      (name) => messageOfCase(name).kinds[0],
    );
    assert.deepEqual(
      kinds.map((kind) => [kind?.verdict, kind?.usual, kind?.tone]),
      [
        ['No signal', 'usually 69', 'unknown'],
        ['Recovered', 'usually 69', 'better'],
        ['As usual', 'usually 63–75', 'usual'],
      ],
    );
  });

  it('names what a partial report misses, and says that another message may follow', () => {
    const { notices } = messageOfCase('a partial store');
    assert.equal(notices[0], 'Part of this week’s data is missing.');
    assert.match(notices.at(-1) ?? '', /^The missing data will be requested again\./);
  });

  it('never says of a partial report that all is well', () => {
    for (const [name, report] of [...REPORT_KINDS, ...MESSAGE_CASES].map(
      ([kind, value]) => [kind, 'report' in value ? value.report : value] as const,
    )) {
      for (const problems of [[], report.problems]) {
        const message = messageOf({ ...report, status: 'partial', problems });
        assert.match(message.subject, /data missing/, name);
        assert.notEqual(message.tone, 'usual', name);
        for (const text of textsOf(message))
          assert.doesNotMatch(text, ALL_CLEAR, `${name}: ${text}`);
      }
    }
  });

  it('gives no verdict for a report of version "1"', () => {
    for (const name of ['store', 'region'] as const) {
      const message = messageOf(storedVersion1(name));
      assert.match(message.subject, /: Happy Index \d+ · week \d+/);
      assert.equal(message.tone, 'unknown');
      for (const text of textsOf(message)) assert.doesNotMatch(text, ALL_CLEAR);
      assert.ok(message.kinds.every(({ verdict, usual }) => verdict === '' && usual === null));
    }
  });

  it('has shares from worst to best that add up to 1, and as many weeks as the report', () => {
    for (const [name, report] of REPORT_KINDS) {
      for (const { distribution, weeks } of messageOf(report).kinds) {
        const sum = distribution.reduce((total, { share }) => total + share, 0);
        assert.ok(distribution.length === 0 || Math.abs(sum - 1) < 1e-9, name);
        assert.ok(weeks.length === 0 || weeks.filter((week) => week.isReportWeek).length === 1);
      }
    }
  });

  it('has no links where links are disabled, and is in English for a language without texts', () => {
    const [, report] = REPORT_KINDS[0] ?? [];
    assert.ok(report !== undefined);
    const message = createReportMessage(report, {
      locale: 'xx',
      reportUrl: null,
      pageUrl: null,
      placeUrls: new Map(),
      isUpdate: false,
    });
    assert.deepEqual([message.reportLink, message.pageLink], [null, null]);
    assert.deepEqual([message.language, message.direction], ['en-GB', 'ltr']);
    const subscription = {
      channel: 'slack',
      address: 'https://hooks.slack.com/SECRET',
      locale: 'en',
    } as const;
    const footer = MESSAGE_COMPOSER.footer(report, subscription, null);
    assert.equal(footer.unsubscribe, null);
    assert.doesNotMatch(footer.texts.join(' '), /SECRET|hooks/);
    assert.match(footer.texts.join(' '), /ask your report administrator/);
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
