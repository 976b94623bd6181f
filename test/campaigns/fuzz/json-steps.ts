// Changes to a JSON document that know its structure: some place of it is chosen and made odd, the rest stays right.
import type { Chance } from './random-choices.ts';
import { MARK, ODD_TEXTS, ODD_TIMES, ODD_ZONES } from './odd-texts.ts';

type Path = readonly (string | number)[];

interface Place {
  readonly path: Path;
  readonly value: unknown;
}

type Change = (document: unknown, chance: Chance) => unknown;

/** What a change says that found no place of its kind. */
class NotThere extends Error {}

const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1,
  4,
  0.5,
  -0.5,
  1e9,
  1e9 + 1,
  2 ** 31,
  2 ** 32,
  1e15,
  9_007_199_254_740_991,
  2 ** 53,
  1e16,
  1e21,
  1e300,
  5e-324,
];
const NUMBERS_AS_TEXT = ['3', '-3', '03', ' 3', '3 ', '1.0', '1e3', '0x10', '٣', 'NaN', ''];
const LONG = [201, 1_000, 65_536, 1_000_000];
const DEPTHS = [1, 2, 40, 70, 200, 1_000];

const TIME = /^\d{4}-\d{2}-\d{2}T/;

const JSON_STEPS = {
  'key left out': (document, chance) => {
    const { path } = member(document, chance);
    return without(document, path);
  },
  'key renamed': (document, chance) => {
    const { path, value } = member(document, chance);
    const name = String(path.at(-1));
    const other = chance.pick([name.toUpperCase(), `${name}s`, ` ${name}`, `_${name}`, '']);
    return put(without(document, path), [...path.slice(0, -1), other], value);
  },
  'key added': (document, chance) => {
    const { path } = pickOf(document, chance, isRecord);
    return put(document, [...path, `x${String(chance.int(0, 99))}`], odd(chance));
  },
  'value of another type': (document, chance) => {
    const { path } = pickOf(document, chance, () => true);
    return put(document, path, odd(chance));
  },
  'number changed': (document, chance) => {
    const { path } = pickOf(document, chance, isNumber);
    return put(document, path, chance.pick(ODD_NUMBERS));
  },
  'number as text': (document, chance) => {
    const { path, value } = pickOf(document, chance, isNumber);
    return put(document, path, chance.pick([...NUMBERS_AS_TEXT, String(value)]));
  },
  'number of another place': (document, chance) => {
    const { path } = pickOf(document, chance, isNumber);
    return put(document, path, pickOf(document, chance, isNumber).value);
  },
  'list emptied': (document, chance) => put(document, listIn(document, chance).path, []),
  'item left out': (document, chance) =>
    changeList(document, chance, (items, at) => items.toSpliced(at, 1)),
  'item doubled': (document, chance) =>
    changeList(document, chance, (items, at) => items.toSpliced(at, 0, items[at])),
  'items swapped': (document, chance) =>
    changeList(document, chance, (items) => items.toReversed()),
  'odd item': (document, chance) =>
    changeList(document, chance, (items, at) => items.toSpliced(at, 0, odd(chance))),
  'items by the thousand': (document, chance) =>
    changeList(document, chance, (items, at) => [
      ...items,
      ...Array.from({ length: chance.pick([100, 2_000]) }, () => items[at]),
    ]),
  'nested deeper': (document, chance) => {
    const { path, value } = pickOf(document, chance, () => true);
    let nested = value;
    const isList = chance.oneIn(2);
    for (let depth = chance.pick(DEPTHS); depth > 0; depth -= 1) {
      nested = isList ? [nested] : { folders: [], nested };
    }
    return put(document, path, nested);
  },
  'odd text': (document, chance) => {
    const { path, value } = pickOf(document, chance, isText);
    const text = chance.pick(ODD_TEXTS);
    const all = [text, `${text}${MARK}`, `${String(value)}${text}`, `${text}${String(value)}`];
    return put(document, path, chance.pick(all));
  },
  'long text': (document, chance) => {
    const { path } = pickOf(document, chance, isText);
    const unit = chance.pick(['x', 'x y', '👩‍👩‍👧', '\u0301', 'ا', '非', '\ud800']);
    return put(document, path, unit.repeat(Math.ceil(chance.pick(LONG) / unit.length)));
  },
  'odd time': (document, chance) => {
    const { path } = pickOf(document, chance, isTime);
    return put(document, path, chance.pick(ODD_TIMES));
  },
  'time moved': (document, chance) => {
    const { path, value } = pickOf(document, chance, isTime);
    const digit = chance.int(0, 18);
    const text = String(value);
    return put(
      document,
      path,
      text.slice(0, digit) + String(chance.int(0, 9)) + text.slice(digit + 1),
    );
  },
  'odd zone': (document, chance) => {
    const { path } = pickOf(document, chance, isZone);
    return put(document, path, chance.pick(ODD_ZONES));
  },
  'keys turned round': (document) => turnedRound(document),
  'part of another place': (document, chance) => {
    const { path } = pickOf(document, chance, () => true);
    return put(document, path, pickOf(document, chance, () => true).value);
  },
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(JSON_STEPS));
export const JSON_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The document after a step; null when it has no place for it. The document itself stays as it is. */
export function changeJson(
  document: unknown,
  kind: string,
  chance: Chance,
): { readonly document: unknown } | null {
  const step = STEPS.get(kind);
  if (step === undefined) return null;
  try {
    return { document: step(document, chance) };
  } catch (error) {
    if (error instanceof NotThere) return null;
    throw error;
  }
}

function odd(chance: Chance): unknown {
  return chance.pick<unknown>([
    null,
    true,
    false,
    chance.pick(ODD_NUMBERS),
    chance.pick(ODD_TEXTS),
    chance.pick(NUMBERS_AS_TEXT),
    [],
    {},
    [[]],
    [null],
    { key: 1 },
    { data: [] },
    MARK,
  ]);
}

// ── places ──────────────────────────────────────────────────────────────────────────────────────

function placesIn(value: unknown, path: Path = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item])
    : Object.entries(value);
  // Of a long list the ends stand for the rest.
  const few = entries.length > 60 ? [...entries.slice(0, 30), ...entries.slice(-30)] : entries;
  return [{ path, value }, ...few.flatMap(([name, item]) => placesIn(item, [...path, name]))];
}

function pickOf(document: unknown, chance: Chance, is: (value: unknown) => boolean): Place {
  const places = placesIn(document).filter(({ value }) => is(value));
  if (places.length === 0) throw new NotThere();
  return chance.pick(places);
}

function member(document: unknown, chance: Chance): Place {
  const places = placesIn(document).filter(({ path }) => typeof path.at(-1) === 'string');
  if (places.length === 0) throw new NotThere();
  return chance.pick(places);
}

function listIn(document: unknown, chance: Chance): { path: Path; items: readonly unknown[] } {
  const { path, value } = pickOf(document, chance, (one) => Array.isArray(one) && one.length > 0);
  return { path, items: Array.isArray(value) ? value : [] };
}

function changeList(
  document: unknown,
  chance: Chance,
  change: (items: readonly unknown[], at: number) => readonly unknown[],
): unknown {
  const { path, items } = listIn(document, chance);
  return put(document, path, change(items, chance.int(0, items.length - 1)));
}

/** The document with another value at a place; everything beside it is shared. */
function put(document: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(document)) {
    return document.map((item: unknown, at) => (at === name ? put(item, rest, value) : item));
  }
  const fields = isRecord(document) ? document : {};
  return { ...fields, [name]: put(fields[name], rest, value) };
}

function without(document: unknown, path: Path): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return document;
  if (Array.isArray(document)) {
    return document.map((item: unknown, at) => (at === name ? without(item, rest) : item));
  }
  if (!isRecord(document)) return document;
  if (rest.length > 0) return { ...document, [name]: without(document[name], rest) };
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== name));
}

function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, turnedRound(item)]);
  return Object.fromEntries(entries.reverse());
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && TIME.test(value);
}

function isZone(value: unknown): boolean {
  return typeof value === 'string' && /^(UTC|[A-Z]\w+\/\w+)$/.test(value);
}
