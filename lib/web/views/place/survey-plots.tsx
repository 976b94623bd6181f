// Thirteen weeks and seven days of a survey; the reader can point at each.
import type { JSX } from 'preact';
import type { Typesetter } from '../../../charts/chart-text.ts';
import { daysChart } from '../../../charts/days.ts';
import type { SeriesDrawing } from '../../../charts/series-plot.ts';
import type { PlotSize } from '../../../charts/trend.ts';
import { trendChart } from '../../../charts/trend.ts';
import type { DaysView, Trend, TrendPoint } from '../../../view/report-view.ts';
import { plotOf, ReadablePlot } from '../../ui/chart-plot.tsx';

/** Weeks and days have the same scale. In points. */
const PLOT_HEIGHT = 76;

type Point = Pick<TrendPoint, 'name' | 'text' | 'responsesText'>;

interface SurveyPlotProps extends Pick<Trend, 'title' | 'note' | 'description'> {
  readonly points: readonly Point[];
  readonly draw: (size: PlotSize, typesetter: Typesetter) => SeriesDrawing;
}

export function TrendPlot({ trend }: { readonly trend: Trend }): JSX.Element {
  return <SurveyPlot {...trend} draw={(...page) => trendChart(trend, ...page)} />;
}

export function DaysPlot({ days }: { readonly days: DaysView }): JSX.Element {
  return <SurveyPlot {...days} points={days.days} draw={(...page) => daysChart(days, ...page)} />;
}

function SurveyPlot({ title, note, description, points, draw }: SurveyPlotProps): JSX.Element {
  return (
    <ReadablePlot
      title={title}
      note={note}
      description={description}
      draw={(width, typesetter) => plotOf(draw({ width, plotHeight: PLOT_HEIGHT }, typesetter))}
      readOut={(i) => <PointText point={points[i]} />}
      readOutText={(i) => pointText(points[i])}
    />
  );
}

/** What is read out of a week or a day: its name, value and responses. */
function PointText({ point }: { readonly point: Point | undefined }): JSX.Element | null {
  if (point === undefined) return null;
  return (
    <>
      {point.name} <strong>{point.text}</strong> {point.responsesText}
    </>
  );
}

function pointText(point: Point | undefined): string {
  if (point === undefined) return '';
  return [point.name, point.text, point.responsesText].filter((part) => part !== '').join(', ');
}
