// Compares weeks with the level of the year before: a rise back to it is usual, and a slow fall, which the usual level follows,
// is low.
import type { LevelBasis, LevelVerdict } from '../model.ts';
import { quantileType7 } from '../statistics.ts';
import type { LevelRules, YearRules } from './rules.ts';
import { exceeds } from './rules.ts';
import { insertSorted, removeSorted } from './sorted-values.ts';
import type { FourWeekComparison, JudgedWeek, WeekComparison, WeekValue } from './weeks.ts';
import { isCounted, pooledIndex, weeksBetween } from './weeks.ts';

const OLDEST = 51;
const LATEST = 4;
const MIN_WEEKS = 26;
/** Limits in standard deviations of a fall that begins, and of one that continues. */
const OUTSIDE_FOUR = 3.3;
const CONTINUES = 2;

/** What a week is reported as. The differences are from `usual`, which is the year's level where that decides. */
export interface WeekLevel {
  readonly judged: JudgedWeek;
  readonly verdict: LevelVerdict;
  readonly basis: LevelBasis | null;
  readonly first: number | null;
  readonly usual: number | null;
  readonly week: WeekComparison | null;
  readonly four: FourWeekComparison | null;
  /** Difference of the four weeks from the year's level; null when either is unknown. */
  readonly yearDifference: number | null;
  /** Whether the four weeks are clearly below the year's level, as a fall that continues must be. */
  readonly isBelowYear: boolean;
}

/** A week that is not compared with the year before. */
export function withoutYear(judged: JudgedWeek): WeekLevel {
  const { verdict, basis, first, comparison } = judged;
  return {
    judged,
    verdict,
    basis,
    first,
    usual: comparison?.reference.usual ?? null,
    week: comparison?.week ?? null,
    four: comparison?.four ?? null,
    yearDifference: null,
    isBelowYear: false,
  };
}

export function compareWithYear(
  values: readonly WeekValue[],
  judgedWeeks: readonly JudgedWeek[],
  rules: LevelRules,
): readonly WeekLevel[] {
  const { year } = rules;
  if (year === null) return judgedWeeks.map(withoutYear);
  const yearLevels = yearLevelsOf(values, judgedWeeks);
  const levels: WeekLevel[] = [];
  judgedWeeks.forEach((judged, position) => {
    const ownLevel = withoutYear(judged);
    const yearLevel = yearLevels[position] ?? null;
    const { four } = ownLevel;
    levels.push(
      yearLevel === null || four === null
        ? ownLevel
        : compareOneWithYear(values, levels, { ownLevel, four, yearLevel }, rules, year),
    );
  });
  return levels;
}

interface YearComparison {
  readonly ownLevel: WeekLevel;
  readonly four: FourWeekComparison;
  readonly yearLevel: number;
}

function compareOneWithYear(
  values: readonly WeekValue[],
  earlier: readonly WeekLevel[],
  { ownLevel, four, yearLevel }: YearComparison,
  rules: LevelRules,
  year: YearRules,
): WeekLevel {
  const { judged } = ownLevel;
  const { isSmall, position } = judged;
  const fall = yearLevel - four.index;
  const z = -fall / four.sd;
  const continues = exceeds(fall, year.minLaterFall, rules) && z < -CONTINUES;
  const comparedWithYear = { ...ownLevel, yearDifference: -fall, isBelowYear: continues };
  const index = values[position]?.index ?? NaN;
  const isBack = isBackAtYear(ownLevel, isSmall ? four.index : index, yearLevel, rules);
  const level = isBack
    ? { ...takeYearAsUsual(comparedWithYear, yearLevel), verdict: 'usual' as const, ...NO_RUN }
    : comparedWithYear;

  if (!isSmall && !exceeds(-fall / 2, index - yearLevel, rules)) return level;
  const previous = weeksBetween(earlier, position - 4, position - 1).findLast(
    ({ verdict }) => verdict !== 'tooFew',
  );
  if (continues && previous?.basis === 'year' && previous.first !== null) {
    const isOlderRun =
      level.verdict === 'low' && level.first !== null && level.first <= previous.first;
    return isOlderRun ? level : lowByYear(comparedWithYear, yearLevel, previous.first);
  }
  const begins =
    (level.verdict === 'usual' || level.verdict === 'high') &&
    exceeds(fall, year.minFall, rules) &&
    z < -OUTSIDE_FOUR;
  return begins
    ? lowByYear(
        comparedWithYear,
        yearLevel,
        firstOfFall(values, position, isSmall, yearLevel - year.minFallOfWeek, rules),
      )
    : level;
}

const NO_RUN = { basis: null, first: null } as const;

/** Whether a high week is nearer to the year's level than to the usual one. */
function isBackAtYear(
  { verdict, usual }: WeekLevel,
  value: number,
  yearLevel: number,
  rules: LevelRules,
): boolean {
  return (
    verdict === 'high' && usual !== null && !exceeds(value - yearLevel, (value - usual) / 2, rules)
  );
}

function lowByYear(level: WeekLevel, yearLevel: number, first: number): WeekLevel {
  return { ...takeYearAsUsual(level, yearLevel), verdict: 'low', basis: 'year', first };
}

function takeYearAsUsual(level: WeekLevel, yearLevel: number): WeekLevel {
  return { ...level, ...compareWithLevel(level, yearLevel), usual: yearLevel };
}

/** The differences of a week from another level than its usual one. */
export function compareWithLevel(
  { usual, week, four }: Pick<WeekLevel, 'usual' | 'week' | 'four'>,
  level: number,
): Pick<WeekLevel, 'week' | 'four'> {
  const shift = (usual ?? NaN) - level;
  return {
    week: week === null ? null : shiftWeek(week, shift),
    four: four === null ? null : shiftFour(four, shift),
  };
}

function shiftWeek(week: WeekComparison, shift: number): WeekComparison {
  const difference = week.difference + shift;
  return { ...week, difference, z: week.z === null ? null : difference / week.sd };
}

function shiftFour(four: FourWeekComparison, shift: number): FourWeekComparison {
  const difference = four.difference + shift;
  return { ...four, difference, z: difference / four.sd };
}

/** The earliest of the counted weeks before a position that are all below a limit; the position itself without any. */
function firstOfFall(
  values: readonly WeekValue[],
  position: number,
  isSmall: boolean,
  limit: number,
  rules: LevelRules,
): number {
  let first = position;
  for (let i = position; i >= 0; i -= 1) {
    const week = values[i];
    if (week === undefined || !isCounted(week, isSmall)) continue;
    if (!exceeds(limit, week.index, rules)) break;
    first = i;
  }
  return first;
}

/** The level of the year before each week; null with too few weeks. */
function yearLevelsOf(
  values: readonly WeekValue[],
  judgedWeeks: readonly JudgedWeek[],
): readonly (number | null)[] {
  const sorted: number[] = [];
  return judgedWeeks.map(({ isSmall }, position) => {
    const added = values[position - LATEST];
    const removed = values[position - OLDEST - 1];
    if (added?.isMeasured === true) insertSorted(sorted, added.index);
    if (removed?.isMeasured === true) removeSorted(sorted, removed.index);
    if (!isSmall) return sorted.length < MIN_WEEKS ? null : quantileType7(sorted, 0.5);
    const counted = weeksBetween(values, position - OLDEST, position - LATEST).filter((week) =>
      isCounted(week, true),
    );
    return counted.length < MIN_WEEKS ? null : pooledIndex(counted);
  });
}
