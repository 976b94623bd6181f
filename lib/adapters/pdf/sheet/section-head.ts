// The head of a section: its state, its title, the number of its entries and a note.
import type { PlaceState } from '../../../view/report-view.ts';
import type { GlyphState } from '../../../charts/state-glyph.ts';
import { stateGlyph } from '../../../charts/state-glyph.ts';
import type { Block } from '../block.ts';
import { block, paragraph, stackBlocks } from '../block.ts';
import type { Part } from '../page-elements.ts';
import { element, partOf } from '../page-elements.ts';
import { fitted, lineAt, baselineIn, widthOf } from '../text/typesetter.ts';
import { sheetStyles } from './sheet-styles.ts';

const GLYPH_SIZE = 8.25;
/** Between a glyph and its text, and between a title and its count. */
export const GLYPH_GAP = 4;
/** From the left of a glyph to its text. */
export const GLYPH_WIDTH = GLYPH_SIZE + GLYPH_GAP;
const NOTE_GAP = 8;
const { heading, headingCount, label } = sheetStyles;

/** In the middle of a line of this height; decoration. */
export function glyphIn(state: GlyphState, height: number): Part {
  return partOf(null, stateGlyph(state, 0, (height - GLYPH_SIZE) / 2, GLYPH_SIZE));
}

/** H3 below the H2 of a survey. */
export type HeadingLevel = 'H2' | 'H3';

export interface SectionHeadOptions {
  readonly level?: HeadingLevel;
  readonly state?: PlaceState;
  /** '5' */
  readonly count?: string;
  /** Beside the title where it fits, else below it. */
  readonly note?: string;
  /** Space above. */
  readonly before?: number;
}

export function sectionHead(
  title: string,
  width: number,
  { level = 'H2', state, count = '', note = '', before = 12 }: SectionHeadOptions = {},
): Block {
  const left = state === undefined ? 0 : GLYPH_WIDTH;
  const countWidth = count === '' ? 0 : GLYPH_GAP + widthOf(count, headingCount);
  const titleText = fitted(title, heading, width - left - countWidth);
  const end = left + widthOf(titleText, heading);
  const baseline = baselineIn(0, heading.leading, heading);
  const noteX = end + countWidth + NOTE_GAP;
  const isBeside = note !== '' && noteX + widthOf(note, label) <= width;
  const head = block(element(level, { title }), heading.leading, [
    ...lineAt(titleText, heading, left, baseline),
    ...lineAt(count, headingCount, end + GLYPH_GAP, baseline),
  ]);
  const glyph = state === undefined ? [] : [glyphIn(state, heading.leading)];
  const noteBeside = isBeside
    ? block(element('P'), 0, lineAt(note, label, noteX, baseline)).parts
    : [];
  const row: Block = { ...head, parts: [...glyph, ...head.parts, ...noteBeside] };
  const blocks =
    isBeside || note === '' ? [row] : [row, paragraph('P', note, label, width, { maxLines: 2 })];
  return stackBlocks(blocks, { before, keepWithNext: true });
}
