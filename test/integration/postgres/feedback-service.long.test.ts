// Repeats with PostgreSQL the tests of the feedback service whose outcome depends on the database: imports, killed
// imports, pages, alerts.
// In a folder of its own and so in a process of its own: in the process of those tests it would repeat none, since a
// module is evaluated once. feedback-service/database/contract.test.ts tests both engines themselves;
// feedback-service/properties.test.ts compares all answers.
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
  await import('../feedback-service/data-set/import.test.ts');
  await import('../feedback-service/data-set/killed-imports.long.test.ts');
  await import('../feedback-service/pages.test.ts');
  await import('../feedback-service/alerts.test.ts');
  const { testDatabase } = await import('../../support/data-set.ts');
  it('repeats the tests of data sets with PostgreSQL', () => {
    assert.equal(testDatabase, server.url);
  });
}
