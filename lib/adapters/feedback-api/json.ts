// Hides how bytes become plain data: strict UTF-8, JSON, bounded nesting, no keys that reach a prototype.
import { isAscii } from 'node:buffer';
import { Failure } from '../../app/failures.ts';

/** Objects and arrays inside one another. JSON.parse itself takes a million. */
export const MAX_DEPTH = 64;

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** Fails with UPSTREAM_ENCODING, UPSTREAM_NOT_JSON, TOO_DEEP or JSON_FORBIDDEN_KEY. */
export function parseJson(bytes: Buffer, maxDepth: number = MAX_DEPTH): unknown {
  const value = parse(decode(bytes));
  checkNesting(value, maxDepth);
  return value;
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
