// Compares the parts of a week, in cells of a weekday and six hours, with what the surveys that were open then have on average.
import { dayOf, weekdayOf } from '../calendar.ts';
import type { GroupKey } from '../figures.ts';
import { standardError } from '../figures.ts';
import { memoize } from '../memoize.ts';
import { compareInOrder } from '../order.ts';
import { indexOf, responsesOf, sumCounts } from '../scale.ts';
import { benjaminiHochberg, median, MEDIAN_CHI_SQUARE, normalP } from './statistics.ts';

/** Weekday 1 = Monday … 7; part 0 = 00:00–05:59 … 3. */
interface CellKey {
  readonly weekday: number;
  readonly part: number;
}

/** The responses of a weekday (1 = Monday) and local hour. */
export interface WeekdayHour {
  readonly weekday: number;
  readonly hour: number;
  readonly data: readonly number[];
}

/** What surveys add up for a cell; the last three are null for an unknown kind of index or scale. */
export interface GroupCell extends CellKey {
  readonly n: number;
  /** n · index of the cell */
  readonly observed: number | null;
  /** n · index of the survey's whole week */
  readonly expected: number | null;
  readonly variance: number | null;
}

export interface SurveyCell extends CellKey {
  readonly responses: number;
  /** From the index that the surveys with responses in the cell have in the whole week. */
  readonly difference: number | null;
  /** Null for a cell that was not tested. */
  readonly p: number | null;
  /** Whether the difference is larger than random variation; only these cells are named. */
  readonly clear: boolean;
}

const HOURS_OF_PART = 6;
const PARTS = 4;

const MIN_RESPONSES = 10;
/** With fewer cells, the variation between them is unknown. */
const MIN_TESTED = 4;
const FALSE_DISCOVERY_RATE = 0.1;

/** Parsing a date takes longer than everything else about an hour; a year of dates is kept. */
const weekdayOfDate = memoize(366 * '2026-11-09'.length, (date) => weekdayOf(dayOf(date)));

/** The hours of a survey's week by weekday. */
export function weekdayHours(
  hours: readonly (Omit<WeekdayHour, 'weekday'> & { readonly date: string })[],
): readonly WeekdayHour[] {
  return hours.map(({ date, hour, data }) => ({ weekday: weekdayOfDate(date), hour, data }));
}

/** The cells of one survey that have responses. */
export function groupCellsOf(
  hours: readonly WeekdayHour[],
  weekData: readonly number[],
  group: GroupKey,
): readonly GroupCell[] {
  const index = indexOf(weekData, group.indexType, group.feedbackScale);
  const error = standardError(weekData, group);
  const variance = error === null ? null : error ** 2 * responsesOf(weekData);
  const cells = Map.groupBy(
    hours.filter(({ data }) => responsesOf(data) > 0),
    ({ weekday, hour }) => weekday * PARTS + Math.floor(hour / HOURS_OF_PART),
  );
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([position, hoursOfCell]) => {
      const data = sumCounts(hoursOfCell.map((hour) => hour.data));
      const n = responsesOf(data);
      const cellIndex = indexOf(data, group.indexType, group.feedbackScale);
      return {
        weekday: Math.floor(position / PARTS),
        part: position % PARTS,
        n,
        observed: cellIndex === null ? null : n * cellIndex,
        expected: index === null ? null : n * index,
        variance: variance === null ? null : n * variance,
      };
    });
}

/** Adds the cells of surveys or groups of one kind; the result does not depend on the order of the lists. */
export function mergeCells(lists: readonly (readonly GroupCell[])[]): readonly GroupCell[] {
  const cells = Map.groupBy(lists.flat(), ({ weekday, part }) => weekday * PARTS + part);
  return [...cells.values()]
    .map((same) => ({
      weekday: same[0]?.weekday ?? 0,
      part: same[0]?.part ?? 0,
      n: responsesOf(same.map(({ n }) => n)),
      observed: sum(same.map(({ observed }) => observed)),
      expected: sum(same.map(({ expected }) => expected)),
      variance: sum(same.map(({ variance }) => variance)),
    }))
    .sort(compareCells);
}

/** Tests the cells of a survey or of a group against each other. */
export function judgeCells(cells: readonly GroupCell[]): readonly SurveyCell[] {
  const scored = cells
    .filter(({ n }) => n > 0)
    .toSorted(compareCells)
    .map((cell) => ({ cell, z: scoreOf(cell) }));
  const scores = scored.flatMap(({ z }) => (z === null ? [] : [z]));
  // Cells that vary more than random presses do are compared with their own variation.
  const spread = Math.sqrt(Math.max(1, median(scores.map((z) => z * z)) / MEDIAN_CHI_SQUARE));
  const ps = scored.map(({ z }) =>
    z === null || scores.length < MIN_TESTED ? null : normalP(z / spread),
  );
  const tested = ps.flatMap((p) => (p === null ? [] : [p]));
  const keeps = benjaminiHochberg(tested, FALSE_DISCOVERY_RATE);
  const significant = new Set(tested.filter((_, i) => keeps[i] === true));
  return scored.map(({ cell }, i) => {
    const { weekday, part, n, observed, expected } = cell;
    const p = ps[i] ?? null;
    return {
      weekday,
      part,
      responses: n,
      difference: observed === null || expected === null ? null : (observed - expected) / n,
      p,
      clear: p !== null && significant.has(p),
    };
  });
}

/** The deviation in standard errors; null for a cell that cannot be tested. */
function scoreOf({ n, observed, expected, variance }: GroupCell): number | null {
  if (observed === null || expected === null || variance === null) return null;
  return n < MIN_RESPONSES || variance <= 0 ? null : (observed - expected) / Math.sqrt(variance);
}

/** Sums in ascending order, because the rounding of a sum depends on the order. */
function sum(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length < values.length ? null : responsesOf(numbers.sort((a, b) => a - b));
}

function compareCells(a: CellKey, b: CellKey): number {
  return compareInOrder(a.weekday - b.weekday, a.part - b.part);
}
