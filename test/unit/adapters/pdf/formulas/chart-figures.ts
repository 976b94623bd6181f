// The numbers of a distribution, a trend and days, in the order they are drawn and said: of the JSON's counts alone.
import type { Figures, GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Counts, SurveyDay, TrendWeek } from '../../../../../lib/domain/report.ts';
import {
  agreed,
  count,
  dayNumber,
  halfWidthOf,
  index,
  indexOf,
  percent,
  rangeOf,
  sum,
  weekNumber,
} from './recomputed.ts';

/** More buttons than this are left to the JSON. */
const MOST_BUTTONS = 24;
/** Scales with so many buttons have a name for each. */
const NAMED = [2, 3, 4, 5];
/** Of steps that have no end in binary. */
const NOISE = 1e-9;

// ── the distribution ────────────────────────────────────────────────────────────────────────────

/** Every button with its count and share; one without a name has its number first. */
export function distributionSays(data: Counts): string {
  const total = sum(data);
  if (total === 0) return '0';
  const shown = data.slice(0, MOST_BUTTONS).map((n, i) => {
    const number = NAMED.includes(data.length) ? '' : count(i + 1);
    return `${number} ${count(n)} ${percent(n / total)}`;
  });
  const more = data.length - shown.length;
  return `${shown.join(' ')} ${more > 0 ? count(more) : ''}`;
}

/** In the bar the shares with room for a label, which are the largest; then every button. */
export function distributionDraws(data: Counts): readonly string[] {
  const total = sum(data);
  const bySize = data.toSorted((a, b) => b - a).filter((n) => n > 0);
  return [0, ...bySize.keys().map((i) => i + 1)].map((labels) => {
    const least = bySize[labels - 1] ?? Infinity;
    const inBar = data.filter((n) => n >= least).map((n) => percent(n / total));
    return `${inBar.join(' ')} ${distributionSays(data)}`;
  });
}

// ── weeks and days ──────────────────────────────────────────────────────────────────────────────

export function trendSays(trend: readonly TrendWeek[], group: GroupKey): string {
  return trend
    .map((week) => {
      const { responses, index: value } = checked(week, group);
      const figures = responses === 0 ? '' : `${index(value, group)} ${count(responses)}`;
      return `${weekNumber(week.week)} ${figures}`;
    })
    .join(' ');
}

/** Ticks, the last index, then as many weeks as have room, counted from the last, and their responses. */
export function trendDraws(trend: readonly TrendWeek[], group: GroupKey): readonly string[] {
  const last = index(trend.at(-1)?.index ?? null, group);
  return ticksOf(trend, group).flatMap((ticks) =>
    trend.map((_, i) => {
      const shown = trend.filter((__, w) => (trend.length - 1 - w) % (i + 1) === 0);
      const weeks = shown.map(({ week }) => weekNumber(week));
      const counts = shown.map(({ responses }) => count(responses));
      return [...ticks, last, ...weeks, ...counts].join(' ');
    }),
  );
}

export function daysSay(days: readonly SurveyDay[], group: GroupKey): string {
  return days
    .map((day) => {
      const { responses, index: value } = checked(day, group);
      const figures = responses === 0 ? '' : `${index(value, group)} ${count(responses)}`;
      return `${dayNumber(day.date)} ${figures}`;
    })
    .join(' ');
}

/** The index on every dot; then under every bar its day and responses. */
export function daysDraw(days: readonly SurveyDay[], group: GroupKey): string {
  const dots = days.map((day) => index(day.index, group));
  const bars = days.map((day) => `${dayNumber(day.date)} ${count(day.responses)}`);
  return [...dots, ...bars].join(' ');
}

function checked<T extends Pick<Figures, 'data' | 'responses' | 'index'>>(
  of: T,
  group: GroupKey,
): T {
  agreed(of.responses, sum(of.data), 'the responses of a week or day');
  agreed(of.index, indexOf(of.data, group), 'the index of a week or day');
  return of;
}

/**
 * Of an axis: round numbers evenly apart, over the indexes with their half-widths, no less than the span, within the
 * range. How many have room, the JSON doesn't say: one list for each count of them.
 */
function ticksOf(trend: readonly TrendWeek[], group: GroupKey): readonly (readonly string[])[] {
  const range = rangeOf(group, Math.max(...trend.map((week) => week.data.length)));
  const known = trend.filter((week) => week.index !== null);
  if (range === null || known.length === 0) return [[]];
  const within = (value: number): number => Math.min(range.high, Math.max(range.low, value));
  const values = known.flatMap(({ data }) => {
    const [value, half] = [indexOf(data, group) ?? 0, halfWidthOf(data, group) ?? 0];
    return [within(value - half), within(value + half)];
  });
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const half = Math.max(most - least, range.span) / 2;
  const middle = Math.min(range.high - half, Math.max(range.low + half, (least + most) / 2));
  return [2, 3, 4, 5, 6, 7, 8].map((most) => {
    const [low, high] = roundEnds(middle - half, middle + half, most).map(within);
    return multiples(low ?? 0, high ?? 0, stepOf(((high ?? 0) - (low ?? 0)) / most)).map((tick) =>
      index(tick, group),
    );
  });
}

/** Both ends moved out to whole steps until the step of what is between them stays the same. */
function roundEnds(low: number, high: number, most: number): readonly number[] {
  const step = stepOf((high - low) / most);
  const from = Math.floor(low / step + NOISE) * step;
  const to = Math.ceil(high / step - NOISE) * step;
  return stepOf((to - from) / most) === step ? [from, to] : roundEnds(from, to, most);
}

/** 1, 2 or 5 with any number of noughts: the one that is nearest by its ratio. */
function stepOf(apart: number): number {
  const noughts = 10 ** Math.floor(Math.log10(apart));
  const ratio = apart / noughts;
  return (
    noughts *
    (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.SQRT2 ? 2 : 1)
  );
}

function multiples(low: number, high: number, step: number): readonly number[] {
  const first = Math.ceil(low / step - NOISE);
  const last = Math.floor(high / step + NOISE);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}
