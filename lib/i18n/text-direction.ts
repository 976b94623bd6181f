// In which direction a text is read, and how a name keeps its own between words of ours.
import type { Direction } from './strong-letters.ts';
import { strongDirection } from './strong-letters.ts';

export type { Direction };

export const ISOLATES: Readonly<Record<Direction, string>> = { ltr: '\u2066', rtl: '\u2067' };
export const POP_ISOLATE = '\u2069';

/** Characters that put text or themselves from right to left, supplementary ones included. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\u2068\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether any character could stand elsewhere than where it is written, in a left-to-right line. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** A name from elsewhere, so that its direction can't disturb the text around it; as it is where it couldn't. */
export function isolated(text: string, around: Direction): string {
  if (around === 'ltr' && !hasRightToLeft(text)) return text;
  const own = ownDirection(text);
  return own === null ? text : `${ISOLATES[own]}${text}${POP_ISOLATE}`;
}

/** That of the first strong letter; null where there is none. */
function ownDirection(text: string): Direction | null {
  for (const character of text) {
    const direction = strongDirection(character);
    if (direction !== null) return direction;
  }
  return null;
}

/** As it was before names in it were isolated. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066\u2067\u2069]/g, '');
}
