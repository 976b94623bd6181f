// The fonts of one document: the shared Latin subsets, and a subset per document for all other glyphs.
import type { GlyphCode, GlyphCodeLookup } from './content.ts';
import { getFace } from './fonts/faces.ts';
import type { FaceMetrics } from './fonts/latin-face.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import type { SharedSubset } from './fonts/shared-subsets.ts';
import { codeHex, stringObject } from './pdf-syntax.ts';

export interface DocumentFonts {
  readonly codeFor: GlyphCodeLookup;
  /** The font object of a resource; embedded in the document at the first call. */
  readonly fontFor: (resource: string) => unknown;
}

/** The glyphs of one font in the document. */
interface DocumentFont {
  readonly codes: Map<number, GlyphCode>;
  readonly sharedSubsets: readonly SharedSubset[];
  subset: PDFKit.EmbeddedFont | null;
}

export function createDocumentFonts(document: PDFKit.PDFDocument): DocumentFonts {
  const fonts = new Map<string, unknown>();
  const subsetsByResource = new Map<string, () => unknown>();
  for (const { metrics, subsets: faceSubsets } of [getFace('regular'), getFace('bold')]) {
    for (const subset of faceSubsets)
      subsetsByResource.set(subset.resource, () => embedSubset(subset, metrics, document));
  }
  const documentFonts = new Map<OpenedFont, DocumentFont>();
  const documentFontFor = (opened: OpenedFont): DocumentFont => {
    const existing = documentFonts.get(opened);
    if (existing !== undefined) return existing;
    const faceSubsets = opened.family === 'sans' ? getFace(opened.face).subsets : [];
    const documentFont = {
      codes: new Map<number, GlyphCode>(),
      sharedSubsets: faceSubsets,
      subset: null,
    };
    documentFonts.set(opened, documentFont);
    return documentFont;
  };
  const createCode = (opened: OpenedFont, documentFont: DocumentFont, glyph: Glyph): GlyphCode => {
    for (const { resource, codes } of documentFont.sharedSubsets) {
      const code = codes.get(glyph.id);
      if (code !== undefined) {
        return { resource, code, text: String.fromCodePoint(...glyph.codePoints) };
      }
    }
    if (documentFont.subset === null) {
      documentFont.subset = newSubset(document, opened);
      fonts.set(documentFont.subset.id, documentFont.subset.ref());
    }
    return codeInSubset(documentFont.subset, glyph);
  };

  return {
    codeFor(opened, glyph) {
      const documentFont = documentFontFor(opened);
      const existing = documentFont.codes.get(glyph.id);
      if (existing !== undefined) return existing;
      const code = createCode(opened, documentFont, glyph);
      documentFont.codes.set(glyph.id, code);
      return code;
    },
    fontFor(resource) {
      const font = fonts.get(resource) ?? subsetsByResource.get(resource)?.();
      fonts.set(resource, font);
      return font;
    },
  };
}

/** A subset that pdfkit builds and embeds when the document ends. */
function newSubset(document: PDFKit.PDFDocument, { font }: OpenedFont): PDFKit.EmbeddedFont {
  const source: unknown = font;
  // @ts-expect-error -- pdfkit takes an opened fontkit font, though its types only know names and bytes
  document.font(source);
  return document._font;
}

/** A glyph can stand for several texts; extraction gives the first one in this document. */
function codeInSubset(font: PDFKit.EmbeddedFont, glyph: Glyph): GlyphCode {
  const { subset, widths, unicode } = font;
  const included = subset.includeGlyph(glyph.id);
  widths[included] ??= glyph.width;
  const codePoints = (unicode[included] ??= glyph.codePoints);
  return {
    resource: font.id,
    code: codeHex(included),
    text: String.fromCodePoint(...codePoints),
  };
}

function embedSubset(
  subset: SharedSubset,
  metrics: FaceMetrics,
  document: PDFKit.PDFDocument,
): unknown {
  const { file, fileLength, unicode, widths } = subset.embedded();
  const scale = 1000 / metrics.unitsPerEm;
  const writeObject = (data: object, stream?: Uint8Array): unknown => {
    const ref = document.ref(data);
    ref.end(stream);
    return ref;
  };
  const descriptor = writeObject({
    Type: 'FontDescriptor',
    FontName: subset.name,
    // Symbolic: the font has characters outside the standard Latin set.
    Flags: 4,
    FontBBox: metrics.bbox.map((value) => value * scale),
    ItalicAngle: metrics.italicAngle,
    Ascent: metrics.ascent * scale,
    Descent: metrics.descent * scale,
    CapHeight: metrics.capHeight * scale,
    XHeight: metrics.xHeight * scale,
    StemV: 0,
    FontFile2: writeObject({ Filter: 'FlateDecode', Length1: fileLength }, file),
  });
  const descendant = writeObject({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: subset.name,
    CIDSystemInfo: {
      Registry: stringObject('Adobe'),
      Ordering: stringObject('Identity'),
      Supplement: 0,
    },
    CIDToGIDMap: 'Identity',
    FontDescriptor: descriptor,
    W: [0, widths],
  });
  return writeObject({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: subset.name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: writeObject({ Filter: 'FlateDecode' }, unicode),
  });
}
