// The one state of a place or a group, from its last two judged weeks (section 3 of the rules).
import type { LevelState } from '../model.ts';
import { median } from '../statistics.ts';
import type { LevelRules } from './rules.ts';
import { exceeds } from './rules.ts';
import type { WeekValue } from './weeks.ts';
import { isCounted, weeksBetween } from './weeks.ts';
import type { WeekLevel } from './year.ts';

export interface StateOfLevel {
  readonly state: LevelState;
  /** With state `recovered`: the usual level before the low run, and the difference of the run from it. */
  readonly recovery: { readonly usual: number; readonly difference: number } | null;
  /** Weeks of the low run that ended, by recovery or because its level is usual now. */
  readonly lowWeeks: number | null;
  readonly settled: boolean;
}

const NEW_PLACE_WEEKS = 10;
const SETTLED_WEEKS_BY_YEAR = 12;
const WEEKS_OF_LAST = 4;

/** The latest judged week of the four before this one. */
export function lastOf(levels: readonly WeekLevel[]): WeekLevel | null {
  const now = levels.length - 1;
  return (
    weeksBetween(levels, now - WEEKS_OF_LAST, now - 1).findLast(
      ({ verdict }) => verdict !== 'tooFew',
    ) ?? null
  );
}

/** `levels` are those of all weeks, this week last. */
export function stateOf(
  values: readonly WeekValue[],
  levels: readonly WeekLevel[],
  now: WeekLevel,
  isSilent: boolean,
  rules: LevelRules,
): StateOfLevel {
  const last = lastOf(levels);
  const plain = { recovery: null, lowWeeks: null, settled: false };
  if (isSilent) return { ...plain, state: 'silent' };
  switch (now.verdict) {
    case 'low':
      return { ...plain, state: isStillLow(now, last) ? 'still' : 'new' };
    case 'usual':
    case 'high': {
      const recovery =
        last?.verdict === 'low' ? recoveryOf(values, levels, now, last, rules) : null;
      if (recovery !== null) {
        return { state: 'recovered', recovery, lowWeeks: weeksOf(last), settled: false };
      }
      if (now.verdict === 'high') return { ...plain, state: 'better' };
      const settledWeeks = settledLowWeeks(now, last);
      return { state: 'usual', recovery, lowWeeks: settledWeeks, settled: settledWeeks !== null };
    }
    case 'new':
      return { ...plain, state: isNewPlace(values) ? 'newPlace' : 'tooFew' };
    case 'tooFew':
      return { ...plain, state: 'tooFew' };
  }
}

/** The calendar weeks from the first one of a run; null without a run. */
export function weeksOf(level: WeekLevel | null): number | null {
  if (level === null || level.first === null) return null;
  return level.judged.position - level.first + 1;
}

function isStillLow(now: WeekLevel, last: WeekLevel | null): boolean {
  return (
    now.judged.before.low ||
    (last?.verdict === 'low' && (now.basis === 'year' || last.basis === 'year'))
  );
}

/** Null when the index is nearer to the low run than to the level before it. */
function recoveryOf(
  values: readonly WeekValue[],
  levels: readonly WeekLevel[],
  now: WeekLevel,
  last: WeekLevel,
  rules: LevelRules,
): StateOfLevel['recovery'] {
  const { usual, first } = last;
  const value = now.judged.isSmall ? now.four?.index : values[now.judged.position]?.index;
  if (usual === null || first === null || value === undefined) return null;
  const { isSmall, position } = last.judged;
  const indexes = isSmall
    ? weeksBetween(levels, first, position).flatMap(({ four }) => four?.index ?? [])
    : weeksBetween(values, first, position).flatMap((week) =>
        isCounted(week, false) ? week.index : [],
      );
  const difference = median(indexes) - usual;
  return exceeds(value - usual, difference / 2, rules) ? { usual, difference } : null;
}

/** The weeks of a low run whose level is usual from this week on; null without one. */
function settledLowWeeks(now: WeekLevel, last: WeekLevel | null): number | null {
  const { settledLowWeeks: ownWeeks } = now.judged;
  if (ownWeeks !== null) return ownWeeks;
  const yearWeeks = last?.verdict === 'low' && last.basis === 'year' ? weeksOf(last) : null;
  return yearWeeks !== null && yearWeeks >= SETTLED_WEEKS_BY_YEAR && !now.isBelowYear
    ? yearWeeks
    : null;
}

function isNewPlace(values: readonly WeekValue[]): boolean {
  const earlier = values.slice(0, -1).filter(({ responses }) => responses > 0);
  return earlier.length < NEW_PLACE_WEEKS;
}
