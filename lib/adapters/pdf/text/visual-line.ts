// A line as it is drawn, from left to right.
import type { Direction } from '../../../i18n/text-direction.ts';
import { hasRightToLeft } from '../../../i18n/text-direction.ts';
import type { FaceName } from '../../../charts/theme.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { hasAllGlyphs } from '../fonts/open-fonts.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shapeText } from '../fonts/shaping.ts';
import { embeddingLevels, mirroredCharacter, visualOrder } from './bidi-order.ts';
import type { LineUnit } from './line.ts';
import { lineUnits } from './line.ts';

/** A glyph of a font, or the room of a box. */
export type LineGlyph =
  | { readonly font: OpenedFont; readonly glyph: Glyph }
  | { readonly font: null; readonly advance: number };

/** The marks of a line from left to right; a space at the end of one read from the right takes no room. */
export function visualLine(text: string, face: FaceName, base: Direction): readonly LineGlyph[] {
  const line = base === 'rtl' ? text.trimEnd() : text;
  const units = lineUnits(line, face);
  return base === 'ltr' && !hasRightToLeft(line)
    ? units.flatMap((unit) => marksOf(unit))
    : reorderUnits(units, embeddingLevels(line, base));
}

function marksOf({ font, glyphs, advance }: LineUnit): readonly LineGlyph[] {
  return font === null ? [{ font, advance }] : glyphs.map((glyph) => ({ font, glyph }));
}

/** What moves as one when a line is reordered. */
interface Atom {
  readonly level: number;
  readonly marks: readonly LineGlyph[];
}

function reorderUnits(units: readonly LineUnit[], levels: Uint8Array): readonly LineGlyph[] {
  const atoms: Atom[] = [];
  let at = 0;
  // What isn't seen has a level too, and may keep its neighbours apart.
  const skipTo = (end: number): void => {
    for (; at < end; at += 1) atoms.push({ level: levels[at] ?? 0, marks: [] });
  };
  for (const unit of units) {
    skipTo(unit.start);
    atoms.push(...atomsOf(unit, levels));
    at = unit.start + unit.text.length;
  }
  skipTo(levels.length);
  return visualOrder(atoms.map((atom) => atom.level)).flatMap((i) => atoms[i]?.marks ?? []);
}

function atomsOf(unit: LineUnit, levels: Uint8Array): readonly Atom[] {
  const { font, text, start } = unit;
  const level = levels[start] ?? 0;
  if (font === null) return [{ level, marks: marksOf(unit) }];
  if (!unit.isLatin) return [{ level, marks: mirrorUnit(unit, level) }];
  let at = start;
  return unit.glyphs.map((glyph): Atom => {
    const own = levels[at] ?? 0;
    const character = text[at - start] ?? '';
    at += glyph.codePoints.length;
    return { level: own, marks: [{ font, glyph: mirrorGlyph(glyph, character, own, font) }] };
  });
}

/** A bracket faces the other way in right-to-left text, in the room of the one that was measured. */
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
  const [other] = shapeText(font, mirror, 'ltr');
  return other === undefined ? glyph : { ...other, advance: glyph.advance };
}
