// docs/analysts.md, docs/queries and docs/fact-tables.json: what they say works on the tables of the sample company.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableColumns } from '../../../lib/ports/fact-tables.ts';
import { FACT_TABLES, FACTS_VERSION } from '../../../lib/ports/fact-tables.ts';
import { sampleReports } from '../../support/sample-reports.ts';
import type { FactDatabase } from './fact-store.ts';
import { openFacts, PUBLISHED } from './fact-store.ts';

const DOCS = new URL('../../../docs/', import.meta.url);

/** Answers that are empty for the sample company. */
const EMPTY: readonly string[] = ['incomplete-reports'];

describe('the documents for analysts', () => {
  let folder: string;
  let facts: FactDatabase;
  let text: string;
  before(async () => {
    ({ folder } = await sampleReports());
    facts = await openFacts(folder);
    text = await readFile(new URL('analysts.md', DOCS), 'utf8');
  });
  after(() => {
    facts.close();
  });

  /** The blocks of a language, for the store of the test. */
  const blocks = (language: string): readonly string[] =>
    Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms')), ([, lines]) =>
      (lines ?? '').replaceAll('reports/facts', `${folder}/facts`),
    );

  for (const [name, sql] of PUBLISHED) {
    it(`have the query ${name}, which DuckDB answers`, async () => {
      assert.match(sql, /^-- [A-Z][^\n]*\?\n/);
      const rows = await facts.ask(sql);
      assert.equal(rows.length === 0, EMPTY.includes(name));
      assert.ok(text.includes(`(queries/${name}.sql)`));
    });
  }

  it('have lines for DuckDB that make a chart', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const [views = '', chart = ''] = blocks('sql');
    await connection.run(views);
    const rows = (await connection.runAndReadAll(chart)).getRowObjects();
    assert.ok(rows.length > 5);
    assert.match(String(rows.at(-1)?.['chart']), /█{10}/);
    connection.closeSync();
    instance.closeSync();
  });

  const engines = { pandas: 'pandas, pyarrow, matplotlib', polars: 'polars' };
  for (const [engine, modules] of Object.entries(engines)) {
    if (spawnSync('python3', ['-c', `import ${modules}`]).status !== 0) continue;
    it(`have lines for ${engine} that make a chart`, () => {
      const lines = blocks('python').find((block) => block.includes(`import ${engine}`)) ?? '';
      const { status, stderr } = spawnSync('python3', ['-c', lines], {
        cwd: folder,
        env: { ...process.env, MPLBACKEND: 'Agg' },
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
    });
  }

  it('have the columns of each table (UPDATE_GOLDEN=1 writes docs/fact-tables.json)', async () => {
    const tables = Object.fromEntries(
      Object.entries<TableColumns>(FACT_TABLES).map(([table, columns]) => [
        table,
        Object.entries(columns).map(([name, column]) => ({ name, ...column })),
      ]),
    );
    const key = 'facts/v2/{table}/week={week}/part.parquet';
    const publishedText = `${JSON.stringify({ version: FACTS_VERSION, key, tables }, null, 2)}\n`;
    const file = new URL('fact-tables.json', DOCS);
    if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, publishedText);
    assert.equal(await readFile(file, 'utf8'), publishedText);
    for (const table of Object.keys(FACT_TABLES)) assert.ok(text.includes(`| \`${table}\` |`));
  });
});
