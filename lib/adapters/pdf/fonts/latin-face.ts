// The data that Latin text needs of a face: from the opened font, or from data prepared at build time.
import type { Font } from 'fontkit';
import { COMMON, EUROPEAN, WESTERN } from './latin.ts';
import type { FontSubset, EmbeddedSubset } from './shared-subsets.ts';
import { createFontSubset } from './shared-subsets.ts';

/** The metrics from fontkit; lengths are in font units. */
export interface FaceMetrics {
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  /** Left, bottom, right, top. */
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
  /** The glyph of a letter in the subsets; its width is in font units. */
  readonly letter: (codePoint: number) => { readonly id: number; readonly advanceWidth: number };
  readonly subsets: Readonly<Record<SubsetName, FontSubset>>;
}

export interface PreparedFace {
  readonly metrics: FaceMetrics;
  /** The glyph id and advance width of every letter in LETTERS, alternating. */
  readonly letters: readonly number[];
  readonly subsets: Readonly<Record<SubsetName, PreparedSubset>>;
}

/** A `FontSubset` as JSON, with bytes in base64. */
export interface PreparedSubset {
  readonly glyphs: readonly number[];
  readonly file: string;
  readonly fileLength: number;
  readonly unicode: string;
  readonly widths: readonly number[];
}

export const LETTERS = COMMON + WESTERN + EUROPEAN;

export function createLatinFace(font: Font): LatinFace {
  return {
    metrics: metricsOf(font),
    letter: (codePoint) => font.glyphForCodePoint(codePoint),
    subsets: {
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
export function serializeFace({ metrics, letter, subsets: cuts }: LatinFace): PreparedFace {
  return {
    metrics,
    letters: Array.from(LETTERS, (character) => letter(character.charCodeAt(0))).flatMap(
      ({ id, advanceWidth }) => [id, advanceWidth],
    ),
    subsets: mapSubsets(cuts, ({ glyphs, embedded }) => {
      const { file, unicode, ...rest } = embedded();
      return { glyphs, ...rest, file: base64(file), unicode: base64(unicode) };
    }),
  };
}

export function deserializeFace({ metrics, letters, subsets: cuts }: PreparedFace): LatinFace {
  const indexByLetter = new Map<number, number>();
  for (let i = 0; i < LETTERS.length; i += 1) indexByLetter.set(LETTERS.charCodeAt(i), 2 * i);
  return {
    metrics,
    letter: (codePoint) => {
      const index = indexByLetter.get(codePoint) ?? letters.length;
      const [id, advanceWidth] = letters.slice(index, index + 2);
      if (id === undefined || advanceWidth === undefined)
        throw new Error('the letter is in no subset');
      return { id, advanceWidth };
    },
    subsets: mapSubsets(cuts, deserializeSubset),
  };
}

function deserializeSubset({ glyphs, file, unicode, ...rest }: PreparedSubset): FontSubset {
  let embeddedSubset: EmbeddedSubset | null = null;
  const read = (): EmbeddedSubset => ({
    ...rest,
    file: Buffer.from(file, 'base64'),
    unicode: Buffer.from(unicode, 'base64'),
  });
  return { glyphs, embedded: () => (embeddedSubset ??= read()) };
}

function mapSubsets<A, B>(
  { common, western, european }: Readonly<Record<SubsetName, A>>,
  change: (subset: A) => B,
): Readonly<Record<SubsetName, B>> {
  return { common: change(common), western: change(western), european: change(european) };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
