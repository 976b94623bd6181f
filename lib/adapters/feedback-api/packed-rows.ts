// Hides how thousands of rows are held while their survey's other answers are on their way: as numbers outside the heap.
// As objects they would be most of what the collector has to copy, and the promises that they came by keep them long.
import type { HourCounts } from '../../domain/facts.ts';

/** Of each row before its counts: local day, hour, offset, number of counts. */
const HEAD = 4;

interface RowPacker {
  /** The first `length` counts. */
  add(
    localDay: number,
    hour: number,
    offsetMinutes: number,
    counts: readonly number[],
    length: number,
  ): void;
  /** The rows so far; nothing is added to them any more. */
  finish(): Iterable<HourCounts>;
}

/** Room for the rows of thirteen weeks; longer lists leave it larger. */
let room = new Int32Array(16 * 1024);
const MAX_KEPT = 256 * 1024;

/** Only one at a time: all write to the same room. */
export function packRows(): RowPacker {
  let packed = room;
  let used = 0;
  return {
    add: (localDay, hour, offsetMinutes, counts, length) => {
      const end = used + HEAD + length;
      if (end > packed.length) packed = larger(packed, end);
      packed[used] = localDay;
      packed[used + 1] = hour;
      packed[used + 2] = offsetMinutes;
      packed[used + 3] = length;
      for (let i = 0; i < length; i += 1) packed[used + HEAD + i] = counts[i] ?? 0;
      used = end;
    },
    finish: () => {
      if (packed.length <= MAX_KEPT) room = packed;
      const rows = packed.slice(0, used);
      return { [Symbol.iterator]: () => unpack(rows) };
    },
  };
}

function larger(packed: Int32Array<ArrayBuffer>, atLeast: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(Math.max(atLeast, packed.length * 2));
  grown.set(packed);
  return grown;
}

function* unpack(rows: Int32Array): Generator<HourCounts, void, undefined> {
  const counts: number[] = [];
  let at = 0;
  while (at < rows.length) {
    const length = rows[at + 3] ?? 0;
    for (let i = 0; i < length; i += 1) counts[i] = rows[at + HEAD + i] ?? 0;
    yield {
      localDay: rows[at] ?? 0,
      hour: rows[at + 1] ?? 0,
      offsetMinutes: rows[at + 2] ?? 0,
      // An array that is grown by push keeps room for many more.
      data: counts.slice(0, length),
    };
    at += HEAD + length;
  }
}
