// The glyphs of a line from left to right, as they are drawn.
import type { Direction } from '../../../i18n/text-direction.ts';
import { hasRightToLeft } from '../../../i18n/text-direction.ts';
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { hasAllGlyphs } from '../fonts/open-fonts.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shapeText } from '../fonts/shaping.ts';
import { embeddingLevels, mirroredCharacter, visualOrder } from './bidi-order.ts';
import type { LineUnit } from './line.ts';
import { lineUnits } from './line.ts';

/** A glyph of a font, or the advance of a box. */
export type LineGlyph =
  | { readonly font: OpenedFont; readonly glyph: Glyph }
  | { readonly font: null; readonly advance: number };

/** Lines whose glyphs are kept for each face and direction, in characters: ordering them takes as long as drawing them. */
const CACHED_CHARACTERS = 30_000;
const lines = { regular: linesIn('regular'), bold: linesIn('bold') };

/** The glyphs of a line from left to right. A trailing space of a right-to-left line takes no width. */
export function visualLine(text: string, face: FaceName, base: Direction): readonly LineGlyph[] {
  return lines[face][base](text);
}

function linesIn(
  face: FaceName,
): Readonly<Record<Direction, (text: string) => readonly LineGlyph[]>> {
  return {
    ltr: memoize(CACHED_CHARACTERS, (text) => orderedLine(text, face, 'ltr')),
    rtl: memoize(CACHED_CHARACTERS, (text) => orderedLine(text, face, 'rtl')),
  };
}

function orderedLine(text: string, face: FaceName, base: Direction): readonly LineGlyph[] {
  const line = base === 'rtl' ? text.trimEnd() : text;
  const units = lineUnits(line, face);
  return base === 'ltr' && !hasRightToLeft(line)
    ? units.flatMap((unit) => marksOf(unit))
    : reorderUnits(units, embeddingLevels(line, base));
}

function marksOf({ font, glyphs, advance }: LineUnit): readonly LineGlyph[] {
  return font === null ? [{ font, advance }] : glyphs.map((glyph) => ({ font, glyph }));
}

/** Glyphs that stay together when a line is reordered. */
interface Atom {
  readonly level: number;
  readonly marks: readonly LineGlyph[];
}

function reorderUnits(units: readonly LineUnit[], levels: Uint8Array): readonly LineGlyph[] {
  const atoms: Atom[] = [];
  let position = 0;
  // Invisible characters have levels too, which affect the order of their neighbours.
  const skipTo = (end: number): void => {
    for (; position < end; position += 1) atoms.push({ level: levels[position] ?? 0, marks: [] });
  };
  for (const unit of units) {
    skipTo(unit.start);
    atoms.push(...atomsOf(unit, levels));
    position = unit.start + unit.text.length;
  }
  skipTo(levels.length);
  return visualOrder(atoms.map((atom) => atom.level)).flatMap((i) => atoms[i]?.marks ?? []);
}

function atomsOf(unit: LineUnit, levels: Uint8Array): readonly Atom[] {
  const { font, text, start } = unit;
  const level = levels[start] ?? 0;
  if (font === null) return [{ level, marks: marksOf(unit) }];
  if (!unit.isLatin) return [{ level, marks: mirrorUnit(unit, level) }];
  let position = start;
  return unit.glyphs.map((glyph): Atom => {
    const glyphLevel = levels[position] ?? 0;
    const character = text[position - start] ?? '';
    position += glyph.codePoints.length;
    return {
      level: glyphLevel,
      marks: [{ font, glyph: mirrorGlyph(glyph, character, glyphLevel, font) }],
    };
  });
}

/** Mirrors a bracket in right-to-left text; it keeps the advance that was measured. */
function mirrorUnit(unit: LineUnit, level: number): readonly LineGlyph[] {
  const [glyph] = unit.glyphs;
  const { font, text } = unit;
  if (font === null || glyph === undefined || unit.glyphs.length > 1) return marksOf(unit);
  return [{ font, glyph: mirrorGlyph(glyph, text, level, font) }];
}

function mirrorGlyph(glyph: Glyph, character: string, level: number, font: OpenedFont): Glyph {
  if (level % 2 === 0) return glyph;
  const mirror = mirroredCharacter(character);
  if (mirror === null || !hasAllGlyphs(font, mirror)) return glyph;
  const [mirrorGlyphs] = shapeText(font, mirror, 'ltr');
  return mirrorGlyphs === undefined ? glyph : { ...mirrorGlyphs, advance: glyph.advance };
}
