// Weeks of the history from the series of the vectors.
import type { HistoryWeek } from '../../../../lib/domain/signals/model.ts';
import { weeksFrom, weekOf, dayOf } from '../../../../lib/domain/calendar.ts';
import { buttonsOf } from '../../../../lib/domain/scale.ts';
import { parseSeries } from './vectors.ts';

export const WEEKS = 61;
const THIS_WEEK = weekOf(dayOf('2026-11-16'));

/** The names of the 61 weeks, this week last. */
export const WEEK_NAMES: readonly string[] = Array.from(
  { length: WEEKS },
  (_, position) => weeksFrom(THIS_WEEK, position - (WEEKS - 1)).name,
);

/** P stands for `pattern`; `P*4` for four of it. */
export function parsePattern(text: string, pattern: string): readonly (number | null)[] {
  const words = text.split(',').map((word) => {
    const times = /^P(?:\*(\d+))?$/.exec(word);
    return times === null
      ? word
      : Array.from({ length: Number(times[1] ?? 1) }, () => pattern).join(',');
  });
  return parseSeries(words.join(','));
}

/** Values of a series that ends this week, by position; `before` for the weeks before it. */
export function endingThisWeek<T>(series: readonly T[], before: T): readonly T[] {
  return WEEK_NAMES.map((_, position) => series[position - (WEEKS - series.length)] ?? before);
}

/** Counts of the worst and the best button only, as the vectors define them. */
export function countsOf(
  responses: number,
  index: number | null,
  feedbackScale: string,
): readonly number[] {
  const best = index === null ? 0 : roundToEven((responses * index) / 100);
  const worst = index === null ? 0 : responses - best;
  const buttons = buttonsOf(feedbackScale) ?? 4;
  return Array.from({ length: buttons }, (_, button) => {
    if (button === 0) return worst;
    return button === buttons - 1 ? best : 0;
  });
}

function roundToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 && below % 2 === 0 ? below : Math.round(value);
}

export function toHistory(weeks: readonly (readonly number[])[]): readonly HistoryWeek[] {
  return weeks.map((data, position) => ({ week: WEEK_NAMES[position] ?? '', data }));
}

const INDEXES = '70,72,69,71,73,70,68,71,72,70';

/** The history of `n=300 x=P,P,50`; one n is that of all weeks. */
export function historyOf(n: string, x: string, feedbackScale = 'FOUR'): readonly HistoryWeek[] {
  const indexes = parsePattern(x, INDEXES);
  const responses = parseSeries(n);
  const weeks = indexes.map((index, i) =>
    countsOf(
      (responses.length === 1 ? responses[0] : responses[responses.length - indexes.length + i]) ??
        0,
      index,
      feedbackScale,
    ),
  );
  return toHistory(endingThisWeek(weeks, countsOf(0, null, feedbackScale)));
}

/** The name of the i-th week of a series. */
export function weekNameIn(seriesLength: number, i: number): string {
  return WEEK_NAMES[WEEKS - seriesLength + i] ?? '';
}

export function lengthOf(x: string): number {
  return parsePattern(x, INDEXES).length;
}
