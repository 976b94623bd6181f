// The letters of the languages written in Latin, which hardly need shaping: a glyph each, five ligatures, kerned by pairs.
// That Noto Sans does nothing else with them is tested against fontkit, whose tables take 100 ms to open.
import type { FaceName } from '../../../charts/theme.ts';
import { KERNING, SECOND_LETTER_CLASSES } from './kerning.ts';

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
export function withLigatures(text: string): string {
  return text.replaceAll(/ff[il]?|f[il]/g, (letters) => LIGATURES.get(letters) ?? letters);
}

/** The letters that a ligature stands for; any other character itself. */
export function expandLigature(character: string): string {
  for (const [letters, ligature] of LIGATURES) if (ligature === character) return letters;
  return character;
}

/** The class of each letter that kerns behind another. */
const SECOND_CLASSES: ReadonlyMap<number, number> = new Map(
  SECOND_LETTER_CLASSES.flatMap((letters, i) =>
    Array.from(letters, (letter) => [letter.charCodeAt(0), i]),
  ),
);

type Kerns = ReadonlyMap<number, Readonly<Record<FaceName, number>>>;

/** By letter, and by class of what stands behind it. */
const KERNS: ReadonlyMap<number, Kerns> = new Map(
  KERNING.flatMap(([firsts, kerns]) => {
    const known = kernsOf(kerns);
    return Array.from(firsts, (first) => [first.charCodeAt(0), known]);
  }),
);

/** How much farther `second` stands from `first`, both code points; thousandths of the type size. */
export function kerningBetween(face: FaceName, first: number, second: number): number {
  const kerns = KERNS.get(first);
  if (kerns === undefined) return 0;
  const seconds = SECOND_CLASSES.get(second);
  return seconds === undefined ? 0 : (kerns.get(seconds)?.[face] ?? 0);
}

function kernsOf(text: string): Kerns {
  return new Map(
    text.split(' ').map((one) => {
      const [seconds = 0, regular = 0, bold = regular] = one.split(/[:/]/).map(Number);
      return [seconds, { regular, bold }];
    }),
  );
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
}

function without(letters: string, others: string): string {
  return Array.from(letters)
    .filter((letter) => !others.includes(letter))
    .join('');
}
