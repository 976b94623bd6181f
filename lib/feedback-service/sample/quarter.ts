// Calendar quarters, counted from year 0. The structure of the sample company depends on the quarter of
// the clock only, so that two runs on one day have the same company.

export type Quarter = number;

const dayMs = 86_400_000;

export function quarterOf(instant: number): Quarter {
  const date = new Date(instant);
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
}

export function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / 4);
}

/** Midnight of the quarter's first day, in ms as if UTC. */
export function firstDayOf(quarter: Quarter): number {
  return Date.UTC(yearOf(quarter), (quarter % 4) * 3, 1);
}

/** Days from 1970-01-01 in local or UTC time, as the milliseconds given are. */
export function dayNumber(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** The number of the week, which begins on Monday. */
export function weekNumber(day: number): number {
  // 1970-01-01 was a Thursday.
  return Math.floor((day + 3) / 7);
}

/** 0 for Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}
