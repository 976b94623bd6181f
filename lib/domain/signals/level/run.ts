// Whether a week is low or high, since when, and whether that has become the usual level (steps 9 to 11 of the rules).
import { median } from '../statistics.ts';
import type { LevelRules } from './rules.ts';
import { exceeds } from './rules.ts';
import type { Comparison, WeekState } from './weeks.ts';
import { isCounted, weeksBetween } from './weeks.ts';

export type Direction = -1 | 1;

/** Limits in standard deviations: of one week, of four weeks, and of weeks after one of the same sign. */
const OUTSIDE = 3;
const OUTSIDE_FOUR = 3.3;
const HELD = 2;

const SETTLED_WEEKS = 12;
const SETTLED_LOW_WEEKS = 45;
const SETTLING_WEEKS = 6;

export interface Deviation {
  readonly basis: 'week' | 'fourWeeks';
  /** Whether the four weeks are outside their limit. */
  readonly isOfFour: boolean;
}

/** How a week deviates in a direction; null when it does not. `follows`: a week shortly before did. */
export function deviationOf(
  { week, four }: Comparison,
  isSmall: boolean,
  direction: Direction,
  follows: boolean,
  rules: LevelRules,
): Deviation | null {
  const z = direction * (week?.z ?? 0);
  const change = direction * (week?.difference ?? NaN);
  const z4 = direction * (four?.z ?? 0);
  const change4 = direction * (four?.difference ?? NaN);
  const isConfirmed = four !== null && (isSmall || exceeds(change, change4 / 2, rules));
  const isLarge = !exceeds(rules.minChange, change, rules);
  const isLarge4 = isConfirmed && !exceeds(rules.minChange, change4, rules);
  const isOfOne = isLarge && z > OUTSIDE;
  const isOfFour = isLarge4 && z4 > OUTSIDE_FOUR;
  const isHeld =
    follows &&
    ((isLarge && z > HELD) ||
      (isLarge4 && z4 > HELD && exceeds(change4, rules.minLastingChange, rules)));
  return isOfOne || isOfFour || isHeld
    ? { basis: z > HELD ? 'week' : 'fourWeeks', isOfFour }
    : null;
}

/** The later one of the two latest judged weeks of the four before that has the sign. */
export function findEarlierOfSign(
  weeks: readonly WeekState[],
  position: number,
  direction: Direction,
): WeekState | null {
  let judged = 0;
  for (let i = position - 1; i >= position - 4 && judged < 2; i -= 1) {
    const week = weeks[i];
    if (week?.isJudged !== true) continue;
    if (week.sign === direction) return week;
    judged += 1;
  }
  return null;
}

/** The earliest of the three weeks before a position since which all are more than half of the four weeks' change away. */
export function firstOfFourWeeks(
  weeks: readonly WeekState[],
  position: number,
  { reference, four }: Comparison,
  isSmall: boolean,
  direction: Direction,
  rules: LevelRules,
): number {
  const half = (direction * (four?.difference ?? NaN)) / 2;
  let first = position;
  for (const week of weeksBetween(weeks, position - 3, position - 1).toReversed()) {
    if (!isCounted(week, isSmall)) continue;
    if (!exceeds(direction * (week.index - reference.usual), half, rules)) break;
    first = week.position;
  }
  return first;
}

/** Whether the run of weeks from `first` to this one has become the usual level. */
export function isSettled(
  weeks: readonly WeekState[],
  first: number,
  position: number,
  comparison: Comparison,
  isSmall: boolean,
  direction: Direction,
  rules: LevelRules,
): boolean {
  const length = position - first + 1;
  if (length < SETTLED_WEEKS) return false;
  const { reference, week, four } = comparison;
  const { usual } = reference;
  const difference = week?.difference ?? NaN;
  const difference4 = four?.difference ?? NaN;
  if (direction === 1) {
    const differences = differencesOf(weeks, first, position - 1, usual, isSmall);
    return exceeds(isSmall ? difference4 : difference, median(differences) / 2, rules);
  }
  if (length >= SETTLED_LOW_WEEKS) return true;
  if (!rules.settlesLowEarly) return false;
  const fall = -(four === null ? difference : difference4);
  const earlier = differencesOf(weeks, first, position - 4, usual, isSmall).slice(-SETTLING_WEEKS);
  return (
    earlier.length > 0 &&
    !exceeds(fall, rules.minLastingChange, rules) &&
    !exceeds(-median(earlier), rules.minLastingChange, rules)
  );
}

/** Differences of counted weeks from a level. */
function differencesOf(
  weeks: readonly WeekState[],
  from: number,
  to: number,
  level: number,
  isSmall: boolean,
): readonly number[] {
  return weeksBetween(weeks, from, to)
    .filter((week) => isCounted(week, isSmall))
    .map(({ index }) => index - level);
}

/** Makes a run ordinary, so that it says what is usual. */
export function makeOrdinary(weeks: readonly WeekState[], from: number, to: number): void {
  for (const week of weeksBetween(weeks, from, to)) {
    week.isOrdinary = true;
    week.sign = 0;
    week.error = null;
    week.error4 = null;
  }
}
