// The foot of the last page: how the figures are calculated, and the bounds of the week.
import type { Report } from '../../../domain/report.ts';
import { methodEntries } from '../../../i18n/report-texts/header-texts.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours, textStyles } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, moveParts, paragraph, stackBlocks } from '../block.ts';
import { SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';

const MAX_LINES = 16;
const STYLE = { ...textStyles.fine, size: 6.5, leading: 8.5 } as const;
const TERM_STYLE = { ...textStyles.fineStrong, size: 6.5, leading: 8.5 } as const;

/** One block at the bottom of its page; the page must have other content too. */
export function methodNote(report: Report, context: LayoutContext): Block {
  const { words, width } = context;
  const text = methodEntries(report, context)
    .flatMap(({ texts }) => texts)
    .join(' ');
  const note = stackBlocks([
    paragraph('H2', words.method, TERM_STYLE, width, { maxLines: 1 }),
    paragraph('P', text, STYLE, width, { maxLines: MAX_LINES }),
  ]);
  const height = note.height + SPACING.tiny;
  const rule = block(null, height, [line([0, 0], [width, 0], colours.hairline, 0.5)]);
  return {
    ...rule,
    parts: [...rule.parts, ...moveParts(note.parts, 0, SPACING.tiny)],
    before: SPACING.block,
    atBottom: true,
  };
}
