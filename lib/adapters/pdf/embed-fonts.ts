// The fonts of one document, each reduced to the glyphs that it shows.
import { md5Of } from './attachment.ts';
import type { FamilyName } from './fonts/families.ts';
import type { FontGlyph } from './fonts/font-glyph.ts';
import type { Outline } from './fonts/font-subset.ts';
import type { OpenedFont } from './fonts/open-fonts.ts';
import { toUnicodeMap } from './fonts/to-unicode.ts';
import type { PackedObjects } from './object-streams.ts';
import { refText } from './pdf-syntax.ts';

/** How a document refers to a glyph: the font resource and the code in that font. */
export interface GlyphCode {
  readonly resource: string;
  readonly code: number;
  /** In thousandths of the font size. */
  readonly width: number;
}

/** The width that PDF readers assume for a glyph without an entry, in thousandths of the font size. */
const DEFAULT_WIDTH = 1000;
/** The glyph of code 0, which is not used: fonts show it for characters that they do not have. */
const MISSING_GLYPH: FontGlyph = {
  key: '',
  text: '',
  outline: { components: [{ glyph: 0, x: 0, y: 0 }], advance: 0 },
};
/** The codes of one embedded font; with the components of its glyphs it stays below the 65,535 glyphs of a file. */
const MOST_CODES = 16_384;

export class DocumentFonts {
  readonly #packed: PackedObjects;
  readonly #families = new Map<FamilyName, FamilyCodes>();
  readonly #faces = new Map<OpenedFont, FaceCodes>();

  constructor(packed: PackedObjects) {
    this.#packed = packed;
  }

  face(font: OpenedFont): FaceCodes {
    const existing = this.#faces.get(font);
    if (existing !== undefined) return existing;
    const family = this.#families.get(font.family) ?? new FamilyCodes();
    this.#families.set(font.family, family);
    const face = new FaceCodes(`F${this.#faces.size + 1}`, font, family);
    this.#faces.set(font, face);
    return face;
  }

  /** Embeds the fonts and returns the font resources of all pages as a PDF dictionary. */
  end(): string {
    const packed = this.#packed;
    const maps = new Map(
      [...this.#families.values()].map((family) => [
        family,
        family.parts().map((texts) => packed.addStream(toUnicodeMap(texts))),
      ]),
    );
    const entries = [...this.#faces.values()].flatMap((face) =>
      face
        .embedded()
        .map(
          (font) =>
            `/${font.resource} ${refText(embed(font, maps.get(face.family)?.[font.part] ?? 0, packed))}`,
        ),
    );
    return `<<${entries.join('')}>>`;
  }
}

/** The texts of the codes of a family, in the order of their first use in the document. Its faces share the codes. */
class FamilyCodes {
  readonly #texts: string[] = [];
  readonly #codes = new Map<string, number[]>();

  /** `count`: the glyphs with this text that the face has already. */
  codeOf(text: string, count: number): number {
    const codes = this.#codes.get(text) ?? [];
    this.#codes.set(text, codes);
    const existing = codes[count];
    if (existing !== undefined) return existing;
    const code = this.#texts.push(text) - 1;
    codes.push(code);
    return code;
  }

  /** The texts of each embedded font. */
  parts(): readonly (readonly string[])[] {
    const count = Math.ceil(this.#texts.length / MOST_CODES);
    return Array.from({ length: count }, (_, part) =>
      this.#texts.slice(part * MOST_CODES, (part + 1) * MOST_CODES),
    );
  }
}

interface EmbeddedFont {
  readonly resource: string;
  readonly part: number;
  readonly font: OpenedFont;
  /** By code; null for a code that only another face of the family uses. */
  readonly glyphs: readonly (FontGlyph | null)[];
}

/** The glyphs of a font that a document uses. */
export class FaceCodes {
  readonly family: FamilyCodes;
  readonly font: OpenedFont;
  readonly #resource: string;
  readonly #codes = new Map<string, GlyphCode>();
  /** The number of glyphs with each text. */
  readonly #counts = new Map<string, number>();
  /** Of each embedded font, by code. */
  readonly #parts: FontGlyph[][] = [];

  constructor(resource: string, font: OpenedFont, family: FamilyCodes) {
    this.#resource = resource;
    this.font = font;
    this.family = family;
  }

  /** The code of a glyph in the document; embeds the glyph when it is new. */
  codeOf(glyph: FontGlyph): GlyphCode {
    return this.#codes.get(glyph.key) ?? this.#add(glyph);
  }

  #add(glyph: FontGlyph): GlyphCode {
    const { key, text, outline } = glyph;
    const count = this.#counts.get(text) ?? 0;
    this.#counts.set(text, count + 1);
    const familyCode = this.family.codeOf(text, count);
    const part = Math.floor(familyCode / MOST_CODES);
    const glyphCode: GlyphCode = {
      resource: part === 0 ? this.#resource : `${this.#resource}x${part}`,
      code: (familyCode % MOST_CODES) + 1,
      width: (outline?.advance ?? 0) * this.font.scale,
    };
    this.#codes.set(key, glyphCode);
    const glyphs = (this.#parts[part] ??= [MISSING_GLYPH]);
    glyphs[glyphCode.code] = glyph;
    return glyphCode;
  }

  embedded(): readonly EmbeddedFont[] {
    return this.#parts.flatMap((glyphs, part) => ({
      resource: part === 0 ? this.#resource : `${this.#resource}x${part}`,
      part,
      font: this.font,
      glyphs: Array.from(glyphs, (glyph: FontGlyph | undefined) => glyph ?? null),
    }));
  }
}

/** Returns the object number of the font. `toUnicode`: that of the ToUnicode map. */
function embed({ font, glyphs }: EmbeddedFont, toUnicode: number, packed: PackedObjects): number {
  const { metrics, postscriptName, scale } = font;
  const outlines = glyphs.map((glyph) => glyph?.outline ?? null);
  const file = font.subset(outlines);
  const name = `${subsetTag(glyphs)}+${postscriptName}`;
  // Flags 4: symbolic, since the font has characters outside the standard Latin set.
  const descriptor = packed.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4` +
      `/FontBBox[${metrics.bbox.map((value) => value * scale).join(' ')}]` +
      `/ItalicAngle ${metrics.italicAngle}/Ascent ${metrics.ascent * scale}` +
      `/Descent ${metrics.descent * scale}/CapHeight ${metrics.capHeight * scale}` +
      `/XHeight ${metrics.xHeight * scale}/StemV 0` +
      `/FontFile2 ${refText(packed.addStream(file, { Length1: file.length }))}>>`,
  );
  const descendant = packed.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}` +
      '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity' +
      `/FontDescriptor ${refText(descriptor)}/W[${widthsOf(outlines, scale)}]>>`,
  );
  return packed.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${refText(descendant)}]/ToUnicode ${refText(toUnicode)}>>`,
  );
}

/** The widths of codes in PDF syntax: a code and the widths from it on. */
function widthsOf(glyphs: readonly (Outline | null)[], scale: number): string {
  const runs: string[] = [];
  let run: number[] = [];
  const end = (next: number): void => {
    if (run.length > 0) runs.push(`${next - run.length}[${run.join(' ')}]`);
    run = [];
  };
  for (const [code, outline] of glyphs.entries()) {
    const width = (outline?.advance ?? 0) * scale;
    if (code === 0 || width === DEFAULT_WIDTH) end(code);
    else run.push(width);
  }
  end(glyphs.length);
  return runs.join('');
}

/** Six capitals, which distinguish subsets of one font. */
function subsetTag(glyphs: readonly (FontGlyph | null)[]): string {
  const hash = md5Of(glyphs.map((glyph) => glyph?.key ?? '').join('\n'));
  return String.fromCharCode(...hash.subarray(0, 6).map((byte) => 65 + (byte % 26)));
}
