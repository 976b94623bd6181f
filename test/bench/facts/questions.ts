// A child process that answers one question about a year: DuckDB over the fact tables, or a program that reads JSON reports.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { peakRssMb } from '../bench-samples.ts';
import { inputOf, sendResult } from '../child.ts';
import type { FactQuestion } from './facts-figures.ts';
import { questionInput, REGION, STORE } from './facts-figures.ts';

const { root, weeks, engine, question } = inputOf(questionInput);

const SQL: Readonly<Record<FactQuestion, string>> = {
  worst: `select min(score) from read_parquet('${root}/facts/v2/weeks/*/part.parquet', hive_partitioning = false)
    where index_type = 'HAPPY' and responses >= 10 group by week order by week`,
  trend: `select score from read_parquet('${root}/facts/v2/folder_weeks/*/part.parquet', hive_partitioning = false)
    where folder = ${REGION} order by week`,
  hours: `select sum(responses) from read_parquet('${root}/facts/v2/hours/*/part.parquet', hive_partitioning = false)
    where folder = ${STORE} group by hour order by hour`,
};

/** What the questions need of a report. */
const reportShape = z.object({
  summary: z.object({ groups: z.array(z.object({ index: z.number().nullable() })) }),
  surveys: z.array(
    z.object({
      indexType: z.string(),
      responses: z.number(),
      index: z.number().nullable(),
      hours: z.array(z.object({ hour: z.number(), data: z.array(z.number()) })),
    }),
  ),
});

async function readReport(week: string, file: string): Promise<z.infer<typeof reportShape>> {
  return reportShape.parse(JSON.parse(await readFile(join(root, 'json', week, file), 'utf8')));
}

async function askDuckDb(): Promise<readonly number[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = (await connection.runAndReadAll(SQL[question])).getRows();
  return rows.map(([value]) => Number(value));
}

async function askJson(): Promise<readonly number[]> {
  if (question === 'worst') {
    const week = weeks.at(-1) ?? '';
    let worst = Infinity;
    for (const file of await readdir(join(root, 'json', week))) {
      for (const survey of (await readReport(week, file)).surveys) {
        if (survey.indexType !== 'HAPPY' || survey.responses < 10) continue;
        worst = Math.min(worst, survey.index ?? Infinity);
      }
    }
    return [worst];
  }
  const folder = question === 'trend' ? REGION : STORE;
  const sums = new Map<number, number>();
  const trend: number[] = [];
  for (const week of weeks) {
    const { summary, surveys } = await readReport(week, `${folder}.json`);
    trend.push(summary.groups[0]?.index ?? Number.NaN);
    for (const { hour, data } of surveys.flatMap(({ hours }) => hours)) {
      sums.set(
        hour,
        data.reduce((sum, n) => sum + n, sums.get(hour) ?? 0),
      );
    }
  }
  if (question === 'trend') return trend;
  return [...sums].toSorted(([a], [b]) => a - b).map(([, sum]) => sum);
}

const start = performance.now();
const answer = await (engine === 'duckdb' ? askDuckDb() : askJson());
sendResult({ wallMs: performance.now() - start, peakRssMb: peakRssMb(), answer });
