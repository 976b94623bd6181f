// The tables and named queries of Athena in the template are those that the program declares and publishes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { analyticsTables } from '../../../infra/analytics-tables.ts';

const FILE = new URL('../../../infra/analytics-tables.json', import.meta.url);
const QUERIES = new URL('../../../docs/queries/', import.meta.url);

describe('the tables of Athena', () => {
  it('are those of the program (UPDATE_GOLDEN=1 writes infra/analytics-tables.json)', () => {
    const queries = new Map(
      readdirSync(QUERIES)
        .sort()
        .map((name) => [name.replace('.sql', ''), readFileSync(new URL(name, QUERIES), 'utf8')]),
    );
    const text = `${JSON.stringify(analyticsTables(queries), null, 2)}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(FILE, text);
    assert.equal(readFileSync(FILE, 'utf8'), text);
  });
});
