// A section's heading, which never stands alone at the foot of a page.
import type { Block } from '../block.ts';
import { block, paragraph } from '../block.ts';
import type { Role } from '../operations.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';
import { space, type } from '../theme.ts';

export function heading(
  text: string,
  width: number,
  note = '',
  before: number = space.section,
  role: Role = 'H2',
): Block {
  const shown = fitted(text, type.heading, width);
  const noteX = widthOf(shown, type.heading) + 8;
  const baseline = baselineIn(0, type.heading.leading, type.heading);
  return block(
    role,
    type.heading.leading + space.tiny,
    [
      ...lineAt(shown, type.heading, 0, baseline),
      ...lineAt(fitted(note, type.label, Math.max(0, width - noteX)), type.label, noteX, baseline),
    ],
    { before, keepWithNext: true },
  );
}

/** A calm sentence where a section has nothing to list. */
export function nothing(text: string, width: number): Block {
  return paragraph('P', text, type.quiet, width);
}
