// Paging servers with a known list: correct in each interpretation that the API document allows, or wrong in a way
// that a client can notice.
import type { Timestamp } from '../../../../lib/adapters/feedback-api/timestamps.ts';
import type {
  OffsetPage,
  TimePage,
} from '../../../../lib/adapters/feedback-api/response-schemas.ts';
import type { Range } from '../../../../lib/ports/feedback-source.ts';
import type { RandomChoices } from '../random-choices.ts';

export interface PagedItem {
  readonly key: number;
  readonly at: number;
}

export const START = Date.UTC(2026, 10, 9);
export const END = Date.UTC(2026, 10, 16);

/** The configuration of a server. */
export interface PagingSetup {
  readonly items: readonly PagedItem[];
  readonly cap: number;
  /** Where `moreResultsAfter` lies between the last item of a page and the first that was cut. */
  readonly reading: 'the last' | 'the next' | 'between' | 'a millisecond behind';
  /** Wrong behaviour from the page `faultFrom` on. */
  readonly fault: PagingFault | null;
  readonly faultFrom: number;
}

export type PagingFault =
  | 'stays'
  | 'goes back'
  | 'jumps behind the end'
  | 'says more with nothing'
  | 'forgets meta'
  | 'never ends'
  | 'total grows'
  | 'total shrinks'
  | 'total changes each time'
  | 'offset is another'
  | 'page too long'
  | 'item twice'
  | 'page again'
  | 'nothing in between';

type PagingStep = (setup: PagingSetup, random: RandomChoices) => PagingSetup;

const withFault =
  (kind: PagingFault): PagingStep =>
  (setup, random) => ({ ...setup, fault: kind, faultFrom: random.int(0, 3) });

const withItems = (setup: PagingSetup, times: readonly number[]): PagingSetup => ({
  ...setup,
  items: [...setup.items, ...times.map((at, i) => ({ key: setup.items.length + i + 1, at }))],
});
const repeatUpTo = (random: RandomChoices, max: number): readonly undefined[] =>
  Array.from({ length: random.int(1, max) }, () => undefined);
const randomTime = (random: RandomChoices): number => START + random.int(0, END - START - 1);

const PAGING_STEPS = {
  'items anywhere': (setup, random) =>
    withItems(
      setup,
      repeatUpTo(random, 40).map(() => randomTime(random)),
    ),
  'items at one time': (setup, random) => {
    const at = randomTime(random);
    return withItems(
      setup,
      repeatUpTo(random, 12).map(() => at),
    );
  },
  'items a millisecond apart': (setup, random) => {
    const at = randomTime(random);
    return withItems(
      setup,
      repeatUpTo(random, 12).map((_, i) => Math.min(at + i, END - 1)),
    );
  },
  'items at the very start': (setup, random) =>
    withItems(
      setup,
      repeatUpTo(random, 6).map(() => START),
    ),
  'items at the very end': (setup, random) =>
    withItems(
      setup,
      repeatUpTo(random, 6).map(() => END - 1),
    ),
  'items from before': (setup, random) =>
    withItems(
      setup,
      repeatUpTo(random, 4).map(() => START - random.int(1, 9_999)),
    ),
  'many items': (setup, random) =>
    withItems(
      setup,
      Array.from({ length: 250 }, () => randomTime(random)),
    ),
  'small pages': (setup, random) => ({ ...setup, cap: random.int(1, 3) }),
  'large pages': (setup) => ({ ...setup, cap: 500 }),
  'more is the last': (setup) => ({ ...setup, reading: 'the last' }),
  'more is the next': (setup) => ({ ...setup, reading: 'the next' }),
  'more is between': (setup) => ({ ...setup, reading: 'between' }),
  'more is a millisecond behind': (setup) => ({ ...setup, reading: 'a millisecond behind' }),
  stays: withFault('stays'),
  'goes back': withFault('goes back'),
  'jumps behind the end': withFault('jumps behind the end'),
  'says more with nothing': withFault('says more with nothing'),
  'forgets meta': withFault('forgets meta'),
  'never ends': withFault('never ends'),
  'total grows': withFault('total grows'),
  'total shrinks': withFault('total shrinks'),
  'total changes each time': withFault('total changes each time'),
  'offset is another': withFault('offset is another'),
  'page too long': withFault('page too long'),
  'item twice': withFault('item twice'),
  'page again': withFault('page again'),
  'nothing in between': withFault('nothing in between'),
} as const satisfies Readonly<Record<string, PagingStep>>;

const STEPS: ReadonlyMap<string, PagingStep> = new Map(Object.entries(PAGING_STEPS));
export const PAGING_STEP_NAMES: readonly string[] = [...STEPS.keys()];
export const PLAIN_SETUP: PagingSetup = {
  items: [],
  cap: 7,
  reading: 'the next',
  fault: null,
  faultFrom: 0,
};

export function changeSetup(
  setup: PagingSetup,
  kind: string,
  random: RandomChoices,
): PagingSetup | null {
  return STEPS.get(kind)?.(setup, random) ?? null;
}

export const toTimestamp = (at: number): Timestamp => ({
  at,
  offsetMinutes: 0,
  localDay: 0,
  hour: 0,
});

export interface TimePagingServer {
  read(range: Range): Promise<TimePage<PagedItem>>;
  /** Number of requests. */
  readonly requestCount: number;
}

/** `includesEarlierItems`: every page also has the items that began before the range, like alerts. */
export function createTimePagingServer(
  setup: PagingSetup,
  includesEarlierItems: boolean,
  random: RandomChoices,
): TimePagingServer {
  const { cap, reading, fault: configuredFault, faultFrom } = setup;
  const sorted = setup.items.toSorted((a, b) => a.at - b.at);
  let requestCount = 0;
  const moreAt = (lastItem: number, nextItem: number): number => {
    switch (reading) {
      case 'the last':
        return lastItem;
      case 'the next':
        return nextItem;
      case 'between':
        return lastItem + Math.floor((nextItem - lastItem) / 2);
      case 'a millisecond behind':
        return Math.min(lastItem + 1, nextItem);
    }
  };
  return {
    get requestCount() {
      return requestCount;
    },
    read: ({ start, end }) => {
      const activeFault = requestCount >= faultFrom ? configuredFault : null;
      requestCount += 1;
      const before = includesEarlierItems ? sorted.filter(({ at }) => at < start) : [];
      const itemsInRange = sorted.filter(({ at }) => at >= start && at < end);
      const page = itemsInRange.slice(0, cap);
      const [lastItem, nextItem] = [page.at(-1), itemsInRange[cap]];
      const moreResultsAfter =
        lastItem === undefined || nextItem === undefined ? null : moreAt(lastItem.at, nextItem.at);
      const answer = (at: number | null, data: readonly PagedItem[] = [...before, ...page]) =>
        Promise.resolve({ meta: { moreResultsAfter: at === null ? null : toTimestamp(at) }, data });
      switch (activeFault) {
        case 'stays':
          return answer(start);
        case 'goes back':
          return answer(start - random.int(1, 86_400_000));
        case 'jumps behind the end':
          return answer(end + random.int(0, 86_400_000));
        case 'says more with nothing':
          return answer(start + 1, []);
        case 'never ends':
          // Advances by less than the next item, so that no item is skipped.
          return answer(Math.min(start + 1, nextItem?.at ?? start + 1));
        case 'forgets meta':
          return Promise.resolve({ meta: null, data: [...before, ...page] });
        default:
          return answer(moreResultsAfter);
      }
    },
  };
}

export interface OffsetPagingServer {
  read(offset: number, limit: number): Promise<OffsetPage<PagedItem>>;
}

export function createOffsetPagingServer(
  setup: PagingSetup,
  random: RandomChoices,
): OffsetPagingServer {
  const { items, fault: configuredFault, faultFrom } = setup;
  // Pages may be shorter than requested.
  const cap = Math.max(1, Math.min(setup.cap, 100));
  let requestCount = 0;
  let total = items.length;
  return {
    read: (offset, limit) => {
      const activeFault = requestCount >= faultFrom ? configuredFault : null;
      requestCount += 1;
      const data = items.slice(offset, offset + Math.min(limit, cap));
      const answer = (meta: { total: number; offset: number }, page: readonly PagedItem[] = data) =>
        Promise.resolve({ meta, data: page });
      switch (activeFault) {
        case 'total grows':
          return answer({ total: total + 1, offset });
        case 'total shrinks':
          return answer({ total: Math.max(0, total - 1), offset });
        case 'total changes each time':
          total += 1;
          return answer({ total, offset });
        case 'offset is another':
          return answer({ total, offset: offset + random.int(1, 100) });
        case 'page too long':
          return answer({ total, offset }, [...items, ...items].slice(0, limit + 1));
        case 'item twice':
          return answer(
            { total, offset },
            data.length > 1 ? [...data.slice(1), ...data.slice(-1)] : data,
          );
        case 'page again':
          return answer({ total, offset }, items.slice(0, data.length));
        case 'nothing in between':
          return answer({ total, offset }, []);
        default:
          return answer({ total, offset });
      }
    },
  };
}
