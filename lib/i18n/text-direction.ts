// The direction of texts, and isolation of names from the text around them.

export const ISOLATES: Readonly<Record<Direction, string>> = { ltr: '\u2066', rtl: '\u2067' };
export const POP_ISOLATE = '\u2069';

/** Right-to-left letters and direction controls, including supplementary characters. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a left-to-right line with the text can need reordering. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Wraps a text in direction isolates when its direction could affect the text around it. */
export function withIsolates(text: string, surrounding: Direction): string {
  if (surrounding === 'ltr' && !hasRightToLeft(text)) return text;
  const direction = ownDirection(text);
  return direction === null ? text : `${ISOLATES[direction]}${text}${POP_ISOLATE}`;
}

/** Isolates a technical text, such as an address or a week, where it would be shown from right to left. */
export function leftToRight(text: string, surrounding: Direction): string {
  return surrounding === 'ltr' ? text : `${ISOLATES.ltr}${text}${POP_ISOLATE}`;
}

/** The direction of the first strong letter; null when there is none. */
function ownDirection(text: string): Direction | null {
  for (const character of text) {
    const direction = strongDirection(character);
    if (direction !== null) return direction;
  }
  return null;
}

/** The text without direction isolates. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066\u2067\u2069]/g, '');
}

export type Direction = 'ltr' | 'rtl';

/**
 * The strong characters of UAX #9: run lengths from U+0000 in base 36, L (left to right), R (right to left) or N (neither). A test
 * compares them with bidi-js for every code point; the table has a third of the size.
 */
const RUNS =
  'N1tLqN6LqN1bL1NaL1N4L1N5LnN1LvN1LchN2L7NeL2NeL5N9L1N3lL4N2L8N1L5N2L1N1L32N1L3wN7L74N1L2N3R1N19R1N1R1' +
  'N2R1N2R1N1R1kN8R1N2R1N1R1NdR1cNyR3N1R2tNfR2N7R2NaRnN1RuNrR2jNbR1mN9R2N4R3N1RoN4R1N9R1N3R1N5R17N3R3bN' +
  '1cL1jN1L1N1L4N8L4N1L3N7LaN2LtN1L1mN1L4N4L8N1LkN2LeN2L7N1L2N1L2N2L1lN1L4N2L4N2L2N3L3N1LuN2L3N1LbN2L1l' +
  'N1L4N5L1N2L4N1LkN2LdN1L8N6L1N1L1mN1L2N1L1N4L8N1L7N2LbN2LuN1L1pN1LcN1L11N8L5N1L3N1L1lN3L5N3L1N4L7N2Lb' +
  'N2LkN7L2N1L1mN1LfN2LkN2LsN2L1lN2L4N4L8N1LkN2LtN1L20N1L7N3L1N1L2iN1L2N7L4N1L7N8L2qN1L2N9LbN6L22N2LrN1' +
  'L1N1L1N5L1fNeL1N5L1N2L5NbL1N10L9N1L2uN4L1N6L1N2L2N2LpN2L4N3LgN4LdN1L2N2L6N1LfN1LjjN3L1cNaL2uN1LhrN1L' +
  'qN2L39N3LtN3LtN2LuN2L1sN2L1N7L8N1L2NbL7N1L1N1LiNaL6NfL3aN2LyN1L3aN3L4N2L9N1L6N3L4N1L3N2L48NyLnN2L2N1' +
  'L1mN1L1N7L1N1L1N1L2N8L6NaL2N1L1cNhL1rN4L1cN1L1N5L1N1L5N1L14N9LcN2LwN4L2N2L1N3L1kN1L1N2L3N1L1N3L1mN8L' +
  '2N2L48N3L1NdL1N7L4N1L6N1L3N2L5iN1mL1N5LcdN1L1N3LbN3LdN3LdN3LdN2L1NeL1R1N2pL3NbL1NfLhN29LfN2L1N4L1N2L' +
  'aN1L1N3L5N6L1N1L1N1L1N1L4N1LbN2L4N5L5N4L2NgL15N3L4NbqL1xNqL1N41LpNbLlN1oL26NciL1N9fL74NhgL2NwL1N2xL6' +
  'dN6L4N3L7N7L3jN1L2oN37L19NqL1N2hLcN5yLqNcL4N5L3NpL9N4L2N1L5N2L5N3L2hN4L3N1L2iN1L5gN10L1lN2L1dNgLsN3L' +
  '1eNfLcN4L4nN4L2rN2LvN1L534N1sLh3kN1jL92N3L2nNhLuN2L28N2LeNyL2uN1L3dN1L3N1L4N1LpN2L1N5LbN2L1mN4L24N2L' +
  'qNiLdN1L12N8LpNbL1aN3L1cN1L2N4L2N2L13N1L1vN6L2N2L2N2LcN1L8N1L1bN1L1fN1L1N3L2N2L5N2L1N1L16N2L8N1L37N2' +
  'L3dN1L2N1L4N1Lfn3R1N1RaN1ResN2R40NwRdN1R2NqL6N1fL1NjL1N4L4R3zN1L1NwLqN6LqNbL3eN7L1N7L1NgL75N1L1qN25L' +
  '3NdL3N1L2kN1L6aNsL3eN5Lw5R7zN1R69N3R1N2R5N4R14N3R4N1R4lN2R2aN7RdgN4R8NaR86NvR18N2R49NbR4vL1N1L1iNfLb' +
  'NkLpN3L1dN4L2N2L1xN3L10N5L1N8L1qN1LcN2L1gN9LaN4L2N1L2nN3L2N1L1N2L6N1L4gN1L3N8LlN2L1lN2L3N1L11N7L3N5L' +
  '5fN8L2N3L1N1LnN1L2cN6L1N1L4N2L1N2L6mN4L6N2L1N2LrN2L2dN8L2N1L1N2LvNdL1qN1L1N1L2N6L1N1L2tN3L2N4L1N5L77' +
  'N9L1N2L74N2L1N1L4N1L40N4L2N2L4N1LwN6L2N2L14N6L2N4L8N1L9N6L2N3L1aNdL1N2LbaN7L1N6L2cNmL2N7L1N2L1N2L3eN' +
  '6L3N1L1N2L1N7L1N1L20N2L3N1L1N1L9nN2L68NtLetaN5L1nN7Lt4N1L1rN4L27N1L1N1Lf5kN2L1N4L43nN3L9NgL2N7LuN4L2' +
  'aN1yL56N2fLp0N1L1lN1L1lN1L1lN1L1lN1LaN1eLe8N1jL4N1eL8N1LeN1LmN5L1NfL11sN7L1NhL2N7L1N2L1N5L79N7Lc5N4L' +
  'fN1LzkR5sN7R31N7R145N2R7iN18L4N2sLcNfL2NfL1NfL1N11LaNgLvN1L1mN6L1pN1L4yN6L4aNrcL8NdL3NdL3N38LcN2hL7N' +
  'cLkNcL4N1kL8NaL6N14L8NuL2N2L26N3dL1N2aL1N3rLcNeL2N5L3N3L5N7L9NpL7N7L9N3LdN7L15N43L1N1jL11NaLskN2L1ek' +
  'eN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN2L1ekeN35uL1bemN2L1ekeN2L1ek' +
  'eN2';

interface Run {
  /** The first code point after the run. */
  readonly end: number;
  readonly direction: Direction | null;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = { L: 'ltr', R: 'rtl' };
let parsedRuns: readonly Run[] | null = null;

function runs(): readonly Run[] {
  let end = 0;
  parsedRuns ??= Array.from(RUNS.matchAll(/([LRN])([0-9a-z]+)/g), ([, kind = '', length = '']) => {
    end += Number.parseInt(length, 36);
    return { end, direction: DIRECTIONS[kind] ?? null };
  });
  return parsedRuns;
}

/** The direction of a strong letter; null for any other character. */
export function strongDirection(character: string): Direction | null {
  const code = character.codePointAt(0) ?? 0;
  const strongRuns = runs();
  let low = 0;
  let high = strongRuns.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((strongRuns[middle]?.end ?? 0) <= code) low = middle + 1;
    else high = middle;
  }
  return strongRuns[low]?.direction ?? null;
}
