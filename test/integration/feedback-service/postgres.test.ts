// Repeats with PostgreSQL the tests whose outcome depends on the database: imports, pages, alerts.
// database/contract.test.ts tests both engines themselves; properties.test.ts compares all answers.
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';

const server = await startPostgres();
if (server === undefined) {
  it('repeats the tests of data sets with PostgreSQL', { skip: 'needs PostgreSQL' });
} else {
  after(() => server.stop());
  // Test files read the variable when they are imported.
  process.env['FEEDBACK_SERVICE_TEST_DATABASE'] = server.url;
  await import('./data-set/import.test.ts');
  await import('./pages.test.ts');
  await import('./alerts.test.ts');
  const { testDatabase } = await import('../../support/data-set.ts');
  it('repeats the tests of data sets with PostgreSQL', () => {
    assert.equal(testDatabase, server.url);
  });
}
