// The events of one survey in memory: a typed array per column, ascending by time.
import { countsOfPress } from '../company.ts';
import type {
  FeedbackEvent,
  OpenText,
  TimeRange,
  VisitCounts,
  EventSelection,
} from '../company-store.ts';

/** The value of the button column for an hourly sum. */
export const hourlySumMarker = 255;

export interface Columns {
  readonly length: number;
  readonly ts: Float64Array;
  readonly r: Uint8Array;
  /** 1 where the event counts in summed results. */
  readonly counts: Uint8Array;
  /** 0, or 1 + the index in `followUpKeys`. */
  readonly followUp: Uint16Array;
  readonly followUpKeys: readonly number[];
  /** Counts of the hourly sums by row. */
  readonly sums: ReadonlyMap<number, readonly number[]>;
  /** Rows with open feedback, ascending. */
  readonly openRows: Uint32Array;
  readonly open: ReadonlyMap<number, OpenText>;
}

/** The first row at or after the instant. */
function rowAt(columns: Columns, instant: number): number {
  return lowerBound(columns.ts, instant);
}

export function forEachCount(columns: Columns, range: TimeRange, visit: VisitCounts): void {
  const end = rowAt(columns, range.end);
  for (let row = rowAt(columns, range.start); row < end; row += 1) {
    const button = columns.r[row] ?? 0;
    const ts = columns.ts[row] ?? 0;
    if (button === hourlySumMarker) visit(ts, columns.sums.get(row) ?? []);
    else if (columns.counts[row] === 1) visit(ts, countsOfPress(button));
  }
}

export function forEachFollowUp(
  columns: Columns,
  range: TimeRange,
  visit: (followUp: number, r: number, count: number) => void,
): void {
  const end = rowAt(columns, range.end);
  for (let row = rowAt(columns, range.start); row < end; row += 1) {
    const key = columns.followUpKeys[(columns.followUp[row] ?? 0) - 1];
    if (key !== undefined) visit(key, columns.r[row] ?? 0, 1);
  }
}

/** Visits every press; the alert engine does not use hourly sums. */
export function forEachPress(
  { length, ts, r }: Columns,
  visit: (ts: number, r: number) => void,
): void {
  for (let row = 0; row < length; row += 1) {
    if (r[row] !== hourlySumMarker) visit(ts[row] ?? 0, r[row] ?? 0);
  }
}

const batchSize = 1_000;

export function* readEvents(
  columns: Columns,
  range: TimeRange,
  which: EventSelection,
): Generator<readonly FeedbackEvent[]> {
  const first = rowAt(columns, range.start);
  const end = rowAt(columns, range.end);
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

function eventAt(columns: Columns, row: number): FeedbackEvent {
  const ts = columns.ts[row] ?? 0;
  const r = columns.r[row] ?? 0;
  if (r === hourlySumMarker) return { ts, data: columns.sums.get(row) ?? [] };
  const followUp = columns.followUpKeys[(columns.followUp[row] ?? 0) - 1];
  const open = columns.open.get(row);
  return {
    ts,
    r,
    ...(followUp === undefined ? {} : { followUp }),
    ...(open === undefined ? {} : { open }),
  };
}

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
