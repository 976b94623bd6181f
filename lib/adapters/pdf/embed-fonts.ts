// The fonts of one document: the sheets as they are, and a subset of its own for what is on no sheet.
import type { Place, PlaceOf } from './content.ts';
import { openFace } from './fonts/faces.ts';
import type { FaceMetrics } from './fonts/latin-face.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import type { Sheet } from './fonts/shared-subsets.ts';
import { codeHex, literal } from './pdf-syntax.ts';

export interface DocumentFonts {
  readonly placeOf: PlaceOf;
  /** The font that pages call by `resource`; put into the document when it is first asked for. */
  readonly font: (resource: string) => unknown;
}

/** A font as one document has it. */
interface Pen {
  readonly places: Map<number, Place>;
  readonly sheets: readonly Sheet[];
  subset: PDFKit.EmbeddedFont | null;
}

export function fontsOf(document: PDFKit.PDFDocument): DocumentFonts {
  const fonts = new Map<string, unknown>();
  const sheets = new Map<string, () => unknown>();
  for (const { metrics, sheets: own } of [openFace('regular'), openFace('bold')]) {
    for (const sheet of own) sheets.set(sheet.resource, () => embed(sheet, metrics, document));
  }
  const pens = new Map<OpenedFont, Pen>();
  const penOf = (opened: OpenedFont): Pen => {
    const known = pens.get(opened);
    if (known !== undefined) return known;
    const own = opened.family === 'sans' ? openFace(opened.face).sheets : [];
    const pen = { places: new Map<number, Place>(), sheets: own, subset: null };
    pens.set(opened, pen);
    return pen;
  };
  const newPlace = (opened: OpenedFont, pen: Pen, glyph: Glyph): Place => {
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
    placeOf(opened, glyph) {
      const pen = penOf(opened);
      const known = pen.places.get(glyph.id);
      if (known !== undefined) return known;
      const place = newPlace(opened, pen, glyph);
      pen.places.set(glyph.id, place);
      return place;
    },
    font(resource) {
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
function placeIn(font: PDFKit.EmbeddedFont, glyph: Glyph): Place {
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

function embed(sheet: Sheet, metrics: FaceMetrics, document: PDFKit.PDFDocument): unknown {
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
      Registry: literal('Adobe'),
      Ordering: literal('Identity'),
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
