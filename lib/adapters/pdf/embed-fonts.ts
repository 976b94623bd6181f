// The fonts of one document, each reduced to the glyphs that it shows.
import type { FaceName } from '../../charts/theme.ts';
import { md5Of } from './attachment.ts';
import type { Face } from './fonts/latin-shaping.ts';
import { getFace } from './fonts/latin-shaping.ts';
import { LETTERS, expandLigature } from './fonts/latin.ts';
import type { FaceMetrics } from './fonts/latin-face.ts';
import { metricsOf } from './fonts/latin-face.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import type { Glyph } from './fonts/shaping.ts';
import { toUnicodeMap } from './fonts/to-unicode.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText } from './pdf-syntax.ts';

/** How a document refers to a glyph: the font resource and the code in that font. */
export interface GlyphCode {
  readonly resource: string;
  readonly code: number;
  /** The text that the ToUnicode map of the font gives for the glyph. */
  readonly text: string;
}

/** The names of the Latin faces in page resources; other fonts are F1, F2 and so on. */
const RESOURCES: Readonly<Record<FaceName, string>> = { regular: 'R', bold: 'B' };
/** The width that PDF readers assume for a glyph without an entry, in thousandths of the font size. */
const DEFAULT_WIDTH = 1000;
/** The glyph that fonts show for characters that they do not have; its code is 0. */
const MISSING_GLYPH = 0;

export class DocumentFonts {
  readonly #packed: PackedObjects;
  readonly #latin = new Map<FaceName, LatinFont>();
  readonly #others = new Map<OpenedFont, OtherFont>();

  constructor(packed: PackedObjects) {
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
    const latin = opened.family === 'sans' ? this.latin(opened.face).codeOf(glyph.id) : null;
    return latin ?? this.#other(opened).codeOf(glyph);
  }

  #other(opened: OpenedFont): OtherFont {
    const existing = this.#others.get(opened);
    if (existing !== undefined) return existing;
    const font = new OtherFont(`F${this.#others.size + 1}`, opened);
    this.#others.set(opened, font);
    return font;
  }

  /** Embeds the fonts and returns the font resources of all pages as a PDF dictionary. */
  end(): string {
    const packed = this.#packed;
    const entry = (font: EmbeddedFont, toUnicode: number): string =>
      `/${font.resource} ${refText(embed(font, toUnicode, packed))}`;
    const latin = [...this.#latin.values()];
    // A code stands for the same letter in both faces.
    const latinCodes = new Set(latin.flatMap((font) => font.usedCodes()));
    const latinTexts = new Map([...latinCodes].map((code) => [code, letterOf(code)]));
    const latinToUnicode = packed.addStream(toUnicodeMap(latinTexts));
    const entries = [
      ...latin.map((font) => entry(font.embedded(), latinToUnicode)),
      ...[...this.#others.values()].map((font) =>
        entry(font.embedded(), packed.addStream(toUnicodeMap(font.texts()))),
      ),
    ];
    return `<<${entries.join('')}>>`;
  }
}

/** The text that a code of the Latin faces stands for. */
function letterOf(code: number): string {
  return expandLigature(LETTERS.charAt(code - 1));
}

interface EmbeddedFont {
  readonly resource: string;
  readonly opened: OpenedFont;
  readonly metrics: FaceMetrics;
  /** The glyphs of the full font by code; null for a code that is not used. */
  readonly glyphs: readonly (number | null)[];
  /** In thousandths of the font size, by code. */
  readonly widths: ReadonlyMap<number, number>;
}

/** The Latin letters of a face that a document uses. */
export class LatinFont {
  readonly resource: string;
  readonly #face: Face;
  readonly #isUsed: Uint8Array;

  constructor(resource: string, face: Face) {
    this.resource = resource;
    this.#face = face;
    this.#isUsed = new Uint8Array(face.codes.size + 1);
  }

  use(code: number): void {
    this.#isUsed[code] = 1;
  }

  /** Null for a glyph that is not one of the Latin letters. */
  codeOf(glyph: number): GlyphCode | null {
    const code = this.#face.codes.get(glyph);
    if (code === undefined) return null;
    this.use(code);
    return { resource: this.resource, code, text: letterOf(code) };
  }

  /** In order. */
  usedCodes(): readonly number[] {
    const codes: number[] = [];
    for (let code = 0; code < this.#isUsed.length; code += 1) {
      if (this.#isUsed[code] === 1) codes.push(code);
    }
    return codes;
  }

  embedded(): EmbeddedFont {
    const { opened, metrics, glyphIds, widths } = this.#face;
    const codes = this.usedCodes();
    const glyphs = Array.from({ length: (codes.at(-1) ?? 0) + 1 }, (_, code) =>
      this.#isUsed[code] === 1 ? (glyphIds[code - 1] ?? null) : null,
    );
    glyphs[0] = MISSING_GLYPH;
    return {
      resource: this.resource,
      opened,
      metrics,
      glyphs,
      widths: new Map(codes.map((code) => [code, widths[code - 1] ?? 0])),
    };
  }
}

/** The glyphs of another font that a document uses, numbered in the order of their first use. */
class OtherFont {
  readonly resource: string;
  readonly #opened: OpenedFont;
  readonly #codes = new Map<number, GlyphCode>();
  readonly #widths = new Map<number, number>();

  constructor(resource: string, opened: OpenedFont) {
    this.resource = resource;
    this.#opened = opened;
  }

  /** A glyph can stand for several texts; extraction gives the first one in this document. */
  codeOf({ id, width, codePoints }: Glyph): GlyphCode {
    const existing = this.#codes.get(id);
    if (existing !== undefined) return existing;
    const code = this.#codes.size + 1;
    const glyphCode = { resource: this.resource, code, text: String.fromCodePoint(...codePoints) };
    this.#codes.set(id, glyphCode);
    this.#widths.set(code, width);
    return glyphCode;
  }

  /** By code. */
  texts(): ReadonlyMap<number, string> {
    return new Map([...this.#codes.values()].map(({ code, text }) => [code, text]));
  }

  embedded(): EmbeddedFont {
    const openedFont = this.#opened;
    const glyphs = [MISSING_GLYPH, ...this.#codes.keys()];
    return {
      resource: this.resource,
      opened: openedFont,
      metrics: metricsOf(openedFont.font),
      glyphs,
      widths: this.#widths,
    };
  }
}

/** Returns the object number of the font. `toUnicode`: that of the ToUnicode map. */
function embed(
  { opened, metrics, glyphs, widths }: EmbeddedFont,
  toUnicode: number,
  packed: PackedObjects,
): number {
  const scale = 1000 / metrics.unitsPerEm;
  const file = opened.subset(glyphs);
  const name = `${subsetTag(glyphs)}+${metrics.postscriptName}`;
  // Flags 4: symbolic, since the font has characters outside the standard Latin set.
  const descriptor = packed.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4` +
      `/FontBBox[${metrics.bbox.map((value) => value * scale).join(' ')}]` +
      `/ItalicAngle ${metrics.italicAngle}/Ascent ${metrics.ascent * scale}` +
      `/Descent ${metrics.descent * scale}/CapHeight ${metrics.capHeight * scale}` +
      `/XHeight ${metrics.xHeight * scale}/StemV 0` +
      `/FontFile2 ${refText(packed.addStream(file, { Length1: file.length }))}>>`,
  );
  const widthEntries = [...widths]
    .filter(([, width]) => width !== DEFAULT_WIDTH)
    .map(([code, width]) => `${code}[${width}]`);
  const descendant = packed.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity' +
      `/FontDescriptor ${refText(descriptor)}/W[${widthEntries.join('')}]>>`,
  );
  return packed.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${refText(descendant)}]/ToUnicode ${refText(toUnicode)}>>`,
  );
}

/** Six capitals, which distinguish subsets of one font. */
function subsetTag(glyphs: readonly (number | null)[]): string {
  const hash = md5Of(glyphs.join(' '));
  return String.fromCharCode(...hash.subarray(0, 6).map((byte) => 65 + (byte % 26)));
}
