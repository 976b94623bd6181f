// Values of enumerations that later releases may add to: a report that has one is read, as one that does not say it. Each enumeration
// of a report is declared here, or its values are all that there can be.
import * as z from 'zod';
import { ENTRY_STATES } from '../../domain/signals/model.ts';

type Values = readonly string[];
type Json = Readonly<Record<string, unknown>>;

/** Of a schema of a value: text that is none of the values is read as `fallback`. Anything but text is damage. */
export function growing<S extends z.ZodType>(values: Values, schema: S, fallback: z.input<S>) {
  return z.preprocess((value) => (isLater(values, value) ? fallback : value), schema);
}

/** One of the values or null, which is also read for later text. */
export function growingOrNull<const T extends Values>(values: T, description?: string) {
  const schema = z.enum(values).nullable();
  // Said of the enumeration itself, it is published behind its values.
  return growing(values, description === undefined ? schema : schema.meta({ description }), null);
}

/** One of the values. Null is read for later text only: it is not published, and no report has it. */
export function growingValue<const T extends string>(values: readonly T[]) {
  const schema = z
    .custom<T | null>((value) => value === null || values.some((known) => known === value))
    .meta({ type: 'string', enum: [...values] });
  return z.preprocess((value) => (isLater(values, value) ? null : (value ?? undefined)), schema);
}

/** Of a schema of an object whose member may be later text: null is read then, or what `known` makes of it. */
export function growingBy<S extends z.ZodType>(
  member: string,
  values: Values,
  schema: S,
  known: (value: Json) => unknown = () => null,
) {
  return z.preprocess(
    (value) => (isObject(value) && isLater(values, value[member]) ? known(value) : value),
    schema,
  );
}

/** Of a schema of a list: items whose member is later text are left out. */
export function growingList<S extends z.ZodType>(member: string, values: Values, schema: S) {
  return z.preprocess(
    (list) => (Array.isArray(list) ? list.filter((item) => !hasLater(member, values, item)) : list),
    schema,
  );
}

/**
 * Of the schema of a summary: an entry with a later state is listed for the first of its other states that is known. Without one it is
 * left out, and lists do not know the state of its survey: "as usual" would be an all-clear.
 */
export function growingEntries<S extends z.ZodType>(schema: S) {
  return z.preprocess(withoutLaterEntries, schema);
}

function withoutLaterEntries(summary: unknown): unknown {
  const attention = memberOf(summary, 'attention');
  const [entries, counts] = [memberOf(attention, 'entries'), memberOf(attention, 'counts')];
  if (!isObject(summary) || !isObject(attention) || !isObject(counts) || !Array.isArray(entries))
    return summary;
  const isLaterEntry = (entry: unknown): boolean => hasLater('state', ENTRY_STATES, entry);
  if (!entries.some(isLaterEntry)) return summary;
  const left = new Set<string>();
  const knownCounts = { ...counts };
  const known = entries.flatMap((entry: unknown) => {
    if (!isObject(entry) || !isLaterEntry(entry)) return [entry];
    const [first, ...also] = itemsOf(entry['also']).filter((other) => !isLaterEntry(other));
    const state = memberOf(first, 'state');
    if (!isObject(first) || typeof state !== 'string') {
      left.add(placeOf(memberOf(entry['folder'], 'key'), memberOf(entry['survey'], 'key')));
      return [];
    }
    const count = knownCounts[state];
    knownCounts[state] = typeof count === 'number' ? count + 1 : count;
    return [{ ...entry, ...first, also }];
  });
  return {
    ...summary,
    attention: { ...attention, entries: known, counts: knownCounts },
    groups: mapItems(summary['groups'], (group) => withoutStates(group, left)),
  };
}

/** The state in lists of the surveys is null. */
function withoutStates(group: unknown, left: ReadonlySet<string>): unknown {
  const leaves = memberOf(group, 'leaves');
  const listed = memberOf(leaves, 'listed');
  if (!isObject(group) || !isObject(leaves) || !isObject(listed)) return group;
  const [folders, surveys] = [itemsOf(leaves['folder']), itemsOf(leaves['survey'])];
  const state = mapItems(listed['state'], (value, i) =>
    left.has(placeOf(folders[i], surveys[i])) ? null : value,
  );
  return { ...group, leaves: { ...leaves, listed: { ...listed, state } } };
}

function placeOf(folder: unknown, survey: unknown): string {
  return `${String(folder)}/${String(survey)}`;
}

function isLater(values: Values, value: unknown): boolean {
  return typeof value === 'string' && !values.includes(value);
}

function hasLater(member: string, values: Values, value: unknown): boolean {
  return isLater(values, memberOf(value, member));
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) ? value[member] : undefined;
}

function mapItems(value: unknown, map: (item: unknown, position: number) => unknown): unknown {
  return Array.isArray(value) ? value.map(map) : value;
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
