// Pages that don't lead on as they should: none of this may cost or double an item without a word.
import type { Chance } from '../random-choices.ts';

/** What is asked for, by the query. */
export interface Asked {
  readonly start: number;
  readonly end: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Change = (page: Fields, chance: Chance, asked: Asked) => Fields | null;

const DAY = 86_400_000;

const PAGE_STEPS = {
  'goes on where it was asked': more(({ start }) => start),
  'goes on before it was asked': more(({ start }, chance) => start - chance.int(1, DAY)),
  'goes on at its end': more(({ end }) => end),
  'goes on behind its end': more(({ end }, chance) => end + chance.int(0, 400 * DAY)),
  'never ends': more(({ start }, chance) => start + chance.pick([DAY, 3_600_000])),
  'moves by a millisecond': (page, chance, asked) =>
    // A thousand pages take their time.
    chance.oneIn(20) && JSON.stringify(page).length < 4_000
      ? more(({ start }) => start + 1)(page, chance, asked)
      : null,
  'goes on with nothing': (page, chance, asked) =>
    isTimed(page, asked) ? { ...withMore(page, asked.start + chance.int(1, DAY)), data: [] } : null,
  'goes on at no time': (page, chance, asked) =>
    isTimed(page, asked)
      ? {
          ...page,
          meta: { moreResultsAfter: chance.pick(['soon', '', 7, true, [], '2026-11-09']) },
        }
      : null,
  'has no meta': (page) => (isPage(page) ? without(page, 'meta') : null),
  'has another meta': (page, chance) =>
    isPage(page) ? { ...page, meta: chance.pick<unknown>([null, [], 'x', 7, {}]) } : null,
  'total too large': (page, chance) => counted(page, 'total', chance.int(1, 1_000)),
  'total too small': (page) => counted(page, 'total', -1),
  'another offset': (page, chance) => counted(page, 'offset', chance.int(1, 200)),
  'offset before': (page) => counted(page, 'offset', -1),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(PAGE_STEPS));
export const PAGE_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The page after a step; null when it is no page of that kind. */
export function changePage(
  document: unknown,
  kind: string,
  chance: Chance,
  asked: Asked,
): Fields | null {
  const page = typeof document === 'object' && document !== null ? { ...document } : {};
  return STEPS.get(kind)?.(page, chance, asked) ?? null;
}

function more(at: (asked: Asked, chance: Chance) => number): Change {
  return (page, chance, asked) => (isTimed(page, asked) ? withMore(page, at(asked, chance)) : null);
}

function withMore(page: Fields, at: number): Fields {
  return { ...page, meta: { moreResultsAfter: new Date(at).toISOString() } };
}

function counted(page: Fields, name: 'total' | 'offset', by: number): Fields | null {
  const meta = metaOf(page);
  const value = meta[name];
  return typeof value === 'number' ? { ...page, meta: { ...meta, [name]: value + by } } : null;
}

/** Follow-ups come with an empty `meta` too, but not as a list. */
function isPage(page: Fields): boolean {
  return Array.isArray(page['data']) && 'meta' in page;
}

function isTimed(page: Fields, { start }: Asked): boolean {
  return isPage(page) && !('total' in metaOf(page)) && Number.isFinite(start);
}

function metaOf({ meta }: Fields): Fields {
  return typeof meta === 'object' && meta !== null ? { ...meta } : {};
}

function without(page: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(page).filter(([key]) => key !== name));
}
