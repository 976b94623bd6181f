// The band of a folder: its figure, thirteen weeks and the number of places in each state.
import { joinTexts } from '../../../i18n/join-texts.ts';
import type { SectionCount, Trend } from '../../../view/report-view.ts';
import type { FigureTexts, NothingLeft } from '../../../view/view-parts.ts';
import { seriesHeight } from '../../../charts/series-plot.ts';
import { trendChart } from '../../../charts/trend.ts';
import { line } from '../../../charts/draw-operations.ts';
import { colours } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, deferredBlock, figureBlock, moveParts, paragraph, stackBlocks } from '../block.ts';
import type { Part } from '../page-elements.ts';
import { element, partOf } from '../page-elements.ts';
import { lineIn, linesAt, widthOf, wrapText } from '../text/typesetter.ts';
import { GLYPH_GAP, GLYPH_WIDTH, glyphIn } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import type { FolderLayout } from './steps.ts';

const FIGURE_WIDTH = millimetres(38);
const COUNTS_WIDTH = millimetres(46);
const GAP = millimetres(6);
const TREND_WIDTH = CONTENT_WIDTH - FIGURE_WIDTH - COUNTS_WIDTH - 2 * GAP;
/** Of the chart with its axis, at least. */
const TREND_HEIGHT = { normal: 84, compact: 72 } as const;
const COUNT_GAP = 1.5;
const LEFT = [0, FIGURE_WIDTH + GAP, CONTENT_WIDTH - COUNTS_WIDTH];

/** The columns below a rule; null for one that the folder doesn't have. */
export function bandBlock(
  columns: readonly (Block | null)[],
  { isCompact }: Pick<FolderLayout, 'isCompact'>,
): Block {
  const padding = isCompact ? { top: 6, bottom: 4 } : { top: 8, bottom: 7 };
  const contentHeight = Math.max(...columns.map((column) => column?.height ?? 0));
  const height = padding.top + contentHeight + padding.bottom;
  const rule = line([0, 0], [CONTENT_WIDTH, 0], colours.hairline, 0.75);
  const draw = (): readonly Part[] => [
    ...block(null, 0, [rule]).parts,
    ...columns.flatMap((column, i) => moveParts(column?.parts ?? [], LEFT[i] ?? 0, padding.top)),
  ];
  return deferredBlock(height, draw, { before: isCompact ? 7 : 10 });
}

/** At least as high as the column beside it. */
export function trendColumn(
  trend: Trend,
  { isCompact }: Pick<FolderLayout, 'isCompact'>,
  besideHeight: number,
  { typesetter }: SheetContext,
): Block {
  const least = isCompact ? TREND_HEIGHT.compact : TREND_HEIGHT.normal;
  const height = Math.max(least, besideHeight);
  const size = { width: TREND_WIDTH, plotHeight: height - seriesHeight(0) };
  return deferredBlock(height, () => {
    const chart = trendChart(trend, size, typesetter);
    return figureBlock({ ...chart, alt: trend.description }).parts;
  });
}

export function figureColumn(figure: FigureTexts): Block {
  const { label: labelStyle, figure: figureStyle, path } = sheetStyles;
  const { text, label, compared, uncertainty, responses, usualResponses, ...others } = figure;
  others satisfies NothingLeft;
  const compare = joinTexts([compared, uncertainty]);
  return stackBlocks([
    paragraph('P', label, labelStyle, FIGURE_WIDTH, { maxLines: 4 }),
    paragraph('P', text, figureStyle, FIGURE_WIDTH, { maxLines: 1, before: 3 }),
    ...[compare, responses, usualResponses]
      .filter((part) => part !== '')
      .map((part, i) =>
        paragraph('P', part, path, FIGURE_WIDTH, { maxLines: 3, before: i === 0 ? 2 : 0 }),
      ),
  ]);
}

/** A line for each state, with the numbers aligned. */
export function countsColumn(counts: readonly SectionCount[], { formats }: SheetContext): Block {
  const { body, bodyStrong } = sheetStyles;
  const texts = counts.map(({ count }) => formats.count(count));
  const numberWidth = Math.max(0, ...texts.map((text) => widthOf(text, bodyStrong)));
  const numberRight = GLYPH_WIDTH + numberWidth;
  const left = numberRight + GLYPH_GAP;
  return stackBlocks(
    counts.map(({ state, title }, i) => {
      const lines = wrapText(title, body, COUNTS_WIDTH - left, 2);
      const height = lines.length * body.leading;
      const number = lineIn(texts[i] ?? '', bodyStrong, numberRight, [0, height], 'right');
      const paragraphElement = element('P');
      const parts = [
        glyphIn(state, height),
        partOf(paragraphElement, number),
        partOf(paragraphElement, linesAt(lines, body, 0), left),
      ];
      return { ...block(null, height, [], { before: COUNT_GAP }), parts };
    }),
  );
}
