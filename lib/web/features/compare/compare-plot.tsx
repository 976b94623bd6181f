// The weeks of the compared places in one chart.
import type { JSX } from 'preact';
import type { FolderView, Row } from '../../../view/report-view.ts';
import { compareChart } from '../../../charts/compare-chart.ts';
import { useReportView } from '../../api/use-report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { MAX_COMPARED } from '../../routes.ts';
import { ReadablePlot } from '../../ui/chart-plot.tsx';

interface ComparePlotProps {
  readonly view: FolderView;
  readonly rows: readonly Row[];
}

const PLOT_HEIGHT = 176;
const TICKS = [0, 25, 50, 75, 100];

export function ComparePlot({ view, rows }: ComparePlotProps): JSX.Element {
  const { page, formats } = useLocalization();
  const words = page.compare;
  const responses = useResponses(view.week, rows);
  const points = view.trend?.points ?? [];
  const index = (value: number | null): string =>
    value === null ? '–' : formats.index(value, 'HAPPY');
  const valueAt = ({ trend }: Row, week: number): string => index(trend[week] ?? null);
  const countAt = (row: number, week: number): string => {
    const text = responses[row]?.[week] ?? '';
    return text === '' ? '' : ` (${text})`;
  };
  return (
    <section class="card" style={{ '--places': rows.length }}>
      <ReadablePlot
        title={words.index}
        note={words.note}
        description={rows.map(({ line }) => line).join(' · ')}
        draw={(width, typesetter) =>
          compareChart(
            {
              places: rows.map((row) => ({
                name: row.name,
                values: row.trend,
                text: index(row.trend.at(-1) ?? null),
              })),
              weeks: points.map(({ label }) => label),
              ticks: TICKS.map((value) => ({ value, text: index(value) })),
              alt: words.index,
            },
            width,
            PLOT_HEIGHT,
            typesetter,
          )
        }
        readOut={(week) => (
          <>
            <strong>{points[week]?.name}</strong>
            {rows.map((row, i) => (
              <span key={row.folder} class="compare-value">
                <bdi>{row.name}</bdi> <strong>{valueAt(row, week)}</strong>
                {countAt(i, week)}
              </span>
            ))}
          </>
        )}
        readOutText={(week) =>
          [
            points[week]?.name ?? '',
            ...rows.map((row, i) => `${row.name} ${valueAt(row, week)}${countAt(i, week)}`),
          ].join(', ')
        }
      />
    </section>
  );
}

/** The responses of each row by week, as text; empty until they are known. */
function useResponses(week: string, rows: readonly Row[]): readonly (readonly string[])[] {
  const views = Array.from({ length: MAX_COMPARED }, (_, i) =>
    // The number of calls never changes.
    useReportView(week, rows[i]?.folder ?? null),
  );
  return rows.map(({ survey }, i) => {
    const view = views[i]?.data;
    if (view?.kind !== 'place') return [];
    const own = view.surveys.find((other) => other.survey === survey);
    return own?.trend?.points.map(({ responsesText }) => responsesText) ?? [];
  });
}
