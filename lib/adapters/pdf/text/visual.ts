// A line as it is drawn, from left to right, and whether a program that reads the glyphs gets its text back.
import type { OpenedFont } from '../fonts/opened.ts';
import { hasAll } from '../fonts/opened.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shaped } from '../fonts/shaping.ts';
import type { FaceName } from '../operations.ts';
import type { Direction } from './direction.ts';
import { hasRightToLeft, levelsOf, mirrorOf, visualOrder, withoutIsolates } from './direction.ts';
import type { Unit } from './line.ts';
import { unitsOf } from './line.ts';

/** A glyph of a font, or the room of a box. */
export type Mark =
  | { readonly font: OpenedFont; readonly glyph: Glyph }
  | { readonly font: null; readonly advance: number };

export interface VisualLine {
  /** From left to right. */
  readonly marks: readonly Mark[];
  /** What the line says where its glyphs in their order don't; else null. */
  readonly actualText: string | null;
}

export function visualLine(text: string, face: FaceName, base: Direction): VisualLine {
  const units = unitsOf(text, face);
  const marks =
    base === 'ltr' && !hasRightToLeft(text)
      ? units.flatMap((unit) => marksOf(unit))
      : ordered(units, levelsOf(text, base));
  const said = withoutIsolates(text);
  return { marks, actualText: readBack(marks) === said ? null : said };
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
  const atoms = units.flatMap((unit) => atomsOf(unit, levels));
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

/** What a program gets that reads glyph after glyph; null for what has none. */
function readBack(marks: readonly Mark[]): string | null {
  let read = '';
  for (const mark of marks) {
    if (mark.font === null) return null;
    read += String.fromCodePoint(...mark.glyph.codePoints);
  }
  return read;
}
