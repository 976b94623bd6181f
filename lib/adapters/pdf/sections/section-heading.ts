// Headings of sections, which stay on the page of the content after them.
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import { element } from '../page-elements.ts';
import { SPACING } from '../layout-context.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';

/** Including the space below, above the content. */
export const HEADING_HEIGHT = textStyles.heading.leading + SPACING.tiny;

/** H2 for a section of the report, H3 for a subsection. */
export type HeadingLevel = 'H2' | 'H3';

export interface HeadingOptions {
  /** Grey text after the heading. */
  readonly note?: string;
  readonly before?: number;
  /** The bookmark, when another heading has the same text. */
  readonly title?: string;
  /** Whether the note has a line of its own; by default when it does not fit next to the heading. */
  readonly isNoteBelow?: boolean;
}

/** The height of a note on a line of its own. */
export const NOTE_HEIGHT = textStyles.label.leading;

/** Between a heading and the note after it. */
const NOTE_GAP = 8;

/** Whether a heading and its note fit on one line. */
export function fitsOnOneLine(text: string, note: string, width: number): boolean {
  if (note === '') return true;
  return widthOf(text, textStyles.heading) + NOTE_GAP + widthOf(note, textStyles.label) <= width;
}

export function heading(
  level: HeadingLevel,
  text: string,
  width: number,
  {
    note = '',
    before = SPACING.section,
    title = text,
    isNoteBelow = !fitsOnOneLine(text, note, width),
  }: HeadingOptions = {},
): Block {
  const fittedText = fitted(text, textStyles.heading, width);
  const noteX = isNoteBelow ? 0 : widthOf(fittedText, textStyles.heading) + NOTE_GAP;
  const baseline = baselineIn(0, textStyles.heading.leading, textStyles.heading);
  const fittedNote = fitted(note, textStyles.label, Math.max(0, width - noteX));
  const height = HEADING_HEIGHT + (isNoteBelow ? NOTE_HEIGHT : 0);
  const noteBaseline = isNoteBelow
    ? baselineIn(HEADING_HEIGHT - SPACING.tiny, NOTE_HEIGHT, textStyles.label)
    : baseline;
  const head = block(
    element(level, { title }),
    height,
    lineAt(fittedText, textStyles.heading, 0, baseline),
  );
  const noteParts =
    fittedNote === ''
      ? []
      : block(element('P'), height, lineAt(fittedNote, textStyles.label, noteX, noteBaseline))
          .parts;
  return { ...head, parts: [...head.parts, ...noteParts], before, keepWithNext: true };
}

/** A heading whose note replaces an empty list. */
export function headingOnly(level: HeadingLevel, text: string, note: string, width: number): Block {
  return { ...heading(level, text, width, { note }), keepWithNext: false };
}

/** A grey sentence in a section with nothing to list. */
export function emptyNote(text: string, width: number): Block {
  return paragraph('P', text, textStyles.quiet, width);
}
