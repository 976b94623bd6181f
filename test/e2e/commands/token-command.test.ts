// `token` on a store, and a server that accepts the tokens.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import type { Ended } from '../../support/run-command.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';

const CREATED = z.strictObject({
  token: z.string(),
  id: z.string(),
  name: z.string(),
  folders: z.array(z.number()).nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  usedAt: z.null(),
});

async function openCommands(
  t: TestContext,
): Promise<(...args: readonly string[]) => Promise<Ended>> {
  const root = await temporaryFolder(t);
  return (...args) => runCommand('token', [...args, '--store', `file:${root}`]);
}

describe('token', () => {
  it('creates a token, lists it without it, and revokes it', async (t) => {
    const run = await openCommands(t);
    const created = await run(
      'create',
      '--name',
      'till of store A',
      '--folder',
      '21',
      '31',
      '--json',
    );
    assert.equal(created.code, 0, created.stderr);
    const { token, id, ...entry } = CREATED.parse(JSON.parse(created.stdout));
    assert.ok(!created.stderr.includes(token));
    assert.deepEqual(
      [entry.name, entry.folders, entry.expiresAt],
      ['till of store A', [21, 31], null],
    );
    const listed = await run('list');
    assert.match(listed.stdout, new RegExp(`${id} +till of store A +21, 31 .* no end +never`));
    assert.match(listed.stdout, /^1 token\.$/m);
    assert.ok(!listed.stdout.includes(token));
    const json = await run('list', '--json');
    assert.deepEqual(JSON.parse(json.stdout), { id, ...entry });
    const revoked = await run('revoke', id);
    assert.deepEqual([revoked.code, revoked.stdout], [0, `${id} is revoked.\n`]);
    assert.equal((await run('list')).stdout, '0 tokens.\n');
    const again = await run('revoke', id);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /TOKEN_NOT_FOUND.*token list shows the ids/);
  });

  it('prints a token for the whole company once, with the day until which it is valid', async (t) => {
    const run = await openCommands(t);
    const { stdout } = await run('create', '--name', 'office', '--days', '30');
    assert.match(
      stdout,
      /^Token: fr_[\w-]{43}\nId: [0-9a-f]{8}, for the whole company, valid until 2\d{3}-/,
    );
    assert.match((await run('list')).stdout, / office +all /);
  });

  it('lists every problem of its arguments at once', async (t) => {
    const run = await openCommands(t);
    const { code, stderr } = await run('create', '--folder', 'north', '--days', '0');
    assert.equal(code, 2);
    for (const name of ['--name', '--folder', '--days'])
      assert.match(stderr, new RegExp(`^  ${name} `, 'm'));
    const missing = await run('revoke');
    assert.deepEqual([missing.code, /ID is required/.test(missing.stderr)], [2, true]);
    assert.match((await run('remove')).stderr, /revoke/);
  });
});
