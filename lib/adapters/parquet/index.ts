// Fact tables as Parquet files.
import type { FileMetaData, RowGroup } from 'hyparquet';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type {
  TableColumns,
  FactFiles,
  FactRow,
  FactTableName,
  ColumnTableWriter,
} from '../../ports/fact-tables.ts';
import { FACTS_VERSION, FACT_TABLES } from '../../ports/fact-tables.ts';
import { Failure } from '../../shared/failure.ts';
import { createColumnBuilders } from './column-chunks.ts';
import { createRowReader, schemaOf } from './columns.ts';

/** Rows in a group. */
const GROUP_SIZE = 10_000;

export function parquetFiles(): FactFiles {
  return { openTable, readTable };
}

function openTable(columns: TableColumns): ColumnTableWriter {
  const output = new ByteWriter();
  const writer = new ParquetWriter({
    writer: output,
    schema: schemaOf(columns),
    createdBy: 'feedback-reports',
    kvMetadata: [{ key: 'facts.version', value: String(FACTS_VERSION) }],
  });
  const builders = createColumnBuilders(columns, writer);
  let waiting = 0;
  const writeGroup = (): void => {
    const start = output.offset;
    const chunks = builders.map((builder) => builder.write());
    const sizes = chunks.map(({ meta_data }) => meta_data?.total_uncompressed_size ?? 0n);
    writer.row_groups.push({
      columns: chunks,
      total_byte_size: sizes.reduce((a, b) => a + b, 0n),
      num_rows: BigInt(waiting),
      total_compressed_size: BigInt(output.offset - start),
    });
    writer.num_rows += BigInt(waiting);
    waiting = 0;
  };
  // The positions in the file are counted apart from those in the buffer.
  const takeBytes = (): Uint8Array => {
    const bytes = output.getBytes().slice();
    output.index = 0;
    return bytes;
  };
  /** `add`: adds those from the first to before the last of these rows to each column. */
  const writeRows = (rows: number, add: (from: number, to: number) => void): Uint8Array => {
    for (let from = 0; from < rows;) {
      const to = Math.min(rows, from + GROUP_SIZE - waiting);
      add(from, to);
      waiting += to - from;
      from = to;
      if (waiting === GROUP_SIZE) writeGroup();
    }
    return takeBytes();
  };
  return {
    write: (rows) =>
      writeRows(rows.length, (from, to) => {
        for (const builder of builders) builder.addCells(rows, from, to);
      }),
    writeColumns: ({ rows, columns: added }) =>
      writeRows(rows, (from, to) => {
        for (const builder of builders) {
          const column = added[builder.name];
          if (column === undefined) throw new TypeError(`no column ${builder.name}`);
          builder.add(column, from, to);
        }
      }),
    end() {
      if (waiting > 0) writeGroup();
      void writer.finish();
      return takeBytes();
    },
  };
}

async function* readTable<T extends FactTableName>(
  table: T,
  bytes: Uint8Array,
  isWanted: (first: number, last: number) => boolean,
): AsyncGenerator<readonly FactRow<T>[]> {
  const damaged = (error?: unknown): Failure =>
    new Failure('REPORT_DAMAGED', { what: `fact table ${table}` }, error);
  const readRow = createRowReader(FACT_TABLES[table]);
  // The library reads whole buffers, and the bytes of a file may be a part of one.
  const file = new Uint8Array(bytes).buffer;
  let metadata: FileMetaData;
  try {
    metadata = parquetMetadata(file);
  } catch (error) {
    throw damaged(error);
  }
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const range = folderRange(group);
    if (range === null || isWanted(...range)) {
      const read = async (): Promise<readonly FactRow<T>[]> => {
        const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd });
        return rows.map(readRow);
      };
      yield await read().catch((error: unknown) => {
        throw damaged(error);
      });
    }
    rowStart = rowEnd;
  }
}

/** The first and the last folder of a group; null without statistics. */
function folderRange({ columns }: RowGroup): readonly [number, number] | null {
  const folder = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === 'folder');
  const { min_value: first, max_value: last } = folder?.meta_data?.statistics ?? {};
  return first === undefined || last === undefined ? null : [Number(first), Number(last)];
}
