// Checks of parsed JSON values, among them whether databases and JSON can store them unchanged.

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
  const pending: [value: unknown, depth: number][] = [[parameters, 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, depth] = next;
    // 1e999 is valid JSON and parsed as Infinity, which JSON cannot represent.
    if (value === Infinity || value === -Infinity) return 'contain a number that is too large';
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxParameterDepth) return `are nested deeper than ${maxParameterDepth} levels`;
    for (const child of Object.values(value)) pending.push([child, depth + 1]);
  }
  return undefined;
}
