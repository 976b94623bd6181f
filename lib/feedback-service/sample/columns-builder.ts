// Makes columns of events that come in any order. It hides how columns grow and are sorted.
import { hourlySumMarker, type Columns } from './event-columns.ts';
import { createMisuseFilter } from '../misuse-filter.ts';
import type { OpenText } from '../company-store.ts';

/** Takes lines one by one, in any order. */
export interface ColumnsBuilder {
  addPress(
    ts: number,
    r: number,
    device?: string | number,
    followUp?: number,
    open?: OpenText,
  ): void;
  addHourlySum(ts: number, data: readonly number[]): void;
  /** Of two lines at one instant the one that was taken first comes first. */
  finish(): Columns;
}

export function createColumnsBuilder(tamperDelayMs: number): ColumnsBuilder {
  let length = 0;
  let isAscending = true;
  let ts = new Float64Array(1024);
  let r = new Uint8Array(1024);
  let device = new Uint32Array(1024);
  let followUp = new Uint16Array(1024);
  const devices = createNumbering<string | number>();
  const followUps = createNumbering<number>();
  const sums = new Map<number, readonly number[]>();
  const open = new Map<number, OpenText>();

  function add(at: number, button: number, deviceNumber: number, followUpNumber: number): number {
    if (length === ts.length) {
      ts = copyInto(ts, new Float64Array(length * 2));
      r = copyInto(r, new Uint8Array(length * 2));
      device = copyInto(device, new Uint32Array(length * 2));
      followUp = copyInto(followUp, new Uint16Array(length * 2));
    }
    if (length > 0 && at < (ts[length - 1] ?? 0)) isAscending = false;
    ts[length] = at;
    r[length] = button;
    device[length] = deviceNumber;
    followUp[length] = followUpNumber;
    length += 1;
    return length - 1;
  }

  return {
    addPress: (at, button, ownDevice, ownFollowUp, ownText) => {
      const row = add(at, button, devices.of(ownDevice), followUps.of(ownFollowUp));
      if (ownText !== undefined) open.set(row, ownText);
    },
    addHourlySum: (at, data) => {
      sums.set(add(at, hourlySumMarker, 0, 0), data);
    },
    finish: () => {
      const order = isAscending ? undefined : rowsInOrderOfTime(ts.subarray(0, length));
      const sorted = {
        ts: reorder(ts, order, new Float64Array(length)),
        r: reorder(r, order, new Uint8Array(length)),
        device: reorder(device, order, new Uint32Array(length)),
        followUp: reorder(followUp, order, new Uint16Array(length)),
      };
      const openByRow = reorderMap(open, order);
      return {
        length,
        ts: sorted.ts,
        r: sorted.r,
        counts: countingRows(sorted.ts, sorted.device, tamperDelayMs),
        followUp: sorted.followUp,
        followUpKeys: followUps.things,
        sums: reorderMap(sums, order),
        openRows: Uint32Array.from(openByRow.keys()).sort(),
        open: openByRow,
      };
    },
  };
}

/** 1 for each event that the misuse filter lets count; events without a device always do. */
function countingRows(ts: Float64Array, device: Uint32Array, tamperDelayMs: number): Uint8Array {
  const counts = new Uint8Array(ts.length);
  const filter = createMisuseFilter(tamperDelayMs);
  for (let row = 0; row < ts.length; row += 1) {
    const own = device[row] ?? 0;
    if (filter(ts[row] ?? 0, own === 0 ? undefined : own)) counts[row] = 1;
  }
  return counts;
}

/** Numbers things from 1 in the order of their coming; 0 stands for none. */
function createNumbering<Thing>(): {
  readonly things: readonly Thing[];
  readonly of: (thing: Thing | undefined) => number;
} {
  const things: Thing[] = [];
  const numbers = new Map<Thing, number>();
  return {
    things,
    of: (thing) => {
      if (thing === undefined) return 0;
      const known = numbers.get(thing);
      if (known !== undefined) return known;
      const number = things.push(thing);
      numbers.set(thing, number);
      return number;
    },
  };
}

function rowsInOrderOfTime(ts: Float64Array): Uint32Array {
  // Not every engine's typed sort is stable, so equal times are told apart by their rows.
  return Uint32Array.from(ts.keys()).sort((a, b) => {
    const later = (ts[a] ?? 0) - (ts[b] ?? 0);
    return later === 0 ? a - b : later;
  });
}

interface Column {
  readonly length: number;
  [row: number]: number;
  set(from: Column): void;
  subarray(from: number, to: number): Column;
}

function copyInto<Kind extends Column>(from: Kind, to: Kind): Kind {
  to.set(from);
  return to;
}

function reorder<Kind extends Column>(from: Kind, order: Uint32Array | undefined, to: Kind): Kind {
  if (order === undefined) to.set(from.subarray(0, to.length));
  else for (const [row, old] of order.entries()) to[row] = from[old] ?? 0;
  return to;
}

/** What belongs to some rows, by their rows in the new order. */
function reorderMap<Thing>(
  things: ReadonlyMap<number, Thing>,
  order: Uint32Array | undefined,
): ReadonlyMap<number, Thing> {
  if (order === undefined || things.size === 0) return things;
  const found = new Map<number, Thing>();
  for (const [row, old] of order.entries()) {
    const thing = things.get(old);
    if (thing !== undefined) found.set(row, thing);
  }
  return found;
}
