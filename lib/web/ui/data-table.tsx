// Data tables and truncated lists. On phones, each row of a table becomes a card.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useLocalization } from '../app-context.tsx';

export interface DataColumn<T> {
  readonly header: string;
  /** `wide`: larger share of the width; `time`: on two lines at most. */
  readonly kind: 'text' | 'wide' | 'time';
  readonly cell: (row: T) => ComponentChildren;
}

interface DataTableProps<T> {
  /** Visually hidden. */
  readonly caption: string;
  /** The first one names the row. */
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Rows that are shown before "show all" is pressed. */
  readonly initialRows: number;
}

export function DataTable<T>({
  caption,
  columns,
  rows,
  rowKey,
  initialRows,
}: DataTableProps<T>): JSX.Element {
  const { visible, toggle } = useShowAll(rows, initialRows);
  // CSS that turns rows into cards removes the table semantics, so the roles are explicit.
  return (
    <div class="data-table">
      <table role="table">
        <caption class="unseen">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ header, kind }) => (
              <th key={header} role="columnheader" scope="col" class={kind}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {visible.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ header, kind, cell }, i) =>
                i === 0 ? (
                  <th key={header} role="rowheader" scope="row" class={kind}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={header} role="cell" class={kind}>
                    <span class="cell-head" aria-hidden="true">
                      {header}
                    </span>
                    <span class="cell-value">{cell(row)}</span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {toggle}
    </div>
  );
}

/** The visible items and the toggle button; the button is null when all items fit. */
export function useShowAll<T>(
  items: readonly T[],
  initialCount: number,
): { readonly visible: readonly T[]; readonly toggle: JSX.Element | null } {
  const { page } = useLocalization();
  const [isExpanded, setExpanded] = useState(false);
  if (items.length <= initialCount) return { visible: items, toggle: null };
  const toggle = (
    <p class="more">
      <button
        type="button"
        aria-expanded={isExpanded}
        onClick={() => {
          setExpanded((expanded) => !expanded);
        }}
      >
        {isExpanded
          ? page.read.showFirst({ n: initialCount })
          : page.read.showAll({ n: items.length })}
      </button>
    </p>
  );
  return { visible: isExpanded ? items : items.slice(0, initialCount), toggle };
}
