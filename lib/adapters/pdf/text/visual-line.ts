// A line as it is drawn, from left to right.
import type { Direction } from '../../../i18n/text-direction.ts';
import { hasRightToLeft } from '../../../i18n/text-direction.ts';
import type { FaceName } from '../../../charts/theme.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { hasAll } from '../fonts/open-fonts.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shaped } from '../fonts/shaping.ts';
import { levelsOf, mirrorOf, visualOrder } from './bidi-order.ts';
import type { Unit } from './line.ts';
import { unitsOf } from './line.ts';

/** A glyph of a font, or the room of a box. */
export type Mark =
  | { readonly font: OpenedFont; readonly glyph: Glyph }
  | { readonly font: null; readonly advance: number };

/** The marks of a line from left to right; a space at the end of one read from the right takes no room. */
export function visualLine(text: string, face: FaceName, base: Direction): readonly Mark[] {
  const line = base === 'rtl' ? text.trimEnd() : text;
  const units = unitsOf(line, face);
  return base === 'ltr' && !hasRightToLeft(line)
    ? units.flatMap((unit) => marksOf(unit))
    : ordered(units, levelsOf(line, base));
}

function marksOf({ font, glyphs, advance }: Unit): readonly Mark[] {
  return font === null ? [{ font, advance }] : glyphs.map((glyph) => ({ font, glyph }));
}

/** What moves as one when a line is reordered. */
interface Atom {
  readonly level: number;
  readonly marks: readonly Mark[];
}

function ordered(units: readonly Unit[], levels: Uint8Array): readonly Mark[] {
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

function atomsOf(unit: Unit, levels: Uint8Array): readonly Atom[] {
  const { font, text, start } = unit;
  const level = levels[start] ?? 0;
  if (font === null) return [{ level, marks: marksOf(unit) }];
  if (!unit.isLatin) return [{ level, marks: turned(unit, level) }];
  let at = start;
  return unit.glyphs.map((glyph): Atom => {
    const own = levels[at] ?? 0;
    const character = text[at - start] ?? '';
    at += glyph.codePoints.length;
    return { level: own, marks: [{ font, glyph: mirrored(glyph, character, own, font) }] };
  });
}

/** A bracket faces the other way in right-to-left text, in the room of the one that was measured. */
function turned(unit: Unit, level: number): readonly Mark[] {
  const [glyph] = unit.glyphs;
  const { font, text } = unit;
  if (font === null || glyph === undefined || unit.glyphs.length > 1) return marksOf(unit);
  return [{ font, glyph: mirrored(glyph, text, level, font) }];
}

function mirrored(glyph: Glyph, character: string, level: number, font: OpenedFont): Glyph {
  if (level % 2 === 0) return glyph;
  const mirror = mirrorOf(character);
  if (mirror === null || !hasAll(font, mirror)) return glyph;
  const [other] = shaped(font, mirror, 'ltr');
  return other === undefined ? glyph : { ...other, advance: glyph.advance };
}
