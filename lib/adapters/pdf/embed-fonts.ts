// The fonts of one document: the sheets as they are, and a subset of its own for what is on no sheet.
import type { GlyphCode, GlyphCodeLookup } from './content.ts';
import { getFace } from './fonts/faces.ts';
import type { FaceMetrics } from './fonts/latin-face.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import type { SharedSubset } from './fonts/shared-subsets.ts';
import { codeHex, stringObject } from './pdf-syntax.ts';

export interface DocumentFonts {
  readonly codeFor: GlyphCodeLookup;
  /** The font that pages call by `resource`; put into the document when it is first asked for. */
  readonly fontFor: (resource: string) => unknown;
}

/** A font as one document has it. */
interface DocumentFont {
  readonly places: Map<number, GlyphCode>;
  readonly sheets: readonly SharedSubset[];
  subset: PDFKit.EmbeddedFont | null;
}

export function createDocumentFonts(document: PDFKit.PDFDocument): DocumentFonts {
  const fonts = new Map<string, unknown>();
  const sheets = new Map<string, () => unknown>();
  for (const { metrics, subsets: own } of [getFace('regular'), getFace('bold')]) {
    for (const sheet of own)
      sheets.set(sheet.resource, () => embedSubset(sheet, metrics, document));
  }
  const pens = new Map<OpenedFont, DocumentFont>();
  const penOf = (opened: OpenedFont): DocumentFont => {
    const known = pens.get(opened);
    if (known !== undefined) return known;
    const own = opened.family === 'sans' ? getFace(opened.face).subsets : [];
    const pen = { places: new Map<number, GlyphCode>(), sheets: own, subset: null };
    pens.set(opened, pen);
    return pen;
  };
  const newPlace = (opened: OpenedFont, pen: DocumentFont, glyph: Glyph): GlyphCode => {
    for (const { resource, codes } of pen.sheets) {
      const code = codes.get(glyph.id);
      if (code !== undefined) {
        return { resource, code, text: String.fromCodePoint(...glyph.codePoints) };
      }
    }
    if (pen.subset === null) {
      pen.subset = newSubset(document, opened);
      fonts.set(pen.subset.id, pen.subset.ref());
    }
    return placeIn(pen.subset, glyph);
  };

  return {
    codeFor(opened, glyph) {
      const pen = penOf(opened);
      const known = pen.places.get(glyph.id);
      if (known !== undefined) return known;
      const place = newPlace(opened, pen, glyph);
      pen.places.set(glyph.id, place);
      return place;
    },
    fontFor(resource) {
      const font = fonts.get(resource) ?? sheets.get(resource)?.();
      fonts.set(resource, font);
      return font;
    },
  };
}

/** What pdfkit cuts and embeds itself when the document ends. */
function newSubset(document: PDFKit.PDFDocument, { font }: OpenedFont): PDFKit.EmbeddedFont {
  const source: unknown = font;
  // @ts-expect-error -- pdfkit takes an opened fontkit font, though its types only know names and bytes
  document.font(source);
  return document._font;
}

/** A glyph can stand for several characters; a program gets the one it stood for first in this document. */
function placeIn(font: PDFKit.EmbeddedFont, glyph: Glyph): GlyphCode {
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
  sheet: SharedSubset,
  metrics: FaceMetrics,
  document: PDFKit.PDFDocument,
): unknown {
  const { file, fileLength, unicode, widths } = sheet.embedded();
  const scale = 1000 / metrics.unitsPerEm;
  const ended = (data: object, stream?: Uint8Array): unknown => {
    const ref = document.ref(data);
    ref.end(stream);
    return ref;
  };
  const descriptor = ended({
    Type: 'FontDescriptor',
    FontName: sheet.name,
    // Has characters beyond the standard Latin set.
    Flags: 4,
    FontBBox: metrics.bbox.map((value) => value * scale),
    ItalicAngle: metrics.italicAngle,
    Ascent: metrics.ascent * scale,
    Descent: metrics.descent * scale,
    CapHeight: metrics.capHeight * scale,
    XHeight: metrics.xHeight * scale,
    StemV: 0,
    FontFile2: ended({ Filter: 'FlateDecode', Length1: fileLength }, file),
  });
  const descendant = ended({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: sheet.name,
    CIDSystemInfo: {
      Registry: stringObject('Adobe'),
      Ordering: stringObject('Identity'),
      Supplement: 0,
    },
    CIDToGIDMap: 'Identity',
    FontDescriptor: descriptor,
    W: [0, widths],
  });
  return ended({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: sheet.name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: ended({ Filter: 'FlateDecode' }, unicode),
  });
}
