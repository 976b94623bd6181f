// A line of any writing as units in the order they are written: each of one font, one direction and one behaviour.
// What a unit looks like never depends on the line's direction, so a line can be measured before its page is known.
import { graphemes } from '../../../charts/chart-text.ts';
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { getFace } from '../fonts/faces.ts';
import type { FamilyName } from '../fonts/families.ts';
import { familiesFor, hanFamilies } from '../fonts/families.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { hasAllGlyphs, isIgnorable, openedFont } from '../fonts/open-fonts.ts';
import type { Glyph } from '../fonts/shaping.ts';
import { shapeText } from '../fonts/shaping.ts';
import type { Behaviour } from './bidi-order.ts';
import { behaviourOf } from './bidi-order.ts';

export interface LineUnit {
  /** In code units of the line. */
  readonly start: number;
  readonly text: string;
  /** Null for a box, which stands for a cluster that no font has. */
  readonly font: OpenedFont | null;
  /** From left to right, whatever the direction of the unit. */
  readonly glyphs: readonly Glyph[];
  readonly advance: number;
  /** Its characters may be parted: each glyph stands for as many of them as it has code points, in their order. */
  readonly isLatin: boolean;
}

export interface MeasuredLine {
  /** In thousandths of the type size. */
  readonly advance: number;
  /** Clusters that no font has. */
  readonly boxes: number;
  /** As the common sheet writes it; null for what is more than common letters. */
  readonly codes: string | null;
}

const BOX_ADVANCE = 700;
/** Of the texts kept, for each face: unit by unit those that need more than Latin letters. */
const CACHED_CHARACTERS = 150_000;
const CACHED_UNITS = 30_000;

const lines = { regular: linesIn('regular'), bold: linesIn('bold') };
const units = { regular: unitsIn('regular'), bold: unitsIn('bold') };

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
    const all = lineUnits(text, face);
    return {
      advance: all.reduce((sum, unit) => sum + unit.advance, 0),
      boxes: all.filter((unit) => unit.font === null).length,
      codes: null,
    };
  });
}

function unitsIn(face: FaceName): (text: string) => readonly LineUnit[] {
  return memoize(CACHED_UNITS, (text) => {
    const whole = latinUnit(text, 0, face);
    return whole === null ? unitsOfAny(text, face) : [whole];
  });
}

function latinUnit(text: string, start: number, face: FaceName): LineUnit | null {
  const base = getFace(face);
  const glyphs = base.glyphs(text);
  if (glyphs === null) return null;
  return { start, text, font: base.opened, glyphs, advance: advanceOf(glyphs), isLatin: true };
}

/** What is being gathered into one unit. */
interface PendingUnit {
  readonly start: number;
  text: string;
  readonly font: OpenedFont;
  readonly behaviour: Behaviour;
}

function unitsOfAny(text: string, face: FaceName): readonly LineUnit[] {
  const found: LineUnit[] = [];
  let gathering: PendingUnit | null = null;
  const end = (): void => {
    if (gathering !== null) found.push(unitOf(gathering, face));
    gathering = null;
  };
  const fontFor = fontsFor(text, face);
  for (const { segment, index } of graphemes.segment(text)) {
    if (Array.from(segment).every((character) => isIgnorable(character))) {
      // A joiner between letters says how they join; any other mark is only a mark.
      if (gathering !== null && JOINERS.test(segment)) gathering.text += segment;
      else end();
      continue;
    }
    const font = fontFor(segment);
    const behaviour = behaviourOf(segment);
    if (font === null) {
      end();
      found.push({
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
      gathering !== null &&
      gathering.font === font &&
      (behaviour === 'mark' || (behaviour === gathering.behaviour && behaviour !== 'neutral'));
    if (!joins) end();
    if (gathering === null) gathering = { start: index, text: segment, font, behaviour };
    else gathering.text += segment;
  }
  end();
  return found;
}

const JOINERS = /^[\u200c\u200d]+$/;

function unitOf({ start, text, font, behaviour }: PendingUnit, face: FaceName): LineUnit {
  const latin = font.family === 'sans' ? latinUnit(text, start, face) : null;
  if (latin !== null) return latin;
  const glyphs = shapeText(font, text, behaviour === 'right' ? 'rtl' : 'ltr');
  return { start, text, font, glyphs, advance: advanceOf(glyphs), isLatin: false };
}

/** The font of each cluster, null for one that none has. */
function fontsFor(text: string, face: FaceName): (cluster: string) => OpenedFont | null {
  let known: readonly FamilyName[] | null = null;
  const han = (): readonly FamilyName[] =>
    (known ??= hanFamilies(text, (family, some) => hasAllGlyphs(openedFont(family, face), some)));
  return (cluster) => {
    const base = openedFont('sans', face);
    if (isPlainIn(base, cluster)) return base;
    for (const family of familiesFor(cluster, han)) {
      const font = openedFont(family, face);
      if (hasAllGlyphs(font, cluster)) return font;
    }
    return null;
  };
}

const ORDINARY = /^[\p{L}\p{P}\p{N}\p{M} ]+$/u;

/** Letters, digits and punctuation of the report's own face need no choice, but for a digit shown as an emoji. */
function isPlainIn(base: OpenedFont, cluster: string): boolean {
  return ORDINARY.test(cluster) && !cluster.includes('\ufe0f') && hasAllGlyphs(base, cluster);
}

function advanceOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
}
