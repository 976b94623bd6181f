// Local time of an IANA time zone. The runtime only formats single instants, so the changes of the
// offset are searched once and stored in a table.

export interface TimeZone {
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

// A company has thousands of surveys but few zones, and creating a formatter is slow.
const knownNames = new Map<string, boolean>();

/** Whether the runtime supports the zone. It accepts offsets too, but those have no daylight saving time. */
export function isTimeZone(name: string): boolean {
  const known = knownNames.get(name) ?? (/^[a-z]/i.test(name) && isAcceptedByIntl(name));
  knownNames.set(name, known);
  return known;
}

function isAcceptedByIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function createTimeZone(name: string): TimeZone {
  const { segmentAt, segmentsNear } = createOffsetTable(name);

  function hourStart(instant: number): number {
    const { start, offset, offsetBefore } = segmentAt(instant);
    const local = Math.floor((instant + offset) / hourMs) * hourMs;
    if (local - offset >= start) return local - offset;
    // When clocks go forward within an hour, it stays one hour; when they go back, another one begins.
    const isSameHour = offset > offsetBefore && local - offsetBefore < start;
    return isSameHour ? local - offsetBefore : start;
  }

  return {
    offsetAt: (instant) => segmentAt(instant).offset,
    firstInstantOf: (local) => {
      for (const { start, end, offset } of segmentsNear(local)) {
        const instant = Math.max(start, local - offset);
        if (instant < end) return instant;
      }
      throw new RangeError(`The local time ${local} is out of range.`);
    },
    instantsOf: (local) =>
      segmentsNear(local).flatMap(({ start, end, offset }) => {
        const instant = local - offset;
        return instant >= start && instant < end ? [instant] : [];
      }),
    hourStart,
    nextHourStart: (instant) => {
      const start = hourStart(instant);
      let after = start + hourMs;
      // When clocks change, an hour may be longer or shorter.
      while (hourStart(after) === start) after += hourMs;
      if (hourStart(after) === after && hourStart(after - minuteMs) === start) return after;
      return firstMinute(start, after, (middle) => hourStart(middle) !== start);
    },
  };
}

/** A time in which a zone has one offset; the first and the last segment are open. */
interface OffsetSegment {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly offsetBefore: number;
}

interface OffsetTable {
  readonly segmentAt: (instant: number) => OffsetSegment;
  /** The segments within two days of `local`: more than any offset. */
  readonly segmentsNear: (local: number) => readonly OffsetSegment[];
}

/** A table of the requested years, which grows as others are requested. */
function createOffsetTable(name: string): OffsetTable {
  const readOffset = createOffsetReader(name);
  let years: { readonly first: number; readonly last: number } | undefined;
  let [from, to] = [Infinity, -Infinity];
  let segments: readonly OffsetSegment[] = [];
  let latest: OffsetSegment | undefined;

  function cover(instant: number): void {
    if (instant >= from && instant < to) return;
    const year = new Date(instant).getUTCFullYear();
    const first = clampYear(Math.min(year - 1, years?.first ?? year));
    const last = clampYear(Math.max(year + 1, years?.last ?? year));
    segments = findSegments(readOffset, Date.UTC(first, 0, 1), Date.UTC(last + 1, 0, 1));
    years = { first, last };
    from = first === firstYear ? -Infinity : Date.UTC(first, 0, 1);
    to = last === lastYear ? Infinity : Date.UTC(last + 1, 0, 1);
    latest = undefined;
  }

  function indexAt(instant: number): number {
    let [low, high] = [0, segments.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((segments[middle]?.start ?? Infinity) <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    segmentAt: (instant) => {
      cover(instant);
      if (latest === undefined || instant < latest.start || instant >= latest.end) {
        latest = segments[indexAt(instant)];
        if (latest === undefined) throw new RangeError(`The instant ${instant} is out of range.`);
      }
      return latest;
    },
    segmentsNear: (local) => {
      const [start, end] = [local - 2 * dayMs, local + 2 * dayMs];
      cover(end);
      cover(start);
      return segments.slice(indexAt(start), indexAt(end) + 1);
    },
  };
}

function clampYear(year: number): number {
  return Math.min(lastYear, Math.max(firstYear, year));
}

function findSegments(
  readOffset: (instant: number) => number,
  from: number,
  to: number,
): readonly OffsetSegment[] {
  let current = readOffset(from);
  const changes = [{ start: -Infinity, offset: current }];
  for (let low = from; low < to; low += scanMs) {
    const high = Math.min(low + scanMs, to);
    const offset = readOffset(high);
    if (offset === current) continue;
    const before = current;
    changes.push({ start: firstMinute(low, high, (at) => readOffset(at) !== before), offset });
    current = offset;
  }
  return changes.map(({ start, offset }, i) => ({
    start,
    end: changes[i + 1]?.start ?? Infinity,
    offset,
    offsetBefore: changes[i - 1]?.offset ?? offset,
  }));
}

/** The first whole minute after `low` for which `isAfter` is true, as it is for `high`. */
function firstMinute(low: number, high: number, isAfter: (instant: number) => boolean): number {
  let [before, after] = [low, high];
  while (after - before > minuteMs) {
    const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
    if (isAfter(middle)) after = middle;
    else before = middle;
  }
  return after;
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
