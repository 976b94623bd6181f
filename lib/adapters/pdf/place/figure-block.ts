// The figure of a survey and the shares of its buttons beside each other.
import { joinTexts } from '../../../i18n/join-texts.ts';
import type { Button, ButtonsView, Figure, PlaceState } from '../../../view/report-view.ts';
import type { FigureTexts, NothingLeft } from '../../../view/view-parts.ts';
import { buttonsBar, buttonSwatch } from '../../../charts/buttons-bar.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, columnsBlock, moveParts, paragraph } from '../block.ts';
import { element } from '../page-elements.ts';
import { fitted, lineAt, lineIn, widthOf, wrapText } from '../text/typesetter.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

const { label, path: sub, figure: figureStyle } = sheetStyles;
const FIGURE_WIDTH = millimetres(46);
const GAP = millimetres(8);
/** Its top is that of the figure's digits. */
const BAR = {
  y: label.leading + 3,
  x: FIGURE_WIDTH + GAP,
  width: CONTENT_WIDTH - FIGURE_WIDTH - GAP,
  height: 18,
} as const;
const SWATCH = 7;
/** From the left of a swatch to the text beside it. */
const TEXT_X = SWATCH + 3;
const ITEM = { height: 21, gap: millimetres(3), above: 3 } as const;
/** So that a text fits in its own width. */
const ROUNDING = 0.01;
const COMPARED: TextStyle = { ...sheetStyles.before, size: 10.5, leading: 13 };
const COUNT: TextStyle = { ...sheetStyles.bodyStrong, size: 8, leading: 11 };

/** Empty without a figure and buttons. */
export function figureBlocks(
  figure: Figure | null,
  buttons: ButtonsView | null,
  state: PlaceState,
  before: number,
  context: SheetContext,
): readonly Block[] {
  const blocks = [
    ...(figure === null ? [] : [figureColumn(figure, state)]),
    ...(buttons === null ? [] : [buttonsColumn(buttons, figure, context)]),
  ];
  return blocks.length === 0 ? [] : [columnsBlock(blocks, BAR.x, { before })];
}

/** The figure under its label, above what it is compared with. */
function figureColumn(
  figure: Omit<FigureTexts, 'responses' | 'usualResponses'>,
  state: PlaceState,
): Block {
  const { text, label: kind, compared, uncertainty, ...others } = figure;
  others satisfies NothingLeft;
  const width = FIGURE_WIDTH;
  const top = label.leading;
  const baseline = top + 30.5;
  const x = widthOf(text, figureStyle) + GAP / 2;
  // A week as usual has its range below; other weeks have the level before beside their figure.
  const isBeside = state !== 'usual' && x + widthOf(compared, COMPARED) <= width;
  const below = joinTexts([isBeside ? '' : compared, uncertainty]);
  const lines = wrapText(below, sub, width, 2);
  const operations = [
    ...lineAt(fitted(text, figureStyle, width), figureStyle, 0, baseline),
    ...(isBeside ? lineAt(compared, COMPARED, x, baseline) : []),
    ...lines.flatMap((line, i) =>
      lineIn(line, sub, 0, [top + figureStyle.leading + i * sub.leading, sub.leading]),
    ),
  ];
  const height = top + figureStyle.leading + Math.max(1, lines.length) * sub.leading;
  const head = paragraph('P', kind, label, width, { maxLines: 1 });
  const value = block(element('P'), height, operations);
  return { ...value, parts: [...head.parts, ...value.parts] };
}

/** The bar level with the figure; below it each button with its count, and the responses at the end side. */
function buttonsColumn(
  view: ButtonsView,
  figure: Figure | null,
  { typesetter }: SheetContext,
): Block {
  const responses = [figure?.responses ?? '', figure?.usualResponses ?? ''].filter(
    (text) => text !== '',
  );
  const responsesWidth = Math.max(0, ...responses.map((text) => widthOf(text, sub)));
  const items = legend(view.buttons, BAR.width);
  const lastRow = Math.max(0, ...items.map(({ row }) => row));
  const lastEnd = Math.max(
    0,
    ...items.flatMap(({ row, x, width }) => (row === lastRow ? [x + width] : [])),
  );
  const isBeside = lastEnd + 2 * ITEM.gap + responsesWidth <= BAR.width;
  const top = BAR.height + ITEM.above;
  const legendBottom = top + (lastRow + 1) * ITEM.height;
  const responsesTop =
    legendBottom - (isBeside ? Math.min(ITEM.height, responses.length * sub.leading) : 0);
  const responseLines = responses.flatMap((text, i) =>
    lineIn(
      fitted(text, sub, BAR.width),
      sub,
      BAR.width,
      [responsesTop + i * sub.leading, sub.leading],
      'right',
    ),
  );
  const shares = element('Figure', { alt: view.description });
  const bar = block(shares, 0, buttonsBar(view, BAR.width, BAR.height, typesetter)).parts;
  const texts = items.flatMap(({ button, x, row, width }) =>
    moveParts(block(shares, 0, legendItem(button, width)).parts, x, top + row * ITEM.height),
  );
  const height = Math.max(legendBottom, responsesTop + responses.length * sub.leading);
  const parts = [...bar, ...texts, ...block(element('P'), 0, responseLines).parts];
  return { ...block(null, height + BAR.y, []), parts: moveParts(parts, 0, BAR.y) };
}

interface LegendItem {
  readonly button: Button;
  readonly x: number;
  readonly row: number;
  readonly width: number;
}

/** Items from left to right, as many in a row as there is room for. */
function legend(buttons: readonly Button[], width: number): readonly LegendItem[] {
  let x = 0;
  let row = 0;
  return buttons.map((button) => {
    const text = Math.max(widthOf(button.name, label), widthOf(button.countText, COUNT));
    const itemWidth = Math.min(width, TEXT_X + text + ROUNDING);
    if (x > 0 && x + itemWidth > width) {
      x = 0;
      row += 1;
    }
    const item = { button, x, row, width: itemWidth };
    x += itemWidth + ITEM.gap;
    return item;
  });
}

/** The name of a button and its count below. */
function legendItem(button: Button, width: number): readonly Operation[] {
  const name = fitted(button.name, label, width - TEXT_X);
  return [
    ...buttonSwatch(button, 0, 1.5, SWATCH),
    ...lineIn(name, label, TEXT_X, [0, label.leading]),
    ...lineIn(button.countText, COUNT, TEXT_X, [label.leading, COUNT.leading]),
  ];
}
