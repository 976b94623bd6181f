// The tables and named queries of Athena in the template are those that the program declares, stores and publishes.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeAnalyticsTables } from '../../../infra/analytics-tables.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { tableKey } from '../../../lib/analytics/week-tables.ts';
import { FACT_TABLE_NAMES, FACT_TABLES } from '../../../lib/ports/fact-tables.ts';
import type { Json } from './template.ts';
import { at, entriesOf, many, ofType, parseTemplate, textOf } from './template.ts';

const folder = mkdtempSync(join(tmpdir(), 'analytics-'));
after(() => {
  rmSync(folder, { recursive: true });
});
writeAnalyticsTables(folder);
const text = readFileSync(join(folder, 'analytics-tables.json'), 'utf8');
const template = parseTemplate(text);

const QUERIES = new URL('../../../docs/queries/', import.meta.url);

/** How Athena names the types that DuckDB finds in a file. */
const HIVE_TYPES: Readonly<Record<string, string>> = {
  TINYINT: 'tinyint',
  INTEGER: 'int',
  BIGINT: 'bigint',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  VARCHAR: 'string',
  'VARCHAR[]': 'array<string>',
  'BIGINT[]': 'array<bigint>',
  DATE: 'date',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
};

/** By name of the table. */
function tableInputs() {
  const tables = ofType(template, 'AWS::Glue::Table');
  return new Map(
    tables.map(([, { Properties }]) => {
      const input = at(Properties, 'TableInput');
      return [textOf(at(input, 'Name')), input];
    }),
  );
}

function parameterOf(input: Json | undefined, name: string): Json | undefined {
  return new Map(entriesOf(at(input, 'Parameters'))).get(name);
}

/** All ISO weeks of the years, from their Thursdays, which lie in the year of their week. */
function weeksOfYears(first: number, last: number): readonly string[] {
  const weeks: string[] = [];
  const day = new Date(Date.UTC(first, 0, 1));
  while (day.getUTCDay() !== 4) day.setUTCDate(day.getUTCDate() + 1);
  for (; day.getUTCFullYear() <= last; day.setUTCDate(day.getUTCDate() + 7)) {
    const year = day.getUTCFullYear();
    const days = (day.getTime() - Date.UTC(year, 0, 1)) / 86_400_000;
    weeks.push(`${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`);
  }
  return weeks;
}

describe('the tables of Athena', () => {
  it('have the columns and types of the stored files, and find them', async (t) => {
    const inputs = tableInputs();
    const files = parquetFiles();
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    t.after(() => {
      connection.closeSync();
      instance.closeSync();
    });
    assert.deepEqual([...inputs.keys()].sort(), [...FACT_TABLE_NAMES].sort());
    for (const table of FACT_TABLE_NAMES) {
      const input = inputs.get(table);
      const key = tableKey(table, '2026-W46');
      const location = at(parameterOf(input, 'storage.location.template'), 'Fn::Sub');
      assert.equal(
        `${textOf(location).replace('${!week}', '2026-W46')}part.parquet`,
        `s3://\${ReportsBucket}/${key}`,
      );
      const path = join(folder, key);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, files.openTable(FACT_TABLES[table]).end());
      const sql = `describe select * from read_parquet('${path}', hive_partitioning = false)`;
      const described = (await connection.runAndReadAll(sql)).getRowObjectsJson();
      const columns = [
        ...many(at(input, 'PartitionKeys')),
        ...many(at(input, 'StorageDescriptor.Columns')),
      ].map((column) => [at(column, 'Name'), at(column, 'Type')]);
      assert.deepEqual(
        columns,
        described.map((row) => [row['column_name'], HIVE_TYPES[textOf(row['column_type'])]]),
      );
    }
  });

  // CloudFormation shows other characters as question marks.
  it('the tables and the named queries are ASCII', () => {
    assert.match(text, /^[ -~]*$/);
  });

  it('show every week of twelve years', () => {
    const expected = weeksOfYears(2024, 2035);
    assert.ok(expected.includes('2026-W53') && expected.includes('2032-W53'));
    assert.equal(expected.length, 12 * 52 + 2);
    for (const input of tableInputs().values()) {
      assert.deepEqual(textOf(parameterOf(input, 'projection.week.values')).split(','), expected);
    }
  });
});

describe('the named queries of Athena', () => {
  it('the named queries are the published ones', () => {
    const queries = ofType(template, 'AWS::Athena::NamedQuery').map(([, { Properties }]) => [
      `${textOf(Properties['Name'])}.sql`,
      `-- ${textOf(Properties['Description'])}\n${textOf(Properties['QueryString'])}`,
    ]);
    const publishedQueries = readdirSync(QUERIES)
      .filter((name) => name.endsWith('.sql'))
      .map((name) => [name, readFileSync(new URL(name, QUERIES), 'utf8')]);
    assert.ok(publishedQueries.length > 0);
    assert.deepEqual(queries.toSorted(), publishedQueries.toSorted());
  });
});
