// The signal of a series of weeks: whether this week is better or worse than is usual for the place, and since when.
import type { GroupKey } from '../figures.ts';
import { indexLimits, responsesOf, sumCounts } from '../scale.ts';
import { median, MEDIAN_VARIANCE, tTest12 } from './statistics.ts';
import type { LevelChange, MeasuredWeek, WeekCounts } from './usual-level.ts';
import { extraVariance, findLevelChange, isEnough, measureWeeks } from './usual-level.ts';

export type SignalVerdict = 'better' | 'worse' | 'usual' | 'new' | 'tooFew';

export type SignalReason = 'outsideLimits' | 'twoOfThree' | 'levelChanged' | 'backToEarlier';

/** Whether a verdict, or the kind of an entry, says that a week is not as usual. */
export function isDeviation(verdict: string | null): boolean {
  return verdict === 'better' || verdict === 'worse';
}

/** All numbers are null without a verdict: too few responses this week, or too few earlier weeks. */
export interface Signal {
  readonly verdict: SignalVerdict;
  /** Why the verdict is `better` or `worse`, the first reason decided; empty otherwise. */
  readonly reasons: readonly SignalReason[];
  /** The median of the weeks since the level last changed. */
  readonly usual: number | null;
  /** The limits of ordinary weeks with as many responses as this one. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Standard deviation of a week with as many responses as this one. */
  readonly sd: number | null;
  /** Standard deviation between weeks beyond that of random presses. */
  readonly extraSd: number | null;
  /** The number of weeks that `usual` is made of. */
  readonly weeksUsed: number | null;
  /** The first week of the deviation; null when the week is usual. */
  readonly since: string | null;
  /** Calendar weeks from `since` to this one. */
  readonly weeks: number | null;
  /** The first week that `usual` is made of. */
  readonly phaseSince: string | null;
  /** The median before the level changed. */
  readonly earlierUsual: number | null;
  /** index − usual */
  readonly difference: number | null;
  /** As if this many customers had pressed the worst instead of the best button since `since`; negative when better. */
  readonly lost: number | null;
  /** For comparing many places; not the criterion of the verdict. */
  readonly p: number | null;
}

/** Fewer earlier weeks tell nothing of what is usual. */
const MIN_BASELINE_WEEKS = 6;
/** Limits in standard deviations: of one week, and of two weeks of three. */
const OUTSIDE = 3;
const BEYOND = 2;
/** The best of several splits is chosen, which makes its p smaller; the product bounds that. */
const SPLITS_TESTED = 6;

/** The signal of the last week of the trend. */
export function computeSignal(
  trend: readonly WeekCounts[],
  group: GroupKey,
  minResponses: number,
): Signal {
  const limits = indexLimits(group.indexType, group.feedbackScale);
  const measuredWeeks = measureWeeks(trend, group, minResponses);
  const thisWeek = measuredWeeks.at(-1);
  if (limits === null || thisWeek === undefined || thisWeek.position !== trend.length - 1) {
    return withoutUsual('tooFew');
  }
  const baseline = measuredWeeks.slice(0, -1);
  if (baseline.length < MIN_BASELINE_WEEKS) return withoutUsual('new');

  const range = limits.upper - limits.lower;
  const variance = extraVariance(baseline, range);
  const sdOf = ({ error }: MeasuredWeek): number => Math.sqrt(variance + error ** 2);
  const typical = median(measuredWeeks.map(sdOf));
  const change = findLevelChange(
    baseline.map(({ index }) => index),
    typical,
  );
  const phase = baseline.slice(change?.at ?? 0);
  const usualIndex = median(phase.map(({ index }) => index));
  const widening = Math.sqrt(1 + MEDIAN_VARIANCE / phase.length);
  const zOf = (week: MeasuredWeek): number => (week.index - usualIndex) / (sdOf(week) * widening);
  const sd = sdOf(thisWeek);
  const z = zOf(thisWeek);
  const width = OUTSIDE * sd * widening;

  const { sign, reasons } = judge(z, phase.slice(-2).map(zOf), change);
  const hasChanged = reasons.includes('levelChanged');
  const limitsOfUsual = {
    lower: Math.max(limits.lower, usualIndex - width),
    upper: Math.min(limits.upper, usualIndex + width),
  };
  const level = { index: thisWeek.index, usual: usualIndex, earlierUsual: change?.before ?? null };
  const isBack =
    sign !== 0 &&
    !hasChanged &&
    isBackToEarlier({ ...level, ...limitsOfUsual }, baseline.at(-1)?.index ?? null);
  const deviation =
    sign === 0
      ? null
      : measureDeviation(
          hasChanged
            ? phase
            : phase.slice(phase.findLastIndex((week) => zOf(week) * sign <= BEYOND) + 1),
          thisWeek,
          hasChanged && change !== null ? change.before : usualIndex,
        );
  return {
    verdict: sign === 0 ? 'usual' : sign > 0 ? 'better' : 'worse',
    reasons: isBack ? [...reasons, 'backToEarlier'] : reasons,
    usual: usualIndex,
    ...limitsOfUsual,
    sd,
    extraSd: Math.sqrt(variance),
    weeksUsed: phase.length,
    since: deviation?.since ?? null,
    weeks: deviation?.weeks ?? null,
    phaseSince: phase[0]?.week ?? null,
    earlierUsual: change?.before ?? null,
    difference: thisWeek.index - usualIndex,
    lost: deviation === null ? null : deviation.lost / range,
    p: Math.min(tTest12(z), pOfChange(change, baseline.length, typical)),
  };
}

type MeasuredLevel = Pick<Signal, 'usual' | 'lower' | 'upper' | 'earlierUsual'> & {
  readonly index: number;
};

/** The level changed, and the index is within the distance of ordinary weeks from the earlier one. */
export function isNearEarlier({
  index,
  usual,
  lower,
  upper,
  earlierUsual,
}: MeasuredLevel): boolean {
  if (usual === null || earlierUsual === null) return false;
  // A limit may be cut to the scale; the other one then has the full distance.
  const width = Math.max((upper ?? usual) - usual, usual - (lower ?? usual));
  return Math.abs(index - earlierUsual) <= width;
}

/** A rise from a lower level to the earlier one; a fall is no recovery. `previous` is the index of the week before. */
export function isBackToEarlier(level: MeasuredLevel, previous: number | null): boolean {
  const { index, usual } = level;
  return usual !== null && index > Math.max(usual, previous ?? usual) && isNearEarlier(level);
}

/** The weeks from the first deviating one to this one. `lost` is in units of the index. */
function measureDeviation(
  earlier: readonly MeasuredWeek[],
  thisWeek: MeasuredWeek,
  reference: number,
): { readonly since: string; readonly weeks: number; readonly lost: number } {
  const first = earlier[0] ?? thisWeek;
  return {
    since: first.week,
    weeks: thisWeek.position - first.position + 1,
    lost: [...earlier, thisWeek].reduce(
      (sum, { responses, index }) => sum + responses * (reference - index),
      0,
    ),
  };
}

/** The counts of the weeks that `usual` is made of, and their number; null without a usual level. */
export function usualDataOf(
  trend: readonly WeekCounts[],
  signal: Pick<Signal, 'phaseSince'> | null,
  minResponses: number,
): { readonly usualData: readonly number[] | null; readonly usualWeeks: number | null } {
  const phaseSince = signal?.phaseSince ?? null;
  if (phaseSince === null) return { usualData: null, usualWeeks: null };
  const start = trend.findIndex(({ week }) => week === phaseSince);
  const phase = trend
    .slice(start, -1)
    .map(({ data }) => data)
    .filter((data) => isEnough(responsesOf(data), minResponses));
  return { usualData: sumCounts(phase), usualWeeks: phase.length };
}

/** Reasons of the sign of the first one; 0 without any. `recent` are the z of the two weeks before this one. */
function judge(
  z: number,
  recent: readonly number[],
  change: LevelChange | null,
): { readonly sign: number; readonly reasons: readonly SignalReason[] } {
  const isBeyond = (value: number): boolean => value * Math.sign(z) > BEYOND;
  const candidates: { readonly reason: SignalReason; readonly sign: number }[] = [];
  if (Math.abs(z) > OUTSIDE) candidates.push({ reason: 'outsideLimits', sign: Math.sign(z) });
  else if (isBeyond(z) && recent.some(isBeyond)) {
    candidates.push({ reason: 'twoOfThree', sign: Math.sign(z) });
  }
  if (change !== null) {
    candidates.push({ reason: 'levelChanged', sign: Math.sign(change.after - change.before) });
  }
  const sign = candidates[0]?.sign ?? 0;
  return {
    sign,
    reasons: candidates.filter((candidate) => candidate.sign === sign).map(({ reason }) => reason),
  };
}

function pOfChange(change: LevelChange | null, baselineWeeks: number, typical: number): number {
  if (change === null) return 1;
  const error =
    typical *
    Math.sqrt(MEDIAN_VARIANCE / change.at + MEDIAN_VARIANCE / (baselineWeeks - change.at));
  return SPLITS_TESTED * tTest12((change.after - change.before) / error);
}

function withoutUsual(verdict: 'new' | 'tooFew'): Signal {
  return {
    verdict,
    reasons: [],
    usual: null,
    lower: null,
    upper: null,
    sd: null,
    extraSd: null,
    weeksUsed: null,
    since: null,
    weeks: null,
    phaseSince: null,
    earlierUsual: null,
    difference: null,
    lost: null,
    p: null,
  };
}
