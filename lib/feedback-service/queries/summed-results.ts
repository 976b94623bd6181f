// Summed results: counts by local year, month, week, day or hour. It hides where a local period starts.
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
    let place = items.length;
    // Clocks that go back over midnight lead from a local day into the one before.
    while (place > 0 && (items[place - 1]?.ts ?? period) > period) place -= 1;
    const known = items[place - 1];
    if (known?.ts === period) return known.data;
    const fresh = buttons === 4 ? [0, 0, 0, 0] : [0, 0, 0, 0, 0];
    items.splice(place, 0, { ts: period, data: fresh });
    return fresh;
  }

  return {
    items,
    add: (ts, counts) => {
      if (!counts.some((count) => count > 0)) return;
      const own = startOf(ts);
      if (own !== start) {
        start = own;
        data = dataOf(own);
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
