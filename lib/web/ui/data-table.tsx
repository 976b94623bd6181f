// Data tables of a report. Long tables are truncated; on phones each row becomes a card.
import type { ComponentChildren, JSX } from 'preact';
import { useShowAll } from './show-all.tsx';

export interface DataColumn<T> {
  readonly header: string;
  /**
   * `number`: aligned to the end; `wide`, `name`: larger share of the width; `time`: no line break; `bar`: a small
   * chart.
   */
  readonly kind?: 'text' | 'number' | 'wide' | 'name' | 'time' | 'bar';
  /** The column is the row header. */
  readonly isRowHeader?: boolean;
  readonly cell: (row: T) => ComponentChildren;
}

interface DataTableProps<T> {
  /** Visually hidden. */
  readonly caption: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Rows that are shown before "show all" is pressed. */
  readonly initialRows?: number;
  /** On phones: cards, an unchanged table, or four columns below the row header. */
  readonly phoneLayout?: 'cards' | 'table' | 'four';
}

const DEFAULT_INITIAL_ROWS = 10;

export function DataTable<T>({
  caption,
  columns,
  rows,
  rowKey,
  initialRows = DEFAULT_INITIAL_ROWS,
  phoneLayout = 'cards',
}: DataTableProps<T>): JSX.Element {
  const { visible, toggle } = useShowAll(rows, initialRows);
  // CSS that turns rows into cards removes the table semantics, so the roles are explicit.
  return (
    <div class={`data-table as-${phoneLayout}`}>
      <table role="table">
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, kind = 'text' }) => (
              <th key={header} role="columnheader" scope="col" class={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {visible.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.header} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {toggle}
    </div>
  );
}

interface CellProps<T> {
  readonly column: DataColumn<T>;
  readonly row: T;
}

function Cell<T>({ column, row }: CellProps<T>): JSX.Element {
  const { header, kind = 'text', isRowHeader = false, cell } = column;
  return isRowHeader ? (
    <th role="rowheader" scope="row" class={kind}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" class={kind}>
      <span class="cell-head" aria-hidden="true">
        {header}
      </span>
      <span class="cell-value">{cell(row)}</span>
    </td>
  );
}
