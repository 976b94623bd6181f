// The numbers in distributions, trends and day charts, in drawing and reading order, computed from the JSON's counts.
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

/** Further buttons are only in the JSON. */
const MOST_BUTTONS = 24;
/** The scale sizes whose buttons have names. */
const NAMED = [2, 3, 4, 5];
/** Tolerance for steps without an exact binary fraction. */
const NOISE = 1e-9;

// ── the distribution ────────────────────────────────────────────────────────────────────────────

/** Every button with its count and share; a button without a name is preceded by its number. */
export function distributionSays(data: Counts): string {
  const total = sum(data);
  if (total === 0) return '0';
  const shownItems = data.slice(0, MOST_BUTTONS).map((n, i) => {
    const number = NAMED.includes(data.length) ? '' : count(i + 1);
    return `${number} ${count(n)} ${percent(n / total)}`;
  });
  const more = data.length - shownItems.length;
  return `${shownItems.join(' ')} ${more > 0 ? count(more) : ''}`;
}

/** The shares with space for a label in the bar, which are the largest; then every button. */
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

/** Ticks, the last index, then as many weeks as fit, counted from the last, and their responses. */
export function trendDraws(trend: readonly TrendWeek[], group: GroupKey): readonly string[] {
  const last = index(trend.at(-1)?.index ?? null, group);
  return ticksOf(trend, group).flatMap((ticks) =>
    trend.map((_, i) => {
      const shownItems = trend.filter((__, w) => (trend.length - 1 - w) % (i + 1) === 0);
      const weeks = shownItems.map(({ week }) => weekNumber(week));
      const counts = shownItems.map(({ responses }) => count(responses));
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

/** The index of every dot, then the day and responses below every bar. */
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
 * The ticks of an axis: evenly spaced round numbers over the indexes with their half-widths, at least the minimum span,
 * within the range. The JSON does not determine the number of ticks, so there is a list for each number.
 */
function ticksOf(trend: readonly TrendWeek[], group: GroupKey): readonly (readonly string[])[] {
  const range = rangeOf(group, Math.max(...trend.map((week) => week.data.length)));
  const weeksWithIndex = trend.filter((week) => week.index !== null);
  if (range === null || weeksWithIndex.length === 0) return [[]];
  const within = (value: number): number => Math.min(range.high, Math.max(range.low, value));
  const values = weeksWithIndex.flatMap(({ data }) => {
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

/** Extends both ends to whole steps until the step no longer changes. */
function roundEnds(low: number, high: number, most: number): readonly number[] {
  const step = stepOf((high - low) / most);
  const from = Math.floor(low / step + NOISE) * step;
  const to = Math.ceil(high / step - NOISE) * step;
  return stepOf((to - from) / most) === step ? [from, to] : roundEnds(from, to, most);
}

/** The nearest 1, 2 or 5 times a power of ten, by ratio. */
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
