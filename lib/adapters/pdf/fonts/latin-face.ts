// The data that Latin text needs of a face: from the opened font, or from data prepared at build time.
import { deflateSync, inflateSync } from 'node:zlib';
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
  /** A TrueType file with these glyphs, numbered from 1; takes milliseconds. */
  readonly file: () => Buffer;
}

export interface PreparedFace {
  readonly metrics: FaceMetrics;
  /** The glyph id and advance width of every letter in LETTERS, alternating. */
  readonly letters: readonly number[];
  /** The font file: deflated, in base64. */
  readonly file: string;
}

export function createLatinFace(font: Font): LatinFace {
  const glyphs = Array.from(LETTERS, (letter) => font.glyphForCodePoint(letter.charCodeAt(0))).map(
    ({ id, advanceWidth }) => ({ id, advanceWidth }),
  );
  return {
    metrics: metricsOf(font),
    glyphs,
    file: () => {
      const subset = font.createSubset();
      for (const { id } of glyphs) subset.includeGlyph(font.getGlyph(id));
      return Buffer.from(subset.encode());
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
export function serializeFace({ metrics, glyphs, file }: LatinFace): PreparedFace {
  return {
    metrics,
    letters: glyphs.flatMap(({ id, advanceWidth }) => [id, advanceWidth]),
    file: deflateSync(file(), { level: 9 }).toString('base64'),
  };
}

export function deserializeFace({ metrics, letters, file }: PreparedFace): LatinFace {
  const glyphs = Array.from(LETTERS, (_, i) => {
    const [id = 0, advanceWidth = 0] = letters.slice(2 * i, 2 * i + 2);
    return { id, advanceWidth };
  });
  return { metrics, glyphs, file: () => inflateSync(Buffer.from(file, 'base64')) };
}
