// Thirteen weeks of a survey; the reader can point at each.
import type { JSX } from 'preact';
import { trendChart } from '../../../charts/trend.ts';
import type { Trend } from '../../../view/report-view.ts';
import { plotOf, ReadablePlot } from '../../ui/chart-plot.tsx';
import { PLOT_HEIGHT, PointText, pointText } from './point-text.tsx';

interface TrendPlotProps {
  readonly trend: Trend;
}

export function TrendPlot({ trend }: TrendPlotProps): JSX.Element {
  const { title, note, description, points } = trend;
  return (
    <ReadablePlot
      title={title}
      note={note}
      description={description}
      draw={(width, typesetter) =>
        plotOf(trendChart(trend, { width, plotHeight: PLOT_HEIGHT }, typesetter))
      }
      readOut={(i) => <PointText point={points[i]} />}
      readOutText={(i) => pointText(points[i])}
    />
  );
}
