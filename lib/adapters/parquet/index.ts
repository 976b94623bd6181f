// Fact tables as Parquet files.
import type { FileMetaData } from 'hyparquet';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ByteWriter, ParquetWriter, parquetWriteBuffer } from 'hyparquet-writer';
import type {
  CellRow,
  TableColumns,
  FactFiles,
  FactStamp,
  FactTableName,
  TableWriter,
} from '../../ports/fact-tables.ts';
import { FACTS_VERSION, FACT_TABLES } from '../../ports/fact-tables.ts';
import { Failure } from '../../shared/failure.ts';
import { CHECKSUM_KEY, isIntact, NO_CHECKSUM, withChecksum } from './checksum.ts';
import { columnSources, createRowReader, schemaOf } from './columns.ts';

/** More rows than a folder has: one row group for each file. */
const MAX_ROWS = 1_000_000;
/** Many times the tables of a folder with thousands of surveys. */
const MAX_FILE_BYTES = 64 * 1024 ** 2;
/** Rows in a group of a table that is written piece by piece: about 10 MB in memory. */
const STREAM_GROUP_SIZE = 10_000;
const CREATED_BY = 'feedback-reports';
/** Names of a file's metadata. */
const META = {
  version: 'facts.version',
  revision: 'report.revision',
  json: 'report.json.sha256',
  tables: 'report.tables',
};
const TABLES: readonly string[] = Object.keys(FACT_TABLES);

export function parquetFiles(): FactFiles {
  return {
    encode(table, rows, { revision, json, tables }) {
      const columns = FACT_TABLES[table];
      const file = parquetWriteBuffer({
        schema: schemaOf(columns),
        columnData: columnSources(columns, rows),
        rowGroupSize: MAX_ROWS,
        createdBy: CREATED_BY,
        kvMetadata: [
          { key: META.version, value: String(FACTS_VERSION) },
          { key: META.revision, value: String(revision) },
          { key: META.json, value: json },
          ...(tables === undefined ? [] : [{ key: META.tables, value: tables.join(',') }]),
          { key: CHECKSUM_KEY, value: NO_CHECKSUM },
        ],
      });
      return withChecksum(new Uint8Array(file));
    },
    async decode(table, bytes) {
      const damaged = (error?: unknown): Failure =>
        new Failure('REPORT_DAMAGED', { what: `fact table ${table}` }, error);
      const metadata = metadataOf(bytes);
      const stamp = metadata === null ? null : stampIn(metadata);
      if (metadata === null || stamp === null || metadata.num_rows > MAX_ROWS) throw damaged();
      try {
        const readRow = createRowReader(FACT_TABLES[table]);
        const rows = await parquetReadObjects({ file: bufferOf(bytes), metadata });
        return { rows: rows.map(readRow), stamp };
      } catch (error) {
        throw damaged(error);
      }
    },
    readStamp: (bytes) => {
      const metadata = metadataOf(bytes);
      return metadata === null ? null : stampIn(metadata);
    },
    openTable,
  };
}

function openTable(columns: TableColumns): TableWriter {
  const output = new ByteWriter();
  const writer = new ParquetWriter({
    writer: output,
    schema: schemaOf(columns),
    createdBy: CREATED_BY,
    kvMetadata: [{ key: META.version, value: String(FACTS_VERSION) }],
  });
  let waiting: CellRow[] = [];
  const writeGroup = (): void => {
    const rows = waiting;
    waiting = [];
    void writer.write({
      columnData: columnSources(columns, rows),
      rowGroupSize: STREAM_GROUP_SIZE,
    });
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
        if (waiting.length === STREAM_GROUP_SIZE) writeGroup();
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

/**
 * Parsing it takes as long as reading a file's rows. Only bytes that were written here are parsed: of others, the library may
 * read other values, run without end, or reserve memory without a limit.
 */
function metadataOf(bytes: Uint8Array): FileMetaData | null {
  if (bytes.byteLength > MAX_FILE_BYTES || !isIntact(bytes)) return null;
  try {
    return parquetMetadata(bytes);
  } catch {
    return null;
  }
}

function stampIn({ key_value_metadata: pairs = [] }: FileMetaData): FactStamp | null {
  const metadata = new Map(pairs.map(({ key, value = '' }) => [key, value]));
  const json = metadata.get(META.json) ?? '';
  const revision = Number(metadata.get(META.revision));
  const isCurrent = metadata.get(META.version) === String(FACTS_VERSION);
  if (!isCurrent || json === '' || !(revision > 0)) return null;
  const tables = metadata.get(META.tables)?.split(',').filter(isTableName);
  return { revision, json, ...(tables === undefined ? {} : { tables }) };
}

function isTableName(name: string): name is FactTableName {
  return TABLES.includes(name);
}

/** The library reads whole buffers, and the bytes of a file may be a part of one. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
