// Hides how bytes become plain data: strict UTF-8, JSON, bounded nesting, no keys that reach a prototype.
import { isAscii } from 'node:buffer';
import { Failure } from '../../shared/failure.ts';

export interface JsonLimits {
  /** Objects and arrays inside one another. JSON.parse itself takes a million. */
  readonly depth: number;
  /**
   * Values in all, counted as commas and opening brackets. Parsed, a value takes up to 200 bytes: millions of them fit
   * into a few compressed kilobytes, and not into the memory of a process.
   */
  readonly values: number;
}

/** The largest answer that the API document has room for, 150,000 raw results, has 1.7 million values. */
export const JSON_LIMITS: JsonLimits = { depth: 64, values: 3_000_000 };

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Fails with RESPONSE_TOO_LARGE, UPSTREAM_ENCODING, UPSTREAM_NOT_JSON, TOO_DEEP or JSON_FORBIDDEN_KEY. */
export function parseJson(bytes: Buffer, limits: JsonLimits = JSON_LIMITS): unknown {
  checkSize(bytes, limits.values);
  const value = parse(decode(bytes));
  checkNesting(value, limits.depth);
  return value;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [COMMA, OPEN_LIST, OPEN_OBJECT] = [0x2c, 0x5b, 0x7b];

/** Looks at the bytes before anything is made of them; whether they are JSON is for the parser to say. */
function checkSize(bytes: Buffer, most: number): void {
  if (bytes.length <= most) return;
  let values = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // What follows a backslash ends no text.
      if (byte === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values += 1;
      if (values > most) throw new Failure('RESPONSE_TOO_LARGE', { values: most });
    }
  }
}

function decode(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1');
  // A byte order mark has no place in JSON and is kept, so that it can be seen and refused.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new Failure('UPSTREAM_ENCODING');
  }
  if (text.startsWith('\uFEFF')) throw new Failure('UPSTREAM_ENCODING');
  return text;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's own message quotes the body.
    throw new Failure('UPSTREAM_NOT_JSON');
  }
}

/** Level by level and not by recursion, which a body could exhaust. */
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

function addChildren(value: object, to: unknown[]): void {
  if (Array.isArray(value)) {
    for (const child of value) if (typeof child === 'object') to.push(child);
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new Failure('JSON_FORBIDDEN_KEY', { key });
    if (typeof child === 'object') to.push(child);
  }
}
