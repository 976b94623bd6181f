// Random changes to one place of a JSON document.
import type { RandomChoices } from './random-choices.ts';
import { MARKER, ODD_TEXTS, ODD_TIMES, ODD_ZONES } from './odd-texts.ts';

type JsonPath = readonly (string | number)[];

interface JsonPlace {
  readonly path: JsonPath;
  readonly value: unknown;
}

type Change = (document: unknown, random: RandomChoices) => unknown;

/** Thrown if the document has no place for a change. */
class NoSuchPlace extends Error {}

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
const LONG_TEXT_LENGTHS = [201, 1_000, 65_536, 1_000_000];
const DEPTHS = [1, 2, 40, 70, 200, 1_000];

const TIME_PREFIX = /^\d{4}-\d{2}-\d{2}T/;

const JSON_STEPS = {
  'key left out': (document, random) => {
    const { path } = pickMember(document, random);
    return withoutPath(document, path);
  },
  'key renamed': (document, random) => {
    const { path, value } = pickMember(document, random);
    const name = String(path.at(-1));
    const newName = random.pick([name.toUpperCase(), `${name}s`, ` ${name}`, `_${name}`, '']);
    return withValue(withoutPath(document, path), [...path.slice(0, -1), newName], value);
  },
  'key added': (document, random) => {
    const { path } = pickPlace(document, random, isRecord);
    return withValue(document, [...path, `x${String(random.int(0, 99))}`], randomOddValue(random));
  },
  'value of another type': (document, random) => {
    const { path } = pickPlace(document, random, () => true);
    return withValue(document, path, randomOddValue(random));
  },
  'number changed': (document, random) => {
    const { path } = pickPlace(document, random, isNumber);
    return withValue(document, path, random.pick(ODD_NUMBERS));
  },
  'number as text': (document, random) => {
    const { path, value } = pickPlace(document, random, isNumber);
    return withValue(document, path, random.pick([...NUMBERS_AS_TEXT, String(value)]));
  },
  'number of another place': (document, random) => {
    const { path } = pickPlace(document, random, isNumber);
    return withValue(document, path, pickPlace(document, random, isNumber).value);
  },
  'list emptied': (document, random) => withValue(document, pickList(document, random).path, []),
  'item left out': (document, random) =>
    changeList(document, random, (items, at) => items.toSpliced(at, 1)),
  'item doubled': (document, random) =>
    changeList(document, random, (items, at) => items.toSpliced(at, 0, items[at])),
  'items swapped': (document, random) =>
    changeList(document, random, (items) => items.toReversed()),
  'odd item': (document, random) =>
    changeList(document, random, (items, at) => items.toSpliced(at, 0, randomOddValue(random))),
  'items by the thousand': (document, random) =>
    changeList(document, random, (items, at) => [
      ...items,
      ...Array.from({ length: random.pick([100, 2_000]) }, () => items[at]),
    ]),
  'nested deeper': (document, random) => {
    const { path, value } = pickPlace(document, random, () => true);
    let nested = value;
    const isList = random.isOneIn(2);
    for (let depth = random.pick(DEPTHS); depth > 0; depth -= 1) {
      nested = isList ? [nested] : { folders: [], nested };
    }
    return withValue(document, path, nested);
  },
  'odd text': (document, random) => {
    const { path, value } = pickPlace(document, random, isText);
    const text = random.pick(ODD_TEXTS);
    const candidates = [
      text,
      `${text}${MARKER}`,
      `${String(value)}${text}`,
      `${text}${String(value)}`,
    ];
    return withValue(document, path, random.pick(candidates));
  },
  'long text': (document, random) => {
    const { path } = pickPlace(document, random, isText);
    const unit = random.pick(['x', 'x y', '👩‍👩‍👧', '\u0301', 'ا', '非', '\ud800']);
    return withValue(
      document,
      path,
      unit.repeat(Math.ceil(random.pick(LONG_TEXT_LENGTHS) / unit.length)),
    );
  },
  'odd time': (document, random) => {
    const { path } = pickPlace(document, random, isTime);
    return withValue(document, path, random.pick(ODD_TIMES));
  },
  'time moved': (document, random) => {
    const { path, value } = pickPlace(document, random, isTime);
    const digit = random.int(0, 18);
    const text = String(value);
    return withValue(
      document,
      path,
      text.slice(0, digit) + String(random.int(0, 9)) + text.slice(digit + 1),
    );
  },
  'odd zone': (document, random) => {
    const { path } = pickPlace(document, random, isZone);
    return withValue(document, path, random.pick(ODD_ZONES));
  },
  'keys reversed': (document) => withReversedKeys(document),
  'part of another place': (document, random) => {
    const { path } = pickPlace(document, random, () => true);
    return withValue(document, path, pickPlace(document, random, () => true).value);
  },
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(JSON_STEPS));
export const JSON_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** A changed copy of the document; null if it has no place for the change. */
export function changeJson(
  document: unknown,
  kind: string,
  random: RandomChoices,
): { readonly document: unknown } | null {
  const step = STEPS.get(kind);
  if (step === undefined) return null;
  try {
    return { document: step(document, random) };
  } catch (error) {
    if (error instanceof NoSuchPlace) return null;
    throw error;
  }
}

function randomOddValue(random: RandomChoices): unknown {
  return random.pick<unknown>([
    null,
    true,
    false,
    random.pick(ODD_NUMBERS),
    random.pick(ODD_TEXTS),
    random.pick(NUMBERS_AS_TEXT),
    [],
    {},
    [[]],
    [null],
    { key: 1 },
    { data: [] },
    MARKER,
  ]);
}

// ── places ──────────────────────────────────────────────────────────────────────────────────────

function listPlaces(value: unknown, path: JsonPath = []): readonly JsonPlace[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item])
    : Object.entries(value);
  // Long lists are represented by both ends.
  const selectedEntries =
    entries.length > 60 ? [...entries.slice(0, 30), ...entries.slice(-30)] : entries;
  return [
    { path, value },
    ...selectedEntries.flatMap(([name, item]) => listPlaces(item, [...path, name])),
  ];
}

function pickPlace(
  document: unknown,
  random: RandomChoices,
  matches: (value: unknown) => boolean,
): JsonPlace {
  const places = listPlaces(document).filter(({ value }) => matches(value));
  if (places.length === 0) throw new NoSuchPlace();
  return random.pick(places);
}

function pickMember(document: unknown, random: RandomChoices): JsonPlace {
  const places = listPlaces(document).filter(({ path }) => typeof path.at(-1) === 'string');
  if (places.length === 0) throw new NoSuchPlace();
  return random.pick(places);
}

function pickList(
  document: unknown,
  random: RandomChoices,
): { path: JsonPath; items: readonly unknown[] } {
  const { path, value } = pickPlace(
    document,
    random,
    (candidate) => Array.isArray(candidate) && candidate.length > 0,
  );
  return { path, items: Array.isArray(value) ? value : [] };
}

function changeList(
  document: unknown,
  random: RandomChoices,
  change: (items: readonly unknown[], at: number) => readonly unknown[],
): unknown {
  const { path, items } = pickList(document, random);
  return withValue(document, path, change(items, random.int(0, items.length - 1)));
}

/** A copy of the document with another value at the path. */
function withValue(document: unknown, path: JsonPath, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(document)) {
    return document.map((item: unknown, at) => (at === name ? withValue(item, rest, value) : item));
  }
  const fields = isRecord(document) ? document : {};
  return { ...fields, [name]: withValue(fields[name], rest, value) };
}

function withoutPath(document: unknown, path: JsonPath): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return document;
  if (Array.isArray(document)) {
    return document.map((item: unknown, at) => (at === name ? withoutPath(item, rest) : item));
  }
  if (!isRecord(document)) return document;
  if (rest.length > 0) return { ...document, [name]: withoutPath(document[name], rest) };
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== name));
}

function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, withReversedKeys(item)]);
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
  return typeof value === 'string' && TIME_PREFIX.test(value);
}

function isZone(value: unknown): boolean {
  return typeof value === 'string' && /^(UTC|[A-Z]\w+\/\w+)$/.test(value);
}
