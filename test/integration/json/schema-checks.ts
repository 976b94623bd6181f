// The published schema of reports, the reader of reports, and places in documents.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonReader } from '../../../lib/adapters/json/index.ts';

const FILE = new URL('../../../lib/adapters/json/report.schema.json', import.meta.url);

const published: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
assert(typeof published === 'object' && published !== null);
export const publishedDocument = published;

/** Whether a document has the published schema; the errors otherwise are in its property. */
export const isValid = new Ajv2020({ strict: true }).compile(publishedDocument);

export function isRead(document: unknown): boolean {
  try {
    jsonReader().read(new TextEncoder().encode(JSON.stringify(document)));
    return true;
  } catch {
    return false;
  }
}

/** The object with the value at a JSON pointer, and the name of the value in it. */
export function placeOf(document: unknown, at: string): { holder: object; name: string } {
  const names = at.split('/').slice(1);
  const name = names.pop() ?? '';
  const holder = names.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    document,
  );
  assert(typeof holder === 'object' && holder !== null, at);
  return { holder, name };
}
