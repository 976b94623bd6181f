// Converts values to and from PostgreSQL.
import type { ColumnType, Row, Table, Value } from './database.ts';

const rowsPerInsert = 2_000;

/** By type OID: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const PARSERS: ReadonlyMap<number, (text: string) => Value> = new Map([
  [16, (text: string) => (text === 't' ? 1 : 0)],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  // NUMERIC, the type of sums and averages of BIGINT.
  [1700, (text: string) => (/[.N]/.test(text) ? Number(text) : wholeNumber(text))],
]);

export function typeParserOf(type: number): (text: string) => Value {
  return PARSERS.get(type) ?? ((text) => text);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError('A whole number in the result is too large to be exact.');
  return value;
}

export function toStorableValue(value: Value): Value {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

/** Passes one array per column, so that the statement is the same for any number of rows. */
export function* insertStatements(
  { name, columns }: Table,
  rows: readonly Row[],
): Generator<{ readonly sql: string; readonly parameters: Row }> {
  const names = columns.map(([column]) => column).join(', ');
  const arrays = columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
  const sql = `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${arrays})`;
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const batch = rows.slice(start, start + rowsPerInsert);
    yield { sql, parameters: columns.map(([, type], i) => arrayOf(batch, i, type)) };
  }
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayOf(rows: readonly Row[], column: number, type: ColumnType): string {
  const elements = rows.map((row) => {
    const value = row[column] ?? null;
    if (value === null) return 'NULL';
    return type === 'TEXT' ? `"${String(value).replace(/["\\]/g, '\\$&')}"` : value;
  });
  return `{${elements.join(',')}}`;
}
