// The subject of a message, and what lists of mails show after it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportMessage } from '../../../lib/delivery/report-message.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { shorten } from '../../../lib/i18n/clean-text.ts';
import { withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import type { ReportMessage } from '../../../lib/ports/message.ts';
import { MESSAGE_CASES } from '../../support/message-cases.ts';
import { fc } from '../../support/property-settings.ts';
import type { SurveySketch } from '../../support/test-reports.ts';
import { createReport, listReportKinds } from '../../support/test-reports.ts';
import { readVersion2Report, VERSION_2_REPORTS } from '../../support/version-2-reports.ts';

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

  it('gives no verdict for a report of version "2"', () => {
    for (const name of VERSION_2_REPORTS) {
      const report: Report = { ...readVersion2Report(name), status: 'complete', problems: [] };
      assert.match(messageOf(report).subject, /^[^:]+: \d+ · week \d+$/);
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

/** Its places have one survey each. */
function companyOf(
  surveys: readonly Partial<SurveySketch>[],
  names: readonly string[] = [],
): Report {
  const folders = surveys.map((survey, i) => ({
    key: 11 + i,
    name: names[i] ?? `Place ${i + 1}`,
    surveys: [{ key: 110 + 10 * i, name: 'How was it?', ...survey }],
  }));
  return createReport({ key: 1, name: 'Northwind', folders });
}

function storeOf(survey: Partial<SurveySketch>): Report {
  const surveys = [{ key: 401, name: 'How was it?', volume: 1200, ...survey }];
  return createReport({ key: 41, name: 'Store', path: [{ key: 1, name: 'Northwind' }], surveys });
}

/** Without the week; of the report, and of it where data are missing. */
function subjectsOf(report: Report): readonly string[] {
  return [report, { ...report, status: 'partial' as const }].map((of) =>
    withoutIsolates(messageOf(of).subject).replace(' · week 46', ''),
  );
}

const FELL = { shift: -0.3 };
const FELL_MORE = { shift: -0.35 };
const FEW = { volume: 60, silentDays: [1, 2, 3, 4, 5, 6] };
const STILL_LOW = { levelChange: { weeksAgo: 4, mood: 0.4 } };
const RECOVERED = { levelChange: { weeksAgo: 4, mood: 0.5, weeks: 4 } };
const SILENT = { silentDays: [4, 5, 6, 7] };
const SILENT_FOR_WEEKS = { silentWeeks: [0, 1, 2] };
const NO_HISTORY = { hasHistory: false };

describe('the subject about a folder', () => {
  it('names the places that fell, the one that lost most first', () => {
    const cases: readonly (readonly [readonly Partial<SurveySketch>[], string])[] = [
      [[FELL, {}, {}], 'Place 1 43 (was 70)'],
      [[FELL, FELL_MORE, {}], 'Place 2 36 (was 70), Place 1 43 (was 70)'],
      [[FELL, FELL_MORE, FELL], 'Place 2 36 (was 70), Place 3 42 (was 68) · 1 more'],
    ];
    for (const [surveys, subject] of cases)
      assert.deepEqual(subjectsOf(companyOf(surveys)), [subject, `${subject} · data missing`]);
  });

  it('names a place that has become silent, with the day', () => {
    const silent = 'Place 1: no responses since Thursday';
    assert.deepEqual(subjectsOf(companyOf([SILENT, {}])), [silent, `${silent} · data missing`]);
    assert.equal(subjectsOf(companyOf([{ silentWeeks: [0] }, {}]))[0], 'Place 1: no responses');
    assert.equal(
      subjectsOf(companyOf([SILENT_FOR_WEEKS, SILENT]))[0],
      'Place 2: no responses since Thursday',
    );
  });

  it('counts the places that are still low or silent', () => {
    assert.deepEqual(subjectsOf(companyOf([SILENT_FOR_WEEKS, { silentWeeks: [0, 1] }, {}])), [
      'No new trouble, 2 still silent',
      'Northwind: data missing',
    ]);
    assert.deepEqual(subjectsOf(companyOf([STILL_LOW, STILL_LOW, {}, {}, {}, {}])), [
      'No new trouble, 2 still low',
      'Northwind: 60, was 69 · data missing',
    ]);
    assert.equal(
      subjectsOf(companyOf([SILENT_FOR_WEEKS, STILL_LOW, {}]))[0],
      'No new trouble, 1 still low',
    );
  });

  it('names a place with few responses', () => {
    assert.deepEqual(subjectsOf(companyOf([FEW, {}])), [
      'Place 1: few responses',
      'Northwind: data missing',
    ]);
  });

  it('names a place that recovered, or is better for the first week', () => {
    assert.deepEqual(subjectsOf(companyOf([RECOVERED, {}])), [
      'Place 1: 71, back at usual',
      'Place 1: 71, back at usual · data missing',
    ]);
    assert.equal(subjectsOf(companyOf([{ shift: 0.3 }, {}, {}]))[0], 'Place 1 91 (was 70)');
    assert.equal(
      subjectsOf(companyOf([{ shift: 0.3 }, RECOVERED, {}, {}]))[0],
      'Place 2: 68, back at usual',
    );
  });

  it('has the figure of all places where no place has news', () => {
    assert.deepEqual(subjectsOf(companyOf([{}, {}])), [
      'Northwind: 69, as usual',
      'Northwind: data missing',
    ]);
    assert.deepEqual(subjectsOf(companyOf([NO_HISTORY, NO_HISTORY])), [
      'Northwind: 69',
      'Northwind: data missing',
    ]);
    assert.deepEqual(
      subjectsOf(companyOf([{ levelChange: { weeksAgo: 3, mood: 0.95 } }, {}, {}])),
      ['Northwind: 74, was 70', 'Northwind: 74, was 70 · data missing'],
    );
  });

  it('says that there were no responses, or few', () => {
    const none = companyOf([{ volume: 0 }, { volume: 0 }]);
    assert.deepEqual(subjectsOf(none), ['Northwind: no responses', 'Northwind: data missing']);
    const few = { ...none, summary: { ...none.summary, responses: 5 } };
    assert.equal(subjectsOf(few)[0], 'Northwind: few responses');
  });

  it('has the folder above a place only where another one has its name', () => {
    const terminals = (...names: readonly string[]) =>
      createReport({
        key: 1,
        name: 'Northwind',
        folders: names.map((name, i) => ({
          key: 2 + i,
          name: `Terminal ${i + 1}`,
          folders: [
            { key: 11 + i, name, surveys: [{ key: 110 + i, name: 'How was it?', ...FELL }] },
          ],
        })),
      });
    assert.match(
      messageOf(terminals('Lounge', 'Lounge')).subject,
      /^Lounge, Terminal \d \d+ \(was \d+\), Lounge, Terminal \d \d+ \(was \d+\) · week 46$/,
    );
    assert.match(
      messageOf(terminals('Lounge', 'Bar')).subject,
      /^(Lounge|Bar) \d+ \(was \d+\), (Lounge|Bar) \d+ \(was \d+\) · week 46$/,
    );
  });

  it('cuts two long names alike', () => {
    const names = ['A', 'B'].map((name) => name.repeat(200));
    const { subject } = messageOf(companyOf([FELL, FELL_MORE], names));
    assert.ok(subject.length <= 150, subject);
    assert.match(subject, /^(A{39}|B{39})… .*, (A{39}|B{39})… /);
  });
});

describe('the subject about a place', () => {
  const cases = {
    usual: [storeOf({}), 'Store: 67, as usual', 'Store: data missing'],
    fallen: [storeOf({ shift: -0.2 }), 'Store: 49, was 69', 'Store: 49, was 69 · data missing'],
    better: [storeOf({ shift: 0.15 }), 'Store: 79, was 69', 'Store: 79, was 69 · data missing'],
    'still low': [
      storeOf({ levelChange: { weeksAgo: 4, mood: 0.5 } }),
      'No new trouble, 1 still low',
      'Store: 46, was 69 · data missing',
    ],
    recovered: [
      storeOf(RECOVERED),
      'Store: 67, back at usual',
      'Store: 67, back at usual · data missing',
    ],
    silent: [storeOf(SILENT), 'Store: no responses since Thursday', 'Store: data missing'],
    'silent for a week': [
      storeOf({ silentWeeks: [0] }),
      'Store: no responses',
      'Store: data missing',
    ],
    'silent for weeks': [
      storeOf(SILENT_FOR_WEEKS),
      'No new trouble, 1 still silent',
      'Store: data missing',
    ],
    new: [
      storeOf({ openWeeks: 4 }),
      'Store: too few weeks to say what is usual',
      'Store: data missing',
    ],
    'with few responses': [storeOf(FEW), 'Store: few responses', 'Store: data missing'],
    'without earlier weeks': [storeOf(NO_HISTORY), 'Store: 67', 'Store: data missing'],
    'without responses': [storeOf({ volume: 0 }), 'Store: no responses', 'Store: data missing'],
    'of an unknown index': [
      storeOf({ indexType: 'CES' }),
      'Store: 1,331 responses',
      'Store: data missing',
    ],
  } as const;
  for (const [name, [report, subject, partial]] of Object.entries(cases)) {
    it(`${name} says so`, () => {
      assert.deepEqual(subjectsOf(report), [subject, partial]);
    });
  }

  it('without surveys says that there were no responses', () => {
    const empty = createReport({ key: 41, name: 'Store' });
    assert.deepEqual(subjectsOf(empty), ['Store: no responses', 'Store: data missing']);
  });

  it('after low weeks has the figure alone', () => {
    const [survey] = storeOf({}).surveys;
    assert.ok(survey !== undefined);
    const { level } = survey;
    const last = { week: '2026-W45', usual: 69, difference: -9, difference4: -9 };
    const after = (verdict: 'low' | 'usual') => {
      const surveys = [{ ...survey, level: { ...level, last: { ...last, verdict } } }];
      return subjectsOf({ ...storeOf({}), surveys })[0];
    };
    assert.deepEqual([after('low'), after('usual')], ['Store: 67', 'Store: 67, as usual']);
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

  it('is the details alone of a folder where none fell, and without details its responses', () => {
    assert.equal(messageOf(companyOf([SILENT, {}])).preheader, '1 is as usual.');
    assert.equal(messageOf(companyOf([{}, {}])).preheader, '1,125 responses (+2%)');
    const { summary, ...none } = companyOf([{ volume: 0 }, { volume: 0 }]);
    assert.equal(
      messageOf({ ...none, summary }).preheader,
      'No place has enough responses and weeks to tell.',
    );
  });

  it('is what explains the finding of a place, and without that its responses', () => {
    const store = storeOf({});
    assert.equal(messageOf(store).preheader, 'Fridays are always lower here (−8).');
    const surveys = store.surveys.map((survey) => ({ ...survey, parts: [] }));
    assert.equal(messageOf({ ...store, surveys }).preheader, '1,331 responses (+27%)');
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
