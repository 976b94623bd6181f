// Weeks with every kind of verdict, reason, silence and rank, for the goldens of the sentences about them.
import type { GroupKey } from '../../../lib/domain/figures.ts';
import { computeFigures } from '../../../lib/domain/figures.ts';
import type { JudgedFigures, TrendWeek } from '../../../lib/domain/report.ts';
import { indexOf, responsesOf } from '../../../lib/domain/scale.ts';
import { candidatesOf } from '../../../lib/domain/signals/attention.ts';
import type { AttentionEntry, EntryFigures, EntryKind } from '../../../lib/domain/signals/entry.ts';
import { computeSignal } from '../../../lib/domain/signals/signal.ts';
import type { Silence } from '../../../lib/domain/signals/volume.ts';

export interface SignalWeek extends JudgedFigures, GroupKey {
  readonly trend: readonly TrendWeek[];
}

export const HAPPY: GroupKey = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
const AVERAGE: GroupKey = { indexType: 'AVERAGE', feedbackScale: 'FOUR' };
const NPS: GroupKey = { indexType: 'NPS', feedbackScale: 'FOUR' };

/** A week of `responses` with this share of the best button in per cent, all others worst; null without responses. */
type Share = number | null | { readonly share: number; readonly responses: number };

function countsOf(share: Share): readonly number[] {
  if (share === null) return [0, 0, 0, 0];
  const { share: best, responses } = typeof share === 'number' ? { share, responses: 300 } : share;
  const happy = (best * responses) / 100;
  return [responses - happy, 0, 0, happy];
}

/** The last share is that of week 46, the week of the report. */
export function weekOf(shares: readonly Share[], group: GroupKey = HAPPY): SignalWeek {
  const trend = shares.map((share, i): TrendWeek => {
    const data = countsOf(share);
    return {
      week: `2026-W${String(47 - shares.length + i)}`,
      data,
      responses: responsesOf(data),
      index: indexOf(data, group.indexType, group.feedbackScale),
    };
  });
  const [previous, current] = [trend.at(-2)?.data ?? [], trend.at(-1)?.data ?? []];
  return {
    ...computeFigures(current, previous, group, 10),
    ...group,
    trend,
    signal: computeSignal(trend, group, 10),
  };
}

const SIX = [70, 72, 69, 71, 73, 70] as const;
const TEN = [...SIX, 68, 71, 72, 70] as const;
const mirrored = (shares: readonly number[]): readonly number[] =>
  shares.map((share) => 100 - share);
const FELL = [...SIX, 72, 20, 22, 19, 21, 20, 21] as const;
const BARELY_FELL = [72, 73, 71, 72, 73, 71, 72, 66, 65, 66, 67, 66, 72] as const;
const NOT_BACK = [...SIX, 20, 22, 19, 21, 20, 21, 71] as const;
const BACK_LOW = [22, 24, 21, 22, 23, 67, 68, 69, 68, 67, 70, 53, 29] as const;
const LOW_FOUR_WEEKS = [...SIX, 72, 71, 70, 52, 50, 51, 50] as const;
const LOW_TWICE = [...TEN, 61, 70, 61] as const;
const FEW_BUT_LOWER = [...TEN, 71, { share: 45, responses: 12 }, 50] as const;

/** The limits printed alike. */
function withEqualLimits(week: SignalWeek): SignalWeek {
  return week.signal === null ? week : { ...week, signal: { ...week.signal, lower: 100 } };
}

export const FINDINGS: Readonly<Record<string, SignalWeek>> = {
  'as usual': weekOf([...TEN, 69, 71, 70]),
  'as usual, at the edge of the scale': weekOf(Array.from({ length: 13 }, () => 100)),
  'as usual, limits printed alike': withEqualLimits(weekOf(Array.from({ length: 13 }, () => 100))),
  'lowest since a week': weekOf([70, 45, ...TEN.slice(2), 69, 71, 50]),
  'lowest in 13 weeks': weekOf([...TEN, 69, 71, 50]),
  'lowest in 9 weeks': weekOf([null, null, null, null, ...TEN.slice(2), 50]),
  'lowest in 13 weeks, index 0': weekOf([...TEN, 69, 71, 0]),
  'highest since a week': weekOf([30, 55, ...mirrored(TEN).slice(2), 31, 29, 50]),
  'highest in 13 weeks': weekOf([...mirrored(TEN), 31, 29, 50]),
  'lower, but a week of few responses was lower still': weekOf([...FEW_BUT_LOWER]),
  'low twice in three weeks, within the limits': weekOf([...LOW_TWICE]),
  'below usual for four weeks': weekOf([...LOW_FOUR_WEEKS]),
  'above usual for four weeks': weekOf(mirrored(LOW_FOUR_WEEKS)),
  'a lower level': weekOf([...FELL]),
  'a higher level': weekOf(mirrored(FELL)),
  'a lower level, this week like the earlier one': weekOf([...BARELY_FELL]),
  'a higher level, this week like the earlier one': weekOf(mirrored(BARELY_FELL)),
  'back to the earlier level': weekOf([...NOT_BACK]),
  'fell to the earlier level': weekOf([...BACK_LOW]),
  'too few responses': weekOf([...TEN, 69, 71, { share: 50, responses: 6 }]),
  'too few earlier weeks': weekOf([null, null, null, null, null, null, null, ...SIX]),
  'of an earlier version': { ...weekOf([...TEN, 69, 71, 70]), signal: null },
  'average, as usual': weekOf([...TEN, 69, 71, 70], AVERAGE),
  'average, lowest in 13 weeks': weekOf([...TEN, 69, 71, 50], AVERAGE),
  'NPS, as usual': weekOf(
    [...TEN, 69, 71, 70].map((share) => share - 20),
    NPS,
  ),
  'NPS, lowest in 13 weeks': weekOf(
    [...TEN, 69, 71, 50].map((share) => share - 20),
    NPS,
  ),
  'NPS, a lower level': weekOf([...FELL], NPS),
};

export const SILENCES: Readonly<Record<string, Silence>> = {
  'since Friday': { fromDay: 4, days: 3, ongoing: true, expected: 180, p: 0.0001 },
  'since Wednesday': { fromDay: 2, days: 5, ongoing: true, expected: 10, p: 0.0001 },
  'all week': { fromDay: 0, days: 7, ongoing: true, expected: 8400, p: 0.0001 },
  'on one day': { fromDay: 2, days: 1, ongoing: false, expected: 60, p: 0.0001 },
  'on two days': { fromDay: 1, days: 2, ongoing: false, expected: 120, p: 0.0001 },
  'on three days': { fromDay: 2, days: 3, ongoing: false, expected: 180, p: 0.0001 },
};

function entryOf(
  kind: EntryKind,
  figures: EntryFigures,
  also: readonly EntryKind[] = [],
): AttentionEntry {
  return {
    ...HAPPY,
    kind,
    figures,
    also,
    folder: { key: 1, name: 'Store' },
    path: [],
    survey: { key: 1, name: 'How was it?' },
    trend: [],
    impact: 1,
    p: null,
  };
}

/** The entry of a week that is better or worse. */
export function changeOf(week: SignalWeek): readonly AttentionEntry[] {
  if (week.signal === null) return [];
  const trend = week.trend.map(({ responses, index }) => (responses < 10 ? null : index));
  const places = { folder: { key: 1, name: 'Store' }, path: [], trend };
  return candidatesOf({
    ...week,
    ...places,
    survey: { key: 1, name: 'How was it?' },
    signal: week.signal,
    volume: { verdict: 'usual', usual: null, p: null },
    silent: null,
    badMinutes: 0,
  }).candidates;
}

export const ENTRIES: ReadonlyMap<string, AttentionEntry> = new Map([
  ...Object.entries(FINDINGS).flatMap(([name, week]) =>
    changeOf(week).map((entry) => [name, entry] as const),
  ),
  ['in alarm for 31 hours', entryOf('inAlarm', { badMinutes: 1870 })],
  ['silent since Saturday', entryOf('silent', { fromDay: 5, days: 2, expected: 120 })],
  ['silent on Tuesday', entryOf('silent', { fromDay: 1, days: 1, expected: 60 })],
  ['few responses', entryOf('volumeLow', { responses: 150, expected: 300.4 })],
  ['one response', entryOf('volumeLow', { responses: 1, expected: 30 })],
  ['far below the others', entryOf('standingLow', { index: 41.2, responses: 300 })],
  [
    'worse and in alarm',
    entryOf(
      'worse',
      {
        index: 20,
        usual: 20,
        lower: 11,
        upper: 29,
        since: '2026-W42',
        weeks: 5,
        earlierUsual: 72,
        badMinutes: 5220,
      },
      ['inAlarm'],
    ),
  ],
]);

/** Ranks from, to and the number of places. */
export const RANKS: readonly (readonly [number, number, number])[] = [
  [1, 1, 54],
  [1, 2, 54],
  [2, 3, 54],
  [3, 9, 54],
  [11, 12, 54],
  [21, 23, 54],
  [1, 54, 54],
];
