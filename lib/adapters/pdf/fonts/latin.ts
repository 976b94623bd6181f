// The letters of the languages written in Latin, which hardly need shaping: a glyph each, five ligatures, kerned by pairs.
// That Noto Sans does nothing else with them is tested against fontkit, whose tables take 100 ms to open.
import type { FaceName } from '../../../presentation/operations.ts';
import { KERNING, SECONDS } from './kerning.ts';

/** What every report is written with. */
export const COMMON = ` \u00a0${range(0x21, 0x7e)}ﬀﬁﬂﬃﬄ–—‘’“”…·›±×−€`;
/** What western European languages have beside it, and the narrow space of French. */
export const WESTERN = without(`${range(0xc0, 0xff)}\u202f«»¡¿ªº`, COMMON);
/** The other letters of Europe's languages, and signs; without U+00AD, which shows nothing. */
export const EUROPEAN = without(
  `${range(0xa1, 0xac)}${range(0xae, 0xbf)}${range(0x100, 0x17f)}‚„†‡•‰‹™`,
  COMMON + WESTERN,
);

const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
]);

/** With each ligature as its own character. */
export function ligated(text: string): string {
  return text.replaceAll(/ff[il]?|f[il]/g, (letters) => LIGATURES.get(letters) ?? letters);
}

/** The letters that a ligature stands for; any other character itself. */
export function lettersOf(character: string): string {
  for (const [letters, ligature] of LIGATURES) if (ligature === character) return letters;
  return character;
}

const KERNS: Readonly<Record<FaceName, ReadonlyMap<number, number>>> = {
  regular: kernsOf('regular'),
  bold: kernsOf('bold'),
};

/** How much farther `second` stands from `first`, both code points; thousandths of the type size. */
export function kern(face: FaceName, first: number, second: number): number {
  return KERNS[face].get(pair(first, second)) ?? 0;
}

function pair(first: number, second: number): number {
  return first * 0x10000 + second;
}

function kernsOf(face: FaceName): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [firsts, kerns] of KERNING) {
    for (const one of kerns.split(' ')) {
      const [seconds = 0, regular = 0, bold = regular] = one.split(/[:/]/).map(Number);
      for (const first of firsts) {
        for (const second of SECONDS[seconds] ?? '') {
          const key = pair(first.charCodeAt(0), second.charCodeAt(0));
          found.set(key, face === 'regular' ? regular : bold);
        }
      }
    }
  }
  return found;
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

function without(letters: string, others: string): string {
  return Array.from(letters)
    .filter((letter) => !others.includes(letter))
    .join('');
}
