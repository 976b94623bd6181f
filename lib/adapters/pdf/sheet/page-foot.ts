// The foot of every page: the source of the figures and the number of the page; and the footnote above it.
import type { CommonView } from '../../../view/report-view.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { paragraph } from '../block.ts';
import { fitted, lineIn, widthOf } from '../text/typesetter.ts';
import type { SheetContext } from './sheet-context.ts';
import { sheetStyles } from './sheet-styles.ts';

const { label, footnote: footnoteStyle } = sheetStyles;
const RULE_GAP = 4;
const ABOVE = 5;
/** The height of the foot with the space above it. */
export const PAGE_FOOT_HEIGHT = ABOVE + RULE_GAP + label.leading;

/** Decoration, at the bottom of the content box. */
export function pageFoot(
  { source }: Pick<CommonView, 'source'>,
  page: number,
  pages: number,
  { width, words, paper: { left, bottom } }: SheetContext,
): readonly Operation[] {
  const right = left + width;
  const top = bottom - label.leading;
  const pageNumber = words.pageOf({ page, pages });
  const sourceText = fitted(source, label, width - widthOf(pageNumber, label) - 2 * label.leading);
  return [
    line([left, top - RULE_GAP], [right, top - RULE_GAP], colours.hairline, 0.5),
    ...lineIn(sourceText, label, left, [top, label.leading]),
    ...lineIn(pageNumber, label, right, [top, label.leading], 'right'),
  ];
}

/** How the figures of a page are made, at the bottom of its page. */
export function footnote(text: string, width: number): Block {
  return paragraph('P', text, footnoteStyle, width, { maxLines: 8, before: 6, atBottom: true });
}
