// Draws charts as SVG: report charts for the available width, and the small trend of a row.
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChartContext, Drawing } from '../../charts/chart.ts';
import { smallTrendAltText } from '../../charts/alt-texts.ts';
import type { SmallTrendSeries } from '../../charts/small-trend.ts';
import { smallTrend } from '../../charts/small-trend.ts';
import { useReport } from '../report-context.tsx';
import { useLocalization } from '../app-context.tsx';
import { CHART_SCALE, SvgDrawing, useWidth } from './chart-drawing.tsx';
import { useTypesetter } from './chart-typesetter.ts';

interface ChartProps {
  /** Draws for a width in points; must be deterministic. */
  readonly draw: (width: number, setting: ChartContext) => readonly Drawing[];
}

/** In CSS pixels. */
const MAX_WIDTH = 1100;

/** The first drawing is the chart; others, such as a legend, belong to it. */
export function Chart({ draw }: ChartProps): JSX.Element {
  const { localization } = useReport();
  const box = useRef<HTMLDivElement>(null);
  const availableWidth = useWidth(box);
  const typesetter = useTypesetter();
  const width = Math.min(availableWidth, MAX_WIDTH) / CHART_SCALE;
  const drawings = availableWidth === 0 ? [] : draw(width, { ...localization, typesetter });
  return (
    <div ref={box} class="chart">
      {drawings.map((drawing, i) => (
        <SvgDrawing key={i} drawing={drawing} scale={CHART_SCALE} isNamed={i === 0} />
      ))}
    </div>
  );
}

/** Size of a small trend, in points. */
const SIZE = { width: 64, height: 17 } as const;

interface SmallTrendFigureProps {
  readonly series: SmallTrendSeries;
  /** What the trend is of. */
  readonly name: string;
}

/** Nothing without an index. */
export function SmallTrendFigure({ series, name }: SmallTrendFigureProps): JSX.Element | null {
  const trend = smallTrend(series, smallTrendAltText(series, name, useLocalization()));
  if (trend === null) return null;
  const { alt, draw } = trend;
  const drawing = { ...SIZE, alt, operations: draw(SIZE.width, SIZE.height) };
  return (
    <span class="small-trend">
      <SvgDrawing drawing={drawing} scale={CHART_SCALE} isNamed />
    </span>
  );
}
