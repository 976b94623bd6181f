// The help of every command, as a terminal of 80 columns shows it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedbackReports, runCommand } from '../../support/run-command.ts';

const REPORTING = ['start', 'report', 'backfill', 'status', 'verify', 'facts', 'export'] as const;
const DELIVERY = ['subscribe', 'subscriptions', 'unsubscribe', 'deliveries', 'mail'] as const;

describe('the help of a command', () => {
  for (const name of [...REPORTING, ...DELIVERY, 'prune', 'link'] as const) {
    it(`fits into 80 columns: ${name}`, async () => {
      const { code, stdout } = await runCommand(name, [
        ...(name === 'mail' ? ['check'] : []),
        '--help',
      ]);
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^[A-Z][^]*\n\nUsage: (feedback-reports|npm start) [^]*\n\nOptions:\n {2}--/,
      );
      assert.match(stdout, /\n\nExit codes: 0 [^]*\.\n$/);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
    });
  }

  it('is printed by "help COMMAND" too, which suggests a name for an unknown one', async () => {
    const [known, unknown] = await Promise.all([
      feedbackReports(['help', 'status']),
      feedbackReports(['help', 'staus']),
    ]);
    assert.deepEqual(known, await runCommand('status', ['--help']));
    assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
    assert.match(unknown.stderr, /^Unknown command; did you mean status\? Available commands: /);
  });
});
