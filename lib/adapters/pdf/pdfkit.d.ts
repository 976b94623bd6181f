// The parts of pdfkit 0.20 that @types/pdfkit 0.17 lacks and that draw.ts relies on.

declare namespace PDFKit {
  /** A fontkit font that goes into the file; only the glyphs that are included do. */
  interface EmbeddedFont {
    readonly id: string;
    readonly subset: { includeGlyph(glyph: number): number };
    /** By glyph of the subset, in thousandths of the type size. */
    readonly widths: (number | undefined)[];
    readonly unicode: (readonly number[] | undefined)[];
    ref(): unknown;
  }

  interface PDFDocument {
    readonly _font: EmbeddedFont;
  }
}
