// A row for each compared place: its figures, its weeks as cells, and why.
import type { JSX } from 'preact';
import type { FolderView, Row } from '../../../view/report-view.ts';
import { lineSample } from '../../../charts/compare-chart.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { reportRoute } from '../../routes.ts';
import { SvgDrawing } from '../../ui/chart-drawing.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { HeatCell } from '../../ui/heat-cell.tsx';

interface CompareTableProps {
  readonly view: FolderView;
  readonly rows: readonly Row[];
  readonly folders: readonly number[];
}

export function CompareTable({ view, rows, folders }: CompareTableProps): JSX.Element {
  const { compare, list } = useLocalization().page;
  const { columns } = list;
  return (
    <section class="card">
      <table class="compare-table">
        <caption class="unseen">{compare.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col" class="number">
              {columns.now}
            </th>
            <th scope="col" class="number">
              {columns.was}
            </th>
            <th scope="col" class="number">
              {columns.responses}
            </th>
            <th scope="col">{compare.weeks}</th>
            <th scope="col">{columns.why}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <CompareRow key={row.folder} view={view} row={row} position={i} folders={folders} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CompareRowProps extends Pick<CompareTableProps, 'view' | 'folders'> {
  readonly row: Row;
  readonly position: number;
}

const SAMPLE = { width: 14, height: 6 } as const;

function CompareRow({ view, row, position, folders }: CompareRowProps): JSX.Element {
  const { page } = useLocalization();
  const { navigate } = useAppContext();
  const { week } = view;
  const sample = {
    ...SAMPLE,
    alt: '',
    operations: lineSample(position, SAMPLE.width, SAMPLE.height),
  };
  return (
    <tr>
      <th scope="row">
        <span class="compare-name">
          <SvgDrawing drawing={sample} scale={1.6} isNamed={false} />
          <ViewLink view={reportRoute({ week, folder: row.folder })}>
            <bdi>{row.name}</bdi>
          </ViewLink>
        </span>
      </th>
      <td class="number compare-now">{row.now}</td>
      <td class="number" data-label={page.list.columns.was}>
        {row.was}
      </td>
      <td class="number" data-label={page.list.columns.responses}>
        {row.responsesText}
      </td>
      <td>
        <HeatWeeks view={view} row={row} />
      </td>
      <td>{row.reason}</td>
      <td>
        {/* One place alone is its report. */}
        {folders.length > 2 && (
          <button
            type="button"
            class="icon-button"
            aria-label={page.compare.remove({ name: row.name })}
            onClick={() => {
              const others = folders.filter((folder) => folder !== row.folder);
              navigate({ name: 'compare', week, folders: others }, { replace: true });
            }}
          >
            ✕
          </button>
        )}
      </td>
    </tr>
  );
}

/** Thirteen cells with the value of each week. */
function HeatWeeks({ view, row }: Pick<CompareRowProps, 'view' | 'row'>): JSX.Element {
  const { formats } = useLocalization();
  return (
    <ol class="heat-weeks">
      {row.heat.map((value, i) => {
        const index = row.trend[i] ?? null;
        return (
          <li key={i} title={view.trend?.points[i]?.name ?? ''}>
            <span class="unseen">{`${view.trend?.points[i]?.name ?? ''} `}</span>
            <HeatCell value={value} text={index === null ? '' : formats.index(index, 'HAPPY')} />
          </li>
        );
      })}
    </ol>
  );
}
