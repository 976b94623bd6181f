// What packing a function works out of the report's own two faces, so that a cold start opens no font for Latin text.
// Only a packed function has it: there another module stands in for this one.
import type { FaceName } from '../../../charts/draw-operations.ts';
import type { FaceMetrics, SheetName } from './latin-face.ts';

export interface PreparedFace {
  readonly metrics: FaceMetrics;
  /** Of every letter, sheet by sheet: its glyph and its advance width, in turn. */
  readonly letters: readonly number[];
  readonly cuts: Readonly<Record<SheetName, PreparedCut>>;
}

/** A `Cut` as JSON has it, with bytes in base64. */
export interface PreparedCut {
  readonly glyphs: readonly number[];
  readonly file: string;
  readonly fileLength: number;
  readonly unicode: string;
  readonly widths: readonly number[];
}

/** Null where nothing was prepared. */
export function preparedFace(_name: FaceName): PreparedFace | null {
  return null;
}
