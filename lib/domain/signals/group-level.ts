// The level of all surveys of a kind below a folder, by their standardised weeks: a change of which surveys have responses does
// not change it (section 7 of the rules).
import type { GroupKey } from '../figures.ts';
import { indexLimits } from '../scale.ts';
import { MIN_RESPONSES } from './level/comparison.ts';
import { describeLevel, emptyLevel } from './level/figures.ts';
import { judgeWeeks } from './level/judge-weeks.ts';
import { groupRules } from './level/rules.ts';
import type { WeekValue } from './level/weeks.ts';
import { compareWithYear } from './level/year.ts';
import type { AcceptedInWeek, Level, StandardWeek } from './model.ts';

export interface GroupWeeks extends GroupKey {
  /** Names of the weeks, this week last. */
  readonly names: readonly string[];
  /** The sums over surveys with a known level; empty without any. */
  readonly standard: readonly StandardWeek[];
  /** The index of all responses of this week. */
  readonly index: number | null;
}

export interface GroupOptions {
  /** The accepted level of the folder itself. */
  readonly accepted: AcceptedInWeek | null;
  readonly target: number | null;
}

export interface GroupLevel {
  readonly level: Level;
  /** The part of `difference` that is older than what is usual for the surveys; null without a difference. */
  readonly rest: number | null;
}

export function judgeGroup(group: GroupWeeks, options: GroupOptions): GroupLevel {
  const { names, standard, index } = group;
  const limits = indexLimits(group.indexType, group.feedbackScale);
  if (limits === null || standard.length === 0) {
    return { level: emptyLevel('tooFew', 'tooFew', options), rest: null };
  }
  const rules = groupRules(limits.upper - limits.lower);
  const values = standard.map((week, position) =>
    isBefore(names[position], options.accepted) ? NO_RESPONSES : valueOf(week),
  );
  const { weeks } = judgeWeeks(values, rules, (positions) =>
    meanVariance(positions.flatMap((position) => standard[position] ?? [])),
  );
  const standardised = standardisedIndex(standard);
  const level = describeLevel({
    ...options,
    names,
    values,
    levels: compareWithYear(values, weeks, rules),
    rules,
    limits,
    offset: index === null || standardised === null ? null : index - standardised,
    isSilent: false,
  });
  const { difference } = level;
  return {
    level,
    rest: difference === null || standardised === null ? null : difference - standardised,
  };
}

/** δ of this week: the mean difference of the surveys from what is usual for them; null without responses. */
export function standardisedIndex(standard: readonly StandardWeek[]): number | null {
  const { n, sum } = standard.at(-1) ?? NO_SUMS;
  return n === 0 ? null : sum / n;
}

const NO_SUMS = { n: 0, sum: 0 } as const;
const NO_RESPONSES: WeekValue = { responses: 0, index: NaN, isMeasured: false };

function valueOf({ n, sum }: StandardWeek): WeekValue {
  return n === 0 ? NO_RESPONSES : { responses: n, index: sum / n, isMeasured: n >= MIN_RESPONSES };
}

function isBefore(name: string | undefined, accepted: AcceptedInWeek | null): boolean {
  return accepted !== null && name !== undefined && name < accepted.week;
}

function meanVariance(weeks: readonly StandardWeek[]): number {
  let responses = 0;
  let total = 0;
  for (const { n, variance } of weeks) {
    responses += n;
    total += variance;
  }
  return total / responses;
}
