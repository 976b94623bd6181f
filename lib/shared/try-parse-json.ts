// Parses JSON from outside. The parser's error is not passed on: its message quotes the text.

/** Undefined for a text that is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
