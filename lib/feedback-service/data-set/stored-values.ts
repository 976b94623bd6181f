// Reads values of the tables.
import type { DatabaseValue } from '../database/database.ts';
import { isObject } from './json-fields.ts';

export function isNull(value: DatabaseValue | undefined): value is null | undefined {
  return value === null || value === undefined;
}

/** The parameters of an alert, which are stored as JSON. */
export function parseParameters(text: string): Readonly<Record<string, unknown>> {
  const parameters: unknown = JSON.parse(text);
  return isObject<string>(parameters) ? parameters : {};
}
