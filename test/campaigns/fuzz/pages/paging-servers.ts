// Paging servers of every temper over a list that is known: right in each reading that the document allows, or wrong
// in a way that a client can notice. It hides how a page is cut.
import type { Timestamp } from '../../../../lib/adapters/feedback-api/timestamps.ts';
import type {
  OffsetPage,
  TimePage,
} from '../../../../lib/adapters/feedback-api/response-schemas.ts';
import type { Range } from '../../../../lib/ports/feedback-source.ts';
import type { Chance } from '../random-choices.ts';

export interface Item {
  readonly key: number;
  readonly at: number;
}

export const START = Date.UTC(2026, 10, 9);
export const END = Date.UTC(2026, 10, 16);

/** How the server is made, step by step. */
export interface Temper {
  readonly items: readonly Item[];
  readonly cap: number;
  /** Where `moreResultsAfter` lies between the last item of a page and the first that was cut. */
  readonly reading: 'the last' | 'the next' | 'between' | 'a millisecond behind';
  /** What it does wrong from some page on. */
  readonly lie: Lie | null;
  readonly liesFrom: number;
}

export type Lie =
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

type TemperStep = (temper: Temper, chance: Chance) => Temper;

const lie =
  (kind: Lie): TemperStep =>
  (temper, chance) => ({ ...temper, lie: kind, liesFrom: chance.int(0, 3) });

const add = (temper: Temper, times: readonly number[]): Temper => ({
  ...temper,
  items: [...temper.items, ...times.map((at, i) => ({ key: temper.items.length + i + 1, at }))],
});
const few = (chance: Chance, most: number): readonly undefined[] =>
  Array.from({ length: chance.int(1, most) }, () => undefined);
const anyTime = (chance: Chance): number => START + chance.int(0, END - START - 1);

const TEMPER_STEPS = {
  'items anywhere': (temper, chance) =>
    add(
      temper,
      few(chance, 40).map(() => anyTime(chance)),
    ),
  'items at one time': (temper, chance) => {
    const at = anyTime(chance);
    return add(
      temper,
      few(chance, 12).map(() => at),
    );
  },
  'items a millisecond apart': (temper, chance) => {
    const at = anyTime(chance);
    return add(
      temper,
      few(chance, 12).map((_, i) => Math.min(at + i, END - 1)),
    );
  },
  'items at the very start': (temper, chance) =>
    add(
      temper,
      few(chance, 6).map(() => START),
    ),
  'items at the very end': (temper, chance) =>
    add(
      temper,
      few(chance, 6).map(() => END - 1),
    ),
  'items from before': (temper, chance) =>
    add(
      temper,
      few(chance, 4).map(() => START - chance.int(1, 9_999)),
    ),
  'many items': (temper, chance) =>
    add(
      temper,
      Array.from({ length: 250 }, () => anyTime(chance)),
    ),
  'small pages': (temper, chance) => ({ ...temper, cap: chance.int(1, 3) }),
  'large pages': (temper) => ({ ...temper, cap: 500 }),
  'more is the last': (temper) => ({ ...temper, reading: 'the last' }),
  'more is the next': (temper) => ({ ...temper, reading: 'the next' }),
  'more is between': (temper) => ({ ...temper, reading: 'between' }),
  'more is a millisecond behind': (temper) => ({ ...temper, reading: 'a millisecond behind' }),
  stays: lie('stays'),
  'goes back': lie('goes back'),
  'jumps behind the end': lie('jumps behind the end'),
  'says more with nothing': lie('says more with nothing'),
  'forgets meta': lie('forgets meta'),
  'never ends': lie('never ends'),
  'total grows': lie('total grows'),
  'total shrinks': lie('total shrinks'),
  'total changes each time': lie('total changes each time'),
  'offset is another': lie('offset is another'),
  'page too long': lie('page too long'),
  'item twice': lie('item twice'),
  'page again': lie('page again'),
  'nothing in between': lie('nothing in between'),
} as const satisfies Readonly<Record<string, TemperStep>>;

const STEPS: ReadonlyMap<string, TemperStep> = new Map(Object.entries(TEMPER_STEPS));
export const TEMPER_STEP_NAMES: readonly string[] = [...STEPS.keys()];
export const PLAIN: Temper = { items: [], cap: 7, reading: 'the next', lie: null, liesFrom: 0 };

export function changeTemper(temper: Temper, kind: string, chance: Chance): Temper | null {
  return STEPS.get(kind)?.(temper, chance) ?? null;
}

export const stamp = (at: number): Timestamp => ({ at, offsetMinutes: 0, localDay: 0, hour: 0 });

export interface TimeServer {
  read(range: Range): Promise<TimePage<Item>>;
  /** Requests so far. */
  readonly asked: number;
}

/** Feedback in the range; `carried`: with what began before it, on every page, as alerts are told. */
export function timeServer(temper: Temper, carried: boolean, chance: Chance): TimeServer {
  const { cap, reading, lie: wrong, liesFrom } = temper;
  const sorted = temper.items.toSorted((a, b) => a.at - b.at);
  let asked = 0;
  const moreAt = (last: number, next: number): number => {
    switch (reading) {
      case 'the last':
        return last;
      case 'the next':
        return next;
      case 'between':
        return last + Math.floor((next - last) / 2);
      case 'a millisecond behind':
        return Math.min(last + 1, next);
    }
  };
  return {
    get asked() {
      return asked;
    },
    read: ({ start, end }) => {
      const lies = asked >= liesFrom ? wrong : null;
      asked += 1;
      const before = carried ? sorted.filter(({ at }) => at < start) : [];
      const found = sorted.filter(({ at }) => at >= start && at < end);
      const page = found.slice(0, cap);
      const [last, next] = [page.at(-1), found[cap]];
      const more = last === undefined || next === undefined ? null : moreAt(last.at, next.at);
      const answer = (at: number | null, data: readonly Item[] = [...before, ...page]) =>
        Promise.resolve({ meta: { moreResultsAfter: at === null ? null : stamp(at) }, data });
      switch (lies) {
        case 'stays':
          return answer(start);
        case 'goes back':
          return answer(start - chance.int(1, 86_400_000));
        case 'jumps behind the end':
          return answer(end + chance.int(0, 86_400_000));
        case 'says more with nothing':
          return answer(start + 1, []);
        case 'never ends':
          // Forward by less than the next item, so that nothing is passed over.
          return answer(Math.min(start + 1, next?.at ?? start + 1));
        case 'forgets meta':
          return Promise.resolve({ meta: null, data: [...before, ...page] });
        default:
          return answer(more);
      }
    },
  };
}

export interface OffsetServer {
  read(offset: number, limit: number): Promise<OffsetPage<Item>>;
}

export function offsetServer(temper: Temper, chance: Chance): OffsetServer {
  const { items, lie: wrong, liesFrom } = temper;
  // Pages may be shorter than asked for.
  const cap = Math.max(1, Math.min(temper.cap, 100));
  let asked = 0;
  let total = items.length;
  return {
    read: (offset, limit) => {
      const lies = asked >= liesFrom ? wrong : null;
      asked += 1;
      const data = items.slice(offset, offset + Math.min(limit, cap));
      const answer = (meta: { total: number; offset: number }, page: readonly Item[] = data) =>
        Promise.resolve({ meta, data: page });
      switch (lies) {
        case 'total grows':
          return answer({ total: total + 1, offset });
        case 'total shrinks':
          return answer({ total: Math.max(0, total - 1), offset });
        case 'total changes each time':
          total += 1;
          return answer({ total, offset });
        case 'offset is another':
          return answer({ total, offset: offset + chance.int(1, 100) });
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
