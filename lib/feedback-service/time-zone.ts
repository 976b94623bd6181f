// Local time of an IANA time zone. The runtime only formats single instants, so the changes of the
// offset are searched once and stored in a table.

export interface TimeZone {
  readonly name: string;
  /** Local time minus UTC, in ms, whole minutes. */
  offsetAt(instant: number): number;
  /** First instant at which the wall clock shows `local` (ms as if UTC) or later. */
  firstInstantOf(local: number): number;
  /** Every instant at which the wall clock shows `local`: none, one or two. */
  instantsOf(local: number): readonly number[];
  /** Start of the local hour; the second of two equal hours is an hour of its own. */
  hourStart(instant: number): number;
  /** Start of the local hour after the one that the instant is in. */
  nextHourStart(instant: number): number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Two offset changes of a zone are never closer than this. */
const scanMs = 7 * dayMs;
/** Before and after these years, the offset is that of the first and the last of them. */
const firstYear = 1900;
const lastYear = 2199;

const zones = new Map<string, TimeZone>();

/** Throws a RangeError when the runtime does not support the zone. */
export function timeZoneOf(name: string): TimeZone {
  const cachedZone = zones.get(name);
  if (cachedZone !== undefined) return cachedZone;
  const zone = createTimeZone(name);
  zones.set(name, zone);
  return zone;
}

function createTimeZone(name: string): TimeZone {
  const readOffset = createOffsetReader(name);
  let fromYear = 0;
  let toYear = -1;
  let from = Infinity;
  let to = -Infinity;
  // Segment i lasts from starts[i] to starts[i + 1]; the first and the last are open.
  let starts: number[] = [];
  let offsets: number[] = [];
  let hint = 0;

  function cover(instant: number): void {
    if (instant >= from && instant < to) return;
    const year = clampYear(new Date(instant).getUTCFullYear());
    const lower = clampYear(Math.min(year - 1, toYear < fromYear ? year : fromYear));
    const upper = clampYear(Math.max(year + 1, toYear < fromYear ? year : toYear));
    if (toYear >= fromYear && lower === fromYear && upper === toYear) return;
    fromYear = lower;
    toYear = upper;
    const table = findSegments(readOffset, Date.UTC(lower, 0, 1), Date.UTC(upper + 1, 0, 1));
    starts = table.starts;
    offsets = table.offsets;
    from = lower === firstYear ? -Infinity : Date.UTC(lower, 0, 1);
    to = upper === lastYear ? Infinity : Date.UTC(upper + 1, 0, 1);
    hint = 0;
  }

  function startOf(segment: number): number {
    return segment <= 0 ? -Infinity : (starts[segment] ?? Infinity);
  }

  function offsetOf(segment: number): number {
    return offsets[segment] ?? 0;
  }

  function segmentOf(instant: number): number {
    cover(instant);
    if (instant >= startOf(hint) && instant < startOf(hint + 1)) return hint;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (startOf(middle) <= instant) low = middle;
      else high = middle - 1;
    }
    hint = low;
    return low;
  }

  function firstInstantOf(local: number): number {
    cover(local + 2 * dayMs);
    for (let i = segmentOf(local - 2 * dayMs); i < starts.length; i += 1) {
      const instant = Math.max(startOf(i), local - offsetOf(i));
      if (instant < startOf(i + 1)) return instant;
    }
    return local - offsetOf(starts.length - 1);
  }

  function instantsOf(local: number): readonly number[] {
    const matches: number[] = [];
    cover(local + 2 * dayMs);
    for (let i = segmentOf(local - 2 * dayMs); i < starts.length; i += 1) {
      if (startOf(i) > local + 2 * dayMs) break;
      const instant = local - offsetOf(i);
      if (instant >= startOf(i) && instant < startOf(i + 1)) matches.push(instant);
    }
    return matches;
  }

  function hourStart(instant: number): number {
    const segment = segmentOf(instant);
    const offset = offsetOf(segment);
    const local = Math.floor((instant + offset) / hourMs) * hourMs;
    const changed = startOf(segment);
    if (local - offset >= changed) return local - offset;
    const before = offsetOf(segment - 1);
    // When clocks go forward within an hour, it stays one hour; when they go back, another one begins.
    const isSameHour = offset > before && local - before < changed;
    return isSameHour ? local - before : changed;
  }

  function nextHourStart(instant: number): number {
    const start = hourStart(instant);
    let [before, after] = [start, start + hourMs];
    // When clocks change, an hour may be longer or shorter.
    while (hourStart(after) === start) after += hourMs;
    if (hourStart(after) === after && hourStart(after - minuteMs) === start) return after;
    while (after - before > minuteMs) {
      const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs;
      if (hourStart(middle) === start) before = middle;
      else after = middle;
    }
    return after;
  }

  return {
    name,
    offsetAt: (instant) => offsetOf(segmentOf(instant)),
    firstInstantOf,
    instantsOf,
    hourStart,
    nextHourStart,
  };
}

function clampYear(year: number): number {
  return Math.min(lastYear, Math.max(firstYear, year));
}

function findSegments(
  readOffset: (instant: number) => number,
  from: number,
  to: number,
): { starts: number[]; offsets: number[] } {
  const starts = [from];
  let current = readOffset(from);
  const offsets = [current];
  for (let low = from; low < to; low += scanMs) {
    const high = Math.min(low + scanMs, to);
    const next = readOffset(high);
    if (next === current) continue;
    let before = low;
    let after = high;
    while (after - before > minuteMs) {
      const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
      if (readOffset(middle) === current) before = middle;
      else after = middle;
    }
    starts.push(after);
    offsets.push(next);
    current = next;
  }
  return { starts, offsets };
}

function createOffsetReader(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant));
    if (match === null) throw new RangeError(`The runtime reports no offset for ${timeZone}.`);
    const [, sign, hours, minutes] = match;
    if (sign === undefined) return 0;
    const offset = Number(hours) * hourMs + Number(minutes) * minuteMs;
    return sign === '-' ? -offset : offset;
  };
}
