// Reads paged lists to their end: every item exactly once, or the read fails.
import { Failure } from '../../shared/failure.ts';
import type { Instant } from '../../domain/report-inputs.ts';
import type { Range } from '../../ports/feedback-source.ts';
import type { Timestamp } from './timestamps.ts';
import { MAX_ALERTS, type OffsetPage, type TimePage } from './response-schemas.ts';

/** More than any real list has: with the smallest pages, all surveys of the largest tree. It bounds endless lists. */
export const MAX_PAGES = 1_000;
const PAGE_SIZE = 100;
const MAX_RESTARTS = 2;

/** A list in order of time. `cap`: a page without `meta` that has this many items may be incomplete. */
export interface TimeList<T> {
  readonly path: string;
  readonly cap: number;
  readonly timeOf: (item: T) => Timestamp;
  readonly read: (range: Range) => Promise<TimePage<T>>;
}

function nextPageStart<T>(list: TimeList<T>, page: TimePage<T>, range: Range): Instant | null {
  if (page.meta === null) {
    if (page.data.length < list.cap) return null;
    throw new Failure('PAGING_INCONSISTENT', { path: list.path, reason: 'no meta' });
  }
  const nextStart = page.meta.moreResultsAfter;
  if (nextStart === null) return null;
  const isForward = nextStart.at > range.start && nextStart.at < range.end;
  if (!isForward || page.data.length === 0) {
    throw new Failure('PAGING_STALLED', { path: list.path });
  }
  return nextStart.at;
}

/** Not PAGING_INCONSISTENT: the list is not read again from its start. */
function tooManyPages(path: string): Failure {
  return new Failure('PAGING_STALLED', { path, pages: MAX_PAGES });
}

/**
 * Feedback, page by page. `moreResultsAfter` may be the time of the last item, of the next item or any between: items
 * before it are yielded and the rest is requested again, which is right in every case.
 * Items are never compared, since equal items can be separate presses.
 */
export async function* feedbackPages<T>(
  list: TimeList<T>,
  range: Range,
): AsyncGenerator<readonly T[], void, undefined> {
  let start = range.start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await list.read({ start, end: range.end });
    const next = nextPageStart(list, page, { start, end: range.end });
    const from = pages === 0 ? Number.NEGATIVE_INFINITY : start;
    const before = next ?? Number.POSITIVE_INFINITY;
    yield page.data.filter((item) => {
      const { at } = list.timeOf(item);
      return at >= from && at < before;
    });
    if (next === null) return;
    start = next;
  }
  throw tooManyPages(list.path);
}

/**
 * Alerts by key: one that began before the range is on every page, and its last copy counts. Fails with
 * RESPONSE_TOO_LARGE when there are more than MAX_ALERTS, since all are in memory together.
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
    const next = nextPageStart(list, page, { start, end: range.end });
    if (next === null) return [...byKey.values()];
    start = next;
  }
  throw tooManyPages(list.path);
}

interface OffsetList<T> {
  readonly path: string;
  readonly read: (offset: number, limit: number) => Promise<OffsetPage<T>>;
  /** Identifies an item; null for an item without a key. */
  readonly keyOf: (item: T) => number | null;
}

/** Reads a list by offset and total, and again from its start when it changed meanwhile, but not when it is endless. */
export async function collectByOffset<T>(list: OffsetList<T>): Promise<readonly T[]> {
  for (let restarts = 0; restarts <= MAX_RESTARTS; restarts += 1) {
    const items = await readOffsetPages(list);
    if (items !== null) return items;
  }
  throw new Failure('PAGING_INCONSISTENT', { path: list.path });
}

/** Null when the pages are inconsistent. */
async function readOffsetPages<T>(list: OffsetList<T>): Promise<readonly T[] | null> {
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
  throw tooManyPages(list.path);
}

function hasDuplicates<T>(items: readonly T[], keyOf: (item: T) => number | null): boolean {
  const keys = items.map(keyOf).filter((key) => key !== null);
  return new Set(keys).size !== keys.length;
}
