// Judges weeks one after another, oldest first. A week that is low or high is not ordinary and does not say what is usual for
// later weeks, until the level has lasted for long enough.
import { quantileType7 } from '../statistics.ts';
import { compareFourWeeks, compareWeek, fourWeeksOf, isEnough } from './comparison.ts';
import type { PressVarianceOf } from './reference.ts';
import { describeReference, findReferenceWeeks } from './reference.ts';
import type { LevelRules } from './rules.ts';
import type { Direction } from './run.ts';
import {
  deviationOf,
  findEarlierOfSign,
  firstOfFourWeeks,
  isSettled,
  makeOrdinary,
} from './run.ts';
import { insertSorted, removeSorted } from './sorted-values.ts';
import { setFirstErrors, swingBefore } from './swing.ts';
import type { Comparison, JudgedWeek, WeekState, WeekValue } from './weeks.ts';
import { weeksBetween } from './weeks.ts';

/** The weeks before a week whose responses make a place small, and the median below which they do. */
const WEEKS_OF_SIZE = 13;
const MIN_RESPONSES_OF_LARGE = 40;

const DIRECTIONS = [-1, 1] as const;

interface Judging {
  readonly weeks: readonly WeekState[];
  readonly rules: LevelRules;
  readonly pressVarianceOf: PressVarianceOf;
  /** References begin here when enough ordinary weeks follow. */
  floor: number;
  hasErrors: boolean;
}

export interface JudgedWeeks {
  readonly weeks: readonly JudgedWeek[];
  /** Which weeks are ordinary after the last one. */
  readonly isOrdinary: readonly boolean[];
}

/** The result of every week, as a report of that week would judge it from these weeks. */
export function judgeWeeks(
  values: readonly WeekValue[],
  rules: LevelRules,
  pressVarianceOf: PressVarianceOf,
): JudgedWeeks {
  const weeks = values.map((value, position): WeekState => ({
    ...value,
    position,
    isOrdinary: true,
    sign: 0,
    first: position,
    error: null,
    error4: null,
    isJudged: false,
  }));
  const judging: Judging = { weeks, rules, pressVarianceOf, floor: 0, hasErrors: false };
  const isSmall = rules.canBeSmall ? smallWeeks(values) : values.map(() => false);
  const judgedWeeks = weeks.map((week, position) => {
    const judged = judgeWeek(judging, week, isSmall[position] ?? false);
    week.isJudged = judged.verdict !== 'tooFew';
    return judged;
  });
  return { weeks: judgedWeeks, isOrdinary: weeks.map((week) => week.isOrdinary) };
}

/** Whether the weeks with responses before each week usually have few (step 1). */
function smallWeeks(values: readonly WeekValue[]): readonly boolean[] {
  const sorted: number[] = [];
  return values.map((_, position) => {
    const latest = values[position - 1]?.responses ?? 0;
    const gone = values[position - 1 - WEEKS_OF_SIZE]?.responses ?? 0;
    if (latest > 0) insertSorted(sorted, latest);
    if (gone > 0) removeSorted(sorted, gone);
    return quantileType7(sorted, 0.5) < MIN_RESPONSES_OF_LARGE;
  });
}

function judgeWeek(judging: Judging, week: WeekState, isSmallBySize: boolean): JudgedWeek {
  const { weeks, rules } = judging;
  const { position } = week;
  const compared = compare(judging, week, isSmallBySize);
  const { comparison, isSmall } = compared;
  if (!compared.isEnough) return describeWeek(week, compared, 'tooFew');
  if (comparison === null) return describeWeek(week, compared, 'new');

  const before = {
    low: findEarlierOfSign(weeks, position, -1),
    high: findEarlierOfSign(weeks, position, 1),
  };
  const run = findRun(judging, week, comparison, isSmall, before);
  if (
    run !== null &&
    isSettled(weeks, run.first, position, comparison, isSmall, run.direction, rules)
  ) {
    return judgeAgain(judging, week, isSmallBySize, run);
  }
  if (run !== null) beginOrContinue(weeks, week, run);
  return describeWeek(week, compared, verdictOf(run), {
    before: { low: before.low !== null, high: before.high !== null },
    run,
    settledLowWeeks: null,
  });
}

interface Compared {
  readonly isSmall: boolean;
  readonly isEnough: boolean;
  readonly comparison: Comparison | null;
}

interface Decision extends Pick<JudgedWeek, 'before' | 'settledLowWeeks'> {
  readonly run: Run | null;
}

const UNDECIDED: Decision = {
  before: { low: false, high: false },
  run: null,
  settledLowWeeks: null,
};

function describeWeek(
  { position }: WeekState,
  { isSmall, comparison }: Compared,
  verdict: JudgedWeek['verdict'],
  { before, run, settledLowWeeks }: Decision = UNDECIDED,
): JudgedWeek {
  return {
    position,
    verdict,
    isSmall,
    comparison,
    before,
    first: run?.first ?? null,
    basis: run?.basis ?? null,
    settledLowWeeks,
  };
}

function verdictOf(run: Run | null): 'low' | 'usual' | 'high' {
  if (run === null) return 'usual';
  return run.direction === -1 ? 'low' : 'high';
}

/** Steps 1 to 8. */
function compare(judging: Judging, week: WeekState, isSmallBySize: boolean): Compared {
  const { weeks, floor, rules } = judging;
  const { position } = week;
  const find = (isSmall: boolean): readonly WeekState[] | null =>
    findReferenceWeeks(weeks, position, floor, isSmall);
  const ofSize = find(isSmallBySize);
  const ofSmall = ofSize === null && !isSmallBySize && rules.canBeSmall ? find(true) : null;
  const isSmall = isSmallBySize || ofSmall !== null;
  const referenceWeeks = ofSize ?? ofSmall;
  const fourWeeks = fourWeeksOf(weeks, position, isSmall);
  const hasEnough = isEnough(week, fourWeeks, isSmall);
  if (referenceWeeks === null) return { isSmall, isEnough: hasEnough, comparison: null };

  const reference = describeReference(referenceWeeks, isSmall, judging.pressVarianceOf);
  if (!judging.hasErrors) {
    judging.hasErrors = true;
    setFirstErrors(weeks.slice(0, position), reference);
  }
  const swing = swingBefore(weeks, position, rules);
  const comparison = {
    reference,
    swing,
    week: compareWeek(week, reference, swing, isSmall),
    four: compareFourWeeks(week, fourWeeks, reference, swing, isSmall),
  };
  return { isSmall, isEnough: hasEnough, comparison };
}

interface Run {
  readonly direction: Direction;
  readonly first: number;
  readonly basis: 'week' | 'fourWeeks';
}

interface Before {
  readonly low: WeekState | null;
  readonly high: WeekState | null;
}

/** Steps 9 and 10: the run that the week belongs to; null when it is usual. */
function findRun(
  { weeks, rules }: Judging,
  { position }: WeekState,
  comparison: Comparison,
  isSmall: boolean,
  { low, high }: Before,
): Run | null {
  for (const direction of DIRECTIONS) {
    const before = direction === -1 ? low : high;
    const deviation = deviationOf(comparison, isSmall, direction, before !== null, rules);
    if (deviation === null) continue;
    const { basis, isOfFour } = deviation;
    const first = isOfFour
      ? firstOfFourWeeks(weeks, position, comparison, isSmall, direction, rules)
      : position;
    return { direction, basis, first: before?.first ?? first };
  }
  return null;
}

/** Step 11: the weeks before this one are what is usual now. This week may deviate from them, too, but begins anew. */
function judgeAgain(
  judging: Judging,
  week: WeekState,
  isSmallBySize: boolean,
  settled: Run,
): JudgedWeek {
  const { weeks } = judging;
  const { position } = week;
  makeOrdinary(weeks, settled.first, position - 1);
  judging.floor = settled.first;
  const compared = compare(judging, week, isSmallBySize);
  const { comparison, isSmall } = compared;
  const settledLowWeeks = settled.direction === -1 ? position - settled.first + 1 : null;
  const undecided = { ...UNDECIDED, settledLowWeeks };
  if (!compared.isEnough) return describeWeek(week, compared, 'tooFew', undecided);
  if (comparison === null) return describeWeek(week, compared, 'new', undecided);
  const found = findRun(judging, week, comparison, isSmall, { low: null, high: null });
  const run = found === null ? null : { ...found, first: position };
  if (run !== null) beginOrContinue(weeks, week, run);
  return describeWeek(week, compared, verdictOf(run), { ...undecided, run });
}

/** Steps 12 and 13. */
function beginOrContinue(
  weeks: readonly WeekState[],
  week: WeekState,
  { direction, first }: Run,
): void {
  for (const member of weeksBetween(weeks, first, week.position)) member.isOrdinary = false;
  week.sign = direction;
  week.first = first;
}
