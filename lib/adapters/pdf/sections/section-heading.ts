// A section's heading, which never stands alone at the foot of a page.
import { textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import { element } from '../page-elements.ts';
import { SPACING } from '../layout-context.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';

/** Whether a section stands in the report or in a section of it. */
export type HeadingLevel = 'H2' | 'H3';

export interface HeadingOptions {
  /** In grey beside it. */
  readonly note?: string;
  readonly before?: number;
  /** Its bookmark, where the text alone is that of another heading too. */
  readonly title?: string;
}

export function heading(
  level: HeadingLevel,
  text: string,
  width: number,
  { note = '', before = SPACING.section, title = text }: HeadingOptions = {},
): Block {
  const shown = fitted(text, textStyles.heading, width);
  const noteX = widthOf(shown, textStyles.heading) + 8;
  const baseline = baselineIn(0, textStyles.heading.leading, textStyles.heading);
  const noteShown = fitted(note, textStyles.label, Math.max(0, width - noteX));
  const height = textStyles.heading.leading + SPACING.tiny;
  const head = block(
    element(level, { title }),
    height,
    lineAt(shown, textStyles.heading, 0, baseline),
  );
  const notes =
    noteShown === ''
      ? []
      : block(element('P'), height, lineAt(noteShown, textStyles.label, noteX, baseline)).parts;
  return { ...head, parts: [...head.parts, ...notes], before, keepWithNext: true };
}

/** A calm sentence where a section has nothing to list. */
export function emptyNote(text: string, width: number): Block {
  return paragraph('P', text, textStyles.quiet, width);
}
