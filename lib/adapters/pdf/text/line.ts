// Splits a line of any script into units of one font, one script and one direction, in logical order, and measures it.
// Units do not depend on the direction of the line, so a line can be measured before its page is known.
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { graphemesOf } from '../../../i18n/segments.ts';
import type { Direction } from '../../../i18n/text-direction.ts';
import { hasRightToLeft } from '../../../i18n/text-direction.ts';
import type { Family } from '../fonts/families.ts';
import { FAMILIES } from '../fonts/families.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { getFont, isIgnorable } from '../fonts/open-fonts.ts';
import type { ShapedText } from '../fonts/shaping.ts';
import { shapeMissing, shapeText } from '../fonts/shaping.ts';
import { behaviourOf } from './bidi-order.ts';
import { fontsFor } from './font-choice.ts';

export interface LineUnit extends ShapedText {
  /** The offset in the line, in code units. */
  readonly start: number;
  readonly text: string;
  readonly font: OpenedFont;
  /** ISO 15924 */
  readonly script: string;
  readonly direction: Direction;
  /** Whether it is a grapheme that no font has, shown as the missing glyph of the base font. */
  readonly isMissing: boolean;
}

export interface MeasuredLine {
  /** In thousandths of the font size. */
  readonly advance: number;
  /** The number of graphemes that no font has. */
  readonly boxes: number;
}

/** Cache sizes for each face, in characters: all lines, and the units of lines. */
const CACHED_CHARACTERS = 150_000;
const CACHED_UNITS = 30_000;

const lines = { regular: linesIn('regular'), bold: linesIn('bold') };
const units = { regular: unitsIn('regular'), bold: unitsIn('bold') };

/** Lines of these letters and signs are one unit of the base font, which has all of them. */
const LATIN = /^[ -~\u00a0-\u00ac\u00ae-\u017f\u202f–—‘’‚“”„†‡•…‰‹›€™−]*$/;
const LATIN_SCRIPT = 'Latn';

export function measureLine(text: string, face: FaceName): MeasuredLine {
  return lines[face](text);
}

export function lineUnits(text: string, face: FaceName): readonly LineUnit[] {
  return units[face](text);
}

function linesIn(face: FaceName): (text: string) => MeasuredLine {
  return memoize(CACHED_CHARACTERS, (text) => {
    const parts = lineUnits(text, face);
    return {
      advance: parts.reduce((sum, unit) => sum + unit.advance, 0),
      boxes: parts.filter((unit) => unit.isMissing).length,
    };
  });
}

function unitsIn(face: FaceName): (text: string) => readonly LineUnit[] {
  return memoize(CACHED_UNITS, (text) =>
    LATIN.test(text)
      ? [unitOf({ start: 0, text, font: getFont('sans', face), script: null, direction: 'ltr' })]
      : unitsOfAny(text, face),
  );
}

/** A unit that can still grow. */
interface PendingUnit {
  readonly start: number;
  text: string;
  readonly font: OpenedFont;
  /** Null while it has only characters of all scripts. */
  script: string | null;
  readonly direction: Direction;
}

/** Characters that affect the order of a line and are not part of its text. */
const DIRECTION_CONTROL = /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/;

function unitsOfAny(text: string, face: FaceName): readonly LineUnit[] {
  const lineParts: LineUnit[] = [];
  let pendingUnit: PendingUnit | null = null;
  const end = (): void => {
    if (pendingUnit !== null) lineParts.push(unitOf(pendingUnit));
    pendingUnit = null;
  };
  const segments = [...graphemesOf(text)];
  const fonts = fontsFor(
    segments.map(({ segment }) => segment),
    text,
    face,
  );
  const isLeftToRight = !hasRightToLeft(text);
  for (const [i, { segment, index }] of segments.entries()) {
    if (DIRECTION_CONTROL.test(segment)) {
      end();
      continue;
    }
    const font = fonts[i] ?? null;
    const direction = isLeftToRight || behaviourOf(segment) !== 'right' ? 'ltr' : 'rtl';
    if (font === null) {
      end();
      lineParts.push(missingUnit(index, segment, direction, face));
      continue;
    }
    const script = scriptOf(segment, font);
    const isInvisible = Array.from(segment).every((character) => isIgnorable(character));
    const joins: boolean =
      pendingUnit !== null &&
      (isInvisible ||
        (pendingUnit.font === font &&
          pendingUnit.direction === direction &&
          (pendingUnit.script === script || pendingUnit.script === null || script === null)));
    if (!joins) end();
    if (pendingUnit === null)
      pendingUnit = { start: index, text: segment, font, script, direction };
    else {
      pendingUnit.text += segment;
      pendingUnit.script ??= script;
    }
  }
  end();
  return lineParts;
}

/** The scripts of the base font. */
const SCRIPTS = [
  ['Grek', /\p{sc=Greek}/u],
  ['Cyrl', /\p{sc=Cyrillic}/u],
  ['Deva', /\p{sc=Devanagari}/u],
  [LATIN_SCRIPT, /\p{L}/u],
] as const;

/** Null for a character that all scripts have. */
function scriptOf(grapheme: string, { family }: OpenedFont): string | null {
  const { script }: Family = FAMILIES[family];
  return script ?? SCRIPTS.find(([, characters]) => characters.test(grapheme))?.[0] ?? null;
}

function unitOf({ start, text, font, script, direction }: PendingUnit): LineUnit {
  const known = script ?? LATIN_SCRIPT;
  const shaped = shapeText(font, known, direction, text);
  return { ...shaped, start, text, font, script: known, direction, isMissing: false };
}

function missingUnit(start: number, text: string, direction: Direction, face: FaceName): LineUnit {
  const font = getFont('sans', face);
  const shaped = shapeMissing(font, direction, text);
  return { ...shaped, start, text, font, script: LATIN_SCRIPT, direction, isMissing: true };
}
