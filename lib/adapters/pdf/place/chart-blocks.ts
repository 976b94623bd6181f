// The weeks and the days of a survey side by side, on one scale.
import type { DaysView, Trend } from '../../../view/report-view.ts';
import { daysChart } from '../../../charts/days.ts';
import { trendChart } from '../../../charts/trend.ts';
import type { Drawing } from '../../../charts/chart.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, stackBlocks } from '../block.ts';
import type { HeadingLevel } from '../sheet/section-head.ts';
import { sectionHead } from '../sheet/section-head.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';

const TREND_WIDTH = millimetres(112);
const GAP = millimetres(8);
const DAYS_WIDTH = CONTENT_WIDTH - TREND_WIDTH - GAP;

interface TitledChart {
  readonly title: string;
  readonly note: string;
  readonly drawing: Drawing;
}

export interface ChartLayout {
  /** The height of plots, in points. */
  readonly plot: number;
  readonly level: HeadingLevel;
}

/** One of them alone takes the whole width. Empty without both. */
export function chartBlocks(
  { trend, days }: { readonly trend: Trend | null; readonly days: DaysView | null },
  { plot: plotHeight, level }: ChartLayout,
  { typesetter }: SheetContext,
): readonly Block[] {
  const hasBoth = trend !== null && days !== null;
  const sizeOf = (width: number): { width: number; plotHeight: number } => ({
    width: hasBoth ? width : CONTENT_WIDTH,
    plotHeight,
  });
  const charts: readonly TitledChart[] = [
    ...(trend === null
      ? []
      : [{ ...trend, drawing: trendChart(trend, sizeOf(TREND_WIDTH), typesetter) }]),
    ...(days === null
      ? []
      : [{ ...days, drawing: daysChart(days, sizeOf(DAYS_WIDTH), typesetter) }]),
  ];
  if (charts.length === 0) return [];
  const heads = charts.map(({ title, note, drawing }) =>
    sectionHead(title, drawing.width, { level, note, before: 0 }),
  );
  // The plots are level although a note may be below its title.
  const headHeight = Math.max(...heads.map(({ height }) => height));
  const columns = charts.map(({ drawing }, i) => {
    const head = heads[i];
    return stackBlocks([
      ...(head === undefined ? [] : [{ ...head, height: headHeight }]),
      figureBlock(drawing),
    ]);
  });
  return [columnsBlock(columns, TREND_WIDTH + GAP)];
}
