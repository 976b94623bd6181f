// Values as JSON text and back: what the shape of a document doesn't matter for.
import { Failure } from '../../app/failures.ts';
import type { AlertParameters } from '../../domain/facts.ts';

/** Deeper values are nobody's parameters, and walking them would exhaust the stack. */
const MAX_DEPTH = 64;

/** Whether a value is an object as JSON has them, in full. */
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

/**
 * UTF-8 text with a final newline. A record (an object or array that holds only scalars and lists of scalars)
 * is one line and everything else is indented: an hour of a week is a line to read and a line of a diff,
 * and the text is a tenth longer than without any white space, while full indentation makes three of one.
 */
export function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${wellFormed(textOf(value, '\n'))}\n`);
}

function textOf(value: unknown, newline: string): string {
  if (!isObject(value) || isRecord(value)) return JSON.stringify(value);
  const deeper = `${newline} `;
  if (Array.isArray(value)) {
    return `[${deeper}${value.map((item) => textOf(item, deeper)).join(`,${deeper}`)}${newline}]`;
  }
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${textOf(member, deeper)}`,
  );
  return `{${deeper}${members.join(`,${deeper}`)}${newline}}`;
}

function isRecord(value: object): boolean {
  return Object.values(value).every(
    (item) => !isObject(item) || (Array.isArray(item) && !item.some(isObject)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** A half of a surrogate pair has no UTF-8: it is written as U+FFFD and not as an escape, so that text is text. */
function wellFormed(json: string): string {
  // Taken escape by escape, or a backslash before "ud800" would be mistaken for its escape.
  return json.replace(/\\(?:(ud[89a-f][0-9a-f]{2})|.)/g, (escape, half: string | undefined) =>
    half === undefined ? escape : '\u{fffd}',
  );
}

// ── reading ─────────────────────────────────────────────────────────────────────────────────────

/** Reads UTF-8 JSON; REPORT_DAMAGED when it isn't. Says what it was to be, never what it was. */
export function valueOf(bytes: Uint8Array, what: string): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('REPORT_DAMAGED', { what, reason: 'not UTF-8' });
  }
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new Failure('REPORT_DAMAGED', { what, reason: 'not JSON' });
  }
}
