// The tests of the service, run again with a PostgreSQL server behind it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';

/** What depends on where the data are. */
const suites = [
  'alerts',
  'authentication',
  'data-set/import',
  'feedback',
  'fidelity',
  'results',
  'server',
  'structure',
];

it('a data set in PostgreSQL passes every test that one in SQLite passes', async (t) => {
  const server = await startPostgres();
  if (server === undefined) {
    t.skip('PostgreSQL is not installed');
    return;
  }
  t.after(() => server.stop());
  const files = suites.map((name) => join(import.meta.dirname, `${name}.test.ts`));
  const zone = resolve(import.meta.dirname, '../../support/zone.ts');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', zone, '--test', '--test-reporter=spec', ...files],
    {
      env: { ...env, FEEDBACK_SERVICE_TEST_DATABASE: server.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  assert.equal(child.exitCode, 0, said.slice(said.indexOf('✖ failing tests')));
  assert.match(said, /^ℹ pass [1-9]\d+$/m);
  assert.match(said, /^ℹ skipped 0$/m);
});
