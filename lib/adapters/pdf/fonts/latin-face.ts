// What Latin text and a document ask of a face: from its opened font, or from what was prepared of it.
import type { Font } from 'fontkit';
import { COMMON, EUROPEAN, WESTERN } from './latin.ts';
import type { FontSubset, EmbeddedSubset } from './shared-subsets.ts';
import { createFontSubset } from './shared-subsets.ts';

/** As fontkit gives them, lengths in the font's own units. */
export interface FaceMetrics {
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  /** Left, lower, right and upper side. */
  readonly bbox: readonly number[];
  readonly italicAngle: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly xHeight: number;
}

export type SubsetName = 'common' | 'western' | 'european';

export interface LatinFace {
  readonly metrics: FaceMetrics;
  /** Of a letter on a sheet; its width is in the font's own units. */
  readonly letter: (codePoint: number) => { readonly id: number; readonly advanceWidth: number };
  readonly cuts: Readonly<Record<SubsetName, FontSubset>>;
}

export interface PreparedFace {
  readonly metrics: FaceMetrics;
  /** Of every letter, sheet by sheet: its glyph and its advance width, in turn. */
  readonly letters: readonly number[];
  readonly subsets: Readonly<Record<SubsetName, PreparedSubset>>;
}

/** A `Cut` as JSON has it, with bytes in base64. */
export interface PreparedSubset {
  readonly glyphs: readonly number[];
  readonly file: string;
  readonly fileLength: number;
  readonly unicode: string;
  readonly widths: readonly number[];
}

export const LETTERS = COMMON + WESTERN + EUROPEAN;

export function latinFaceOf(font: Font): LatinFace {
  return {
    metrics: metricsOf(font),
    letter: (codePoint) => font.glyphForCodePoint(codePoint),
    cuts: {
      common: createFontSubset(font, COMMON),
      western: createFontSubset(font, WESTERN),
      european: createFontSubset(font, EUROPEAN),
    },
  };
}

function metricsOf(font: Font): FaceMetrics {
  const { postscriptName, unitsPerEm, italicAngle, ascent, descent, capHeight, xHeight } = font;
  const { minX, minY, maxX, maxY } = font.bbox;
  const bbox = [minX, minY, maxX, maxY];
  return { postscriptName, unitsPerEm, bbox, italicAngle, ascent, descent, capHeight, xHeight };
}

/** All of a face, to be written down. */
export function prepare({ metrics, letter, cuts }: LatinFace): PreparedFace {
  return {
    metrics,
    letters: Array.from(LETTERS, (character) => letter(character.charCodeAt(0))).flatMap(
      ({ id, advanceWidth }) => [id, advanceWidth],
    ),
    subsets: eachSheet(cuts, ({ glyphs, embedded }) => {
      const { file, unicode, ...rest } = embedded();
      return { glyphs, ...rest, file: base64(file), unicode: base64(unicode) };
    }),
  };
}

export function latinFaceFrom({ metrics, letters, subsets: cuts }: PreparedFace): LatinFace {
  const places = new Map<number, number>();
  for (let i = 0; i < LETTERS.length; i += 1) places.set(LETTERS.charCodeAt(i), 2 * i);
  return {
    metrics,
    letter: (codePoint) => {
      const place = places.get(codePoint) ?? letters.length;
      const [id, advanceWidth] = letters.slice(place, place + 2);
      if (id === undefined || advanceWidth === undefined) throw new Error('no letter of a sheet');
      return { id, advanceWidth };
    },
    cuts: eachSheet(cuts, cutFrom),
  };
}

function cutFrom({ glyphs, file, unicode, ...rest }: PreparedSubset): FontSubset {
  let made: EmbeddedSubset | null = null;
  const read = (): EmbeddedSubset => ({
    ...rest,
    file: Buffer.from(file, 'base64'),
    unicode: Buffer.from(unicode, 'base64'),
  });
  return { glyphs, embedded: () => (made ??= read()) };
}

function eachSheet<A, B>(
  { common, western, european }: Readonly<Record<SubsetName, A>>,
  change: (one: A) => B,
): Readonly<Record<SubsetName, B>> {
  return { common: change(common), western: change(western), european: change(european) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
