// The parts of pdfkit 0.20 that @types/pdfkit 0.17 lacks and that this folder relies on.

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

  /** Makes the XMP packet; asked for it when the document ends. */
  interface Metadata {
    append(xml: string): void;
    end(): void;
    getXML(): string;
    getLength(): number;
  }

  interface PDFKitReference {
    end(): void;
  }

  interface PDFDocument {
    readonly _font: EmbeddedFont;
    metadata: Metadata;
    /** The catalogue. */
    readonly _root: PDFKitReference;
    readonly _info: PDFKitReference;
    /** Bytes written so far. */
    readonly _offset: number;
    /** Of every object by its number less one. */
    readonly _offsets: (number | null | undefined)[];
    _write(data: string | Uint8Array): void;
    /** Tells that an object won't be waited for any more. */
    _refEnd(ref: PDFKitReference): void;
    /** Writes what follows the last object. */
    _finalize(): void;
  }
}
