// A section's heading, which never stands alone at the foot of a page.
import { type } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import { element } from '../page-elements.ts';
import { space } from '../layout-context.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';

/** Whether a section stands in the report or in a section of it. */
export type Level = 'H2' | 'H3';

export interface HeadingOptions {
  /** In grey beside it. */
  readonly note?: string;
  readonly before?: number;
  /** Its bookmark, where the text alone is that of another heading too. */
  readonly title?: string;
}

export function heading(
  level: Level,
  text: string,
  width: number,
  { note = '', before = space.section, title = text }: HeadingOptions = {},
): Block {
  const shown = fitted(text, type.heading, width);
  const noteX = widthOf(shown, type.heading) + 8;
  const baseline = baselineIn(0, type.heading.leading, type.heading);
  const noteShown = fitted(note, type.label, Math.max(0, width - noteX));
  const height = type.heading.leading + space.tiny;
  const head = block(element(level, { title }), height, lineAt(shown, type.heading, 0, baseline));
  const notes =
    noteShown === ''
      ? []
      : block(element('P'), height, lineAt(noteShown, type.label, noteX, baseline)).parts;
  return { ...head, parts: [...head.parts, ...notes], before, keepWithNext: true };
}

/** A calm sentence where a section has nothing to list. */
export function nothing(text: string, width: number): Block {
  return paragraph('P', text, type.quiet, width);
}
