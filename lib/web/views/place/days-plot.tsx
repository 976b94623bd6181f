// Seven days of a survey; the reader can point at each.
import type { JSX } from 'preact';
import { daysChart } from '../../../charts/days.ts';
import type { DaysView } from '../../../view/report-view.ts';
import { plotOf, ReadablePlot } from '../../ui/chart-plot.tsx';
import { PLOT_HEIGHT, PointText, pointText } from './point-text.tsx';

interface DaysPlotProps {
  readonly days: DaysView;
}

export function DaysPlot({ days }: DaysPlotProps): JSX.Element {
  const { title, note, description } = days;
  return (
    <ReadablePlot
      title={title}
      note={note}
      description={description}
      draw={(width, typesetter) =>
        plotOf(daysChart(days, { width, plotHeight: PLOT_HEIGHT }, typesetter))
      }
      readOut={(i) => <PointText point={days.days[i]} />}
      readOutText={(i) => pointText(days.days[i])}
    />
  );
}
