// Compares the model with results that were computed by hand from the API document.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { episodes, indexOf } from '../../campaigns/service-model/model-alerts.ts';
import type {
  ModelAlertSpecification,
  ModelLine,
  State,
  ModelSurvey,
} from '../../campaigns/service-model/model-company.ts';
import { pageLength } from '../../campaigns/service-model/compare-answers.ts';
import { followUps, rawResults, results } from '../../campaigns/service-model/model-feedback.ts';
import { stateOf } from '../../campaigns/service-model/model-structure.ts';
import {
  instantOf,
  parse,
  periodStart,
  timestamp,
  type ModelTruncation,
} from '../../campaigns/service-model/model-zones.ts';

const survey: ModelSurvey = {
  key: 11,
  question: 70,
  timeZone: 'Europe/Helsinki',
  surveyType: 'TERMINAL',
  indexType: 'HAPPY',
  feedbackScale: 'FOUR',
};
const day = '2026-11-09';

describe('a local period starts', () => {
  const starts: readonly (readonly [
    zone: string,
    truncation: ModelTruncation,
    at: string,
    start: string,
  ])[] = [
    ['Europe/Helsinki', 'week', '2026-11-15T23:59:59+0200', '2026-11-09T00:00:00.000+0200'],
    ['Europe/Helsinki', 'hour', '2026-10-25T03:30:00+0300', '2026-10-25T03:00:00.000+0300'],
    ['Europe/Helsinki', 'hour', '2026-10-25T03:30:00+0200', '2026-10-25T03:00:00.000+0200'],
    ['Europe/London', 'month', '2026-03-31T12:00:00+0100', '2026-03-01T00:00:00.000Z'],
    ['Asia/Kathmandu', 'hour', '2026-11-09T08:10:00Z', '2026-11-09T13:00:00.000+0545'],
    // The clock goes from 02:00 to 02:30 and back from 02:00 to 01:30.
    ['Australia/Lord_Howe', 'hour', '2026-10-04T02:40:00+1100', '2026-10-04T02:30:00.000+1100'],
    ['Australia/Lord_Howe', 'hour', '2026-04-05T01:45:00+1030', '2026-04-05T01:30:00.000+1030'],
    // No midnight; no Friday; two midnights.
    ['Asia/Beirut', 'day', '2026-03-29T12:00:00+0300', '2026-03-29T01:00:00.000+0300'],
    ['Pacific/Apia', 'week', '2011-12-31T12:00:00+1400', '2011-12-26T00:00:00.000-1000'],
    ['America/Havana', 'day', '2026-11-01T12:00:00-0500', '2026-11-01T00:00:00.000-0400'],
  ];
  for (const [zone, truncation, at, start] of starts) {
    it(`${start} for the ${truncation} of ${at} in ${zone}`, () => {
      assert.equal(timestamp(zone, periodStart(zone, parse(at), truncation)), start);
    });
  }

  it('a local time that does not exist is the first after it, one that is twice the earlier', () => {
    const shownTimestamp = (zone: string, wall: string): string =>
      timestamp(zone, instantOf(zone, parse(`${wall}Z`)));
    assert.equal(
      shownTimestamp('Europe/Helsinki', '2026-03-29T03:30:00'),
      '2026-03-29T04:00:00.000+0300',
    );
    assert.equal(
      shownTimestamp('Europe/Helsinki', '2026-10-25T03:30:00'),
      '2026-10-25T03:30:00.000+0300',
    );
  });
});

describe('feedback', () => {
  it('leaves out a press within the delay after the last that counted', () => {
    const seconds = [0, 2, 3, 5, 6];
    const state = stateOfLines(
      seconds.map((second, r) => ({ ...press(`08:00:0${second}`, r % 4), device: 'a' })),
    );
    // The presses at 0, 3 and 6 count.
    assert.deepEqual(results(state, survey, {}, 'hour'), [
      { ts: `${day}T08:00:00.000+0200`, data: [2, 0, 1, 0] },
    ]);
    assert.equal(rawResults(state, survey, {}, { followup: false, openfeedback: false }).length, 5);
  });

  it('counts the earlier line of one device at one instant', () => {
    const lines = [3, 0].map((r) => ({ ...press('08:00:00', r), device: 'a' }));
    assert.deepEqual(results(stateOfLines(lines), survey, {}, 'year'), [
      { ts: '2026-01-01T00:00:00.000+0200', data: [0, 0, 0, 1] },
    ]);
  });

  it('gives a follow-up its share of all responses of its list', () => {
    const lines = [
      ...[0, 0, 1].map((r) => ({ ...press('08:00:00', r), f: 2 })),
      { ...press('08:00:00', 0), f: 1 },
      { ...press('08:00:00', 3), f: 3 },
    ];
    assert.deepEqual(followUps(stateOfLines(lines), survey, {}), {
      painPoints: [
        { key: 2, name: 'Slow', data: [2, 1, 0, 0], percentages: [0.5, 0.25, 0, 0] },
        { key: 1, name: 'Dirty', data: [1, 0, 0, 0], percentages: [0.25, 0, 0, 0] },
      ],
      highlights: [{ key: 3, name: 'Kind', data: [0, 0, 0, 1], percentages: [0, 0, 0, 1] }],
    });
  });
});

describe('an alert', () => {
  const specification: ModelAlertSpecification = {
    key: 5,
    alertType: 'negative',
    parameters: { negative: true, windowMin: 15, threshold: 50, countThreshold: 2 },
  };
  const watchedSurvey = { ...survey, alertSpecifications: [specification] };
  const times = (lines: readonly ModelLine[]): readonly (readonly (string | undefined)[])[] =>
    episodes(stateOfLines(lines), watchedSurvey).map(({ begin, end }) => [show(begin), show(end)]);

  it('opens at the press that meets it and closes at the first that does not', () => {
    const lines = [press('08:00:00', 3), press('08:01:00', 1), press('08:02:00', 2)];
    assert.deepEqual(times(lines), [['08:01:00', '08:02:00']]);
    assert.deepEqual(episodes(stateOfLines(lines), watchedSurvey)[0]?.parameters, {
      ...specification.parameters,
      responses: 2,
      actual: 50,
      negativeResponses: 1,
    });
  });

  it('closes when the last press leaves the window, which is open at its start', () => {
    const first = [press('08:00:00', 0), press('08:00:00', 0)];
    assert.deepEqual(times([...first, press('08:14:59', 0)]), [['08:00:00', '08:29:59']]);
    // Those at 08:00:00 are out of the window; alone, 08:15:00 is too few.
    assert.deepEqual(times([...first, press('08:15:00', 0)]), [['08:00:00', '08:15:00']]);
  });

  it('is open until its end has come', () => {
    const lines = [press('13:50:00', 0), press('13:50:00', 0)];
    assert.deepEqual(times(lines), [['13:50:00', undefined]]);
  });

  it('takes the index from the tables of the domain rules', () => {
    const vectors = [
      [[17, 16, 60, 126], 78.2344, 3.347, 42.4658],
      [[4, 2, 12, 23, 51], 81.25, 4.25, 35.8696],
      [[0, 0, 5, 0, 0], 50, 3, -100],
    ] as const;
    for (const [data, happy, average, nps] of vectors) {
      const window = data.flatMap((count, r) => Array.from({ length: count }, () => ({ r })));
      const shownIndices = (['HAPPY', 'AVERAGE', 'NPS'] as const).map((type) =>
        Number(indexOf(type, data.length, window).toFixed(4)),
      );
      assert.deepEqual(shownIndices, [happy, average, nps]);
    }
  });
});

describe('a page', () => {
  it('ends at the cap, after the ties, and never before the requested start', () => {
    const items = [1, 1, 2, 3, 3, 4].map((at) => ({ at, item: {} }));
    const lengths = (start?: number): readonly number[] =>
      [1, 2, 3, 4, 5, 6].map((cap) => pageLength(items, cap, start));
    assert.deepEqual(lengths(), [2, 2, 3, 5, 5, 6]);
    assert.deepEqual(lengths(1), [2, 2, 3, 5, 5, 6]);
    assert.deepEqual(lengths(3), [5, 5, 5, 5, 5, 6]);
  });
});

describe('a survey', () => {
  it('is starting between two periods, and without any in no state', () => {
    const period = (start: string, end: string): { start: string; end: string } => ({ start, end });
    const activePeriods = [
      period('2026-11-01T00:00:00+0200', '2026-11-02T00:00:00+0200'),
      period('2026-11-08T00:00:00+0200', '2026-11-09T00:00:00+0200'),
    ];
    const at = (ts: string): string | undefined => stateOf({ ...survey, activePeriods }, parse(ts));
    assert.equal(at('2026-11-01T00:00:00+0200'), 'active');
    assert.equal(at('2026-11-02T00:00:00+0200'), 'starting');
    assert.equal(at('2026-11-09T00:00:00+0200'), 'ended');
    assert.equal(stateOf(survey, 0), undefined);
  });
});

function press(time: string, r: number): ModelLine {
  return { survey: survey.key, ts: `${day}T${time}+02:00`, r };
}

function stateOfLines(lines: readonly ModelLine[]): State {
  return {
    company: {
      credentials: [],
      questions: [
        {
          key: 70,
          name: 'How was it?',
          locale: 'en',
          followUps: [
            { key: 1, name: 'Dirty', kind: 'painPoint' },
            { key: 2, name: 'Slow', kind: 'painPoint' },
            { key: 3, name: 'Kind', kind: 'highlight' },
          ],
        },
      ],
      root: { key: 1, name: 'Everything', surveys: [survey] },
    },
    lines,
    readyAlerts: undefined,
    now: parse(`${day}T14:00:00+02:00`),
  };
}

function show(at: number | undefined): string | undefined {
  return at === undefined ? undefined : timestamp(survey.timeZone, at).slice(11, 19);
}
