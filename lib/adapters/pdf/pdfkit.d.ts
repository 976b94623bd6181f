// All parts of pdfkit 0.20 that @types/pdfkit 0.17 lacks and that this folder relies on; those with an underscore are private.
// `pdfkit-parts.test.ts` notices when another version of pdfkit does not have them.

declare namespace PDFKit {
  /** Creates the XMP packet when the document ends. */
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
    metadata: Metadata;
    /** The catalogue. */
    readonly _root: PDFKitReference & { readonly data: { readonly Pages: PDFKitReference } };
    readonly _info: PDFKitReference;
    /** Bytes written so far. */
    readonly _offset: number;
    /** The offset of each object; the index is the object number minus one. */
    readonly _offsets: (number | null | undefined)[];
    _write(data: string | Uint8Array): void;
    /** Marks a reference as finished, so that the document does not wait for it. */
    _refEnd(ref: PDFKitReference): void;
    /** Writes the part of the file after the last object. */
    _finalize(): void;
  }
}
