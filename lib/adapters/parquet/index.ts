// Fact tables as Parquet files.
import type { FileMetaData, RowGroup } from 'hyparquet';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type {
  CellRow,
  TableColumns,
  FactFiles,
  FactRow,
  FactTableName,
  TableWriter,
} from '../../ports/fact-tables.ts';
import { FACTS_VERSION, FACT_TABLES } from '../../ports/fact-tables.ts';
import { Failure } from '../../shared/failure.ts';
import { columnSources, createRowReader, schemaOf } from './columns.ts';

/** Rows in a group: about 10 MB in memory. */
const GROUP_SIZE = 10_000;

export function parquetFiles(): FactFiles {
  return { openTable, readTable };
}

function openTable(columns: TableColumns): TableWriter {
  const output = new ByteWriter();
  const writer = new ParquetWriter({
    writer: output,
    schema: schemaOf(columns),
    createdBy: 'feedback-reports',
    kvMetadata: [{ key: 'facts.version', value: String(FACTS_VERSION) }],
  });
  let waiting: CellRow[] = [];
  const writeGroup = (): void => {
    const rows = waiting;
    waiting = [];
    void writer.write({ columnData: columnSources(columns, rows), rowGroupSize: GROUP_SIZE });
  };
  // The positions in the file are counted apart from those in the buffer.
  const takeBytes = (): Uint8Array => {
    const bytes = output.getBytes().slice();
    output.index = 0;
    return bytes;
  };
  return {
    write(rows) {
      for (const row of rows) {
        waiting.push(row);
        if (waiting.length === GROUP_SIZE) writeGroup();
      }
      return takeBytes();
    },
    end() {
      if (waiting.length > 0) writeGroup();
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
