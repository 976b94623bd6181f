// Summed results: counts by local year, month, week, day or hour. It hides where a local period starts.
import type { Zone } from '../zone.ts';

export const truncations = ['year', 'month', 'week', 'day', 'hour'] as const;
export type Truncation = (typeof truncations)[number];

export interface SummedItem {
  /** First instant of the local period. */
  readonly ts: number;
  /** Counts by response index. */
  readonly data: readonly number[];
}

export interface Sums {
  add(ts: number, r: number, count: number): void;
  /** Ascending, without empty periods. */
  items(): readonly SummedItem[];
}

const dayMs = 86_400_000;

export function sumsBy(truncation: Truncation, buttons: number, zone: Zone): Sums {
  const startOf = periodStarts(truncation, zone);
  const periods = new Map<number, number[]>();
  return {
    add: (ts, r, count) => {
      if (count === 0 || r >= buttons) return;
      const start = startOf(ts);
      let data = periods.get(start);
      if (data === undefined) {
        data = Array.from({ length: buttons }, () => 0);
        periods.set(start, data);
      }
      data[r] = (data[r] ?? 0) + count;
    },
    items: () =>
      [...periods.entries()].sort(([a], [b]) => a - b).map(([ts, data]) => ({ ts, data })),
  };
}

function periodStarts(truncation: Truncation, zone: Zone): (ts: number) => number {
  if (truncation === 'hour') return (ts) => zone.hourStart(ts);
  let day = NaN;
  let start = NaN;
  return (ts) => {
    const ownDay = Math.floor((ts + zone.offsetAt(ts)) / dayMs);
    if (ownDay !== day) {
      day = ownDay;
      start = zone.firstInstantOf(firstDay(truncation, ownDay) * dayMs);
    }
    return start;
  };
}

/** First day of the period, in days since 1970-01-01. */
function firstDay(truncation: Exclude<Truncation, 'hour'>, day: number): number {
  const date = new Date(day * dayMs);
  switch (truncation) {
    case 'day':
      return day;
    case 'week':
      return day - ((date.getUTCDay() + 6) % 7);
    case 'month':
      return day - date.getUTCDate() + 1;
    case 'year':
      return date.setUTCMonth(0, 1) / dayMs;
  }
}
