// Stores thousands of hourly rows as numbers outside the JavaScript heap while the survey's other responses are pending.
// As objects they would be most of what the garbage collector copies.
import type { HourCounts } from '../../domain/facts.ts';

/** Numbers before the counts of a row: local day, hour, offset, number of counts. */
const ROW_HEADER = 4;

interface RowPacker {
  /** Adds a row with the first `length` counts. */
  add(
    localDay: number,
    hour: number,
    offsetMinutes: number,
    counts: readonly number[],
    length: number,
  ): void;
  /** Returns the rows; none can be added afterwards. */
  finish(): Iterable<HourCounts>;
}

/** Enough for the rows of thirteen weeks; a longer list replaces it by a larger one. */
let reusedBuffer = new Int32Array(16 * 1024);
const MAX_REUSED_LENGTH = 256 * 1024;

/** Only one packer may be in use at a time: all write to the same buffer. */
export function createRowPacker(): RowPacker {
  let packed = reusedBuffer;
  let used = 0;
  return {
    add: (localDay, hour, offsetMinutes, counts, length) => {
      const end = used + ROW_HEADER + length;
      if (end > packed.length) packed = enlarge(packed, end);
      packed[used] = localDay;
      packed[used + 1] = hour;
      packed[used + 2] = offsetMinutes;
      packed[used + 3] = length;
      for (let i = 0; i < length; i += 1) packed[used + ROW_HEADER + i] = counts[i] ?? 0;
      used = end;
    },
    finish: () => {
      if (packed.length <= MAX_REUSED_LENGTH) reusedBuffer = packed;
      const rows = packed.slice(0, used);
      return { [Symbol.iterator]: () => unpack(rows) };
    },
  };
}

function enlarge(packed: Int32Array<ArrayBuffer>, atLeast: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(atLeast, packed.length * 2));
  grown.set(packed);
  return grown;
}

function* unpack(rows: Int32Array): Generator<HourCounts, void, undefined> {
  const counts: number[] = [];
  let at = 0;
  while (at < rows.length) {
    const length = rows[at + 3] ?? 0;
    for (let i = 0; i < length; i += 1) counts[i] = rows[at + ROW_HEADER + i] ?? 0;
    yield {
      localDay: rows[at] ?? 0,
      hour: rows[at + 1] ?? 0,
      offsetMinutes: rows[at + 2] ?? 0,
      // A copy of exact size: an array grown by push has spare capacity.
      data: counts.slice(0, length),
    };
    at += ROW_HEADER + length;
  }
}
