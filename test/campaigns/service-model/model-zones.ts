// Local time of time zones by Intl: offset changes, local times, starts of local periods. Shares no
// code with the service; correct from 2008 to 2027.
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const truncations = ['year', 'month', 'week', 'day', 'hour'] as const;
export type ModelTruncation = (typeof truncations)[number];

/** From `from` on (UTC milliseconds), before `to`, the wall clock is UTC + `offset`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const stretchesByZone = new Map<string, readonly Stretch[]>();

export function stretchesOf(zone: string): readonly Stretch[] {
  let stretches = stretchesByZone.get(zone);
  if (stretches === undefined) {
    stretches = findStretches(zone);
    stretchesByZone.set(zone, stretches);
  }
  return stretches;
}

export function stretchAt(zone: string, at: number): Stretch {
  const stretch = stretchesOf(zone).find(({ from, to }) => from <= at && at < to);
  if (stretch === undefined) throw new Error(`${at} is outside of what the model knows of ${zone}`);
  return stretch;
}

/** The wall clock as if it were UTC milliseconds. */
export function wallClock(zone: string, at: number): number {
  return at + stretchAt(zone, at).offset;
}

/**
 * The first instant of the period that a zone's clock shows at `at`. An hour is one turn of the
 * hand under one offset, so the hour repeated in autumn is two; the longer periods are dates.
 */
export function periodStart(zone: string, at: number, truncation: ModelTruncation): number {
  const [start, end] = bounds(wallClock(zone, at), truncation);
  const candidates = truncation === 'hour' ? [stretchAt(zone, at)] : stretchesOf(zone);
  for (const { from, to, offset } of candidates) {
    const first = Math.max(from, start - offset);
    if (first < Math.min(to, end - offset)) return first;
  }
  throw new Error(`no ${truncation} around ${at} in ${zone}`);
}

/** The first instant at which the clock shows `wall` or later: after a gap, or the earlier of two. */
export function instantOf(zone: string, wall: number): number {
  for (const { from, to, offset } of stretchesOf(zone)) {
    const first = Math.max(from, wall - offset);
    if (first < to) return first;
  }
  throw new Error(`${wall} is outside of what the model knows of ${zone}`);
}

/** `2026-11-09T00:00:00.000+0200`, or `Z` for offset 0. */
export function timestamp(zone: string, at: number): string {
  return spell(at, stretchAt(zone, at).offset, '', true);
}

/** With `+02:00` when the separator is a colon. */
export function spell(at: number, offset: number, separator: string, fraction: boolean): string {
  const text = new Date(at + offset).toISOString().slice(0, fraction ? 23 : 19);
  return text + (offset === 0 ? 'Z' : spellOffset(offset, separator));
}

function spellOffset(offset: number, separator: string): string {
  const minutes = Math.abs(offset) / minuteMs;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}

/** Any of the spellings above. */
export function parse(text: string): number {
  const at = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (Number.isNaN(at)) throw new Error(`no timestamp: ${text}`);
  return at;
}

function bounds(wall: number, truncation: ModelTruncation): readonly [start: number, end: number] {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (truncation) {
    case 'year':
      return [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    case 'month':
      return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)];
    case 'week': {
      const monday = day - ((date.getUTCDay() + 6) % 7);
      return [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)];
    }
    case 'day':
      return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)];
    case 'hour': {
      const start = Date.UTC(year, month, day, date.getUTCHours());
      return [start, start + hourMs];
    }
  }
}

function findStretches(zone: string): readonly Stretch[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (at: number): number => {
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(at)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
  };
  const end = Date.UTC(2028, 0, 1);
  const stretches: Stretch[] = [];
  let from = Date.UTC(2008, 0, 1);
  let offset = offsetAt(from);
  for (let at = from; at < end; at += 5 * dayMs) {
    const next = at + 5 * dayMs;
    if (offsetAt(next) === offset) continue;
    let [before, after] = [at, next];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    stretches.push({ from, to: after, offset });
    from = after;
    offset = offsetAt(after);
  }
  return [...stretches, { from, to: end, offset }];
}
