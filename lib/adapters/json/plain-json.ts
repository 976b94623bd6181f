// Values as JSON text and back: what the shape of a document doesn't matter for.
import { Failure } from '../../shared/failure.ts';
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
export function encodeJson(value: unknown): Uint8Array {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let text = '';
  // A long report's text as a whole would take several times the room of its bytes.
  const encoded = (): void => {
    parts.push(encoder.encode(wellFormed(text)));
    text = '';
  };
  writeText(value, '\n', (token) => {
    text += token;
    if (text.length > MAX_PART_LENGTH) encoded();
  });
  text += '\n';
  encoded();
  return Buffer.concat(parts);
}

/** Characters that are encoded at once. */
const MAX_PART_LENGTH = 65_536;

/** Writes whole tokens: none ends inside an escape. */
function writeText(value: unknown, newline: string, write: (token: string) => void): void {
  if (!isObject(value) || isRecord(value)) {
    write(JSON.stringify(value));
    return;
  }
  const deeper = `${newline} `;
  const isList = Array.isArray(value);
  write(isList ? '[' : '{');
  let separator = deeper;
  for (const [name, member] of Object.entries(value)) {
    write(isList ? separator : `${separator}${JSON.stringify(name)}: `);
    writeText(member, deeper, write);
    separator = `,${deeper}`;
  }
  write(`${newline}${isList ? ']' : '}'}`);
}

function isRecord(value: object): boolean {
  return Object.values(value).every(
    (item) => !isObject(item) || (Array.isArray(item) && !item.some(isObject)),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
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
export function decodeJson(bytes: Uint8Array, what: string): unknown {
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
