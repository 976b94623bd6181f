// Makes columns of rows.
import type { CellRow, RowColumns, ValueColumn } from '../ports/fact-tables.ts';

type Cell = CellRow[string];

export interface ColumnValues extends ValueColumn {
  set(row: number, value: Cell): void;
}

/** A column of this number of rows, which have the first value until they are set. */
export function createColumn(rows: number, first: Cell = null): ColumnValues {
  const values: Cell[] = [first];
  const indexes = rows < 2 ** 16 ? new Uint16Array(rows) : new Uint32Array(rows);
  const indexOf = new Map<Cell, number>([[first, 0]]);
  let latest = first;
  let index = 0;
  return {
    ...{ values, indexes },
    set(row, value) {
      if (value !== latest) {
        latest = value;
        const known = indexOf.get(value);
        index = known ?? values.length;
        if (known === undefined) {
          indexOf.set(value, index);
          // JSON knows no −0.
          values.push(value === 0 ? 0 : value);
        }
      }
      indexes[row] = index;
    },
  };
}

/** The rows of columns. */
export function rowsOf<Row extends CellRow>({ rows, columns }: RowColumns<Row>): readonly Row[] {
  const entries = Object.entries<ValueColumn>(columns);
  const toRow: (entries: Iterable<readonly unknown[]>) => Row = Object.fromEntries;
  return Array.from({ length: rows }, (_, i) =>
    toRow(entries.map(([name, { values, indexes }]) => [name, values[indexes[i] ?? 0] ?? null])),
  );
}
