// Encodes and decodes JSON values of any shape.
import type { ZodError } from 'zod';
import { Failure } from '../../shared/failure.ts';
import { tryParseJson } from '../../shared/try-parse-json.ts';
import type { AlertParameters } from '../../domain/report-inputs.ts';

/** No real parameters are deeper, and recursion into deeper ones could overflow the stack. */
const MAX_DEPTH = 64;

/** Whether a value is an object that JSON can represent completely. */
export function isJsonObject(value: unknown): value is AlertParameters {
  return typeof value === 'object' && !Array.isArray(value) && value !== null && isJson(value, 1);
}

function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  return Object.values(value).every((item) => isJson(item, depth + 1));
}

// ── writing ─────────────────────────────────────────────────────────────────────────────────────

/** A list whose items are made one at a time, while they are written. */
export class LazyList<T> {
  readonly #items: readonly T[];
  readonly #make: (item: T) => unknown;

  constructor(items: readonly T[], make: (item: T) => unknown) {
    this.#items = items;
    this.#make = make;
  }

  *[Symbol.iterator](): Generator {
    for (const item of this.#items) yield this.#make(item);
  }
}

/**
 * UTF-8 text with a final newline. A record (an object or array of scalars and lists of scalars) is one line, everything
 * else is indented: each hour of a week is one line of a diff. The text is a tenth longer than without white space; full
 * indentation would triple it.
 */
export function encodeJson(value: unknown): Uint8Array {
  const text = createTextWriter();
  writeText(value, '\n', text.write);
  return text.end();
}

/** Takes whole tokens, so that no part ends inside an escape sequence. */
type WriteToken = (token: string) => void;

/** Encodes a text that is written token by token; `end` adds the final newline. */
function createTextWriter(): { readonly write: WriteToken; end(): Uint8Array } {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let text = '';
  // The whole text of a long report would take several times the memory of its bytes.
  const encodePart = (): void => {
    parts.push(encoder.encode(wellFormed(text)));
    text = '';
  };
  return {
    write: (token) => {
      text += token;
      if (text.length > MAX_PART_LENGTH) encodePart();
    },
    end: () => {
      text += '\n';
      encodePart();
      return Buffer.concat(parts);
    },
  };
}

/** Characters that are encoded together. */
const MAX_PART_LENGTH = 65_536;

function writeText(value: unknown, newline: string, write: WriteToken): void {
  if (value instanceof LazyList) writeList(value, newline, write);
  else if (!isObject(value) || isRecord(value)) write(JSON.stringify(value));
  else if (Array.isArray(value)) writeList(value, newline, write);
  else writeMembers(value, newline, write);
}

function writeList(items: Iterable<unknown>, newline: string, write: WriteToken): void {
  const deeper = `${newline} `;
  let isEmpty = true;
  for (const item of items) {
    write(isEmpty ? `[${deeper}` : `,${deeper}`);
    writeText(item, deeper, write);
    isEmpty = false;
  }
  write(isEmpty ? '[]' : `${newline}]`);
}

function writeMembers(
  value: Readonly<Record<string, unknown>>,
  newline: string,
  write: WriteToken,
): void {
  const deeper = `${newline} `;
  let separator = `{${deeper}`;
  for (const [name, member] of Object.entries(value)) {
    write(`${separator}${JSON.stringify(name)}: `);
    writeText(member, deeper, write);
    separator = `,${deeper}`;
  }
  write(`${newline}}`);
}

/** Whether a value is written on one line. */
function isRecord(value: object): boolean {
  return Object.values(value).every(isFlat);
}

/** Whether a value is a scalar or a list of scalars. */
function isFlat(value: unknown): boolean {
  return !isObject(value) || (Array.isArray(value) && !value.some(isObject));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A lone surrogate has no UTF-8 encoding: JSON.stringify escapes it, and this replaces the escape by U+FFFD. */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  // Matches every escape, or an escaped backslash before "ud800" would be mistaken for one.
  return json.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (escape, half: string | undefined) =>
    half === undefined ? escape : '\u{fffd}',
  );
}

// ── reading ─────────────────────────────────────────────────────────────────────────────────────

/** Parses UTF-8 JSON; fails with REPORT_DAMAGED, which names the kind of document and never quotes it. */
export function decodeJson(bytes: Uint8Array, what: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('REPORT_DAMAGED', { what, reason: 'not UTF-8' });
  }
  const value = tryParseJson(text);
  if (value === undefined) throw new Failure('REPORT_DAMAGED', { what, reason: 'not JSON' });
  return value;
}

/** The path of the first invalid value, e.g. "surveys.0.days.3.date", without the value. */
export function firstIssuePath(error: ZodError | undefined): string {
  const path = error?.issues[0]?.path ?? [];
  return path.length === 0 ? 'the top' : path.map(String).join('.');
}
