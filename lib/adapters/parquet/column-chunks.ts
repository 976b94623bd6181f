// The part of a column in a group of rows. Its distinct values are collected while rows arrive, so that only these are converted and
// compared: the hours of a week have thousands of rows for each of their values.
import type { ColumnChunk, ColumnMetaData } from 'hyparquet';
import type { ParquetWriter } from 'hyparquet-writer';
import { writeColumn } from 'hyparquet-writer/src/column.js';
import { writeDataPageV2 } from 'hyparquet-writer/src/datapage.js';
import { writeDictionaryPage } from 'hyparquet-writer/src/dictionary.js';
import { encodeNestedValues } from 'hyparquet-writer/src/dremel.js';
import { schemaPathResolver } from 'hyparquet-writer/src/schema.js';
import type { CellRow, TableColumns, ValueColumn } from '../../ports/fact-tables.ts';
import { storedAs } from './columns.ts';

type ChunkTarget = Pick<Parameters<typeof writeColumn>[0], 'writer' | 'column'>;
type PageData = ReturnType<typeof encodeNestedValues>;

/** With fewer rows for each different value, a dictionary may be larger than the values. */
const ROWS_OF_VALUE = 4;
/** More than any column has in a group. */
const PAGE_SIZE = 1024 ** 2;
/** The columns by which readers skip groups; of others, statistics would be half of a file. */
const SKIPPED_BY = new Set(['folder', 'survey', 'date']);

export interface ColumnBuilder {
  readonly name: string;
  /** Adds the cells of these rows. */
  addCells(rows: readonly CellRow[], from: number, to: number): void;
  add(column: ValueColumn, from: number, to: number): void;
  /** Writes the cells that were added since the last call. */
  write(): ColumnChunk;
}

/** In the order of the columns. */
export function createColumnBuilders(
  columns: TableColumns,
  { writer, schema, codec, compressors: { SNAPPY } }: ParquetWriter,
): readonly ColumnBuilder[] {
  const pathTo = schemaPathResolver(schema);
  return Object.entries(columns).map(([name, { type }]) => {
    const { isList, mayHaveDictionary, encoding, write } = storedAs(type);
    const path = pathTo(isList ? [name, 'list', 'element'] : [name]);
    const schemaPath = path.map(({ element }) => element);
    const column = {
      ...{ columnName: name, element: schemaPath.at(-1) ?? { name }, schemaPath },
      ...{
        codec,
        compressors: { SNAPPY },
        pageSize: PAGE_SIZE,
        ...(encoding === undefined ? {} : { encoding }),
      },
      // Page offsets help readers of files with many pages only.
      ...{ stats: SKIPPED_BY.has(name), columnIndex: false, offsetIndex: false },
    };
    return createColumnBuilder(name, (values, indexes) => {
      const converted = values.map(write);
      if (mayHaveDictionary && isRepetitive(values.length, indexes.length)) {
        return writeWithDictionary(
          { writer, column },
          converted,
          encodeNestedValues(path, indexes),
        );
      }
      const cells = indexes.map((index) => (index === null ? null : converted[index]));
      return writeColumn({ writer, column, pageData: encodeNestedValues(path, cells) }).chunk;
    });
  });
}

function isRepetitive(values: number, rows: number): boolean {
  return values > 0 && values * ROWS_OF_VALUE <= rows;
}

/** `writeChunk` gets the different values, and of each row the index of its value among them, or null. */
function createColumnBuilder(
  name: string,
  writeChunk: (values: readonly unknown[], indexes: (number | null)[]) => ColumnChunk,
): ColumnBuilder {
  let values: unknown[] = [];
  let indexes: (number | null)[] = [];
  const indexOf = new Map<unknown, number>();
  const find = (value: unknown): number | null => {
    if (value === null) return null;
    const known = indexOf.get(value);
    if (known !== undefined) return known;
    const index = values.push(value) - 1;
    indexOf.set(value, index);
    return index;
  };
  return {
    name,
    addCells(rows, from, to) {
      for (let i = from; i < to; i += 1) indexes.push(find(rows[i]?.[name] ?? null));
    },
    // In the order of the rows: however many are added at a time, the same rows make the same bytes.
    add(column, from, to) {
      const known: (number | null | undefined)[] = Array.from({ length: column.values.length });
      for (let i = from; i < to; i += 1) {
        const given = column.indexes[i] ?? 0;
        const index = known[given];
        indexes.push(
          index === undefined ? (known[given] = find(column.values[given] ?? null)) : index,
        );
      }
    },
    write() {
      const chunk = writeChunk(values, indexes);
      values = [];
      indexes = [];
      indexOf.clear();
      return chunk;
    },
  };
}

/** As the library writes a column for which it finds a dictionary, without looking for it in all rows. */
function writeWithDictionary(
  { writer, column }: ChunkTarget,
  dictionary: unknown[],
  pageData: PageData,
): ColumnChunk {
  const { element, codec, stats } = column;
  if (element.type === undefined) throw new TypeError(`no type of ${column.columnName}`);
  const start = writer.offset;
  const dictionarySize = writeDictionaryPage(writer, column, dictionary);
  const pageStart = writer.offset;
  const pageSize = writeDataPageV2({ writer, column, encoding: 'RLE_DICTIONARY', pageData });
  return {
    meta_data: {
      type: element.type,
      encodings: ['PLAIN', 'RLE_DICTIONARY'],
      path_in_schema: [element.name],
      codec,
      num_values: BigInt(pageData.values.length),
      total_compressed_size: BigInt(writer.offset - start),
      total_uncompressed_size: BigInt(dictionarySize + pageSize),
      data_page_offset: BigInt(pageStart),
      dictionary_page_offset: BigInt(start),
      ...(stats ? statisticsOf(dictionary, pageData) : {}),
    },
    file_offset: BigInt(start),
  };
}

/** Of the columns of whole numbers and dates by which readers skip groups. */
function statisticsOf(
  dictionary: readonly unknown[],
  { values }: PageData,
): Pick<ColumnMetaData, 'statistics' | 'encoding_stats'> {
  const numbers = dictionary.filter(
    (value) => typeof value === 'number' || typeof value === 'bigint',
  );
  return {
    statistics: {
      min_value: numbers.reduce((a, b) => (b < a ? b : a)),
      max_value: numbers.reduce((a, b) => (b > a ? b : a)),
      null_count: BigInt(Array.from(values).filter((value) => value === null).length),
    },
    encoding_stats: [
      { page_type: 'DICTIONARY_PAGE', encoding: 'PLAIN', count: 1 },
      { page_type: 'DATA_PAGE_V2', encoding: 'RLE_DICTIONARY', count: 1 },
    ],
  };
}
