// The events of one survey in memory: a typed array per column, ascending by time. They are added in any
// order.
import { countsOfPress } from '../company.ts';
import {
  type FeedbackEvent,
  type OpenText,
  type TimeRange,
  type VisitCounts,
  type EventSelection,
  createMisuseFilter,
} from '../company-store.ts';

/** The value of the button column for an hourly sum. */
const hourlySumMarker = 255;

export interface EventColumns {
  readonly length: number;
  readonly ts: Float64Array;
  readonly r: Uint8Array;
  /** 1 where the event counts in summed results. */
  readonly counts: Uint8Array;
  /** Of a press: 0, or 1 + the index in `followUpKeys`; of an hourly sum: its index in `sums`. */
  readonly detail: Uint32Array;
  readonly followUpKeys: readonly number[];
  readonly sums: HourlySums;
  /** Rows with open feedback, ascending. */
  readonly openRows: Uint32Array;
  readonly open: ReadonlyMap<number, OpenText>;
}

/** The counts of hourly sums one after another: those of the first begin at `starts[0]`. */
interface HourlySums {
  readonly starts: Uint32Array;
  readonly counts: Uint32Array;
}

export function forEachCount(columns: EventColumns, range: TimeRange, visit: VisitCounts): void {
  const end = lowerBound(columns.ts, range.end);
  for (let row = lowerBound(columns.ts, range.start); row < end; row += 1) {
    const button = columns.r[row] ?? 0;
    const ts = columns.ts[row] ?? 0;
    if (button === hourlySumMarker) visit(ts, sumAt(columns, row));
    else if (columns.counts[row] === 1) visit(ts, countsOfPress(button));
  }
}

export function forEachFollowUp(
  columns: EventColumns,
  range: TimeRange,
  visit: (followUp: number, r: number, count: number) => void,
): void {
  const end = lowerBound(columns.ts, range.end);
  for (let row = lowerBound(columns.ts, range.start); row < end; row += 1) {
    const key = followUpAt(columns, row);
    if (key !== undefined) visit(key, columns.r[row] ?? 0, 1);
  }
}

/** Visits every press; the alert engine does not use hourly sums. */
export function forEachPress(
  { length, ts, r }: EventColumns,
  visit: (ts: number, r: number) => void,
): void {
  for (let row = 0; row < length; row += 1) {
    if (r[row] !== hourlySumMarker) visit(ts[row] ?? 0, r[row] ?? 0);
  }
}

const batchSize = 1_000;

export function* readEvents(
  columns: EventColumns,
  range: TimeRange,
  which: EventSelection,
): Generator<readonly FeedbackEvent[]> {
  const first = lowerBound(columns.ts, range.start);
  const end = lowerBound(columns.ts, range.end);
  const { openRows } = columns;
  const [from, to] =
    which === 'all' ? [first, end] : [lowerBound(openRows, first), lowerBound(openRows, end)];
  for (let at = from; at < to; at += batchSize) {
    const length = Math.max(0, Math.min(batchSize, to - at));
    yield Array.from({ length }, (_, i) =>
      eventAt(columns, which === 'all' ? at + i : (openRows[at + i] ?? 0)),
    );
  }
}

function eventAt(columns: EventColumns, row: number): FeedbackEvent {
  const ts = columns.ts[row] ?? 0;
  const r = columns.r[row] ?? 0;
  if (r === hourlySumMarker) return { ts, data: sumAt(columns, row) };
  const followUp = followUpAt(columns, row);
  const open = columns.open.get(row);
  return {
    ts,
    r,
    ...(followUp === undefined ? {} : { followUp }),
    ...(open === undefined ? {} : { open }),
  };
}

function followUpAt({ r, detail, followUpKeys }: EventColumns, row: number): number | undefined {
  return r[row] === hourlySumMarker ? undefined : followUpKeys[(detail[row] ?? 0) - 1];
}

function sumAt({ detail, sums }: EventColumns, row: number): readonly number[] {
  const index = detail[row] ?? 0;
  return [...sums.counts.subarray(sums.starts[index], sums.starts[index + 1])];
}

/** The first index whose item is not below the target. */
function lowerBound(sorted: Float64Array | Uint32Array, target: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes events in any order. */
export interface ColumnsBuilder {
  addPress(
    ts: number,
    r: number,
    device?: string | number,
    followUp?: number,
    open?: OpenText,
  ): void;
  addHourlySum(ts: number, data: readonly number[]): void;
  /** Events at the same instant keep the order in which they were added. */
  finish(): EventColumns;
}

export function createColumnsBuilder(tamperDelayMs: number): ColumnsBuilder {
  let length = 0;
  let isAscending = true;
  let ts = new Float64Array(1024);
  let r = new Uint8Array(1024);
  let device = new Uint32Array(1024);
  let detail = new Uint32Array(1024);
  const devices = createNumbering<string | number>();
  const followUps = createNumbering<number>();
  const sumStarts = [0];
  const sumCounts: number[] = [];
  const open = new Map<number, OpenText>();

  function add(at: number, button: number, deviceNumber: number, detailNumber: number): number {
    if (length === ts.length) {
      ts = copyInto(ts, new Float64Array(length * 2));
      r = copyInto(r, new Uint8Array(length * 2));
      device = copyInto(device, new Uint32Array(length * 2));
      detail = copyInto(detail, new Uint32Array(length * 2));
    }
    if (length > 0 && at < (ts[length - 1] ?? 0)) isAscending = false;
    ts[length] = at;
    r[length] = button;
    device[length] = deviceNumber;
    detail[length] = detailNumber;
    length += 1;
    return length - 1;
  }

  return {
    addPress: (at, button, deviceKey, followUpKey, openText) => {
      const row = add(at, button, devices.of(deviceKey), followUps.of(followUpKey));
      if (openText !== undefined) open.set(row, openText);
    },
    addHourlySum: (at, data) => {
      add(at, hourlySumMarker, 0, sumStarts.length - 1);
      sumCounts.push(...data);
      sumStarts.push(sumCounts.length);
    },
    finish: () => {
      const order = isAscending ? undefined : rowsInOrderOfTime(ts.subarray(0, length));
      const sorted = {
        ts: reorder(ts, order, new Float64Array(length)),
        r: reorder(r, order, new Uint8Array(length)),
        device: reorder(device, order, new Uint32Array(length)),
        detail: reorder(detail, order, new Uint32Array(length)),
      };
      const openByRow = reorderMap(open, order);
      return {
        length,
        ts: sorted.ts,
        r: sorted.r,
        counts: countingRows(sorted.ts, sorted.device, tamperDelayMs),
        detail: sorted.detail,
        followUpKeys: followUps.items,
        sums: { starts: Uint32Array.from(sumStarts), counts: Uint32Array.from(sumCounts) },
        openRows: Uint32Array.from(openByRow.keys()).sort(),
        open: openByRow,
      };
    },
  };
}

/** 1 for each event that passes the misuse filter. */
function countingRows(ts: Float64Array, device: Uint32Array, tamperDelayMs: number): Uint8Array {
  const counts = new Uint8Array(ts.length);
  const filter = createMisuseFilter(tamperDelayMs);
  for (let row = 0; row < ts.length; row += 1) {
    const deviceNumber = device[row] ?? 0;
    if (filter(ts[row] ?? 0, deviceNumber === 0 ? undefined : deviceNumber)) counts[row] = 1;
  }
  return counts;
}

/** Numbers items from 1 in the order of their first use; 0 stands for none. */
function createNumbering<Item>(): {
  readonly items: readonly Item[];
  readonly of: (item: Item | undefined) => number;
} {
  const items: Item[] = [];
  const numbers = new Map<Item, number>();
  return {
    items,
    of: (item) => {
      if (item === undefined) return 0;
      const existingNumber = numbers.get(item);
      if (existingNumber !== undefined) return existingNumber;
      const number = items.push(item);
      numbers.set(item, number);
      return number;
    },
  };
}

function rowsInOrderOfTime(ts: Float64Array): Uint32Array {
  // Typed arrays need not be sorted stably, so equal times are compared by their rows.
  return Uint32Array.from(ts.keys()).sort((a, b) => {
    const later = (ts[a] ?? 0) - (ts[b] ?? 0);
    return later === 0 ? a - b : later;
  });
}

interface EventColumn {
  readonly length: number;
  [row: number]: number;
  set(from: EventColumn): void;
  subarray(from: number, to: number): EventColumn;
}

function copyInto<Kind extends EventColumn>(from: Kind, to: Kind): Kind {
  to.set(from);
  return to;
}

function reorder<Kind extends EventColumn>(
  from: Kind,
  order: Uint32Array | undefined,
  to: Kind,
): Kind {
  if (order === undefined) to.set(from.subarray(0, to.length));
  else for (const [row, old] of order.entries()) to[row] = from[old] ?? 0;
  return to;
}

/** Moves values of rows to their rows in the new order. */
function reorderMap<Item>(
  items: ReadonlyMap<number, Item>,
  order: Uint32Array | undefined,
): ReadonlyMap<number, Item> {
  if (order === undefined || items.size === 0) return items;
  const reordered = new Map<number, Item>();
  for (const [row, old] of order.entries()) {
    const item = items.get(old);
    if (item !== undefined) reordered.set(row, item);
  }
  return reordered;
}
