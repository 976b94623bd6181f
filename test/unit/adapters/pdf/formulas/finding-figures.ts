// The numbers of sentences about a verdict, about silence and about responses, in reading order.
import assert from 'node:assert/strict';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Signal } from '../../../../../lib/domain/signals/signal.ts';
import type { SurveyWeek, TrendWeek } from '../../../../../lib/domain/report.ts';
import { agreed, count, index, sum, weekNumber } from './recomputed.ts';
import { median, signalOf } from './usual-levels.ts';

type Limits = Pick<Signal, 'lower' | 'upper'>;

interface Found extends GroupKey {
  readonly index: number | null;
  readonly responses: number;
  readonly trend: readonly TrendWeek[];
  readonly signal: Signal | null;
}

/** Both limits, or one when they are printed alike. */
export function rangeSays(signal: Limits | null, group: GroupKey): string {
  if (signal === null || signal.lower === null || signal.upper === null) return '';
  return [...new Set([signal.lower, signal.upper].map((limit) => index(limit, group)))].join(' ');
}

/** The usual range, or the usual level when the range as printed has the deviating value. */
export function usualSays(
  value: number,
  isWorse: boolean,
  { usual, lower, upper }: Pick<Signal, 'usual' | 'lower' | 'upper'>,
  group: GroupKey,
): string {
  const limit = isWorse ? lower : upper;
  const isBeyond = limit !== null && (isWorse ? value < limit : value > limit);
  return isBeyond && index(value, group) !== index(limit, group)
    ? rangeSays({ lower, upper }, group)
    : index(usual, group);
}

/** The first week of a deviation of more than one week. */
export function verdictSays(signal: Pick<Signal, 'since' | 'weeks'> | null): string {
  if (signal === null || signal.since === null || signal.weeks === 1) return '';
  return weekNumber(signal.since);
}

/** The finding as a sentence; '' without an index. */
export function findingSays(found: Found): string {
  const { index: value, responses, trend } = found;
  const signal = signalOf(found);
  if (value === null) return '';
  const shownIndex = index(value, found);
  if (signal === null) return shownIndex;
  switch (signal.verdict) {
    case 'tooFew':
      return count(responses);
    case 'new':
      return shownIndex;
    case 'usual':
      return rangeSays(signal, found) === shownIndex
        ? shownIndex
        : `${shownIndex} ${rangeSays(signal, found)}`;
    case 'better':
    case 'worse':
      return deviationSays(value, trend, signal, found);
  }
}

function deviationSays(
  value: number,
  trend: readonly TrendWeek[],
  signal: Signal,
  group: GroupKey,
): string {
  const isWorse = signal.verdict === 'worse';
  const [shown, usual, earlier] = [value, signal.usual, signal.earlierUsual].map((of) =>
    index(of, group),
  );
  const since = signal.since === null ? '' : weekNumber(signal.since);
  if (signal.reasons.includes('levelChanged')) {
    const levels = isNearer(value, signal) ? [earlier, usual] : [earlier];
    return [shown, ...levels, since].join(' ');
  }
  if (signal.reasons.includes('backToEarlier')) return [shown, earlier, usual].join(' ');
  const indexes = trend.map((week) => (week.responses >= 10 ? week.index : null));
  const until = asLowUntil(value, signal, indexes);
  if (until !== null) return [shown, usual, until].join(' ');
  const level = usualSays(value, isWorse, signal, group);
  if ((signal.weeks ?? 1) > 1) return [shown, level, since].join(' ');
  const compared = trend.flatMap((week, position) =>
    week.responses >= 10 && week.index !== null && position < trend.length - 1
      ? [{ week: week.week, index: week.index, position }]
      : [],
  );
  const as = compared.findLast((week) => (isWorse ? week.index <= value : week.index >= value));
  if (as === undefined) {
    return [count(trend.length - (compared[0]?.position ?? 0)), shown, level].join(' ');
  }
  return [as === compared.at(-1) ? '' : weekNumber(as.week), shown, level].join(' ');
}

/**
 * The last week with as low an index before the deviation, of a fall to the level before the usual one; null otherwise, and
 * if the measured week before it was nearer to the usual level.
 */
export function asLowUntil(
  value: number,
  { usual = null, lower, upper, earlierUsual = null, since = null, weeks }: Partial<Signal>,
  indexes: readonly (number | null)[],
): string | null {
  if (usual === null || earlierUsual === null || since === null || value > usual) return null;
  const distance = Math.max((upper ?? usual) - usual, usual - (lower ?? usual));
  if (Math.abs(value - earlierUsual) > distance) return null;
  const before = indexes.slice(0, indexes.length - (weeks ?? 1));
  const low = before.findLastIndex((index) => index !== null && index <= value);
  const previous = before.slice(0, Math.max(low, 0)).findLast((index) => index !== null);
  if (!isNearer(previous ?? usual, { usual, earlierUsual })) return null;
  return String(Number(since.slice(-2)) - (before.length - low));
}

/** Whether a week is nearer to the level before the change than to the usual one. */
export function isNearer(
  value: number,
  { usual, earlierUsual }: { readonly usual: number | null; readonly earlierUsual: number | null },
): boolean {
  if (usual === null || earlierUsual === null) return false;
  return Math.abs(value - earlierUsual) < Math.abs(value - usual);
}

/** The number of days of a past spell of several, and the responses that a day usually has. */
export function silenceSays({
  days,
  expected,
  ongoing,
}: {
  readonly days: number;
  readonly expected: number;
  readonly ongoing: boolean;
}): string {
  const perDay = count(Math.max(1, Math.round(expected / days)));
  return ongoing || days === 1 ? perDay : `${count(days)} ${perDay}`;
}

/** The silence in the JSON; throws when what was expected does not follow from the usual days. */
export function silenceOf(survey: SurveyWeek): SurveyWeek['silent'] {
  const { silent, usualDays, days } = survey;
  if (silent === null) return null;
  // A silent week that the weekdays don't prove is compared with a usual week.
  if (silent.days === 7 && silent.expected === usualResponses(survey)) return silent;
  const usualCounts = usualDays.map((counts) => (counts.length < 6 ? 0 : median(counts)));
  const isOpen = (day: number): boolean => (usualCounts[day] ?? 0) > 0;
  const open = usualCounts
    .map((_, day) => day)
    .filter((day) => day >= silent.fromDay && isOpen(day));
  const spell = open.slice(0, silent.days);
  assert.ok(spell.every((day) => (days[day]?.responses ?? 0) === 0));
  assert.equal(silent.ongoing, open.length === silent.days);
  agreed(silent.expected, sum(spell.map((day) => usualCounts[day] ?? 0)), 'the expected responses');
  return silent;
}

/** The responses of a usual week in the JSON; throws when they are not the median of the earlier weeks. */
export function usualResponses({ volume, usualDays }: SurveyWeek): number | null {
  if (volume === null || volume.usual === null) return null;
  const weeks = (usualDays[0] ?? []).map((_, week) =>
    sum(usualDays.map((counts) => counts[week] ?? 0)),
  );
  return agreed(volume.usual, median(weeks), 'the responses of a usual week');
}
