// Checks parsed JSON: values that databases can store unchanged, and the fields of a line of a data file,
// with messages for the person who provides the file.
import type { CompanyIndex, Survey } from '../company.ts';
import { hasFourDigitYear, readInstant } from '../timestamp.ts';

/** Far more than any real parameter, far less than what overflows the stack of JSON.stringify. */
const maxParameterDepth = 100;

export function isObject<Name extends string>(
  value: unknown,
): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole number from 0 to Number.MAX_SAFE_INTEGER. */
export function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The reason why a database could not store the text unchanged, if any. */
export function findTextFault(text: string): string | undefined {
  if (text.includes('\0')) return 'contains the character U+0000, which databases cannot store';
  // UTF-8 cannot encode it: it would silently become another character.
  if (!text.isWellFormed()) return 'contains half of a surrogate pair, which is not a character';
  return undefined;
}

/** The reason why parameters could not be stored as JSON, if any. */
export function findParametersFault(parameters: object): string | undefined {
  const pendingValues: [value: unknown, depth: number][] = [[parameters, 1]];
  for (let next = pendingValues.pop(); next !== undefined; next = pendingValues.pop()) {
    const [value, depth] = next;
    // 1e999 is valid JSON and parsed as Infinity, which JSON cannot represent.
    if (value === Infinity || value === -Infinity) return 'contain a number that is too large';
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxParameterDepth) return `are nested deeper than ${maxParameterDepth} levels`;
    for (const child of Object.values(value)) pendingValues.push([child, depth + 1]);
  }
  return undefined;
}

/** A fault of a line. The message may contain keys but no other values of the data. */
export class LineFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'LineFault';
  }
}

/** The value of an absent field is undefined. */
export type Fields<Names> =
  Names extends ReadonlySet<infer Name extends string> ? Readonly<Record<Name, unknown>> : never;

/** Parses a line of JSON as an object that has no other fields than these. */
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
 * Checks that the value is an object without other fields. `path` is the prefix of nested fields, such
 * as `o.`; `notAnObject` is the message for any other value.
 */
export function readFields<Name extends string>(
  value: unknown,
  names: ReadonlySet<Name>,
  path: string,
  notAnObject: string,
): Readonly<Record<Name, unknown>> {
  if (!isObject<Name>(value)) throw new LineFault(notAnObject);
  const knownNames: ReadonlySet<string> = names;
  for (const name in value) {
    if (knownNames.has(name)) continue;
    // A name that does not look like a field name may be feedback in the wrong place.
    const field = /^\w{1,32}$/.test(name) ? `the field ${path}${name}` : 'a field';
    throw new LineFault(`${field} is unknown: the fields are ${[...names].join(', ')}`);
  }
  return value;
}

/** Whether a line is skipped, because its survey was removed and company.json lacks it. */
export function isOfRemovedSurvey(
  key: unknown,
  surveys: CompanyIndex['surveys'],
  removedSurveys: ReadonlySet<number>,
): boolean {
  return typeof key === 'number' && removedSurveys.has(key) && !surveys.has(key);
}

export function parseSurvey(key: unknown, surveys: CompanyIndex['surveys']): Survey {
  const placedSurvey = typeof key === 'number' ? surveys.get(key) : undefined;
  if (placedSurvey !== undefined) return placedSurvey.survey;
  throw new LineFault(
    isWholeNumber(key)
      ? `survey ${key} is not in company.json`
      : 'survey must be the key of a survey (a whole number)',
  );
}

/** The clock that made the time may be wrong by hours, but not by more than a day. */
const maxAheadMs = 86_400_000;

/** Parses the time of something that has happened; `now` in UTC milliseconds. */
export function parsePastInstant(value: unknown, name: string, now: number): number {
  const instant = typeof value === 'string' ? readInstant(value) : undefined;
  if (instant !== undefined && hasFourDigitYear(instant)) {
    if (instant <= now + maxAheadMs) return instant;
    throw new LineFault(`${name} is more than a day in the future`);
  }
  throw new LineFault(
    value === undefined
      ? `${name} is missing`
      : `${name} must be a valid date-time in the years 1 to 9998 with an offset, such as 2026-11-09T07:30:00+02:00`,
  );
}

/** Text that every database can store unchanged. */
export function parseText(value: unknown, name: string): string {
  if (typeof value !== 'string') {
    throw new LineFault(value === undefined ? `${name} is missing` : `${name} must be a string`);
  }
  const fault = findTextFault(value);
  if (fault !== undefined) throw new LineFault(`${name} ${fault}`);
  return value;
}
