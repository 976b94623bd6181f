// Tables of a report: ten rows from the top and the others when asked for; on phones each row is a small card.
import type { ComponentChildren, JSX } from 'preact';
import { useShortened } from './show-all.tsx';

export interface Column<T> {
  readonly head: string;
  /** `number`: at the end of its column; `wide` and `name`: much and some of the room; `time`: on one line; `bar`: a small chart. */
  readonly kind?: 'text' | 'number' | 'wide' | 'name' | 'time' | 'bar';
  /** Says which row it is. */
  readonly namesRow?: boolean;
  readonly cell: (row: T) => ComponentChildren;
}

interface DataTableProps<T> {
  /** Said to people who don't see the heading above it. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** Rows at first. */
  readonly first?: number;
  /** On phones: a card for each row; or what has few columns stays a table, or has four under the row's name. */
  readonly onPhones?: 'cards' | 'table' | 'four';
}

const FIRST = 10;

export function DataTable<T>({
  caption,
  columns,
  rows,
  keyOf,
  first = FIRST,
  onPhones = 'cards',
}: DataTableProps<T>): JSX.Element {
  const { shown, toggle } = useShortened(rows, first);
  // Cards take the roles of tables away, so they are said.
  return (
    <div class={`data-table as-${onPhones}`}>
      <table role="table">
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ head, kind = 'text' }) => (
              <th key={head} role="columnheader" scope="col" class={kind}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
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
  readonly column: Column<T>;
  readonly row: T;
}

function Cell<T>({ column, row }: CellProps<T>): JSX.Element {
  const { head, kind = 'text', namesRow = false, cell } = column;
  return namesRow ? (
    <th role="rowheader" scope="row" class={kind}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" class={kind}>
      <span class="cell-head" aria-hidden="true">
        {head}
      </span>
      <span class="cell-value">{cell(row)}</span>
    </td>
  );
}
