import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedbackReports, runCommand, temporaryFolder } from '../../support/run-command.ts';
import { apiEnvironment, companyOfTests } from '../../support/test-company.ts';

const acme = await companyOfTests();

describe('the commands of settings', () => {
  it('lose nothing that several processes set at once', async (t) => {
    const store = `file:${await temporaryFolder(t)}`;
    const kinds = ['FOUR', 'FIVE', 'FIVE_REVERSED'].flatMap((scale) =>
      [1, 21].map((folder) => ['--folder', String(folder), '--index', 'NPS', '--scale', scale]),
    );
    const ended = await Promise.all(
      kinds.map((kind) =>
        feedbackReports(
          ['target', 'set', ...kind, '--value', '40', '--store', store],
          apiEnvironment(acme),
        ),
      ),
    );
    for (const { code, stderr } of ended) assert.equal(code, 0, stderr);
    const listed = await runCommand('target', ['list', '--store', store], apiEnvironment(acme));
    assert.match(listed.stdout, /\n\n6 targets\.\n$/);
  });
});
