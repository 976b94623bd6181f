// Compares an answer with the expected one. Numbers may differ by rounding; ties, and lists whose order
// the API document does not specify, may be in any order.
import type { Timed } from './model-feedback.ts';
import { parse } from './model-zones.ts';

export type Expected =
  | { readonly kind: 'body'; readonly body: unknown }
  /** An offset-paged list without an order of its own: `all` of it, of which a page is cut. */
  | {
      readonly kind: 'listed';
      readonly all: readonly object[];
      readonly offset: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'timed';
      readonly field: 'ts' | 'beginTime';
      readonly all: readonly Timed[];
      readonly cap: number;
      /** The requested date_start, which a cut page has to reach. */
      readonly start: number | undefined;
      /** A local range starts at an instant for each zone: how far it goes on is left open. */
      readonly local: boolean;
    }
  | { readonly kind: 'refused'; readonly status: 400 | 404 };

export interface ReceivedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The first difference, in one line; undefined if there is none. */
export function difference(
  { status, body }: ReceivedAnswer,
  expected: Expected,
): string | undefined {
  const dueStatus = expected.kind === 'refused' ? expected.status : 200;
  if (status !== dueStatus)
    return `status ${status} instead of ${dueStatus}: ${JSON.stringify(body)}`;
  switch (expected.kind) {
    case 'refused':
      return undefined;
    case 'body':
      return unlike(body, expected.body, '');
    case 'listed':
      return listDifference(body, expected);
    case 'timed':
      return pageDifference(body, expected);
  }
}

/** A cut page ends at the cap, or at the first item from `start` on when that comes later; with its ties. */
export function pageLength(
  items: readonly Timed[],
  cap: number,
  start: number | undefined,
): number {
  let length = Math.min(cap, items.length);
  while (length < items.length && start !== undefined && (items[length - 1]?.at ?? 0) < start) {
    length += 1;
  }
  while (length < items.length && items[length]?.at === items[length - 1]?.at) length += 1;
  return length;
}

export interface ModelPage {
  readonly more: string | undefined;
  readonly items: readonly Item[];
}

interface Item {
  readonly at: number;
  readonly key: unknown;
  readonly item: Readonly<Record<string, unknown>>;
}

export function pageOf(body: unknown, field: string): ModelPage {
  if (!isObject(body) || !isObject(body['meta']) || !Array.isArray(body['data'])) {
    throw new Error(`no page: ${JSON.stringify(body)}`);
  }
  const nextPage = body['meta']['moreResultsAfter'];
  if (nextPage !== undefined && typeof nextPage !== 'string')
    throw new Error('moreResultsAfter is odd');
  const data: readonly unknown[] = body['data'];
  return {
    more: nextPage,
    items: data.map((item) => {
      const ts = isObject(item) ? item[field] : undefined;
      if (!isObject(item) || typeof ts !== 'string') throw new Error(`an item without ${field}`);
      return { at: parse(ts), key: item['key'], item };
    }),
  };
}

function listDifference(
  body: unknown,
  { all: items, offset, limit }: Extract<Expected, { kind: 'listed' }>,
): string | undefined {
  if (!isObject(body) || !Array.isArray(body['data'])) return 'no list';
  const data: readonly unknown[] = body['data'];
  const meta = unlike(body['meta'], { offset, limit, total: items.length }, '/meta');
  if (meta !== undefined) return meta;
  const dueLength = Math.max(0, Math.min(limit, items.length - offset));
  if (data.length !== dueLength) return `${data.length} items instead of ${dueLength}`;
  return missing(data, items);
}

function pageDifference(
  body: unknown,
  { field, all: allItems, cap, start, local }: Extract<Expected, { kind: 'timed' }>,
): string | undefined {
  const { more, items } = pageOf(body, field);
  const dueLength = pageLength(allItems, cap, start);
  if (
    items.length !== dueLength &&
    !(local && items.length > dueLength && items.length <= allItems.length)
  ) {
    return `${items.length} items instead of ${dueLength} of ${allItems.length} (cap ${cap}): got ${JSON.stringify(body)}, expected ${JSON.stringify(allItems.slice(0, dueLength).map(({ item }) => item))}`;
  }
  const backwards = items.find(({ at }, index) => at < (items[index - 1]?.at ?? -Infinity));
  if (backwards !== undefined) return `not ascending at ${JSON.stringify(backwards.item)}`;
  const lastItem = items.at(-1);
  const isWhole = items.length === allItems.length;
  const metaDue = isWhole || lastItem === undefined ? {} : { moreResultsAfter: lastItem.at + 1 };
  const meta = unlike(
    more === undefined ? {} : { moreResultsAfter: parse(more) },
    metaDue,
    '/meta',
  );
  if (meta !== undefined || lastItem === undefined) return meta;
  const keys = items.map(({ key }) => key);
  if (field === 'beginTime' && new Set(keys).size !== keys.length) return 'a key comes twice';
  if (field === 'beginTime' && !keys.every((key) => Number.isSafeInteger(key))) {
    return 'an alert without a numeric key';
  }
  // The papers give a computed alert's key no value; only that it has one of its own.
  const hasKeys = allItems.some(({ item }) => 'key' in item);
  const shownItems = items.map(({ at, item: { key, ...rest } }) => ({
    at,
    item: hasKeys ? { key, ...rest } : rest,
  }));
  const before = (list: readonly Timed[]): readonly object[] =>
    list.filter(({ at }) => at < lastItem.at).map(({ item }) => item);
  return (
    missing(before(allItems), before(shownItems)) ??
    missing(before(shownItems), before(allItems)) ??
    missing(
      shownItems.filter(({ at }) => at === lastItem.at).map(({ item }) => item),
      allItems.filter(({ at }) => at === lastItem.at).map(({ item }) => item),
    )
  );
}

/** The first of `some` that `all` has not, or not as often. */
function missing(items: readonly unknown[], allItems: readonly unknown[]): string | undefined {
  const remaining: unknown[] = [...allItems];
  for (const item of items) {
    const index = remaining.findIndex((candidate) => unlike(item, candidate, '') === undefined);
    if (index === -1) {
      return `${JSON.stringify(item)} is on one side alone; the other has ${JSON.stringify(remaining.slice(0, 3))}`;
    }
    remaining.splice(index, 1);
  }
  return undefined;
}

function unlike(actual: unknown, expected: unknown, path: string): string | undefined {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const near = Math.abs(actual - expected) <= 1e-12 * Math.abs(expected);
    return near ? undefined : `${path}: ${actual} instead of ${expected}`;
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    if (actual.length !== expected.length) {
      return `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
    }
    return first(actual, (item: unknown, index) =>
      unlike(item, expected[index], `${path}/${index}`),
    );
  }
  if (isObject(actual) && isObject(expected)) {
    const keys = [...new Set([...Object.keys(actual), ...Object.keys(expected)])];
    return first(keys, (key) => unlike(actual[key], expected[key], `${path}/${key}`));
  }
  return actual === expected
    ? undefined
    : `${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

function first<T>(
  items: readonly T[],
  look: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const itemDifference = look(item, index);
    if (itemDifference !== undefined) return itemDifference;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
