// The data that Latin text needs of a face: from the opened font, or from data prepared at build time.
import type { Font } from 'fontkit';
import { LETTERS } from './latin.ts';

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

export interface LatinGlyph {
  /** The number of the glyph in the full font. */
  readonly id: number;
  /** In font units. */
  readonly advanceWidth: number;
}

export interface LatinFace {
  readonly metrics: FaceMetrics;
  /** The glyphs of the letters in LETTERS, in that order. */
  readonly glyphs: readonly LatinGlyph[];
}

export interface PreparedFace {
  readonly metrics: FaceMetrics;
  /** The glyph id and advance width of every letter in LETTERS, alternating. */
  readonly letters: readonly number[];
}

export function createLatinFace(font: Font): LatinFace {
  const glyphs = Array.from(LETTERS, (letter) => font.glyphForCodePoint(letter.charCodeAt(0))).map(
    ({ id, advanceWidth }) => ({ id, advanceWidth }),
  );
  return { metrics: metricsOf(font), glyphs };
}

export function metricsOf(font: Font): FaceMetrics {
  const { postscriptName, unitsPerEm, italicAngle, ascent, descent, capHeight, xHeight } = font;
  const { minX, minY, maxX, maxY } = font.bbox;
  const bbox = [minX, minY, maxX, maxY];
  return { postscriptName, unitsPerEm, bbox, italicAngle, ascent, descent, capHeight, xHeight };
}

/** All of a face, to be written down. */
export function serializeFace({ metrics, glyphs }: LatinFace): PreparedFace {
  return {
    metrics,
    letters: glyphs.flatMap(({ id, advanceWidth }) => [id, advanceWidth]),
  };
}

export function deserializeFace({ metrics, letters }: PreparedFace): LatinFace {
  const glyphs = Array.from(LETTERS, (_, i) => {
    const [id = 0, advanceWidth = 0] = letters.slice(2 * i, 2 * i + 2);
    return { id, advanceWidth };
  });
  return { metrics, glyphs };
}
