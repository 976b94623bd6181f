// What a value read from JSON is, and whether it can be kept as it is. It hides what databases, UTF-8
// and JSON itself cannot spell.

/** Far beyond any parameter, far below what overflows the stack when it is written as JSON again. */
const maxParameterDepth = 100;

export function isObject<Name extends string>(
  value: unknown,
): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** From 0 to the last one that a number holds exactly. */
export function isWholeNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Why a database could not keep the text as it is. */
export function findTextFault(text: string): string | undefined {
  if (text.includes('\0')) return 'holds the character U+0000, which databases cannot keep';
  // UTF-8 has no spelling for it: it would silently become another character.
  if (!text.isWellFormed()) return 'holds half of a surrogate pair, which is no character';
  return undefined;
}

/** Why parameters could not be kept as JSON. */
export function findParametersFault(parameters: object): string | undefined {
  const open: [value: unknown, depth: number][] = [[parameters, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    // 1e999 is valid JSON and read as infinite, which JSON cannot write.
    if (value === Infinity || value === -Infinity) return 'hold a number that is too large';
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxParameterDepth) return `are nested deeper than ${maxParameterDepth} levels`;
    for (const inner of Object.values(value)) open.push([inner, depth + 1]);
  }
  return undefined;
}
