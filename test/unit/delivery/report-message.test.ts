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
const ALL_CLEAR = /as usual|^Nothing needs attention\.|places need no/i;

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
  it('names the place with the most severe entry, with the folder above it, the finding and the week', () => {
    assert.equal(
      messageOfCase('a company').subject,
      'Restrooms, Terminal 1: lower since week 41 · week 46',
    );
    assert.equal(messageOfCase('a region').subject, 'Kuopio: lowest in 13 weeks · week 46');
  });

  it('states the finding of a store', () => {
    const subjects = ['a store as usual', 'a store that fell', 'a store in alarm'].map(
      (name) => messageOfCase(name).subject,
    );
    assert.deepEqual(subjects, [
      'Helsinki Central: as usual · week 46',
      'Helsinki Central: lowest in 13 weeks · week 46',
      'Helsinki Central: in alarm for 87h · week 46',
    ]);
  });

  it('names the last week that was as low', () => {
    const sketch = { key: 70, name: 'How was it?', volume: 900, shift: -0.45 };
    const report = createReport({ key: 7, name: 'Store', surveys: [sketch] });
    const { entries } = report.summary.attention;
    const low = entries.map((entry) => ({
      ...entry,
      trend: entry.trend.map((index, i) => (i === 5 ? 10 : index)),
    }));
    const attention = { ...report.summary.attention, entries: low };
    const lowBefore = { ...report, summary: { ...report.summary, attention } };
    assert.equal(messageOf(lowBefore).subject, 'Store: lowest since week 39 · week 46');
  });

  it('tells a fall to the level before the usual one, and never as a return', () => {
    const indexes = [22, 24, 21, 22, 23, 67, 68, 69, 68, 67, 70, 53, 29];
    const level = { index: 29, usual: 68, lower: 58, upper: 78, earlierUsual: 22 };
    const figures = { ...level, since: '2026-W45', weeks: 2 };
    const report = createReport({
      key: 7,
      name: 'Store',
      surveys: [{ key: 70, name: 'How was it?', volume: 900, shift: -0.45 }],
    });
    const { attention } = report.summary;
    const subjectOf = (last: Partial<typeof figures>, trend = indexes): string => {
      const entries = attention.entries.map((entry) => ({
        ...entry,
        figures: { ...entry.figures, ...figures, ...last },
        trend,
      }));
      return messageOf({
        ...report,
        summary: { ...report.summary, attention: { ...attention, entries } },
      }).subject;
    };
    assert.equal(subjectOf({}), 'Store: as low as until week 38 · week 46');
    const isolated = indexes.with(0, 67).with(1, 67).with(2, 67).with(3, 67);
    assert.equal(subjectOf({}, isolated), 'Store: below usual since week 45 · week 46');
  });

  it('says that data are missing, and that an update is complete', () => {
    assert.equal(
      messageOfCase('a partial region').subject,
      'Kuopio: lowest in 13 weeks · week 46 · data missing',
    );
    assert.equal(messageOfCase('a partial store').subject, 'Tampere: data missing · week 46');
    assert.match(messageOfCase('a store that rose, now complete').subject, / · now complete$/);
  });

  it('says when there were no responses', () => {
    assert.match(
      messageOfCase('an empty week').subject,
      /^Summer Pavilion: no responses \(How was your visit today\?\) · week 46$/,
    );
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
      /^Airport of .* (of|the|Northern|Provinces|Islands|and)…, Airport .*…: lowest in 13 weeks · week 46$/,
    );
    assert.match(title, / (of|the|Northern|Provinces|Islands|and)…$/);
  });
});

describe('a message', () => {
  it('lists at most seven places that need attention and three that got better, and counts the others', () => {
    const { attention, improved, finding } = messageOfCase('a company');
    assert.equal(attention?.places.length, 7);
    assert.equal(attention.more, 'and 2 more places');
    assert.match(finding, /^9 places need attention\. First, Restrooms, Terminal 1: /);
    assert.equal(attention.places[0]?.name, 'Restrooms, Terminal 1, Helsinki Airport');
    assert.deepEqual(
      improved?.places.map(({ name, reason }) => `${name}: ${reason}`),
      ['Check-in, Terminal 1, Oulu Airport: 86, usually 62–72'],
    );
  });

  it('has no list of places for a single survey, of which it says everything in a sentence', () => {
    const { attention, finding } = messageOfCase('a store in alarm');
    assert.equal(attention, null);
    assert.match(finding, /^\d+, as usual \(\d+–\d+\)\. In alarm for 87h\.$/);
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
