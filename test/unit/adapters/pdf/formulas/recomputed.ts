// Independent implementations of figures and English number formats, written from their definitions. They share no code
// with the report, so that an error in either is detected.
import assert from 'node:assert/strict';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Counts, Period } from '../../../../../lib/domain/report.ts';

// ── printed ─────────────────────────────────────────────────────────────────────────────────────

const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 0 });
const ONE = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const TWO = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const THREE = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
const UP_TO_TWO = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });
const PERCENT = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });

export function count(n: number): string {
  return WHOLE.format(n);
}

export function compact(n: number): string {
  return COMPACT.format(n);
}

export function decimal(n: number): string {
  return sign(n, UP_TO_TWO.format(Math.abs(n)), false);
}

/** A share 0..1 in per cent. */
export function percent(share: number | null): string {
  return share === null ? '' : sign(share, PERCENT.format(Math.abs(share)), false);
}

/** Parts of a total in whole per cent: rounded down, then one more for the greatest remainders, the first of equal ones. */
export function percentsOf(parts: readonly number[], total: number): readonly string[] {
  const missing =
    Math.round((100 * sum(parts)) / total) - sum(parts.map((n) => Math.floor((100 * n) / total)));
  const greatest = parts
    .map((n, i) => ({ i, remainder: (100 * n) % total }))
    .sort((a, b) => b.remainder - a.remainder)
    .slice(0, missing);
  return parts.map((n, i) => {
    const isOneMore = greatest.some((part) => part.i === i);
    return `${Math.floor((100 * n) / total) + (isOneMore ? 1 : 0)}%`;
  });
}

/** The nearest whole per cents that add up to 100 and give the NPS as it is printed; halves where only they do. */
export function npsPercentsOf(counts: readonly number[]): readonly string[] {
  const exact = counts.map((n) => (100 * n) / sum(counts));
  const [low = 0, , high = 0] = exact;
  const nps = Number(WHOLE.format(high - low));
  const distance = (percents: readonly number[]): number =>
    Math.max(...percents.map((percent, i) => Math.abs(percent - (exact[i] ?? 0))));
  const fitting = (step: number): readonly (readonly number[])[] =>
    Array.from({ length: 100 / step + 1 }, (_, i) => i * step)
      .map((detractors) => [detractors, 100 - 2 * detractors - nps, detractors + nps])
      .filter((percents) =>
        percents.every((percent, i) => percent >= 0 && (percent === 0 || counts[i] !== 0)),
      )
      .toSorted((a, b) => distance(a) - distance(b));
  return ([...fitting(1), ...fitting(0.5)][0] ?? []).map((percent) => `${percent}%`);
}

export function signedPercent(share: number): string {
  return sign(share, PERCENT.format(Math.abs(share)), true);
}

/** The difference or half-width of an index, without a sign. */
export function size(value: number, { indexType }: GroupKey): string {
  return (indexType === 'AVERAGE' ? TWO : WHOLE).format(Math.abs(value));
}

/** '1' or '0.01' when a size other than 0 would round to 0. */
export function sizeOrLeast(value: number, group: GroupKey): string {
  const sizeText = size(value, group);
  if (/[1-9]/.test(sizeText)) return sizeText;
  return group.indexType === 'AVERAGE' ? '0.01' : '1';
}

export function index(value: number | null, group: GroupKey): string {
  if (value === null) return '';
  return sign(value, size(value, group), group.indexType === 'NPS');
}

export function change(value: number | null, group: GroupKey): string {
  return value === null ? '' : sign(value, size(value, group), true);
}

/** A part of a change: with one decimal, of an average with three. */
export function partOfChange(value: number, { indexType }: GroupKey): string {
  return sign(value, (indexType === 'AVERAGE' ? THREE : ONE).format(Math.abs(value)), true);
}

function sign(value: number, sizeText: string, plus: boolean): string {
  if (!/[1-9]/.test(sizeText)) return sizeText;
  return `${value < 0 ? '−' : plus ? '+' : ''}${sizeText}`;
}

/** 594.2 minutes as 9h 54m. */
export function duration(minutes: number): string {
  const wholeMinutes = Math.round(minutes);
  const [h, m] = [Math.floor(wholeMinutes / 60), wholeMinutes % 60];
  return [h > 0 ? `${h}h` : '', m > 0 || h === 0 ? `${m}m` : ''].join(' ');
}

/** Day and local time: '9' and '00:00' for '2026-11-09T00:00:00+02:00'. */
export function wallClock(instant: string): string {
  return `${dayNumber(instant)} ${instant.slice(11, 16)}`;
}

/** '16', '2026' and '18:00' for '2026-11-16T18:00:00.000Z'. */
export function utc(instant: string): string {
  return `${dayNumber(instant)} ${instant.slice(0, 4)} ${instant.slice(11, 16)}`;
}

function offset(instant: string): string {
  return instant.slice(-6).replace('-', '−');
}

export function dayNumber(date: string): string {
  return String(Number(date.slice(8, 10)));
}

/** The first and last day of [from, to), with the year once when it is the same: 9–15 November 2026. */
export function dayRange(from: string, to: string): string {
  const last = new Date(Date.parse(to) - 86_400_000).toISOString();
  const years = [from, last].map((date) => date.slice(0, 4));
  const first = years[0] === years[1] ? '' : (years[0] ?? '');
  return `${dayNumber(from)} ${first} ${dayNumber(last)} ${years[1] ?? ''}`;
}

export function weekNumber(week: string): string {
  return String(Number(week.slice(6)));
}

/** 'Mon 9 Nov, 00:00 to Mon 16 Nov, 00:00 (168 hours)'; optionally with the offsets of both ends. */
export function periodSpan(
  { start, end, hours }: Period,
  offsets: 'with offsets' | 'bare' = 'bare',
): string {
  const length = (Date.parse(end) - Date.parse(start)) / 3_600_000;
  agreed(hours, length, 'the hours of a week');
  const bounds = [start, end].map((at) =>
    offsets === 'bare' ? wallClock(at) : `${wallClock(at)} ${offset(at)}`,
  );
  return `${bounds.join(' ')} ${decimal(length)}`;
}

// ── figures ─────────────────────────────────────────────────────────────────────────────────────

/** The number of buttons of the known scales. */
const BUTTONS: Readonly<Record<string, number>> = { FOUR: 4, FIVE: 5, FIVE_REVERSED: 5 };

export function buttons({ feedbackScale }: GroupKey): string {
  return String(BUTTONS[feedbackScale] ?? '');
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, n) => total + n, 0);
}

interface Range {
  readonly low: number;
  readonly high: number;
  /** The minimum span of an axis. */
  readonly span: number;
}

export function rangeOf({ indexType, feedbackScale }: GroupKey, k: number): Range | null {
  if (BUTTONS[feedbackScale] === undefined) return null;
  if (indexType === 'HAPPY') return { low: 0, high: 100, span: 20 };
  if (indexType === 'AVERAGE') return { low: 1, high: k, span: 1 };
  return indexType === 'NPS' ? { low: -100, high: 100, span: 40 } : null;
}

/** The value of each button; an index is their mean. */
function valuesOf(data: Counts, group: GroupKey): readonly number[] {
  const range = rangeOf(group, data.length);
  if (range === null) return [];
  const { low, high } = range;
  const top = data.length - 1;
  return data.map((_, i) => {
    if (group.indexType === 'NPS') return i === top ? 100 : i === top - 1 ? 0 : -100;
    return low + ((high - low) * i) / top;
  });
}

function mean(data: Counts, values: readonly number[]): number {
  return sum(data.map((n, i) => n * (values[i] ?? 0))) / sum(data);
}

export function indexOf(data: Counts, group: GroupKey): number | null {
  const values = valuesOf(data, group);
  if (values.length === 0 || sum(data) === 0) return null;
  // Removes binary rounding errors, so that halves are rounded correctly.
  return Math.round(mean(data, values) * 1e9) / 1e9;
}

/** Half of the 95 % interval: 1.96 standard errors; equal answers get one pseudo-answer at both ends. */
export function halfWidthOf(data: Counts, group: GroupKey): number | null {
  const values = valuesOf(data, group);
  if (values.length === 0 || sum(data) === 0) return null;
  const allEqual = new Set(values.filter((_, i) => (data[i] ?? 0) > 0)).size === 1;
  const ends = [0, data.length - 1];
  const judgedCounts = allEqual ? data.map((n, i) => (ends.includes(i) ? n + 1 : n)) : data;
  const middle = mean(judgedCounts, values);
  const variance = mean(
    judgedCounts,
    values.map((value) => (value - middle) ** 2),
  );
  return 1.96 * Math.sqrt(variance / sum(judgedCounts));
}

/** The number in the JSON; throws when it does not match its counts. */
export function agreed(
  stored: number | null,
  recomputed: number | null,
  what: string,
): number | null {
  const apart = stored === null || recomputed === null ? 0 : Math.abs(stored - recomputed);
  const isSame = (stored === null) === (recomputed === null) && apart < 1e-6;
  assert.ok(
    isSame,
    `${what} is ${String(stored)} in the JSON and ${String(recomputed)} of its counts`,
  );
  return stored;
}
