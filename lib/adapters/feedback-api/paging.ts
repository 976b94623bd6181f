// Hides how long lists are read to their end. Every walk is exact or fails: nothing is lost, nothing doubled.
import { Failure } from '../../shared/failure.ts';
import type { Instant } from '../../domain/facts.ts';
import type { Range } from '../../ports/feedback-source.ts';
import type { Timestamp } from './timestamps.ts';
import { MAX_ALERTS, type OffsetPage, type TimePage } from './response-schemas.ts';

/**
 * More pages than any real list has: at a hundred and by default fifty to a page, all the surveys that a tree may hold. A server that always finds one more costs no more requests than this.
 */
export const MAX_PAGES = 1_000;
const PAGE_SIZE = 100;
const MAX_RESTARTS = 2;

/** A time-ordered list: where it is, and from how many items on a page without `meta` may have been cut. */
export interface TimeList<T> {
  readonly path: string;
  readonly cap: number;
  readonly timeOf: (item: T) => Timestamp;
  readonly read: (range: Range) => Promise<TimePage<T>>;
}

function nextStart<T>(list: TimeList<T>, page: TimePage<T>, asked: Range): Instant | null {
  if (page.meta === null) {
    if (page.data.length < list.cap) return null;
    throw new Failure('PAGING_INCONSISTENT', { path: list.path, reason: 'no meta' });
  }
  const more = page.meta.moreResultsAfter;
  if (more === null) return null;
  const isForward = more.at > asked.start && more.at < asked.end;
  if (!isForward || page.data.length === 0) throw stalled(list.path);
  return more.at;
}

function stalled(path: string): Failure {
  return new Failure('PAGING_STALLED', { path });
}

/** No end in sight: reading it again from its start would find none either. */
function endless(path: string): Failure {
  return new Failure('PAGING_STALLED', { path, pages: MAX_PAGES });
}

/**
 * Feedback, page by page. `moreResultsAfter` may be the last item's time, the next one's or anything between:
 * what lies before it is kept and the rest asked for again, which is right under every reading.
 * Items are never compared, since equal ones can be separate presses.
 */
export async function* feedbackPages<T>(
  list: TimeList<T>,
  range: Range,
): AsyncGenerator<readonly T[], void, undefined> {
  let start = range.start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await list.read({ start, end: range.end });
    const next = nextStart(list, page, { start, end: range.end });
    const from = pages === 0 ? Number.NEGATIVE_INFINITY : start;
    const before = next ?? Number.POSITIVE_INFINITY;
    yield page.data.filter((item) => {
      const { at } = list.timeOf(item);
      return at >= from && at < before;
    });
    if (next === null) return;
    start = next;
  }
  throw endless(list.path);
}

/**
 * Alerts, by key: one from before the range comes again on every page, and the latest copy counts. Fails with
 * RESPONSE_TOO_LARGE when there are more than MAX_ALERTS: all are held at once.
 */
export async function collectByKey<T extends { readonly key: number }>(
  list: TimeList<T>,
  range: Range,
): Promise<readonly T[]> {
  const byKey = new Map<number, T>();
  let start = range.start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await list.read({ start, end: range.end });
    for (const item of page.data) byKey.set(item.key, item);
    if (byKey.size > MAX_ALERTS) {
      throw new Failure('RESPONSE_TOO_LARGE', { path: list.path, items: MAX_ALERTS });
    }
    const next = nextStart(list, page, { start, end: range.end });
    if (next === null) return [...byKey.values()];
    start = next;
  }
  throw endless(list.path);
}

interface OffsetList<T> {
  readonly path: string;
  readonly read: (offset: number, limit: number) => Promise<OffsetPage<T>>;
  /** Tells items apart; null for one that can't be told. */
  readonly keyOf: (item: T) => number | null;
}

/** A list by offset and total, read again from its start when it changed in between, but not when it has no end. */
export async function collectByOffset<T>(list: OffsetList<T>): Promise<readonly T[]> {
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts += 1) {
    const items = await walkOffsets(list);
    if (items !== null) return items;
  }
  throw new Failure('PAGING_INCONSISTENT', { path: list.path });
}

/** Null when the pages don't fit together. */
async function walkOffsets<T>(list: OffsetList<T>): Promise<readonly T[] | null> {
  const items: T[] = [];
  let total: number | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await list.read(items.length, PAGE_SIZE);
    const { length } = page.data;
    total ??= page.meta.total;
    if (page.meta.total !== total || page.meta.offset !== items.length) return null;
    if (length > PAGE_SIZE || items.length + length > total) return null;
    items.push(...page.data);
    if (items.length === total) return hasDuplicates(items, list.keyOf) ? null : items;
    if (length === 0) return null;
  }
  throw endless(list.path);
}

function hasDuplicates<T>(items: readonly T[], keyOf: (item: T) => number | null): boolean {
  const keys = items.map(keyOf).filter((key) => key !== null);
  return new Set(keys).size !== keys.length;
}
