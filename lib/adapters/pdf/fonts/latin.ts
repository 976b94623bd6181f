// Latin letters need little shaping: one glyph each, five ligatures and kerning by pairs.
// A test compares this with fontkit, which needs 100 ms to open its tables.
import type { FaceName } from '../../../charts/theme.ts';
import { KERNING, SECOND_LETTER_CLASSES } from './kerning.ts';

/** The letters of European languages, and signs, each once; without U+00AD, which is invisible. */
export const LETTERS = [
  ...new Set(
    ` \u00a0${range(0x21, 0x7e)}ﬀﬁﬂﬃﬄ–—‘’“”…·›±×−€${range(0xc0, 0xff)}\u202f` +
      `${range(0xa1, 0xac)}${range(0xae, 0xbf)}${range(0x100, 0x17f)}‚„†‡•‰‹™`,
  ),
].join('');

const LIGATURES: ReadonlyMap<string, string> = new Map([
  ['ff', 'ﬀ'],
  ['fi', 'ﬁ'],
  ['fl', 'ﬂ'],
  ['ffi', 'ﬃ'],
  ['ffl', 'ﬄ'],
]);

/** Replaces letter sequences by their ligature characters. */
export function withLigatures(text: string): string {
  return text.replaceAll(/ff[il]?|f[il]/g, (letters) => LIGATURES.get(letters) ?? letters);
}

/** The letters of a ligature; other characters are returned as they are. */
export function expandLigature(character: string): string {
  return LETTERS_OF_LIGATURE.get(character) ?? character;
}

const LETTERS_OF_LIGATURE: ReadonlyMap<string, string> = new Map(
  [...LIGATURES].map(([letters, ligature]) => [ligature, letters]),
);

/** The kerning class of each letter as the second of a pair. */
const SECOND_CLASSES: ReadonlyMap<number, number> = new Map(
  SECOND_LETTER_CLASSES.flatMap((letters, i) =>
    Array.from(letters, (letter) => [letter.charCodeAt(0), i]),
  ),
);

type Kerns = ReadonlyMap<number, Readonly<Record<FaceName, number>>>;

/** Kerning by first letter and by class of the second letter. */
const KERNS: ReadonlyMap<number, Kerns> = new Map(
  KERNING.flatMap(([firsts, kerns]) => {
    const kernsByClass = kernsOf(kerns);
    return Array.from(firsts, (first) => [first.charCodeAt(0), kernsByClass]);
  }),
);

/** The extra distance between two code points, in thousandths of the font size. */
export function kerningBetween(face: FaceName, first: number, second: number): number {
  const kerns = KERNS.get(first);
  if (kerns === undefined) return 0;
  const seconds = SECOND_CLASSES.get(second);
  return seconds === undefined ? 0 : (kerns.get(seconds)?.[face] ?? 0);
}

function kernsOf(text: string): Kerns {
  return new Map(
    text.split(' ').map((entry) => {
      const [seconds = 0, regular = 0, bold = regular] = entry.split(/[:/]/).map(Number);
      return [seconds, { regular, bold }];
    }),
  );
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}
