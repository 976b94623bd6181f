// Tables of any length as text: CSV (RFC 4180) and NDJSON, in pieces of a size that suits a connection.
import type { CellRow, TableColumns, ColumnType, TableWriter } from '../ports/fact-tables.ts';

export const TABLE_FORMATS = ['csv', 'ndjson', 'parquet'] as const;

export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Below this size, sending a piece takes longer than making it. */
const CHUNK_BYTES = 64 * 1024;

/** The first rows follow at once, so that a reader doesn't wait for a full piece. */
export async function* encodeTable(
  rows: AsyncIterable<readonly CellRow[]>,
  writer: TableWriter,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let limit = 1;
  for await (const batch of rows) {
    const bytes = writer.write(batch);
    chunks.push(bytes);
    size += bytes.byteLength;
    if (batch.length === 0 || size < limit) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
    limit = CHUNK_BYTES;
  }
  yield Buffer.concat([...chunks, writer.end()]);
}

export function openTableWriter(
  format: TableFormat,
  columns: TableColumns,
  files: { openTable(columns: TableColumns): TableWriter },
): TableWriter {
  switch (format) {
    case 'csv':
      return csvWriter(columns);
    case 'ndjson':
      return textWriter('', columns, (cells) => `${JSON.stringify(Object.fromEntries(cells))}\n`);
    case 'parquet':
      return files.openTable(columns);
  }
}

/** With a byte-order mark, without which spreadsheets read UTF-8 as another encoding. */
function csvWriter(columns: TableColumns): TableWriter {
  const header = `\uFEFF${Object.keys(columns).join(',')}\r\n`;
  return textWriter(
    header,
    columns,
    (cells) => `${cells.map(([, cell]) => csvCell(cell)).join(',')}\r\n`,
  );
}

type Cell = CellRow[string];

function textWriter(
  header: string,
  columns: TableColumns,
  line: (cells: readonly (readonly [name: string, cell: Cell])[]) => string,
): TableWriter {
  const types = Object.entries(columns).map(([name, { type }]) => [name, type] as const);
  let waiting = header;
  const takeBytes = (): Uint8Array => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    return bytes;
  };
  return {
    write(rows) {
      for (const row of rows) {
        waiting += line(types.map(([name, type]) => [name, textOfType(type, row[name] ?? null)]));
      }
      return takeBytes();
    },
    end: takeBytes,
  };
}

/** Instants as ISO 8601; everything else stays. */
function textOfType(type: ColumnType, cell: Cell): Cell {
  return type === 'timestamp' && typeof cell === 'number' ? new Date(cell).toISOString() : cell;
}

/** Nothing for null, and "" for an empty text. Numbers have a dot. */
function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string')
    return quote(typeof cell === 'object' ? cell.join(' / ') : String(cell));
  return quote(harmless(cell));
}

/** Control characters, which no line or cell needs: readers end at NUL. */
const REMOVED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
/** Spreadsheets take a cell that begins with one of these, also in full width, as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Where the list separator is ";", Excel ignores our quotes: a cell begins after each of these, spaces and quotes aside. */
const FORMULA_AFTER_SEPARATOR = /(?<=[;\t\r\n][ "]*)[=+\-@＝＋－＠]/gu;

/** A text that no spreadsheet evaluates: an apostrophe precedes what looks like a formula. */
function harmless(text: string): string {
  const visible = text.toWellFormed().replace(REMOVED, '');
  const safe = visible.replace(FORMULA_AFTER_SEPARATOR, "'$&");
  return FORMULA.test(safe) ? `'${safe}` : safe;
}

function quote(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
