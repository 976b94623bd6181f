// DuckDB over the fact tables of a report store.
import { readdirSync, readFileSync } from 'node:fs';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { DuckDBInstance, DuckDBListValue } from '@duckdb/node-api';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';

const QUERIES = new URL('../../../docs/queries/', import.meta.url);

/** A cell: keys and counts of any width as numbers. */
export type Cell = string | number | boolean | null | readonly Cell[];
export type Row = Readonly<Record<string, Cell>>;

export interface FactDatabase {
  readonly ask: (sql: string) => Promise<readonly Row[]>;
  readonly close: () => void;
}

/** Loads the tables of a store. */
export async function openFacts(folder: string): Promise<FactDatabase> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const table of FACT_TABLE_NAMES) {
    await connection.run(
      `create table ${table} as from read_parquet('${folder}/facts/v2/${table}/*/part.parquet', hive_partitioning = false)`,
    );
  }
  return {
    ask: (sql) => ask(connection, sql),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function ask(connection: DuckDBConnection, sql: string): Promise<readonly Row[]> {
  const result = await connection.runAndReadAll(sql);
  return result
    .getRowObjects()
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)])),
    );
}

function cellOf(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBListValue) return value.items.map(cellOf);
  return String(value);
}

/** The published queries by name. */
export const PUBLISHED: ReadonlyMap<string, string> = new Map(
  readdirSync(QUERIES)
    .sort()
    .map((name) => [name.replace('.sql', ''), readFileSync(new URL(name, QUERIES), 'utf8')]),
);

/** A published query for other values than those in its text, e.g. another week. */
export function queryFor(name: string, values: Readonly<Record<string, string | number>>): string {
  const text = PUBLISHED.get(name) ?? '';
  const choice = Object.entries(values)
    .map(([column, value]) => `${typeof value === 'string' ? `'${value}'` : value} as ${column}`)
    .join(', ');
  const changed = text.replace(
    /with choice as \(select [^)]*\)/,
    `with choice as (select ${choice})`,
  );
  if (changed === text && !text.includes(choice)) throw new Error(`${name} has no choice`);
  return changed;
}
