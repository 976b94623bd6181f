// The head of a sheet: the folders above, the name and the period; and the small head of further pages.
import type { CommonView } from '../../../view/report-view.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import type { Block } from '../block.ts';
import { block, moveParts, paragraph, stackBlocks } from '../block.ts';
import { element } from '../page-elements.ts';
import { baselineIn, fitted, lineAt, widthOf } from '../text/typesetter.ts';
import type { SheetContext } from './sheet-context.ts';
import { millimetres } from './sheet-context.ts';
import { sheetStyles } from './sheet-styles.ts';

/** Between the name and the period. */
const GAP = millimetres(8);

/** The period is beside the name where both fit on a line, else above it. */
export function pageHead(
  { name, path, period }: Pick<CommonView, 'name' | 'path' | 'period'>,
  { width }: SheetContext,
): Block {
  const { title, period: periodStyle, path: pathStyle } = sheetStyles;
  const periodWidth = widthOf(period, periodStyle);
  const isBeside = widthOf(name, title) + GAP + periodWidth <= width;
  const pathWidth = isBeside ? width : width - GAP - periodWidth;
  const pathText = path.map((folder) => folder.name).join(' › ');
  const heading = paragraph('H1', name, title, width, { maxLines: 2 });
  const baseline = isBeside
    ? baselineIn(0, title.leading, title)
    : baselineIn(0, pathStyle.leading, pathStyle);
  const periodBlock = block(
    element('P'),
    pathStyle.leading,
    lineAt(fitted(period, periodStyle, width), periodStyle, width, baseline, 'right'),
  );
  const pathBlock = paragraph('P', pathText, pathStyle, Math.max(0, pathWidth), { maxLines: 1 });
  if (isBeside) {
    const row = { ...heading, parts: [...heading.parts, ...periodBlock.parts] };
    return stackBlocks(pathText === '' ? [row] : [pathBlock, row]);
  }
  const parts = pathText === '' ? [] : moveParts(pathBlock.parts, 0, 0);
  return stackBlocks([{ ...periodBlock, parts: [...parts, ...periodBlock.parts] }, heading]);
}

/** The height of the head of further pages, with the space below it. */
export const RUNNING_HEAD_HEIGHT = 19;

/** Decoration: a screen reader reads the name and the period on the first page. */
export function runningHead(
  { name, period }: Pick<CommonView, 'name' | 'period'>,
  { width, paper: { left, top } }: SheetContext,
): readonly Operation[] {
  const { pathStrong, period: periodStyle } = sheetStyles;
  const baseline = baselineIn(top, pathStrong.leading, pathStrong);
  const periodText = fitted(period, periodStyle, width * 0.6);
  const nameWidth = width - GAP - widthOf(periodText, periodStyle);
  return [
    ...lineAt(fitted(name, pathStrong, nameWidth), pathStrong, left, baseline),
    ...lineAt(periodText, periodStyle, left + width, baseline, 'right'),
  ];
}
