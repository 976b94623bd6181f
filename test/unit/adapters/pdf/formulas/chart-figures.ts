// The numbers in distributions, trends and day charts, in drawing and reading order, computed from the JSON's counts.
import type { Figures, GroupKey } from '../../../../../lib/domain/figures.ts';
import type {
  Counts,
  Report,
  SurveyDay,
  SurveyGroup,
  TrendWeek,
} from '../../../../../lib/domain/report.ts';
import type { Level } from '../../../../../lib/domain/signals/model.ts';
import { levelSays } from './level-figures.ts';
import { funnelExtent } from './places.ts';
import {
  agreed,
  compact,
  count,
  dayNumber,
  halfWidthOf,
  index,
  indexOf,
  npsPercentsOf,
  percentsOf,
  rangeOf,
  size,
  sum,
  weekNumber,
} from './recomputed.ts';

/** Further buttons are only in the JSON. */
const MOST_BUTTONS = 24;
/** The scale sizes whose buttons have names. */
const NAMED = [2, 3, 4, 5];
/** Points with fewer responses are hollow. */
const CERTAIN = 10;
const TICKS = 4;
const COUNT_TICKS = 6;
/** Tolerance for steps without an exact binary fraction. */
const NOISE = 1e-9;

// ── the distribution ────────────────────────────────────────────────────────────────────────────

/** Every button with its count and share; a button without a name is preceded by its number. Three groups of an NPS. */
export function distributionSays(data: Counts, { indexType }: GroupKey): string {
  const total = sum(data);
  if (total === 0) return '0';
  if (indexType === 'NPS' && data.length > 2) {
    const [detractors, passives, promoters] = [
      sum(data.slice(0, -2)),
      data.at(-2) ?? 0,
      data.at(-1) ?? 0,
    ];
    const groups = [detractors, passives, promoters];
    const percents = npsPercentsOf(groups);
    return groups.map((n, i) => `${count(n)} ${percents[i]}`).join(' ');
  }
  const percents = percentsOf(data, total);
  const shownItems = data.slice(0, MOST_BUTTONS).map((n, i) => {
    const number = NAMED.includes(data.length) ? '' : count(i + 1);
    return `${number} ${count(n)} ${percents[i]}`;
  });
  const furtherCount = data.length - shownItems.length;
  return `${shownItems.join(' ')} ${furtherCount > 0 ? count(furtherCount) : ''}`;
}

// ── weeks and days ──────────────────────────────────────────────────────────────────────────────

/** The weeks, then the level compared with, and the usual range. */
export function trendSays(trend: readonly TrendWeek[], group: GroupKey, level: Level): string {
  const weeks = trend.map((week) => {
    const { responses, index: value } = checked(week, group);
    const figures = responses === 0 ? '' : `${index(value, group)} ${count(responses)}`;
    return `${weekNumber(week.week)} ${figures}`;
  });
  const isKnown = rangeOf(group, trend[0]?.data.length ?? 0) !== null;
  return [...weeks, isKnown ? levelSays(level, group) : ''].join(' ');
}

/** Ticks, the last index, then as many weeks as fit, counted from the last, and their responses. */
export function trendDraws(
  { trend, ...group }: GroupKey & { readonly trend: readonly TrendWeek[] },
  report: Report,
): readonly string[] {
  const last = index(trend.at(-1)?.index ?? null, group);
  const ticks = ticksOf(group, report);
  return trend.map((_, i) => {
    const shownItems = trend.filter((__, w) => (trend.length - 1 - w) % (i + 1) === 0);
    const weeks = shownItems.map(({ week }) => weekNumber(week));
    const counts = shownItems.map(({ responses }) => count(responses));
    return [...ticks, last, ...weeks, ...counts].join(' ');
  });
}

export function daysSay(days: readonly SurveyDay[], group: GroupKey): string {
  return days
    .map((day) => {
      const { responses, index: value } = checked(day, group);
      const half = halfWidthOf(day.data, group);
      const interval = half === null || responses < CERTAIN ? '' : size(half, group);
      const figures =
        responses === 0 ? '' : `${index(value, group)} ${interval} ${count(responses)}`;
      return `${dayNumber(day.date)} ${figures}`;
    })
    .join(' ');
}

/** The index of every point, then the day, by date or name, and responses below every bar. */
export function daysDraw(days: readonly SurveyDay[], group: GroupKey): readonly string[] {
  const points = days.map((day) => index(day.index, group));
  return ['date', 'name'].flatMap((label) =>
    [Infinity, 10_000].map((many) => {
      const bars = days.map(({ date, responses }) => {
        const barLabel = responses < many ? count(responses) : compact(responses);
        return `${label === 'date' ? dayNumber(date) : ''} ${barLabel}`;
      });
      return [...points, ...bars].join(' ');
    }),
  );
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
 * The ticks of the axis of a kind, the same on all pages: round numbers over its indexes with enough responses, the
 * intervals of this week and its days, and the levels compared with or the usual ranges; at least the minimum span, within the range.
 */
function ticksOf(group: GroupKey, { summary, surveys }: Report): readonly string[] {
  const isSame = (other: GroupKey): boolean =>
    other.indexType === group.indexType && other.feedbackScale === group.feedbackScale;
  const pooled = summary.groups.filter(isSame);
  const ownSurveys = surveys.filter(isSame);
  const days = ownSurveys.flatMap((survey) => survey.days);
  const weeks = [...pooled, ...ownSurveys].flatMap(({ trend }) => trend);
  const points = [...weeks, ...days].filter((point) => point.index !== null);
  const range = rangeOf(group, Math.max(...points.map(({ data }) => data.length)));
  if (range === null || points.length === 0) return [];
  const certain = points.filter(({ responses }) => responses >= CERTAIN);
  const lasts = [...pooled, ...ownSurveys].flatMap(({ trend }) => trend.slice(-1));
  const ends = [...lasts, ...days].flatMap(({ data, responses }) => {
    const [value, half] = [indexOf(data, group), halfWidthOf(data, group)];
    return value === null || half === null || responses < CERTAIN
      ? []
      : [value - half, value + half];
  });
  const levels = [...pooled, ...ownSurveys].flatMap(({ level }) => [
    level.usual ?? [],
    ...(level.state === 'usual' ? [level.lower ?? [], level.upper ?? []] : []),
  ]);
  const indexes = (certain.length > 0 ? certain : points).flatMap((point) => point.index ?? []);
  const values = [...indexes, ...ends, ...levels.flat()];
  return ticksOver(values, range).map((tick) => index(tick, group));
}

/** The ticks of an axis that shows all values. */
function ticksOver(
  values: readonly number[],
  range: NonNullable<ReturnType<typeof rangeOf>>,
): readonly number[] {
  const within = (value: number): number => Math.min(range.high, Math.max(range.low, value));
  const shownValues = values.map(within);
  const [least, most] = [Math.min(...shownValues), Math.max(...shownValues)];
  const half = Math.max(most - least, range.span) / 2;
  const middle = Math.min(range.high - half, Math.max(range.low + half, (least + most) / 2));
  const [low = 0, high = 0] = roundEnds(middle - half, middle + half, TICKS).map(within);
  return multiples(low, high, stepOf((high - low) / TICKS));
}

/** The ticks of the index and of the responses in a funnel. */
export function funnelDraws(group: SurveyGroup): string {
  const { indexes, most } = funnelExtent(group);
  const range = rangeOf(group, group.data.length);
  if (range === null || indexes.length === 0) return '';
  const responses = multiples(0, most * 1.05, stepOf((most * 1.05) / COUNT_TICKS));
  return [
    ...ticksOver(indexes, range).map((tick) => index(tick, group)),
    ...responses.filter((tick) => tick > 0).map(count),
  ].join(' ');
}

/** The index of each week of a small trend. */
export function weeksSay(indexes: readonly (number | null)[], group: GroupKey): string {
  return indexes.map((value) => index(value, group)).join(' ');
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
