// The bidirectional algorithm (UAX #9): embedding levels come from bidi-js, reordering of lines is done here.
import bidiFactory from 'bidi-js';
import type { Direction } from '../../../i18n/text-direction.ts';
import { ISOLATES, POP_ISOLATE } from '../../../i18n/text-direction.ts';

/** The bidirectional behaviour of a character, as a few groups of bidi classes. */
export type Behaviour = 'left' | 'right' | 'digit' | 'arabicDigit' | 'mark' | 'neutral' | 'control';

const bidi = bidiFactory();
type BidiClass = ReturnType<typeof bidi.getBidiCharTypeName>;

/** The isolates that are still open at the end of a line; the next line of the text must start with them. */
export function openIsolates(line: string): string {
  let open = '';
  for (const [character] of line.matchAll(/[\u2066-\u2069]/g)) {
    open = character === POP_ISOLATE ? open.slice(0, -1) : open + character;
  }
  return open;
}

/**
 * A substitute and the behaviour of each bidi class. The substitutes are characters of the basic plane, because bidi-js
 * reads single code units.
 */
const CLASSES: Readonly<Record<BidiClass, readonly [substitute: string, behaviour: Behaviour]>> = {
  L: ['a', 'left'],
  R: ['\u05d0', 'right'],
  AL: ['\u0627', 'right'],
  EN: ['0', 'digit'],
  ES: ['+', 'neutral'],
  ET: ['%', 'neutral'],
  AN: ['\u0660', 'arabicDigit'],
  CS: [',', 'neutral'],
  NSM: ['\u0300', 'mark'],
  BN: ['\u00ad', 'control'],
  B: ['\u2029', 'neutral'],
  S: ['\t', 'neutral'],
  WS: [' ', 'neutral'],
  ON: ['!', 'neutral'],
  LRE: ['\u202a', 'control'],
  RLE: ['\u202b', 'control'],
  LRO: ['\u202d', 'control'],
  RLO: ['\u202e', 'control'],
  PDF: ['\u202c', 'control'],
  LRI: [ISOLATES.ltr, 'control'],
  RLI: [ISOLATES.rtl, 'control'],
  FSI: ['\u2068', 'control'],
  PDI: [POP_ISOLATE, 'control'],
};
const SUPPLEMENTARY = /[\u{10000}-\u{10ffff}]/gu;

/** The embedding level of every code unit of a line (rules X1 to L1). */
export function embeddingLevels(text: string, base: Direction | 'auto'): Uint8Array {
  const basicPlaneText = text.replace(SUPPLEMENTARY, (character) => {
    const kind = bidi.getBidiCharTypeName(character);
    const [substitute] = CLASSES[kind];
    // A non-spacing mark takes the level of the character before it.
    return substitute + (kind === 'BN' ? substitute : CLASSES.NSM[0]);
  });
  return bidi.getEmbeddingLevels(basicPlaneText, base).levels;
}

/** The indexes of the items from left to right, by their levels (rule L2). */
export function visualOrder(levels: ArrayLike<number>): readonly number[] {
  const order = Array.from({ length: levels.length }, (_, i) => i);
  const highest = Math.max(0, ...Array.from(levels));
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    while (start < order.length) {
      let end = start;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1;
      if (end > start + 1) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(end, start + 1);
    }
  }
  return order;
}

export function behaviourOf(character: string): Behaviour {
  return CLASSES[bidi.getBidiCharTypeName(character)][1];
}
