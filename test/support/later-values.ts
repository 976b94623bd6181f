// Reports as a later release may store them: with values of enumerations that this release does not know.
import { publishedSchema } from '../../lib/adapters/json/publish-schema.ts';

/** In no enumeration. */
export const LATER = 'ofALaterRelease';

/** A value of an enumeration in a document. */
export interface EnumPlace {
  /** From the document, e.g. ["surveys", 0, "level", "state"]. */
  readonly path: readonly (string | number)[];
  /** Without positions and with definitions, e.g. "Level/state": the same for each value of the enumeration. */
  readonly name: string;
}

type Json = Readonly<Record<string, unknown>>;

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

const SCHEMA = asJson(publishedSchema());
const DEFINITIONS = asJson(SCHEMA['$defs']);

/** The names of all enumerations of the published schema of reports. */
export function enumNames(): readonly string[] {
  const names = new Set<string>();
  const visit = (schema: Json, name: string): void => {
    if ('enum' in schema) names.add(name);
    for (const [, part] of partsOf(schema)) visit(part, name);
    for (const [member, part] of Object.entries(asJson(schema['properties'])))
      visit(asJson(part), `${name}/${member}`);
  };
  visit(SCHEMA, '');
  for (const [id, definition] of Object.entries(DEFINITIONS)) visit(asJson(definition), id);
  return [...names].sort();
}

/** Items and alternatives, which have the name of their schema. */
function partsOf(schema: Json): readonly (readonly [kind: string, Json])[] {
  const alternatives = ['anyOf', 'oneOf'].flatMap((kind) => {
    const list: unknown = schema[kind];
    return Array.isArray(list) ? list.map((part) => [kind, asJson(part)] as const) : [];
  });
  return 'items' in schema ? [['items', asJson(schema['items'])], ...alternatives] : alternatives;
}

/** Every value of an enumeration in a document that has the published schema. */
export function enumPlaces(document: unknown): readonly EnumPlace[] {
  const places = new Map<string, EnumPlace>();
  const visit = (value: unknown, schema: Json, path: EnumPlace['path'], name: string): void => {
    const { $ref } = schema;
    const reference = typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '';
    if (reference !== '') visit(value, asJson(DEFINITIONS[reference]), path, reference);
    if ('enum' in schema && typeof value === 'string') places.set(path.join('/'), { path, name });
    for (const [kind, part] of partsOf(schema)) {
      if (kind !== 'items') visit(value, part, path, name);
      else if (Array.isArray(value))
        for (const [i, item] of value.entries()) visit(item, part, [...path, i], name);
    }
    const members = asJson(value);
    for (const [member, part] of Object.entries(asJson(schema['properties'])))
      if (member in members)
        visit(members[member], asJson(part), [...path, member], `${name}/${member}`);
  };
  visit(document, SCHEMA, [], '');
  return [...places.values()];
}

/** A copy with another value at a place. */
export function withValue(document: unknown, path: EnumPlace['path'], value: unknown): unknown {
  const copy: unknown = structuredClone(document);
  setValue(copy, path, value);
  return copy;
}

export function setValue(document: unknown, path: EnumPlace['path'], value: unknown): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((part, step) => Reflect.get(Object(part), step), document);
  Reflect.set(Object(holder), path.at(-1) ?? '', value);
}

/** Their values are all there can be. */
export const CLOSED: readonly string[] = ['Status', 'Leaves/before', 'Leaves/volume/before'];

/** A copy with `LATER` for values of enumerations that may grow: for all of them, or those that `isChosen` names. */
export function asLaterRelease(
  document: unknown,
  isChosen: (place: EnumPlace) => boolean = () => true,
): unknown {
  const copy: unknown = structuredClone(document);
  for (const place of enumPlaces(document))
    if (!CLOSED.includes(place.name) && isChosen(place)) setValue(copy, place.path, LATER);
  return copy;
}
