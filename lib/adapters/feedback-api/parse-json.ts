// Parses bytes as JSON: strict UTF-8, bounded size and nesting, no keys that reach a prototype.
import { isAscii } from 'node:buffer';
import { Failure } from '../../shared/failure.ts';
import { tryParseJson } from '../../shared/try-parse-json.ts';

export interface JsonLimits {
  /** Nested objects and arrays. JSON.parse itself accepts a million levels. */
  readonly depth: number;
  /**
   * All values, counted as commas and opening brackets. A parsed value takes up to 200 bytes: a few compressed kilobytes
   * can hold more values than fit into memory.
   */
  readonly values: number;
}

/** The largest documented response, 150,000 raw results, has 1.7 million values. */
export const JSON_LIMITS: JsonLimits = { depth: 64, values: 3_000_000 };

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Fails with RESPONSE_TOO_LARGE, UPSTREAM_ENCODING, UPSTREAM_NOT_JSON, TOO_DEEP or JSON_FORBIDDEN_KEY. */
export function parseJson(bytes: Buffer, limits: JsonLimits = JSON_LIMITS): unknown {
  checkValueCount(bytes, limits.values);
  const value = tryParseJson(decode(bytes));
  if (value === undefined) throw new Failure('UPSTREAM_NOT_JSON');
  checkNesting(value, limits.depth);
  return value;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [COMMA, OPEN_LIST, OPEN_OBJECT] = [0x2c, 0x5b, 0x7b];

/** Checks the bytes before anything is allocated for them; whether they are JSON, the parser decides. */
function checkValueCount(bytes: Buffer, maxValues: number): void {
  if (bytes.length <= maxValues) return;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // An escaped quote does not end the text.
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (values > maxValues) throw new Failure('RESPONSE_TOO_LARGE', { values: maxValues });
    }
  }
}

function decode(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  // Leaves out a byte order mark, as RFC 8259 allows.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Failure('UPSTREAM_ENCODING');
  }
}

/** Level by level: a deep body would overflow the stack of a recursive function. */
function checkNesting(root: unknown, maxDepth: number): void {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth === maxDepth) throw new Failure('TOO_DEEP', { limit: maxDepth });
      addChildren(value, next);
    }
    level = next;
  }
}

function addChildren(value: object, children: unknown[]): void {
  if (Array.isArray(value)) {
    for (const child of value) if (typeof child === 'object') children.push(child);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new Failure('JSON_FORBIDDEN_KEY', { key });
    if (typeof child === 'object') children.push(child);
  }
}
