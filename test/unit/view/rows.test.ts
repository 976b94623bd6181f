// The rows of a folder's lists: the state of each survey there, its printed figures, and why it is so.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Report } from '../../../lib/domain/report.ts';
import type {
  Entry,
  EntryFigures,
  EntryState,
  LevelState,
  ListedFigures,
} from '../../../lib/domain/signals/model.ts';
import { LANGUAGES } from '../../../lib/i18n/messages.ts';
import type { Row } from '../../../lib/view/report-view.ts';
import { folderRows } from '../../../lib/view/rows.ts';
import { localizationOf } from '../../support/report-views.ts';
import type { FolderSketch, SurveySketch } from '../../support/test-reports.ts';
import { createRegionReport, createReport } from '../../support/test-reports.ts';

const question = { name: 'How was it?' };

function companyOf(...surveys: readonly Partial<SurveySketch>[]): Report {
  const folders = surveys.map((survey, i): FolderSketch => ({
    key: 11 + i,
    name: `Place ${i + 1}`,
    surveys: [{ key: 110 + 10 * i, ...question, ...survey }],
  }));
  return createReport({ key: 1, name: 'Northwind', folders });
}

const COMPANY = companyOf({}, {});
const [TEMPLATE] = createRegionReport(9).summary.attention.entries;
const NO_FIGURES: EntryFigures = {
  index: null,
  usual: null,
  was: null,
  responses: 100,
  since: null,
  weeks: null,
  basis: 'week',
  lossWeek: null,
  lossTotal: null,
  fromDay: null,
  days: null,
  ongoing: null,
  expected: null,
  silentWeeks: null,
  weekBeforeEmpty: false,
  badMinutes: 0,
  volumeUsual: null,
  volumeWeeks: null,
  ratio: null,
};
/** 100 responses with a mean of 50 of 100. */
const HALF = [20, 30, 30, 20];

interface FirstPlace extends Partial<ListedFigures> {
  readonly data?: readonly number[];
  readonly level?: number | null;
  readonly entry?: Partial<Omit<Entry, 'state' | 'figures'>> & {
    readonly state: EntryState;
    readonly figures?: Partial<EntryFigures>;
  };
  readonly isWeak?: boolean;
  readonly truncated?: number;
}

/** The report with these figures of its first survey, whose level is 60. */
function withFirst(place: FirstPlace, report: Report = COMPANY): Report {
  const { data = HALF, level = 60, entry, isWeak = false, truncated = 0, ...listed } = place;
  const [group, ...others] = report.summary.groups;
  assert.ok(group !== undefined && TEMPLATE !== undefined);
  const { leaves, indexType, feedbackScale } = group;
  const [folder = 0, survey = 0] = [leaves.folder[0], leaves.survey[0]];
  const figures = { state: 'usual', lower: 55, upper: 65, trend: [60, 50], ...listed } as const;
  const { listed: columns } = leaves;
  assert.ok(columns !== undefined);
  const first = {
    ...group,
    leaves: {
      ...leaves,
      data: leaves.data.with(0, data),
      c: leaves.c.with(0, level),
      listed: {
        state: columns.state.with(0, figures.state),
        lower: columns.lower.with(0, figures.lower),
        upper: columns.upper.with(0, figures.upper),
        trend: columns.trend.with(0, figures.trend),
        ...(figures.usualScore === undefined
          ? {}
          : { usualScore: leaves.folder.map(() => figures.usualScore ?? null) }),
      },
    },
  };
  const attention = {
    ...report.summary.attention,
    entries:
      entry === undefined
        ? []
        : [
            {
              ...TEMPLATE,
              indexType,
              feedbackScale,
              reason: null,
              also: [],
              ...entry,
              folder: { key: folder, name: 'Place 1' },
              survey: { key: survey, name: question.name },
              figures: { ...NO_FIGURES, ...entry.figures },
            },
          ],
    weak: isWeak ? [{ folder, survey, name: question.name }] : [],
    truncated,
  };
  return { ...report, summary: { ...report.summary, groups: [first, ...others], attention } };
}

const rowsOf = (report: Report): readonly Row[] =>
  folderRows(report, localizationOf(report), new Map());

function rowOf(place: FirstPlace, report?: Report): Row {
  const row = rowsOf(withFirst(place, report)).find(({ folder }) => folder === 11);
  return row ?? assert.fail();
}

const LEVEL_STATES = [
  ...(['silent', 'new', 'still', 'recovered', 'better', 'newPlace', 'tooFew', 'usual'] as const),
] satisfies readonly LevelState[];

describe('the state of a survey in a list', () => {
  it('is that of its entry, whatever else is known', () => {
    const states = (['new', 'silent', 'volumeLow', 'still', 'recovered', 'better'] as const).map(
      (state) => rowOf({ state: 'usual', entry: { state }, isWeak: true, truncated: 5 }).state,
    );
    assert.deepEqual(states, ['new', 'noSignal', 'noSignal', 'still', 'recovered', 'better']);
  });

  it('of an entry about alerts or a level far below the others is its own', () => {
    for (const state of ['inAlarm', 'standingLow'] as const) {
      assert.equal(rowOf({ state: 'usual', entry: { state } }).state, 'usual');
      assert.equal(rowOf({ state: 'new', entry: { state } }).state, 'unknown');
      assert.equal(rowOf({ state: 'new', entry: { state }, truncated: 1 }).state, 'unknown');
    }
  });

  it('without an entry says of no change that is not clear among so many places', () => {
    assert.deepEqual(
      LEVEL_STATES.map((state) => rowOf({ state }).state),
      ['unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'newPlace', 'unknown', 'usual'],
    );
    assert.equal(rowOf({ state: null }).state, 'unknown');
  });

  it('is that of its level where the list was too long for it', () => {
    assert.deepEqual(
      LEVEL_STATES.map((state) => rowOf({ state, truncated: 1 }).state),
      ['noSignal', 'new', 'still', 'recovered', 'better', 'newPlace', 'few', 'usual'],
    );
    assert.equal(rowOf({ state: 'new', truncated: 1, isWeak: true }).state, 'unknown');
  });

  it('of few responses is that they are too few', () => {
    const few = [2, 3, 2, 2];
    const states = LEVEL_STATES.map((state) => rowOf({ state, data: few }).state);
    assert.deepEqual(states, [
      'few',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'newPlace',
      'few',
      'few',
    ]);
    assert.equal(rowOf({ state: 'usual', data: [3, 3, 2, 2] }).state, 'usual');
    assert.equal(rowOf({ state: 'usual', data: few, isWeak: true }).state, 'unknown');
  });

  it('of a weak survey is unknown, also where its own week is as usual', () => {
    assert.equal(rowOf({ state: 'usual', isWeak: true }).state, 'unknown');
  });
});

describe('the figures of a row', () => {
  const fallen = { state: 'new', figures: { index: 50, usual: 72.4, weeks: 1 } } as const;

  it('are now and was, rounded, and the difference of the rounded numbers', () => {
    const { now, was, compared, change, line, values } = rowOf({
      data: [20, 30, 30, 22],
      entry: fallen,
    });
    assert.deepEqual(
      [now, was, compared, change, line],
      ['51', '72', 'was 72', '−21', 'Place 1 51 (was 72)'],
    );
    assert.deepEqual(values, { now: 51, was: 72, usual: 60 });
  });

  it('of a place that recovered are compared with its low weeks', () => {
    const { was, change } = rowOf({
      entry: { state: 'recovered', figures: { usual: 55, was: 31.2 } },
    });
    assert.deepEqual([was, change], ['31', '+19']);
  });

  it('are the index alone beside other states', () => {
    const { now, was, compared, change, line } = rowOf({ state: 'usual' });
    assert.deepEqual([now, was, compared, change, line], ['50', '', '', '', 'Place 1 50']);
  });

  it('are none with fewer than ten responses, and of a silent place', () => {
    for (const row of [
      rowOf({ data: [2, 3, 2, 2] }),
      rowOf({ data: [2, 3, 2, 2], entry: fallen }),
      rowOf({ entry: { state: 'silent', figures: { silentWeeks: 1 } } }),
    ]) {
      const { now, was, change, line, values, trend, heat } = row;
      assert.deepEqual([now, was, change, line], ['', '', '', 'Place 1']);
      assert.deepEqual(
        [trend, heat],
        [
          [60, null],
          [0, null],
        ],
      );
      assert.deepEqual([values.now, values.was], [null, null]);
    }
    const fewThanUsual = rowOf({ entry: { state: 'volumeLow', figures: { volumeUsual: 400 } } });
    assert.deepEqual([fewThanUsual.now, fewThanUsual.was], ['50', '']);
  });

  it('of a small place are those of its four weeks', () => {
    const { now, was, own } = rowOf({
      data: [2, 3, 2, 2],
      entry: { state: 'new', figures: { fourWeeksIndex: 40, usual: 60 } },
    });
    assert.deepEqual([now, was, own], ['40', '60', 'Last four weeks']);
  });

  it('have the responses, and the level that a chart draws', () => {
    const { responses, responsesText, level } = rowOf({
      data: [500, 500, 100, 100],
      entry: fallen,
    });
    assert.deepEqual([responses, responsesText, level], [1200, '1,200', 72]);
    assert.equal(rowOf({}).level, 60);
    assert.equal(rowOf({ level: null }).level, null);
  });

  it('have the weeks and how far each was from the level', () => {
    const { trend, heat } = rowOf({ trend: [60, null, 51, 85] });
    assert.deepEqual(
      [trend, heat],
      [
        [60, null, 51, 85],
        [0, null, -1, 2],
      ],
    );
  });
});

describe('the figure of another kind of index', () => {
  const average = companyOf({ indexType: 'AVERAGE', feedbackScale: 'FIVE' });
  const nps = companyOf({ indexType: 'NPS', feedbackScale: 'FIVE' });
  const data = [10, 10, 20, 30, 30];

  it('is beside the mean of the buttons', () => {
    const row = rowOf({ data, level: 3.4, lower: 3.2, upper: 3.6 }, average);
    assert.deepEqual([row.now, row.own, row.values.usual], ['65', '3.60 / 5', 60]);
    assert.equal(row.reason, '3.60 / 5, usually 3.20–3.60.');
    const ofNps = rowOf({ data, level: 5, lower: -20, upper: 20 }, nps);
    assert.deepEqual([ofNps.now, ofNps.own], ['65', 'NPS −10']);
    assert.equal(ofNps.reason, 'NPS −10, usually −20 to +20.');
    assert.equal(rowOf({}).own, '');
  });

  it('is not said of fewer than ten responses', () => {
    assert.equal(rowOf({ data: [1, 1, 2, 3, 2], level: 3.4 }, average).own, '');
    assert.equal(rowOf({ data: [1, 1, 2, 3, 3], level: 3.4 }, average).own, '3.60 / 5');
  });

  it('is converted where it is compared', () => {
    const entry = { state: 'new', figures: { index: 3.6, usual: 4 } } as const;
    const { was, change } = rowOf({ data, level: 4, entry }, average);
    assert.deepEqual([was, change], ['75', '−10']);
  });
});

describe('an NPS, which the mean of the buttons does not follow from', () => {
  const nps = companyOf({ indexType: 'NPS', feedbackScale: 'FIVE' });
  const data = [10, 10, 20, 30, 30];
  const rowWith = (place: FirstPlace) => rowOf({ data, level: 5, usualScore: 70, ...place }, nps);
  const fallen = { state: 'new', figures: { index: -10, usual: 5 } } as const;

  it('is compared with the usual mean', () => {
    const { now, was, values } = rowWith({ entry: fallen });
    assert.deepEqual([now, was, values.usual], ['65', '70', 70]);
    assert.equal(rowWith({ entry: fallen, usualScore: null }).was, '');
  });

  it('of a small place is the mean of its last four measured weeks', () => {
    const small = { ...fallen, figures: { ...fallen.figures, fourWeeksIndex: -30 } };
    const trend = [10, null, 40, 50, 60, 72];
    assert.equal(rowWith({ entry: small, trend }).now, '56');
    assert.equal(rowWith({ entry: small, trend: [10, 40, null, null, 60] }).now, '50');
    assert.equal(rowWith({ entry: small, trend: [10, null, null, null, null] }).now, '');
    assert.equal(rowWith({ entry: small, trend: [] }).now, '');
  });

  it('that recovered is compared with the mean of its low weeks', () => {
    const wasAfter = (weeks: number | null, trend: readonly (number | null)[]) => {
      const figures = { usual: 5, was: -40, weeks };
      return rowWith({ entry: { state: 'recovered', figures }, trend }).was;
    };
    assert.equal(wasAfter(3, [80, 30, null, 40, 70]), '35');
    assert.equal(wasAfter(1, [80, 30, 44, 70]), '44');
    assert.equal(wasAfter(null, [80, 30, 44, 70]), '44');
    assert.equal(wasAfter(9, [20, 30, 70]), '25');
    assert.equal(wasAfter(1, [80, null, 70]), '');
  });

  it('that recovered is back at the usual mean', () => {
    const figures = { index: 5, usual: 5, was: -40, weeks: 2 };
    const entry = { state: 'recovered', figures } as const;
    assert.equal(rowWith({ entry }).reason, 'Back at its usual level (70) after 2 weeks.');
    assert.equal(rowWith({ entry, usualScore: null }).reason, '');
  });
});

describe('the figures of a place that is listed for another reason', () => {
  const inAlarm = { state: 'inAlarm', figures: { badMinutes: 50 * 60 } } as const;

  it('are its index alone', () => {
    for (const place of [
      { state: 'usual', entry: inAlarm },
      { state: 'new', entry: inAlarm },
      { state: 'newPlace', entry: inAlarm },
      { state: 'tooFew', entry: inAlarm, truncated: 1 },
    ] as const) {
      const { now, was, change } = rowOf(place);
      assert.deepEqual([now, was, change], ['50', '', ''], place.state);
    }
    assert.equal(rowOf({ state: 'usual', entry: inAlarm, data: [2, 3, 2, 2] }).now, '');
  });

  it('are not those of four weeks where the week has fewer than ten responses', () => {
    const entry = { state: 'standingLow', figures: { fourWeeksIndex: 40 } } as const;
    const nowOf = (data: readonly number[]) => rowOf({ state: 'usual', entry, data }).now;
    assert.deepEqual([nowOf([2, 3, 2, 2]), nowOf([2, 3, 3, 2])], ['', '40']);
  });

  it('are not compared with a level that is not known', () => {
    const { now, was, compared } = rowOf({ entry: { state: 'new', figures: { usual: null } } });
    assert.deepEqual([now, was, compared], ['50', '', '']);
  });

  it('have reasons without empty sentences', () => {
    const also = [{ state: 'inAlarm', strength: 1, impact: 1, held: false }] as const;
    const reasonOf = (place: FirstPlace) => rowOf(place).reason;
    assert.equal(
      reasonOf({ entry: { state: 'recovered', also, figures: { badMinutes: 3000 } } }),
      'In alarm for 50h.',
    );
    assert.equal(
      reasonOf({ entry: { state: 'better', also, figures: { badMinutes: 3000 } } }),
      'Better than usual this week. In alarm for 50h.',
    );
    assert.equal(reasonOf({ lower: null, entry: inAlarm }), 'In alarm for 50h.');
    assert.equal(reasonOf({ state: 'new', entry: inAlarm }), 'In alarm for 50h.');
  });
});

describe('the reason of a row', () => {
  const presses = { presses: 9, previousPresses: 2, listPresses: 40 };
  const reason = { kind: 'painPoint', option: { key: 7, name: 'Queue' }, ...presses } as const;

  it('of a place that fell is what its follow-ups say, or that nothing stands out', () => {
    const stated = rowOf({ entry: { state: 'new', reason, figures: { usual: 70 } } });
    const none = rowOf({ entry: { state: 'new', figures: { usual: 70 } } });
    assert.match(stated.reason, /Queue/);
    assert.equal(none.reason, 'No single reason stands out.');
    assert.equal(none.shortReason, 'No single reason stands out');
  });

  it('of a place that is still low is since when, and why', () => {
    const figures = { usual: 70, since: '2026-W42', weeks: 5 };
    assert.equal(
      rowOf({ entry: { state: 'still', figures } }).reason,
      'Lower for 5 weeks, since week 42.',
    );
    assert.match(
      rowOf({ entry: { state: 'still', reason, figures } }).reason,
      /^Lower for 5 weeks, since week 42\. .*Queue/,
    );
    assert.equal(rowOf({ entry: { state: 'still', figures: { usual: 70 } } }).reason, '');
  });

  it('of a place that recovered is how much of the way it is back, and after how long', () => {
    const recovered = (index: number, weeks: number | null = 4, was: number | null = 40) =>
      rowOf({ entry: { state: 'recovered', figures: { index, usual: 60, was, weeks } } }).reason;
    assert.equal(recovered(60), 'Back at its usual level (60) after 4 weeks.');
    assert.equal(recovered(55), 'Back at its usual level (60) after 4 weeks.');
    assert.equal(recovered(54.9), 'Most of the way back to 60.');
    assert.equal(recovered(60, 1), 'Back at its usual level (60) after 1 week.');
    assert.equal(recovered(60, null), 'Back at its usual level (60) after 1 week.');
    assert.equal(recovered(20, 4, null), 'Back at its usual level (60) after 4 weeks.');
  });

  it('of a better place is since when', () => {
    const better = (weeks: number | null, since: string | null) =>
      rowOf({ entry: { state: 'better', figures: { usual: 40, weeks, since } } }).reason;
    assert.equal(better(3, '2026-W44'), 'Better for 3 weeks, since week 44.');
    assert.equal(better(1, '2026-W46'), 'Better than usual this week.');
    assert.equal(better(null, '2026-W46'), 'Better than usual this week.');
    assert.equal(better(3, null), 'Better than usual this week.');
  });

  it('of a new place is its first week', () => {
    const newPlace = (trend: readonly (number | null)[]) => rowOf({ state: 'newPlace', trend });
    assert.equal(newPlace([null, null, 50]).reason, 'Opened this week.');
    assert.equal(newPlace([null, 40, 50]).reason, 'Opened in week 45.');
    assert.equal(newPlace([30, 40, 50]).reason, 'Opened in week 44.');
    assert.equal(newPlace([null, null]).reason, 'Opened this week.');
  });

  it('of a place as usual is its range', () => {
    assert.equal(rowOf({}).reason, 'Usually 55–65.');
    assert.equal(rowOf({ lower: null }).reason, '');
  });

  it('of a place with few responses is their number', () => {
    assert.equal(
      rowOf({ data: [2, 3, 2, 2] }).reason,
      '9 responses this week: too few for an index.',
    );
  });

  it('of a weak place is its level', () => {
    assert.equal(rowOf({ isWeak: true }).reason, 'A little low; was 60.');
    assert.equal(rowOf({ isWeak: true, level: null }).reason, '');
    assert.equal(rowOf({ state: 'new' }).reason, '');
  });

  it('of a place that the list was too long for is what its figures say', () => {
    const reasonOf = (state: LevelState) => rowOf({ state, truncated: 1 }).reason;
    assert.deepEqual((['new', 'still', 'recovered', 'better', 'silent'] as const).map(reasonOf), [
      'No single reason stands out.',
      '',
      '',
      'Better than usual this week.',
      '',
    ]);
  });

  it('of a silent place is since when, and of others how many responses are usual', () => {
    const silent = { fromDay: 4, expected: 80, days: 4 };
    assert.equal(
      rowOf({ entry: { state: 'silent', figures: silent } }).reason,
      'No responses since Thursday (80 are usual).',
    );
    const few = rowOf({
      entry: { state: 'volumeLow', figures: { responses: 100, volumeUsual: 400 } },
    });
    assert.equal(few.reason, '100 responses, usually 400.');
  });

  it('also says the other states of the entry, but not those of its section', () => {
    const also = { strength: 1, impact: 1, held: false };
    const { reason: text, shortReason } = rowOf({
      entry: {
        state: 'new',
        figures: { usual: 70, badMinutes: 50 * 60 },
        also: [
          { ...also, state: 'inAlarm' },
          { ...also, state: 'new' },
        ],
      },
    });
    assert.equal(text, 'No single reason stands out. In alarm for 50h.');
    assert.equal(shortReason, 'No single reason stands out');
    assert.equal(
      rowOf({ state: 'usual', entry: { state: 'standingLow', figures: { index: 50 } } }).reason,
      'Usually 55–65. 50, far below the other places.',
    );
  });

  it('is short where a sentence has at most 48 characters, and otherwise its first sentence', () => {
    const named = (name: string) =>
      rowOf({
        entry: {
          state: 'still',
          reason: { ...reason, option: { key: 7, name } },
          figures: { usual: 70 },
        },
      });
    const { reason: whole, shortReason } = named('A'.repeat(60));
    assert.equal(shortReason, whole);
    assert.ok(shortReason.length > 48 && shortReason.endsWith('.'));
    assert.equal(rowOf({ lower: null }).shortReason, '');
    const longest = 'A'.repeat(1 + 49 - named('A').reason.length);
    assert.equal(named(longest).shortReason, named(longest).reason.slice(0, -1));
    assert.equal(named(`${longest}A`).shortReason, named(`${longest}A`).reason);
    assert.match(named('No. 7').shortReason, /No\. 7.*[^.]$/);
  });

  it('is brief in at most 30 characters, in which only an option is cut', () => {
    const option = (name: string, n: number, before: number) =>
      rowOf({
        entry: {
          state: 'new',
          figures: { usual: 70 },
          reason: {
            ...{ kind: 'painPoint', option: { key: 7, name } },
            ...{ presses: n, previousPresses: before, listPresses: n },
          },
        },
      }).briefReason;
    assert.equal(option('Waiting time', 101, 30), 'Waiting time 101\u00a0(was\u00a030)');
    assert.equal(
      option('Staff were hard to find', 11, 1),
      'Staff were hard to… 11\u00a0(was\u00a01)',
    );
    assert.equal(option('A'.repeat(40), 12_345, 2_345), 'AAAAAAAAAA… 12,345\u00a0(was\u00a02,345)');
    const brief = (entry: NonNullable<FirstPlace['entry']>) => rowOf({ entry }).briefReason;
    const figures = { usual: 70, was: 40, since: '2026-W42', weeks: 5 };
    assert.equal(brief({ state: 'still', figures }), 'Since week 42');
    assert.equal(brief({ state: 'better', figures }), 'Since week 42');
    assert.equal(brief({ state: 'recovered', figures }), 'After 5 low weeks');
    assert.equal(brief({ state: 'new', figures }), 'No single reason stands out');
    // It is in the list for another state than its row.
    assert.equal(brief({ state: 'inAlarm', figures: { badMinutes: 3000 } }), 'Usually 55–65');
  });

  it('is brief in every language', () => {
    const at = { index: 40, usual: 73, responses: 100 };
    const days = [1, 2, 3, 4, 5, 6, 7];
    const entries: readonly NonNullable<FirstPlace['entry']>[] = [
      ...[1, 12, 123].map(
        (weeks) => ({ state: 'recovered', figures: { usual: 70, weeks } }) as const,
      ),
      { state: 'still', figures: { since: '2025-W52', weeks: 60 } },
      { state: 'better', figures: { since: '2026-W46', weeks: 1 } },
      { state: 'better', figures: { since: '2025-W52', weeks: 60 } },
      { state: 'new' },
      ...days.map(
        (day) => ({ state: 'new', reason: { ...at, kind: 'weekday', at: day } }) as const,
      ),
      ...[0, 1, 2, 3].map(
        (part) => ({ state: 'new', reason: { ...at, kind: 'part', at: part } }) as const,
      ),
      ...days.map(
        (fromDay) => ({ state: 'silent', figures: { fromDay, expected: 12_345 } }) as const,
      ),
      ...[1, 2, 100].map((silentWeeks) => ({ state: 'silent', figures: { silentWeeks } }) as const),
    ];
    for (const code of LANGUAGES)
      for (const entry of entries) {
        const report = withFirst({ entry });
        const rows = folderRows(report, localizationOf(report, code), new Map());
        const { briefReason = '' } = rows.find(({ folder }) => folder === 11) ?? {};
        assert.ok(briefReason !== '' && briefReason.length <= 30, `${code}: ${briefReason}`);
      }
  });
});

describe('the surveys of a place', () => {
  const placeWith = (...kinds: readonly Partial<SurveySketch>[]): readonly Row[] => {
    const surveys = kinds.map((kind, i) => ({ key: 110 + i, ...question, ...kind }));
    const folders = [
      { key: 11, name: 'Place', surveys },
      { key: 12, name: 'Other' },
    ];
    const rows = rowsOf(createReport({ key: 1, name: 'Northwind', folders }));
    return rows.toSorted((a, b) => a.survey - b.survey);
  };
  const AVERAGE = { indexType: 'AVERAGE' };
  const FIVE = { feedbackScale: 'FIVE' };

  it('are told apart by their kind, and by their number where kinds are the same', () => {
    const suffixesOf = (...kinds: readonly Partial<SurveySketch>[]) =>
      placeWith(...kinds).map(({ suffix }) => suffix);
    assert.deepEqual(suffixesOf({}), ['']);
    assert.deepEqual(suffixesOf({}, AVERAGE), ['', 'Average']);
    assert.deepEqual(suffixesOf({}, FIVE), ['', '5 buttons']);
    assert.deepEqual(suffixesOf({}, { ...AVERAGE, ...FIVE }, FIVE), [
      ...['', 'Average', 'Happy Index · 5 buttons'],
    ]);
    assert.deepEqual(suffixesOf({}, {}, {}), ['', 'Survey 2', 'Survey 3']);
    assert.deepEqual(suffixesOf({}, AVERAGE, AVERAGE), ['', 'Survey 2', 'Survey 3']);
  });

  it('have it in their line', () => {
    const [first, second] = placeWith({}, AVERAGE);
    assert.match(first?.line ?? '', /^Place \d+/);
    assert.match(second?.line ?? '', /^Place · Average \d+/);
  });
});

describe('the path of a place', () => {
  it('has at most two folders above it, the nearest first, and none above the folder of the report', () => {
    const shop = (key: number) => ({
      key,
      name: `Shop ${key}`,
      surveys: [{ key: 10 * key, ...question }],
    });
    const nested = (names: readonly string[], key: number): FolderSketch =>
      names.reduceRight<FolderSketch>(
        (inner, name, i) => ({ key: 1000 + 10 * key + i, name, folders: [inner] }),
        shop(key),
      );
    const report = createReport({
      key: 2,
      name: 'Finland',
      path: [{ key: 1, name: 'Northwind' }],
      folders: [
        shop(20),
        nested(['South'], 21),
        nested(['South', '', 'Helsinki'], 22),
        nested(['South', 'Uusimaa', 'Helsinki'], 23),
      ],
    });
    assert.deepEqual(
      rowsOf(report)
        .toSorted((a, b) => a.folder - b.folder)
        .map(({ path }) => path),
      ['', 'South', 'Helsinki, South', 'Helsinki, Uusimaa'],
    );
  });
});

describe('the order of rows', () => {
  it('is by name, numbers within names by their value, where nothing was lost', () => {
    const folders = [10, 9, 1].map((n, i): FolderSketch => ({
      key: 11 + i,
      name: `Gate ${n}`,
      surveys: [{ key: 200 - i, ...question }],
    }));
    const report = createReport({ key: 1, name: 'Northwind', folders });
    const without = {
      ...report,
      summary: {
        ...report.summary,
        attention: { ...report.summary.attention, entries: [], weak: [] },
      },
    };
    assert.deepEqual(
      rowsOf(without).map(({ name }) => name),
      ['Gate 1', 'Gate 9', 'Gate 10'],
    );
  });

  it('is by what was lost: points times responses', () => {
    const report = companyOf(
      { shift: -0.2, volume: 300 },
      { shift: -0.3, volume: 300 },
      { shift: -0.15, volume: 2000 },
      { shift: 0.25, volume: 900 },
    );
    const rows = rowsOf(report);
    const losses = rows.map(({ values: { now, was }, responses }) =>
      now === null || was === null ? assert.fail() : Math.abs(now - was) * responses,
    );
    assert.deepEqual(
      losses,
      losses.toSorted((a, b) => b - a),
    );
    assert.deepEqual(
      rows.map(({ folder }) => folder),
      [13, 14, 12, 11],
    );
  });

  it('of silent places is that of the report’s list: the most usual responses first', () => {
    const silent = { silentDays: [4, 5, 6, 7] };
    const report = companyOf(
      {},
      { ...silent, volume: 300 },
      { ...silent, volume: 900 },
      { ...silent, volume: 500 },
    );
    assert.deepEqual(
      rowsOf(report).map(({ folder }) => folder),
      [13, 14, 12, 11],
    );
  });

  it('of the surveys of a place is by their key', () => {
    for (const kinds of [
      ['NPS', 'HAPPY', 'AVERAGE'],
      ['AVERAGE', 'HAPPY', 'NPS'],
    ]) {
      const surveys = kinds.map((indexType, i) => ({ key: 111 + i, ...question, indexType }));
      const folders = [
        { key: 11, name: 'Place', surveys },
        { key: 12, name: 'Other' },
      ];
      const rows = rowsOf(createReport({ key: 1, name: 'Northwind', folders }));
      assert.deepEqual(
        rows.map(({ survey }) => survey),
        [111, 112, 113],
      );
    }
  });
});

describe('a report of a release that listed only some surveys', () => {
  it('has rows of those that it names or lists', () => {
    const [group, ...others] = COMPANY.summary.groups;
    assert.ok(group !== undefined);
    const { listed, ...leaves } = group.leaves;
    assert.ok(listed !== undefined);
    const earlier = (names: readonly number[], entries: readonly Entry[] = []): Report => ({
      ...COMPANY,
      summary: {
        ...COMPANY.summary,
        groups: [{ ...group, leaves }, ...others],
        attention: { ...COMPANY.summary.attention, entries },
        places: COMPANY.summary.places.filter(({ folder }) => names.includes(folder.key)),
      },
    });
    const rows = rowsOf(earlier([12]));
    assert.deepEqual(
      rows.map(({ folder, state, trend, heat }) => [folder, state, trend, heat]),
      [[12, 'unknown', [], []]],
    );
    assert.deepEqual(rowsOf(earlier([])), []);
    const { entries } = withFirst({ entry: { state: 'new' } }).summary.attention;
    assert.deepEqual(
      rowsOf(earlier([], entries)).map(({ folder, state }) => [folder, state]),
      [[11, 'new']],
    );
  });

  it('does not need names for rows of which it has the figures', () => {
    const unnamed = { ...COMPANY, summary: { ...COMPANY.summary, places: [] } };
    assert.deepEqual(
      rowsOf(unnamed).map(({ path }) => path),
      ['', ''],
    );
  });

  it('has no usual level of an NPS, which only a list has', () => {
    const report = companyOf({ indexType: 'NPS', feedbackScale: 'FIVE' });
    const groups = report.summary.groups.map(({ leaves: { listed: _, ...leaves }, ...group }) => ({
      ...group,
      leaves,
    }));
    const rows = rowsOf({ ...report, summary: { ...report.summary, groups } });
    assert.deepEqual(
      rows.map(({ folder, values }) => [folder, values.usual]),
      [[11, null]],
    );
  });
});
