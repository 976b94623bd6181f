// The documented decision quality of signals, in percent, for each number of responses a week.
import type { Rates, SeriesScenario } from './simulate-series.ts';

/** One figure of the documented tables. */
export interface DocumentedCell {
  /** Name of the scenario; two figures may be of the same one. */
  readonly name: string;
  readonly scenario: SeriesScenario;
  readonly rate: keyof Rates;
  readonly percent: number;
  /** The unit of the last printed digit. */
  readonly unit: number;
  /** Whether `percent` is an upper bound, or is to be equal. */
  readonly atMost: boolean;
}

/** Extra standard deviations of the table of stable series. */
const EXTRA_SDS = [0, 1, 2, 4] as const;

const STABLE: readonly {
  readonly responses: number;
  readonly notUsual: readonly number[];
  readonly clear: readonly number[];
}[] = [
  { responses: 30, notUsual: [1.2, 0.9, 1.4, 1.8], clear: [6, 6, 7, 11] },
  { responses: 100, notUsual: [0.5, 0.4, 0.8, 2.3], clear: [6, 6, 8, 19] },
  { responses: 300, notUsual: [0.1, 0.4, 1.0, 3.9], clear: [6, 7, 16, 34] },
  { responses: 1500, notUsual: [0.0, 0.1, 1.7, 4.8], clear: [5, 18, 39, 64] },
];

const CHANGES: Readonly<Record<string, (week: number) => number>> = {
  'one week −5': (week) => (week === 12 ? -5 : 0),
  'one week −10': (week) => (week === 12 ? -10 : 0),
  'one week −20': (week) => (week === 12 ? -20 : 0),
  'level −10, week 2': (week) => (week >= 11 ? -10 : 0),
  'level −10, week 5': (week) => (week >= 8 ? -10 : 0),
  'drift −1 a week, 8th': (week) => (week >= 5 ? 4 - week : 0),
};

/** In the order of CHANGES: at an extra standard deviation of 0 and of 2. */
const WORSE: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  30: [
    [1, 1],
    [2, 3],
    [22, 21],
    [4, 5],
    [6, 7],
    [3, 3],
  ],
  100: [
    [2, 2],
    [14, 15],
    [85, 78],
    [28, 22],
    [46, 42],
    [8, 10],
  ],
  300: [
    [7, 11],
    [66, 51],
    [100, 99],
    [86, 66],
    [96, 81],
    [46, 33],
  ],
  1500: [
    [54, 26],
    [100, 84],
    [100, 100],
    [100, 95],
    [100, 98],
    [100, 67],
  ],
};

/** Called better after one to three weeks of 25 points less: an upper bound. */
const REBOUND: Readonly<Record<number, number>> = { 30: 2.4, 100: 0.9, 300: 1.4, 1500: 1.0 };

export const DOCUMENTED: readonly DocumentedCell[] = STABLE.flatMap(
  ({ responses, notUsual, clear }) => [
    ...EXTRA_SDS.flatMap((extraSd, i): readonly DocumentedCell[] => {
      const cell = {
        name: `${responses} stable, SD ${extraSd}`,
        scenario: { responses, extraSd, effect: () => 0 },
        atMost: false,
      };
      return [
        { ...cell, rate: 'notUsual', percent: notUsual[i] ?? NaN, unit: 0.1 },
        { ...cell, rate: 'clear', percent: clear[i] ?? NaN, unit: 1 },
      ];
    }),
    ...Object.entries(CHANGES).flatMap(([name, effect], i) =>
      ([0, 2] as const).map((extraSd, j): DocumentedCell => ({
        name: `${responses} ${name}, SD ${extraSd}`,
        scenario: { responses, extraSd, effect },
        rate: 'worse',
        percent: WORSE[responses]?.[i]?.[j] ?? NaN,
        unit: 1,
        atMost: false,
      })),
    ),
    ...([1, 2, 3] as const).flatMap((badWeeks) =>
      ([0, 2] as const).map((extraSd): DocumentedCell => ({
        name: `${responses} rebound after ${badWeeks}, SD ${extraSd}`,
        scenario: {
          responses,
          extraSd,
          effect: (week) => (week < 12 && week >= 12 - badWeeks ? -25 : 0),
        },
        rate: 'better',
        percent: REBOUND[responses] ?? NaN,
        unit: 0.1,
        atMost: true,
      })),
    ),
  ],
);
