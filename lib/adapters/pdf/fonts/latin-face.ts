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

/** Plain data, which a build can write as JSON. */
export interface LatinFace {
  readonly metrics: FaceMetrics;
  /** The numbers of the glyphs of LETTERS in the full font. */
  readonly ids: readonly number[];
  /** Their advance widths, in font units. */
  readonly advanceWidths: readonly number[];
}

export function createLatinFace(font: Font): LatinFace {
  const glyphs = Array.from(LETTERS, (letter) => font.glyphForCodePoint(letter.charCodeAt(0)));
  return {
    metrics: metricsOf(font),
    ids: glyphs.map(({ id }) => id),
    advanceWidths: glyphs.map(({ advanceWidth }) => advanceWidth),
  };
}

export function metricsOf(font: Font): FaceMetrics {
  const { postscriptName, unitsPerEm, italicAngle, ascent, descent, capHeight, xHeight } = font;
  const { minX, minY, maxX, maxY } = font.bbox;
  const bbox = [minX, minY, maxX, maxY];
  return { postscriptName, unitsPerEm, bbox, italicAngle, ascent, descent, capHeight, xHeight };
}
