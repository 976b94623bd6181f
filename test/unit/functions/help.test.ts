// The help of every command, as a terminal of 80 columns shows it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { feedbackReports, runCommand } from '../../support/run-command.ts';

const REPORTING = [
  'start',
  'serve',
  'report',
  'backfill',
  'status',
  'verify',
  'facts',
  'export',
] as const;
const DELIVERY = ['subscribe', 'subscriptions', 'unsubscribe', 'deliveries', 'mail'] as const;

describe('the help of a command', () => {
  const commands = [
    ...[...REPORTING, ...DELIVERY, 'prune' as const, 'link' as const].map(
      (name) => [name, name === 'mail' ? ['check'] : []] as const,
    ),
    ...(['accept', 'target'] as const).flatMap((name) =>
      ['set', 'list', 'remove'].map((action) => [name, [action]] as const),
    ),
  ];
  for (const [name, actions] of commands) {
    it(`fits into 80 columns: ${[name, ...actions].join(' ')}`, async () => {
      const { code, stdout } = await runCommand(name, [...actions, '--help']);
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
