// Sums counts by local year, month, week, day or hour.
import type { TimeZone } from '../time-zone.ts';

export const truncations = ['year', 'month', 'week', 'day', 'hour'] as const;
export type Truncation = (typeof truncations)[number];

export interface SummedItem {
  /** First instant of the local period. */
  readonly ts: number;
  /** Counts by response index. */
  readonly data: readonly number[];
}

export interface PeriodSums {
  /** `counts` by response index; times ascend. */
  add(ts: number, counts: readonly number[]): void;
  /** Ascending, without empty periods. */
  readonly items: readonly SummedItem[];
}

const dayMs = 86_400_000;

export function createPeriodSums(
  truncation: Truncation,
  buttons: number,
  zone: TimeZone,
): PeriodSums {
  const startOf = createPeriodStart(truncation, zone);
  const items: { readonly ts: number; readonly data: number[] }[] = [];
  let start = NaN;
  let data: number[] = [];

  function dataOf(period: number): number[] {
    let index = items.length;
    // When clocks go back over midnight, a local day is followed by the previous one.
    while (index > 0 && (items[index - 1]?.ts ?? period) > period) index -= 1;
    const existingItem = items[index - 1];
    if (existingItem?.ts === period) return existingItem.data;
    const counts = buttons === 4 ? [0, 0, 0, 0] : [0, 0, 0, 0, 0];
    items.splice(index, 0, { ts: period, data: counts });
    return counts;
  }

  return {
    items,
    add: (ts, counts) => {
      if (!counts.some((count) => count > 0)) return;
      const period = startOf(ts);
      if (period !== start) {
        start = period;
        data = dataOf(period);
      }
      for (let r = 0; r < buttons; r += 1) data[r] = (data[r] ?? 0) + (counts[r] ?? 0);
    },
  };
}

function createPeriodStart(truncation: Truncation, zone: TimeZone): (ts: number) => number {
  if (truncation === 'hour') return (ts) => zone.hourStart(ts);
  let day = NaN;
  let start = NaN;
  return (ts) => {
    const localDay = Math.floor((ts + zone.offsetAt(ts)) / dayMs);
    if (localDay !== day) {
      day = localDay;
      start = zone.firstInstantOf(firstDay(truncation, localDay) * dayMs);
    }
    return start;
  };
}

/** The first day of the period, in days since 1970-01-01. */
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
