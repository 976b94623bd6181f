// The fonts of one document, each reduced to the glyphs that it shows.
import { deflateSync } from 'node:zlib';
import type { FaceName } from '../../charts/theme.ts';
import { md5Of } from './attachment.ts';
import type { Face } from './fonts/faces.ts';
import { getFace } from './fonts/faces.ts';
import { LETTERS, expandLigature } from './fonts/latin.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import { toUnicodeMap } from './fonts/to-unicode.ts';
import { DEFLATE_LEVEL, type PackedObjects } from './object-streams.ts';
import { refText } from './pdf-syntax.ts';

/** How a document refers to a glyph: the font resource and the code in that font. */
export interface GlyphCode {
  readonly resource: string;
  readonly code: number;
  /** The text that the ToUnicode map of the font gives for the glyph. */
  readonly text: string;
}

/** The names of the Latin faces in page resources. */
const RESOURCES: Readonly<Record<FaceName, string>> = { regular: 'R', bold: 'B' };

export class DocumentFonts {
  readonly #document: PDFKit.PDFDocument;
  readonly #packed: PackedObjects;
  readonly #latin = new Map<FaceName, LatinFont>();
  readonly #codes = new Map<OpenedFont, Map<number, GlyphCode>>();
  /** Subsets that pdfkit builds and embeds when the document ends. */
  readonly #subsets = new Map<OpenedFont, PDFKit.EmbeddedFont>();

  constructor(document: PDFKit.PDFDocument, packed: PackedObjects) {
    this.#document = document;
    this.#packed = packed;
  }

  latin(name: FaceName): LatinFont {
    const existing = this.#latin.get(name);
    if (existing !== undefined) return existing;
    const font = new LatinFont(RESOURCES[name], getFace(name));
    this.#latin.set(name, font);
    return font;
  }

  /** The code of a glyph in the document; embeds the glyph when it is new. */
  codeOf(opened: OpenedFont, glyph: Glyph): GlyphCode {
    const codes = this.#codes.get(opened) ?? new Map<number, GlyphCode>();
    this.#codes.set(opened, codes);
    const code = codes.get(glyph.id) ?? this.#newCode(opened, glyph);
    codes.set(glyph.id, code);
    return code;
  }

  #newCode(opened: OpenedFont, glyph: Glyph): GlyphCode {
    if (opened.family === 'sans') {
      const font = this.latin(opened.face);
      const code = font.face.codes.get(glyph.id);
      if (code !== undefined) {
        font.use(code);
        return { resource: font.resource, code, text: letterOf(code) };
      }
    }
    const subset = this.#subsets.get(opened) ?? newSubset(this.#document, opened);
    this.#subsets.set(opened, subset);
    return codeInSubset(subset, glyph);
  }

  /** Embeds the Latin faces and returns the font resources of all pages as a PDF dictionary. */
  end(): string {
    const writer = { document: this.#document, packed: this.#packed };
    const fonts = [...this.#latin.values()];
    const codes = new Set(fonts.flatMap((font) => font.usedCodes()));
    // A code stands for the same letter in both faces.
    const unicode = toUnicodeMap(new Map([...codes].map((code) => [code, letterOf(code)])));
    const toUnicode = putStream(writer, unicode);
    const resources = new Map(
      fonts.map((font) => [font.resource, refText(embed(font, toUnicode, writer))]),
    );
    // A family without a bold face has one subset for both.
    for (const subset of this.#subsets.values()) resources.set(subset.id, String(subset.ref()));
    return `<<${[...resources].map(([name, ref]) => `/${name} ${ref}`).join('')}>>`;
  }
}

/** The text that a code of the Latin faces stands for. */
function letterOf(code: number): string {
  return expandLigature(LETTERS.charAt(code - 1));
}

/** The Latin letters of a face that a document uses. */
export class LatinFont {
  readonly resource: string;
  readonly face: Face;
  readonly #isUsed: Uint8Array;

  constructor(resource: string, face: Face) {
    this.resource = resource;
    this.face = face;
    this.#isUsed = new Uint8Array(face.codes.size + 1);
  }

  use(code: number): void {
    this.#isUsed[code] = 1;
  }

  /** In order. */
  usedCodes(): readonly number[] {
    return [...this.#isUsed.keys()].filter((code) => this.#isUsed[code] === 1);
  }
}

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
  return { resource: font.id, code: included, text: String.fromCodePoint(...codePoints) };
}

interface ObjectWriter {
  readonly document: PDFKit.PDFDocument;
  readonly packed: PackedObjects;
}

function putStream(
  { document }: ObjectWriter,
  bytes: string | Uint8Array,
  entries: object = {},
): number {
  const ref = document.ref({ ...entries, Filter: 'FlateDecode' });
  ref.end(deflateSync(bytes, { level: DEFLATE_LEVEL }));
  return ref.id;
}

function putObject({ packed }: ObjectWriter, body: string): number {
  const id = packed.reserve();
  packed.put(id, body);
  return id;
}

/** Returns the object number of the font. `toUnicode`: that of the ToUnicode map. */
function embed(font: LatinFont, toUnicode: number, writer: ObjectWriter): number {
  const { metrics, widths, trimmedFile } = font.face;
  const codes = font.usedCodes();
  const scale = 1000 / metrics.unitsPerEm;
  const file = trimmedFile(codes);
  const name = `${subsetTag(codes)}+${metrics.postscriptName}`;
  // Flags 4: symbolic, since the font has characters outside the standard Latin set.
  const descriptor = putObject(
    writer,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4` +
      `/FontBBox[${metrics.bbox.map((value) => value * scale).join(' ')}]` +
      `/ItalicAngle ${metrics.italicAngle}/Ascent ${metrics.ascent * scale}` +
      `/Descent ${metrics.descent * scale}/CapHeight ${metrics.capHeight * scale}` +
      `/XHeight ${metrics.xHeight * scale}/StemV 0` +
      `/FontFile2 ${refText(putStream(writer, file, { Length1: file.length }))}>>`,
  );
  const descendant = putObject(
    writer,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity' +
      `/FontDescriptor ${refText(descriptor)}` +
      `/W[${codes.map((code) => `${code}[${widths[code - 1] ?? 0}]`).join('')}]>>`,
  );
  return putObject(
    writer,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${refText(descendant)}]/ToUnicode ${refText(toUnicode)}>>`,
  );
}

/** Six capitals, which distinguish subsets of one font. */
function subsetTag(codes: readonly number[]): string {
  const hash = md5Of(codes.join(' '));
  return String.fromCharCode(...hash.subarray(0, 6).map((byte) => 65 + (byte % 26)));
}
