// Splits a line of any script into units of one font and one direction, in logical order, and measures it.
// Units do not depend on the direction of the line, so a line can be measured before its page is known.
import { graphemes } from '../../../charts/chart-text.ts';
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { getFace } from '../fonts/latin-shaping.ts';
import type { FamilyName } from '../fonts/families.ts';
import { familiesFor, hanFamilies, isHan } from '../fonts/families.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { hasAllGlyphs, isIgnorable, getFont } from '../fonts/open-fonts.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shapeText } from '../fonts/shaping.ts';
import type { Behaviour } from './bidi-order.ts';
import { behaviourOf } from './bidi-order.ts';

export interface LineUnit {
  /** The offset in the line, in code units. */
  readonly start: number;
  readonly text: string;
  /** Null for a box in place of a grapheme that no font has. */
  readonly font: OpenedFont | null;
  /** From left to right, also in a right-to-left unit. */
  readonly glyphs: readonly Glyph[];
  readonly advance: number;
  /** Whether glyphs can be reordered separately: each stands for as many characters as it has code points. */
  readonly isLatin: boolean;
}

export interface MeasuredLine {
  /** In thousandths of the font size. */
  readonly advance: number;
  /** The number of graphemes that no font has. */
  readonly boxes: number;
  /** The line in codes of the Latin letters; null when it has other characters. */
  readonly codes: string | null;
}

const BOX_ADVANCE = 700;
/** Cache sizes for each face, in characters: all lines, and the units of lines that are not Latin. */
const CACHED_CHARACTERS = 150_000;
const CACHED_UNITS = 30_000;

const lines = { regular: linesIn('regular'), bold: linesIn('bold') };
const units = { regular: unitsIn('regular'), bold: unitsIn('bold') };
/** The fonts of graphemes that are not ideographs; those of ideographs depend on the text around them. */
const fonts = {
  regular: memoize(CACHED_UNITS, (cluster) => findFont(cluster, 'regular')),
  bold: memoize(CACHED_UNITS, (cluster) => findFont(cluster, 'bold')),
};

export function measureLine(text: string, face: FaceName): MeasuredLine {
  return lines[face](text);
}

export function lineUnits(text: string, face: FaceName): readonly LineUnit[] {
  return units[face](text);
}

function linesIn(face: FaceName): (text: string) => MeasuredLine {
  return memoize(CACHED_CHARACTERS, (text) => {
    const latin = getFace(face).shape(text);
    if (latin !== null) return { ...latin, boxes: 0 };
    const parts = lineUnits(text, face);
    return {
      advance: parts.reduce((sum, unit) => sum + unit.advance, 0),
      boxes: parts.filter((unit) => unit.font === null).length,
      codes: null,
    };
  });
}

function unitsIn(face: FaceName): (text: string) => readonly LineUnit[] {
  return memoize(CACHED_UNITS, (text) => {
    const wholeUnit = latinUnit(text, 0, face);
    return wholeUnit === null ? unitsOfAny(text, face) : [wholeUnit];
  });
}

function latinUnit(text: string, start: number, face: FaceName): LineUnit | null {
  const base = getFace(face);
  const glyphs = base.glyphs(text);
  if (glyphs === null) return null;
  return { start, text, font: base.opened, glyphs, advance: advanceOf(glyphs), isLatin: true };
}

/** A unit that can still grow. */
interface PendingUnit {
  readonly start: number;
  text: string;
  readonly font: OpenedFont;
  readonly behaviour: Behaviour;
}

function unitsOfAny(text: string, face: FaceName): readonly LineUnit[] {
  const lineParts: LineUnit[] = [];
  let pendingUnit: PendingUnit | null = null;
  const end = (): void => {
    if (pendingUnit !== null) lineParts.push(unitOf(pendingUnit, face));
    pendingUnit = null;
  };
  const fontFor = fontsFor(text, face);
  for (const { segment, index } of graphemes.segment(text)) {
    if (Array.from(segment).every((character) => isIgnorable(character))) {
      // A joiner affects the shapes of the letters around it; other ignorable characters only end the unit.
      if (pendingUnit !== null && JOINERS.test(segment)) pendingUnit.text += segment;
      else end();
      continue;
    }
    const font = fontFor(segment);
    const behaviour = behaviourOf(segment);
    if (font === null) {
      end();
      lineParts.push({
        start: index,
        text: segment,
        font,
        glyphs: [],
        advance: BOX_ADVANCE,
        isLatin: false,
      });
      continue;
    }
    const joins: boolean =
      pendingUnit !== null &&
      pendingUnit.font === font &&
      (behaviour === 'mark' || (behaviour === pendingUnit.behaviour && behaviour !== 'neutral'));
    if (!joins) end();
    if (pendingUnit === null) pendingUnit = { start: index, text: segment, font, behaviour };
    else pendingUnit.text += segment;
  }
  end();
  return lineParts;
}

const JOINERS = /^[\u200c\u200d]+$/;

function unitOf({ start, text, font, behaviour }: PendingUnit, face: FaceName): LineUnit {
  const latin = font.family === 'sans' ? latinUnit(text, start, face) : null;
  if (latin !== null) return latin;
  const glyphs = shapeText(font, text, behaviour === 'right' ? 'rtl' : 'ltr');
  return { start, text, font, glyphs, advance: advanceOf(glyphs), isLatin: false };
}

/** Returns a function that finds the font of a grapheme; null when no font has it. */
function fontsFor(text: string, face: FaceName): (cluster: string) => OpenedFont | null {
  let hanOrder: readonly FamilyName[] | null = null;
  const han = (): readonly FamilyName[] =>
    (hanOrder ??= hanFamilies(text, (family, characters) =>
      hasAllGlyphs(getFont(family, face), characters),
    ));
  return (cluster) => (isHan(cluster) ? findFont(cluster, face, han) : fonts[face](cluster));
}

/** `han`: returns the families for ideographs, which it may have to open. */
function findFont(
  cluster: string,
  face: FaceName,
  han: () => readonly FamilyName[] = () => [],
): OpenedFont | null {
  const base = getFont('sans', face);
  if (isPlainIn(base, cluster)) return base;
  for (const family of familiesFor(cluster, han())) {
    const font = getFont(family, face);
    if (hasAllGlyphs(font, cluster)) return font;
  }
  return null;
}

const ORDINARY = /^[\p{L}\p{P}\p{N}\p{M} ]+$/u;

/** Whether the base font can be used without checking other families: everything but a digit shown as an emoji. */
function isPlainIn(base: OpenedFont, cluster: string): boolean {
  return ORDINARY.test(cluster) && !cluster.includes('\ufe0f') && hasAllGlyphs(base, cluster);
}

function advanceOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
}
