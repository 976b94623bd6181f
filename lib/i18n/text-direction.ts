// The direction of texts, and isolation of names from the text around them.
import type { Direction } from './strong-letters.ts';
import { strongDirection } from './strong-letters.ts';

export type { Direction };

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
