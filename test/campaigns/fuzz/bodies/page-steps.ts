// Wrong paging information. It must not cause missing or duplicate items without a failure.
import type { RandomChoices } from '../random-choices.ts';

/** The range in the query. */
export interface RequestedRange {
  readonly start: number;
  readonly end: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Change = (page: Fields, random: RandomChoices, range: RequestedRange) => Fields | null;

const DAY = 86_400_000;

const PAGE_STEPS = {
  'next page starts where requested': continueAt(({ start }) => start),
  'next page starts before the requested range': continueAt(
    ({ start }, random) => start - random.int(1, DAY),
  ),
  'next page starts at the end': continueAt(({ end }) => end),
  'next page starts after the end': continueAt(({ end }, random) => end + random.int(0, 400 * DAY)),
  'never ends': continueAt(({ start }, random) => start + random.pick([DAY, 3_600_000])),
  'moves by a millisecond': (page, random, range) =>
    // Rare, because a thousand pages are slow.
    random.isOneIn(20) && JSON.stringify(page).length < 4_000
      ? continueAt(({ start }) => start + 1)(page, random, range)
      : null,
  'next page is empty': (page, random, range) =>
    isTimed(page, range)
      ? { ...withMoreResultsAfter(page, range.start + random.int(1, DAY)), data: [] }
      : null,
  'next page starts at an invalid time': (page, random, range) =>
    isTimed(page, range)
      ? {
          ...page,
          meta: { moreResultsAfter: random.pick(['soon', '', 7, true, [], '2026-11-09']) },
        }
      : null,
  'has no meta': (page) => (isPage(page) ? withoutField(page, 'meta') : null),
  'has another meta': (page, random) =>
    isPage(page) ? { ...page, meta: random.pick<unknown>([null, [], 'x', 7, {}]) } : null,
  'total too large': (page, random) => withChangedCount(page, 'total', random.int(1, 1_000)),
  'total too small': (page) => withChangedCount(page, 'total', -1),
  'another offset': (page, random) => withChangedCount(page, 'offset', random.int(1, 200)),
  'offset before': (page) => withChangedCount(page, 'offset', -1),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(PAGE_STEPS));
export const PAGE_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The changed page; null if the step does not apply to the document. */
export function changePage(
  document: unknown,
  kind: string,
  random: RandomChoices,
  range: RequestedRange,
): Fields | null {
  const page = typeof document === 'object' && document !== null ? { ...document } : {};
  return STEPS.get(kind)?.(page, random, range) ?? null;
}

function continueAt(at: (range: RequestedRange, random: RandomChoices) => number): Change {
  return (page, random, range) =>
    isTimed(page, range) ? withMoreResultsAfter(page, at(range, random)) : null;
}

function withMoreResultsAfter(page: Fields, at: number): Fields {
  return { ...page, meta: { moreResultsAfter: new Date(at).toISOString() } };
}

function withChangedCount(
  page: Fields,
  name: 'total' | 'offset',
  difference: number,
): Fields | null {
  const meta = metaOf(page);
  const value = meta[name];
  return typeof value === 'number'
    ? { ...page, meta: { ...meta, [name]: value + difference } }
    : null;
}

/** Follow-ups have an empty `meta` too, but no list. */
function isPage(page: Fields): boolean {
  return Array.isArray(page['data']) && 'meta' in page;
}

function isTimed(page: Fields, { start }: RequestedRange): boolean {
  return isPage(page) && !('total' in metaOf(page)) && Number.isFinite(start);
}

function metaOf({ meta }: Fields): Fields {
  return typeof meta === 'object' && meta !== null ? { ...meta } : {};
}

function withoutField(page: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(page).filter(([key]) => key !== name));
}
