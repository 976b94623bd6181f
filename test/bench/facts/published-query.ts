// A child process that answers one published query with DuckDB over the fact tables of a year.
import { performance } from 'node:perf_hooks';
import { DuckDBInstance } from '@duckdb/node-api';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';
import { peakRssMb } from '../bench-samples.ts';
import { inputOf, sendResult } from '../child.ts';
import { queryInput } from './facts-figures.ts';

const { root, sql } = inputOf(queryInput);
const start = performance.now();
const connection = await (await DuckDBInstance.create(':memory:')).connect();
for (const table of FACT_TABLE_NAMES) {
  await connection.run(
    `create view ${table} as from read_parquet('${root}/facts/v2/${table}/*/part.parquet', hive_partitioning = false)`,
  );
}
const { currentRowCount: rows } = await connection.runAndReadAll(sql);
sendResult({ wallMs: performance.now() - start, peakRssMb: peakRssMb(), rows });
