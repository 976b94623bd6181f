// Every place and thirteen weeks as cells, and above them the place, week and value that the reader points at.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { FolderView } from '../../../view/report-view.ts';
import type { Formats } from '../../../i18n/formats.ts';
import { useLocalization } from '../../app-context.tsx';
import { PlotLine } from '../../ui/chart-plot.tsx';
import { HeatCell } from '../../ui/heat-cell.tsx';
import { HeatGrid } from './heat-grid.tsx';
import type { CellAddress, HeatGroup } from './heat-rows.ts';
import { heatGroups } from './heat-rows.ts';

/** Nothing for a folder without surveys. */
export function HeatMap({ view }: { readonly view: FolderView }): JSX.Element | null {
  const { formats } = useLocalization();
  const { heat, sections, week } = view;
  const groups = useMemo(() => (heat === null ? [] : heatGroups(heat, sections)), [heat, sections]);
  const [pointed, setPointed] = useState<CellAddress | null>(null);
  // Thousands of cells are not compared again for every cell that is pointed at.
  const grid = useMemo(
    () =>
      heat !== null && <HeatGrid heat={heat} groups={groups} week={week} onPoint={setPointed} />,
    [heat, groups, week],
  );
  if (heat === null) return null;
  return (
    <section class="heat">
      <div class="plot-head">
        <h2>{heat.title}</h2>
        <PlotLine note={heat.note}>
          {pointed === null ? null : cellText(view, groups, pointed, formats)}
        </PlotLine>
      </div>
      <ul class="heat-legend">
        {heat.legend.map(({ value, text, sample }) => (
          <li key={value}>
            <HeatCell value={value} text={sample} />
            {text}
          </li>
        ))}
      </ul>
      {grid}
    </section>
  );
}

/** The week, the place and the value of a cell. */
function cellText(
  { trend, heat }: FolderView,
  groups: readonly HeatGroup[],
  cell: CellAddress,
  formats: Formats,
): JSX.Element | null {
  const row = groups.flatMap(({ rows }) => rows)[cell.row];
  if (row === undefined) return null;
  const value = row.trend[cell.week] ?? null;
  return (
    <>
      {trend?.points[cell.week]?.name ?? heat?.weeks[cell.week]} <bdi>{row.name}</bdi>{' '}
      <strong>{value === null ? '–' : formats.index(value, 'HAPPY')}</strong>
    </>
  );
}
