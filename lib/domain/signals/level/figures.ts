// The figures of a level as reports print them.
import type { AcceptedInWeek, FourWeeks, LastLevel, Level, TargetResult } from '../model.ts';
import { median } from '../statistics.ts';
import type { LevelRules } from './rules.ts';
import { exceeds } from './rules.ts';
import { lastOf, stateOf, weeksOf } from './state.ts';
import type { FourWeekComparison, WeekValue } from './weeks.ts';
import { weeksBetween } from './weeks.ts';
import type { WeekLevel } from './year.ts';
import { compareWithLevel } from './year.ts';

/** Limits in standard deviations, of one week and of four. */
const WIDTH = 3;
const WIDTH_FOUR = 3.3;
/** A place swings when ordinary weeks leave this share of the range. */
const MAX_SWING = 0.2;
const MIN_SHARE_OF_LAST_YEAR = 0.5;

/** The weeks around those in which this week falls a year before, and fewest measured ones of them. */
const BEFORE_LAST_YEAR = { from: 1, to: 6, least: 4 } as const;
const LAST_YEAR = { from: 7, to: 9, least: 2 } as const;

export interface LevelContext {
  /** Names of the weeks, this week last. */
  readonly names: readonly string[];
  readonly values: readonly WeekValue[];
  readonly levels: readonly WeekLevel[];
  readonly rules: LevelRules;
  /** The least and the greatest printed level. */
  readonly limits: { readonly lower: number; readonly upper: number };
  /** What printed levels are more than judged ones; null when no level can be printed. */
  readonly offset: number | null;
  readonly target: number | null;
  readonly accepted: AcceptedInWeek | null;
  readonly isSilent: boolean;
}

/** A level without any figures. */
export function emptyLevel(
  state: Level['state'],
  verdict: Level['verdict'],
  { target, accepted }: Pick<LevelContext, 'target' | 'accepted'>,
): Level {
  return {
    state,
    verdict,
    ...NO_COMPARISON,
    usual: null,
    swings: false,
    swing: null,
    weeksUsed: null,
    settled: false,
    was: null,
    lowWeeks: null,
    last: null,
    target: target === null ? null : { value: target, met: null, assurance: null },
    accepted,
  };
}

const NO_COMPARISON = {
  basis: null,
  lower: null,
  upper: null,
  difference: null,
  z: null,
  fourWeeks: null,
  since: null,
  weeks: null,
  lossWeek: null,
  lossTotal: null,
  yearDifference: null,
  lastYear: null,
  asLastYear: null,
} as const;

/** The level of the last week. */
export function describeLevel(context: LevelContext): Level {
  const { values, levels, rules, isSilent } = context;
  const now = levels.at(-1);
  if (now === undefined) return emptyLevel(null, null, context);
  const ofState = stateOf(values, levels, now, isSilent, rules);
  const { recovery, lowWeeks, settled } = ofState;
  const usual = recovery?.usual ?? now.usual;
  const compared = recovery === null ? now : { ...now, ...compareWithLevel(now, recovery.usual) };
  const printed = (level: number | null): number | null =>
    level === null || context.offset === null ? null : level + context.offset;
  const common = {
    ...emptyLevel(ofState.state, now.verdict, context),
    usual: printed(usual),
    ...swingOf(now, rules),
    last: describeLast(context, printed),
    target: targetOf(context, now, null),
  };
  if (now.verdict === 'new' || now.verdict === 'tooFew') return common;

  const limits = recovery === null ? limitsOf(context, now, printed(now.usual)) : NO_LIMITS;
  const lastYear = changeOfLastYear(values);
  return {
    ...common,
    ...limits,
    ...comparisonOf(compared, recovery !== null, printed),
    ...lossOf(context, { ...compared, usual }),
    basis: now.basis,
    since: now.first === null ? null : (context.names[now.first] ?? null),
    weeks: weeksOf(now),
    was: recovery === null ? null : printed(recovery.usual + recovery.difference),
    lowWeeks,
    settled,
    yearDifference: now.yearDifference,
    lastYear,
    asLastYear: isAsLastYear(compared, lastYear, rules),
    target: targetOf(context, now, limits),
  };
}

const NO_LIMITS = { lower: null, upper: null } as const;
type Limits = Pick<Level, 'lower' | 'upper'>;

function swingOf(
  { judged }: WeekLevel,
  { range }: LevelRules,
): Pick<Level, 'swing' | 'swings' | 'weeksUsed'> {
  const { comparison, isSmall } = judged;
  if (comparison === null) return { swing: null, swings: false, weeksUsed: null };
  const { swing, reference } = comparison;
  const used = isSmall ? swing.four : swing.one;
  return {
    swing: used,
    swings: (isSmall ? WIDTH_FOUR : WIDTH) * used > MAX_SWING * range,
    weeksUsed: reference.weeks,
  };
}

/** The limits of ordinary weeks, small places: of four weeks, with as many responses as this one. */
function limitsOf({ limits }: LevelContext, now: WeekLevel, usual: number | null): Limits {
  const sd = now.judged.isSmall ? now.four?.sd : now.week?.sd;
  if (usual === null || sd === undefined) return NO_LIMITS;
  const width = (now.judged.isSmall ? WIDTH_FOUR : WIDTH) * sd;
  const cut = (level: number): number => Math.min(limits.upper, Math.max(limits.lower, level));
  return { lower: cut(usual - width), upper: cut(usual + width) };
}

/** With `isRecovered` the level compared with is that of earlier weeks, of which the standard deviation is not known. */
function comparisonOf(
  { week, four }: Pick<WeekLevel, 'week' | 'four'>,
  isRecovered: boolean,
  printed: (level: number) => number | null,
): Pick<Level, 'difference' | 'z' | 'fourWeeks'> {
  return {
    difference: week?.difference ?? null,
    z: isRecovered ? null : (week?.z ?? null),
    fourWeeks: four === null ? null : describeFourWeeks(four, isRecovered, printed(four.index)),
  };
}

function describeFourWeeks(
  { responses, difference, z }: FourWeekComparison,
  isRecovered: boolean,
  index: number | null,
): FourWeeks | null {
  return index === null ? null : { index, responses, difference, z: isRecovered ? null : z };
}

/** As if so many customers had pressed the worst instead of the best button, this week and since the first week. */
function lossOf(
  { values, rules }: LevelContext,
  { verdict, usual, first, judged }: WeekLevel,
): Pick<Level, 'lossWeek' | 'lossTotal'> {
  const isRun = verdict === 'low' || verdict === 'high';
  if (!isRun || usual === null || first === null) return { lossWeek: null, lossTotal: null };
  const { position } = judged;
  const hasResponses = (values[position]?.responses ?? 0) > 0;
  return {
    lossWeek: hasResponses ? lossBetween(values, position, position, usual, rules) : null,
    lossTotal: lossBetween(values, first, position, usual, rules),
  };
}

/** Responses lost between two positions, both included, compared with a usual level. */
export function lossBetween(
  values: readonly WeekValue[],
  from: number,
  to: number,
  usual: number,
  { range }: LevelRules,
): number {
  return weeksBetween(values, from, to).reduce(
    (total, { responses, index }) =>
      responses === 0 ? total : total + (responses * (usual - index)) / range,
    0,
  );
}

/** The change into the weeks around this one a year ago; null with too few measured weeks. */
function changeOfLastYear(values: readonly WeekValue[]): number | null {
  const before = medianOf(values, BEFORE_LAST_YEAR);
  const after = medianOf(values, LAST_YEAR);
  return before === null || after === null ? null : after - before;
}

function medianOf(
  values: readonly WeekValue[],
  { from, to, least }: { readonly from: number; readonly to: number; readonly least: number },
): number | null {
  const indexes = weeksBetween(values, from, to)
    .filter(({ isMeasured }) => isMeasured)
    .map(({ index }) => index);
  return indexes.length < least ? null : median(indexes);
}

/** Whether at least half of a change came in these weeks of last year, too. */
function isAsLastYear(
  { verdict, week }: WeekLevel,
  lastYear: number | null,
  rules: LevelRules,
): boolean | null {
  if (week === null || lastYear === null || (verdict !== 'low' && verdict !== 'high')) return null;
  const { difference } = week;
  const change = lastYear * Math.sign(difference);
  return difference !== 0 && !exceeds(MIN_SHARE_OF_LAST_YEAR * Math.abs(difference), change, rules);
}

function targetOf(
  context: LevelContext,
  now: WeekLevel,
  limits: Limits | null,
): TargetResult | null {
  const { target, offset, values, rules } = context;
  if (target === null) return null;
  const { isSmall, position } = now.judged;
  const value = isSmall ? now.four?.index : values[position]?.index;
  const isKnown = now.verdict !== 'tooFew' && value !== undefined && offset !== null;
  return {
    value: target,
    met: isKnown ? !exceeds(target, value + offset, rules) : null,
    assurance: limits === null ? null : assuranceOf(target, limits, rules),
  };
}

function assuranceOf(
  target: number,
  { lower, upper }: Limits,
  rules: LevelRules,
): TargetResult['assurance'] {
  if (lower === null || upper === null) return null;
  if (!exceeds(target, lower, rules)) return 'passes';
  return exceeds(target, upper, rules) ? 'fails' : 'hitOrMiss';
}

function describeLast(
  { names, levels }: LevelContext,
  printed: (level: number | null) => number | null,
): LastLevel | null {
  const last = lastOf(levels);
  if (last === null || last.verdict === 'tooFew') return null;
  return {
    week: names[last.judged.position] ?? '',
    verdict: last.verdict,
    usual: printed(last.usual),
    difference: last.week?.difference ?? null,
    difference4: last.four?.difference ?? null,
  };
}
