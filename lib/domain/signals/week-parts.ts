// Compares each weekday, and the same six hours of all days, with the whole week, and that difference with the twelve weeks
// before. Sums over surveys are tested like those of one survey.
import type { GroupKey } from '../figures.ts';
import { indexOf, responsesOf, sumCounts } from '../scale.ts';
import type { PartSums, WeekPart } from './model.ts';
import { pressVariance, rangeOf } from './presses.ts';
import { sumInAnyOrder } from './statistics.ts';

/** Counts by button of each of 28 cells: by weekday, then by six hours from local midnight. */
export type WeekCells = readonly (readonly number[])[];

type Margin = Pick<PartSums, 'weekday' | 'part'>;

const HOURS_OF_PART = 6;
const PARTS = 4;
export const CELLS = 7 * PARTS;

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const MARGINS: readonly Margin[] = [
  ...WEEKDAYS.map((weekday) => ({ weekday, part: null })),
  ...[0, 1, 2, 3].map((part) => ({ weekday: null, part })),
];

const MIN_RESPONSES = 10;
const MIN_EARLIER_RESPONSES = 30;
/** How far a margin varies from week to week beyond chance, as a share of the range: of one week, and of twelve. */
const WEEK_SWING = 0.015;
const PATTERN_SWING = 0.01;
const MIN_Z_OF_NEW = 3;
const MIN_Z_OF_ALWAYS = 4;
/** A constant difference is named only from this share of the range on. */
const MIN_ALWAYS = 0.03;
/** Values nearer than this share of the range are equal. */
const TOLERANCE = 1e-9;

/** The position of an hour's cell; weekdays are 1–7. */
export function cellOf(weekday: number, hour: number): number {
  return (weekday - 1) * PARTS + Math.floor(hour / HOURS_OF_PART);
}

/** Counts of a margin over the days or the hours that it has. */
export function marginCounts(cells: WeekCells, { weekday, part }: Margin): readonly number[] {
  return sumCounts(
    cells.filter((_, cell) =>
      weekday === null ? cell % PARTS === part : Math.floor(cell / PARTS) === weekday - 1,
    ),
  );
}

/**
 * The sums of one survey by margin, of this week and of the twelve weeks before together. All zero for a margin that has all
 * responses of the week or of the weeks, or none, and for an unknown kind.
 */
export function partSumsOf(
  week: WeekCells,
  earlier: WeekCells,
  kind: GroupKey,
): readonly PartSums[] {
  const [weekData, earlierData] = [sumCounts(week), sumCounts(earlier)];
  const variance = pressVariance(sumCounts([weekData, earlierData]), kind);
  const range = rangeOf(kind);
  return MARGINS.map((margin) => {
    const now = compareWithWhole(marginCounts(week, margin), weekData, kind);
    const before = compareWithWhole(marginCounts(earlier, margin), earlierData, kind);
    if (now === null || before === null || range === null) return { ...margin, ...NO_SUMS };
    const n = now.responses;
    const swing = (share: number): number => (share * range) ** 2;
    return {
      ...margin,
      n,
      m: before.responses,
      nD: n * now.difference,
      nE: n * before.difference,
      v: n ** 2 * (variance * (now.relativeVariance + before.relativeVariance) + swing(WEEK_SWING)),
      a: n ** 2 * (variance * before.relativeVariance + swing(PATTERN_SWING)),
    };
  });
}

const NO_SUMS = { n: 0, m: 0, nD: 0, nE: 0, v: 0, a: 0 } as const;

/** Adds the sums of surveys or groups of one kind; the order of the lists does not matter. Empty without any. */
export function mergePartSums(lists: readonly (readonly PartSums[])[]): readonly PartSums[] {
  if (lists.length === 0) return [];
  return MARGINS.map((margin, i) => {
    const parts = lists.flatMap((list) => list[i] ?? []);
    return {
      ...margin,
      n: responsesOf(parts.map(({ n }) => n)),
      m: responsesOf(parts.map(({ m }) => m)),
      nD: sumInAnyOrder(parts.map(({ nD }) => nD)),
      nE: sumInAnyOrder(parts.map(({ nE }) => nE)),
      v: sumInAnyOrder(parts.map(({ v }) => v)),
      a: sumInAnyOrder(parts.map(({ a }) => a)),
    };
  });
}

/** The margins with enough responses, in their order. */
export function judgeParts(sums: readonly PartSums[], kind: GroupKey): readonly WeekPart[] {
  const range = rangeOf(kind);
  if (range === null) return [];
  return sums
    .filter(({ n, m }) => n >= MIN_RESPONSES && m >= MIN_EARLIER_RESPONSES)
    .map((part) => {
      const { weekday, part: hours, n, nD, nE, v } = part;
      return {
        weekday,
        part: hours,
        responses: n,
        difference: nD / n,
        usual: nE / n,
        z: (nD - nE) / Math.sqrt(v),
        says: saysOf(part, range),
      };
    });
}

function saysOf({ n, nD, nE, v, a }: PartSums, range: number): WeekPart['says'] {
  if (Math.abs(nD - nE) > MIN_Z_OF_NEW * Math.sqrt(v)) return 'new';
  const isClear =
    Math.abs(nE) > MIN_Z_OF_ALWAYS * Math.sqrt(a) &&
    Math.abs(nE) / n >= (MIN_ALWAYS - TOLERANCE) * range;
  return isClear && nD * nE > 0 ? 'always' : null;
}

/** Null for a part that has all responses or none, or without an index. */
function compareWithWhole(
  data: readonly number[],
  whole: readonly number[],
  { indexType, feedbackScale }: GroupKey,
): {
  readonly responses: number;
  readonly difference: number;
  /** Variance of the difference for presses of variance 1. */ readonly relativeVariance: number;
} | null {
  const [n, nOfWhole] = [responsesOf(data), responsesOf(whole)];
  const index = indexOf(data, indexType, feedbackScale);
  const indexOfWhole = indexOf(whole, indexType, feedbackScale);
  if (index === null || indexOfWhole === null || n === nOfWhole) return null;
  return { responses: n, difference: index - indexOfWhole, relativeVariance: 1 / n - 1 / nOfWhole };
}
