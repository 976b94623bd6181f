// Tables as Parquet: which bytes and values are read back, and which are refused.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { createRowReader, schemaOf } from '../../../lib/adapters/parquet/columns.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import { column, FACT_TABLES, nullable } from '../../../lib/ports/fact-tables.ts';
import type { CellRow, TableColumns } from '../../../lib/ports/fact-tables.ts';
import { collectPages } from '../../support/outcomes.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const files = parquetFiles();

/** Each type of a column, with values that it has and values that it has not. */
const TYPES = [
  ['int8', [0, -128, 127], [1.5, '1', Number.NaN, true]],
  ['int32', [0, -5, 2_147_483_647], [1.5, '1', true]],
  ['int64', [0, Number.MAX_SAFE_INTEGER], [1.5, '1', 2 ** 60]],
  ['double', [0, -1.5, 1e-300], [Number.POSITIVE_INFINITY, Number.NaN, '1']],
  ['boolean', [true, false], [0, 'true']],
  ['string', ['', 'Säätiö 漢 😀'], [1, ['a']]],
  ['json', ['{}'], [{}]],
  ['strings', [[], ['a', '']], ['a', ['a', 1]]],
  ['keys', [[], [1, 2]], [1, [1, '2']]],
  ['date', ['2026-11-09', '1969-12-31'], [5]],
  ['timestamp', [0, Date.UTC(2026, 10, 9, 22)], ['2026-11-09', 1.5]],
] as const;

/** The bytes of a table, and its rows as they are read again. */
async function reread(
  columns: TableColumns,
  rows: readonly CellRow[],
): Promise<readonly CellRow[]> {
  const table = files.openTable(columns);
  const bytes = Buffer.concat([table.write(rows), table.end()]);
  const file = new Uint8Array(bytes).buffer;
  const storedRows = await parquetReadObjects({ file, metadata: parquetMetadata(file) });
  return storedRows.map(createRowReader(columns));
}

/** The metadata of the columns in the first group of a table. */
function chunksOf(columns: TableColumns, rows: readonly CellRow[]) {
  const table = files.openTable(columns);
  const bytes = Buffer.concat([table.write(rows), table.end()]);
  const [group] = parquetMetadata(new Uint8Array(bytes).buffer).row_groups;
  return Object.keys(columns).map((name, i) => {
    const metadata = group?.columns[i]?.meta_data ?? assert.fail(name);
    return [name, metadata] as const;
  });
}

describe('a column', () => {
  for (const [type, values, others] of TYPES) {
    it(`of type ${type} has its values, in a file that is written piece by piece`, async () => {
      const columns = { x: column(type, 'A value') };
      const rows = values.map((x) => ({ x }));
      assert.deepEqual(await reread(columns, rows), rows);
    });

    it(`of type ${type} has null where that is allowed, and no value of another type`, async () => {
      const columns = { x: nullable(type, 'A value') };
      const rows = [{ x: null }, ...values.map((x) => ({ x })), { x: null }];
      assert.deepEqual(await reread(columns, rows), rows);
      assert.throws(() => createRowReader({ x: column(type, 'A value') })({ x: null }), TypeError);
      assert.throws(() => createRowReader({ x: column(type, 'A value') })({}), TypeError);
      for (const x of others) {
        assert.throws(() => createRowReader(columns)({ x }), TypeError, JSON.stringify(x));
      }
    });
  }

  it('has the types of Parquet by which other programs know dates, instants, texts and lists', () => {
    const columns = Object.fromEntries(TYPES.map(([type]) => [type, nullable(type, 'A value')]));
    const [root, ...elements] = schemaOf(columns);
    assert.deepEqual(root, { name: 'row', num_children: TYPES.length });
    const shape = elements.map(({ name, repetition_type, type, converted_type, logical_type }) =>
      [name, repetition_type, type, converted_type, logical_type?.type].filter(Boolean).join(' '),
    );
    assert.deepEqual(shape, [
      'int8 OPTIONAL INT32 INT_8',
      'int32 OPTIONAL INT32',
      'int64 OPTIONAL INT64',
      'double OPTIONAL DOUBLE',
      'boolean OPTIONAL BOOLEAN',
      'string OPTIONAL BYTE_ARRAY UTF8 STRING',
      'json OPTIONAL BYTE_ARRAY UTF8 STRING',
      'strings OPTIONAL LIST LIST',
      'list REPEATED',
      'element REQUIRED BYTE_ARRAY UTF8 STRING',
      'keys OPTIONAL LIST LIST',
      'list REPEATED',
      'element REQUIRED INT64',
      'date OPTIONAL INT32 DATE DATE',
      'timestamp OPTIONAL INT64 TIMESTAMP_MICROS TIMESTAMP',
    ]);
    assert.deepEqual(elements.at(-1)?.logical_type, {
      type: 'TIMESTAMP',
      isAdjustedToUTC: true,
      unit: 'MICROS',
    });
    assert.equal(schemaOf({ x: column('double', 'A value') })[1]?.repetition_type, 'REQUIRED');
  });

  it('has statistics only where readers skip files by them', () => {
    const names = ['folder', 'survey', 'date', 'index'];
    const columns = Object.fromEntries(names.map((name) => [name, nullable('int32', 'A value')]));
    const rowOf = (x: number | null) => Object.fromEntries(names.map((name) => [name, x]));
    // Few rows without a dictionary, and many with one.
    for (const rows of [3, 3000]) {
      const values = Array.from({ length: rows }, (_, i) => [7, null, -2][i % 3] ?? null);
      for (const [name, { statistics }] of chunksOf(columns, values.map(rowOf))) {
        assert.deepEqual(
          statistics === undefined
            ? undefined
            : [statistics.min_value, statistics.max_value, statistics.null_count],
          name === 'index' ? undefined : [-2, 7, BigInt(rows / 3)],
          name,
        );
      }
    }
  });

  it('has a dictionary where its values repeat, and the same bytes however many rows arrive at a time', async () => {
    const columns = Object.fromEntries(TYPES.map(([type]) => [type, nullable(type, 'A value')]));
    const rows = Array.from({ length: 12_000 }, (_, i) =>
      Object.fromEntries(
        TYPES.map(([type, values]) => [
          type,
          i % 5 === 0 ? null : (values[i % values.length] ?? null),
        ]),
      ),
    );
    assert.deepEqual(await reread(columns, rows), rows);
    const encodings = chunksOf(columns, rows).map(([name, { encodings: all }]) => [
      name,
      all.at(-1),
    ]);
    assert.deepEqual(
      encodings.filter(([, encoding]) => encoding !== 'RLE_DICTIONARY').map(([name]) => name),
      ['boolean'],
    );
    const bytesOf = (size: number): Uint8Array => {
      const table = files.openTable(columns);
      const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) =>
        table.write(rows.slice(i * size, (i + 1) * size)),
      );
      return Buffer.concat([...parts, table.end()]);
    };
    assert.deepEqual(bytesOf(7), bytesOf(rows.length));
  });
});

describe('a column of whole numbers', () => {
  it('has differences where its values do not repeat', () => {
    const columns = {
      int32: column('int32', 'A value'),
      timestamp: column('timestamp', 'A value'),
    };
    const rows = Array.from({ length: 100 }, (_, i) => ({ int32: i * i, timestamp: i * i }));
    assert.deepEqual(
      chunksOf(columns, rows).map(([, { encodings }]) => encodings),
      [['DELTA_BINARY_PACKED'], ['DELTA_BINARY_PACKED']],
    );
  });
});

describe('a table that is written piece by piece', () => {
  const COLUMNS = { x: column('int32', 'A value') };

  it('has its rows in groups of 10,000, in order', async () => {
    const rows = Array.from({ length: 25_000 }, (_, x) => ({ x }));
    const table = files.openTable(COLUMNS);
    const pieces = [
      table.write(rows.slice(0, 9_999)),
      table.write(rows.slice(9_999, 10_000)),
      table.write(rows.slice(10_000)),
      table.end(),
    ];
    assert.deepEqual(
      pieces.map(({ byteLength }) => byteLength > 4),
      [false, true, true, true],
    );
    const file = new Uint8Array(Buffer.concat(pieces)).buffer;
    const metadata = parquetMetadata(file);
    assert.deepEqual(
      metadata.row_groups.map((group) => Number(group.num_rows)),
      [10_000, 10_000, 5_000],
    );
    assert.deepEqual(await parquetReadObjects({ file, metadata }), rows);
  });

  it('has no group without rows', () => {
    const metadataOf = (rows: number) => {
      const table = files.openTable(COLUMNS);
      const pieces = [table.write(Array.from({ length: rows }, () => ({ x: 1 }))), table.end()];
      return parquetMetadata(new Uint8Array(Buffer.concat(pieces)).buffer);
    };
    assert.equal(metadataOf(0).row_groups.length, 0);
    assert.equal(metadataOf(10_000).row_groups.length, 1);
    const { created_by, key_value_metadata } = metadataOf(0);
    assert.equal(created_by, 'feedback-reports');
    assert.deepEqual(key_value_metadata, [{ key: 'facts.version', value: '2' }]);
  });
});

describe('a table that is read', () => {
  const { folders } = rowsOfReport(createStoreReport(1));
  const [row] = folders;
  assert(row !== undefined);
  const rows = Array.from({ length: 25_000 }, (_, i) => ({
    ...row,
    folder: Math.floor(i / 4) + 1,
  }));
  const bytesOf = (of: readonly CellRow[]): Uint8Array => {
    const table = files.openTable(FACT_TABLES.folders);
    return Buffer.concat([table.write(of), table.end()]);
  };
  const read = async (
    bytes: Uint8Array,
    isWanted: (first: number, last: number) => boolean = () => true,
  ) => collectPages(files.readTable('folders', bytes, isWanted));

  it('has the groups that are wanted, by their first and last folder', async () => {
    const bytes = bytesOf(rows);
    assert.deepEqual(await read(bytes), rows);
    const ranges: (readonly [number, number])[] = [];
    const wanted = await read(bytes, (first, last) => {
      ranges.push([first, last]);
      return first <= 2501 && last >= 2501;
    });
    assert.deepEqual(ranges, [
      [1, 2500],
      [2501, 5000],
      [5001, 6250],
    ]);
    assert.deepEqual(wanted, rows.slice(10_000, 20_000));
  });

  it('may have no rows', async () => {
    assert.deepEqual(await read(bytesOf([])), []);
  });

  it('is read from a part of a larger buffer', async () => {
    const bytes = bytesOf(folders);
    const larger = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('after')]);
    assert.deepEqual(await read(larger.subarray(6, 6 + bytes.byteLength)), folders);
  });

  it('is refused where it is not a file of the table', async () => {
    const isDamaged = { code: 'REPORT_DAMAGED', facts: { what: 'fact table folders' } };
    const other = files.openTable({ folder: column('string', 'A value') });
    const table = Buffer.concat([other.write([{ folder: 'x' }]), other.end()]);
    for (const bytes of [new Uint8Array(), bytesOf(folders).subarray(0, 200), table]) {
      await assert.rejects(read(bytes), isDamaged);
    }
  });
});
