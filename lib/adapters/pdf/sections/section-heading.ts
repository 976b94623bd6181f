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
}

export function heading(
  level: HeadingLevel,
  text: string,
  width: number,
  { note = '', before = SPACING.section, title = text }: HeadingOptions = {},
): Block {
  const fittedText = fitted(text, textStyles.heading, width);
  const noteX = widthOf(fittedText, textStyles.heading) + 8;
  const baseline = baselineIn(0, textStyles.heading.leading, textStyles.heading);
  const fittedNote = fitted(note, textStyles.label, Math.max(0, width - noteX));
  const height = HEADING_HEIGHT;
  const head = block(
    element(level, { title }),
    height,
    lineAt(fittedText, textStyles.heading, 0, baseline),
  );
  const noteParts =
    fittedNote === ''
      ? []
      : block(element('P'), height, lineAt(fittedNote, textStyles.label, noteX, baseline)).parts;
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
