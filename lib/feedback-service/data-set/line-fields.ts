// The fields of one line of a data file. It hides how what they hold is checked, and the words in which a
// person is told what is wrong.
import type { CompanyIndex, Survey } from '../company.ts';
import { hasFourDigitYear } from '../timestamp.ts';
import { readInstant } from './instant.ts';
import { isObject, isWholeNumber, findTextFault } from './json-value.ts';

/** What is wrong with a line, told to a person; keys are named, other values of the data never. */
export class LineFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'LineFault';
  }
}

/** Undefined where a field is absent. */
export type Fields<Names> =
  Names extends ReadonlySet<infer Name extends string> ? Readonly<Record<Name, unknown>> : never;

/** One line of JSON that is an object of no other fields than these. */
export function parseObject<Name extends string>(
  line: string,
  names: ReadonlySet<Name>,
): Readonly<Record<Name, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The parser's own message would quote the line.
    throw new LineFault('is not valid JSON');
  }
  return readFields(value, names, '', 'must be a JSON object');
}

/**
 * Of an object that has no other fields than these. `path` leads to them, as `o.`; it is empty for the
 * line's own. `wanted` is told when there is no object.
 */
export function readFields<Name extends string>(
  value: unknown,
  names: ReadonlySet<Name>,
  path: string,
  wanted: string,
): Readonly<Record<Name, unknown>> {
  if (!isObject<Name>(value)) throw new LineFault(wanted);
  const known: ReadonlySet<string> = names;
  for (const name in value) {
    if (known.has(name)) continue;
    // A name that looks like none may be a text in the wrong place.
    const field = /^\w{1,32}$/.test(name) ? `the field ${path}${name}` : 'a field';
    throw new LineFault(`${field} is not known: the fields are ${[...names].join(', ')}`);
  }
  return value;
}

export function parseSurvey(key: unknown, surveys: CompanyIndex['surveys']): Survey {
  const placed = typeof key === 'number' ? surveys.get(key) : undefined;
  if (placed !== undefined) return placed.survey;
  throw new LineFault(
    isWholeNumber(key)
      ? `survey ${key} is not in company.json`
      : "survey must be a survey's key, a whole number",
  );
}

export function parseInstant(value: unknown, name: string): number {
  const instant = typeof value === 'string' ? readInstant(value) : undefined;
  if (instant !== undefined && hasFourDigitYear(instant)) return instant;
  throw new LineFault(
    value === undefined
      ? `${name} is missing`
      : `${name} must be a date-time that exists, of the years 1 to 9998, with an offset, as 2026-11-09T07:30:00+02:00`,
  );
}

/** Text that every database can keep as it is. */
export function parseText(value: unknown, name: string): string {
  if (typeof value !== 'string') {
    throw new LineFault(value === undefined ? `${name} is missing` : `${name} must be a text`);
  }
  const fault = findTextFault(value);
  if (fault !== undefined) throw new LineFault(`${name} ${fault}`);
  return value;
}
