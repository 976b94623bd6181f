import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { systemContext } from '../../../lib/composition/compose.ts';
import { openCredentials } from '../../../lib/feedback-service/index.ts';
import { dataDirectory } from '../../support/feedback-service/data-directory.ts';
import {
  clientId,
  credential,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';
import {
  assertRefused,
  ended,
  serving,
  type WrongArguments,
} from '../../support/feedback-service/service-run.ts';

const addedShape = z.strictObject({ clientId: z.string(), token: z.string() });
const listedShape = z.strictObject({
  clientId: z.string(),
  id: z.string(),
  origin: z.string(),
  addedAt: z.iso.datetime().nullable(),
});

function credentials(t: TestContext, ...args: readonly string[]) {
  return ended(t, ['credentials', ...args]);
}

async function add(t: TestContext, folder: string, ...args: readonly string[]) {
  const { code, out, err } = await credentials(t, 'add', '--data', folder, '--json', ...args);
  assert.equal(code, 0, err);
  return addedShape.parse(JSON.parse(out));
}

async function list(t: TestContext, folder: string) {
  const { code, out, err } = await credentials(t, 'list', '--data', folder, '--json');
  assert.equal(code, 0, err);
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => listedShape.parse(JSON.parse(line)));
}

describe('the credentials command', () => {
  it('adds and revokes credentials in a running service without delay', async (t) => {
    const folder = await dataDirectory(t, { credentials: [] });
    const { ask } = await serving(t, ['--data', folder]);
    const addRun = await credentials(t, 'add', '--data', folder, '--client-id', 'analyst');
    assert.equal(addRun.code, 0);
    const [, newToken = ''] = /^client id: analyst\ntoken: ([\w-]{43})\n$/.exec(addRun.out) ?? [];
    assert.match(addRun.err, /cannot be shown again/);
    assert.ok(!addRun.err.includes(newToken));
    assert.equal((await ask('/v1/folders', 'analyst', newToken)).status, 200);
    const revokeRun = await credentials(t, 'revoke', '--data', folder, '--client-id', 'analyst');
    assert.deepEqual(revokeRun, { code: 0, out: 'Revoked 1 credential of analyst.\n', err: '' });
    assert.equal((await ask('/v1/folders', 'analyst', newToken)).status, 401);
  });

  it('generates a new client id and token', async (t) => {
    const folder = await dataDirectory(t);
    const [firstCredential, secondCredential] = [await add(t, folder), await add(t, folder)];
    assert.match(firstCredential.clientId, /^client-[0-9a-f]{8}$/);
    assert.notEqual(firstCredential.clientId, secondCredential.clientId);
    assert.notEqual(firstCredential.token, secondCredential.token);
  });

  it('lists client, id, origin and time, without tokens and complete hashes', async (t) => {
    const folder = await dataDirectory(t);
    const addedCredential = await add(t, folder, '--client-id', 'analyst');
    const hash = sha256(addedCredential.token);
    const [firstEntry, secondEntry, ...otherEntries] = await list(t, folder);
    const entry = { clientId, id: credential.tokenSha256.slice(0, 8), origin: 'company.json' };
    assert.deepEqual(firstEntry, { ...entry, addedAt: null });
    assert.deepEqual(
      { ...secondEntry, addedAt: undefined },
      { clientId: 'analyst', id: hash.slice(0, 8), origin: 'added', addedAt: undefined },
    );
    assert.ok(Math.abs(Date.parse(secondEntry?.addedAt ?? '') - systemContext.clock()) < 60_000);
    assert.deepEqual(otherEntries, []);
    const { out, err } = await credentials(t, 'list', '--data', folder);
    assert.match(out, /^client id +id +origin +added\nacme +[0-9a-f]{8} +company\.json\nanalyst/);
    for (const secret of [hash, credential.tokenSha256, addedCredential.token, token]) {
      assert.ok(!(out + err).includes(secret));
    }
  });

  it('adds a second token to a client and revokes only the first', async (t) => {
    const folder = await dataDirectory(t);
    const { ask } = await serving(t, ['--data', folder]);
    const renewedCredential = await add(t, folder, '--client-id', clientId);
    const id = credential.tokenSha256.slice(0, 8);
    const revoke = ['revoke', '--data', folder, '--client-id', clientId] as const;
    assert.equal((await credentials(t, ...revoke, '--id', id)).code, 0);
    assert.equal((await ask('/v1/folders', clientId, token)).status, 401);
    assert.equal((await ask('/v1/folders', clientId, renewedCredential.token)).status, 200);
  });

  it('revokes all credentials of a client, permanently also those of company.json', async (t) => {
    const folder = await dataDirectory(t);
    await add(t, folder, '--client-id', clientId);
    const { out } = await credentials(t, 'revoke', '--data', folder, '--client-id', clientId);
    assert.equal(out, 'Revoked 2 credentials of acme.\n');
    const { ask, err } = await serving(t, ['--data', folder]);
    assert.equal((await ask('/v1/folders', clientId, token)).status, 401);
    assert.match(err(), /has no credentials/);
    const emptyList = await credentials(t, 'list', '--data', folder);
    assert.deepEqual([emptyList.code, emptyList.out], [0, '']);
    assert.match(
      emptyList.err,
      /To add some: npx --no feedback-reports service credentials add --data /,
    );
  });

  it('revokes while another process has locked the database, and running services apply it', async (t) => {
    const folder = await dataDirectory(t);
    const { ask } = await serving(t, ['--data', folder]);
    const importing = new DatabaseSync(join(folder, 'service.sqlite'));
    importing.exec('BEGIN IMMEDIATE');
    t.after(() => {
      importing.close();
    });
    const revoke = ['revoke', '--data', folder, '--client-id', clientId] as const;
    const { code, out } = await credentials(t, ...revoke);
    assert.deepEqual([code, out], [0, 'Revoked 1 credential of acme.\n']);
    assert.equal((await ask('/v1/folders', clientId, token)).status, 401);
    assert.deepEqual(await list(t, folder), []);
    // What is added has to be in the database: that says what it waits for, and for how long.
    const { clock } = systemContext;
    const options = { directory: folder, clock, maxWaitMs: 0, onBusy: t.mock.fn() };
    const openedCredentials = await openCredentials(options);
    t.after(() => openedCredentials.close());
    await assert.rejects(
      openedCredentials.add({ ...credential, clientId: 'analyst' }),
      /locked by another/,
    );
    assert.equal(options.onBusy.mock.callCount(), 1);
  });

  it('keeps credentials of company.json revoked after the database is deleted, with a hint', async (t) => {
    const folder = await dataDirectory(t);
    const revokeRun = await credentials(t, 'revoke', '--data', folder, '--client-id', clientId);
    assert.equal(revokeRun.code, 0);
    assert.match(revokeRun.err, /company\.json still lists 1 of them; they stay revoked/);
    await rm(join(folder, 'service.sqlite'));
    assert.deepEqual(await list(t, folder), []);
    await rm(join(folder, 'service.sqlite'));
    const { ask } = await serving(t, ['--data', folder]);
    assert.equal((await ask('/v1/folders', clientId, token)).status, 401);
  });

  it('refuses every client while the file of revocations is damaged', async (t) => {
    const folder = await dataDirectory(t);
    const { ask, err } = await serving(t, ['--data', folder]);
    await writeFile(join(folder, 'service.revoked.json'), '{"revoked": [');
    assert.equal((await ask('/v1/folders', clientId, token)).status, 503);
    assert.match(err(), /acme: service\.revoked\.json: is damaged/);
    const listRun = await credentials(t, 'list', '--data', folder);
    assert.equal(listRun.code, 1);
    assert.match(listRun.err, /acme\/service\.revoked\.json: is damaged/);
  });

  it('revokes nothing, exits with 1 and lists existing ids when no credential matches', async (t) => {
    const folder = await dataDirectory(t);
    await add(t, folder, '--client-id', 'analyst');
    const unknown = await credentials(t, 'revoke', '--data', folder, '--client-id', 'secret');
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /Existing client ids: acme, analyst\./);
    assert.doesNotMatch(unknown.err, /secret/);
    const id = credential.tokenSha256.slice(0, 8);
    const wrongId = id.startsWith('0') ? '1' : '0';
    const revoke = ['revoke', '--data', folder, '--client-id', clientId, '--id'] as const;
    const noSuchId = await credentials(t, ...revoke, wrongId);
    assert.equal(noSuchId.code, 1);
    assert.match(noSuchId.err, new RegExp(`Existing ids: ${id}\\.`));
    assert.equal((await list(t, folder)).length, 2);
  });

  it('revokes nothing when an id prefix matches several credentials', async (t) => {
    const folder = await dataDirectory(t, {
      credentials: ['a0', 'a1'].map((hex) => ({ clientId, tokenSha256: hex.repeat(32) })),
    });
    const revoke = ['revoke', '--data', folder, '--client-id', clientId, '--id'] as const;
    const several = await credentials(t, ...revoke, 'a');
    assert.equal(several.code, 1);
    assert.match(several.err, /Several .* Existing ids: a0a0a0a0, a1a1a1a1\./);
    assert.equal((await credentials(t, ...revoke, 'A1')).code, 0);
    assert.deepEqual(
      (await list(t, folder)).map(({ id }) => id),
      ['a0a0a0a0'],
    );
  });

  it('exits with 1 when the data set is invalid', async (t) => {
    const folder = await dataDirectory(t, { files: { 'company.json': ['{'] } });
    const { code, err } = await credentials(t, 'list', '--data', folder);
    assert.equal(code, 1);
    assert.ok(err.includes(`${folder}/company.json, line `), err);
  });

  const wrongUses: WrongArguments = {
    'no subcommand': [[], /Usage: feedback-reports service credentials add\|list\|revoke/],
    'an unknown subcommand': [['remove', '--data', 'x'], /Available commands: add, list, revoke/],
    'a misspelled subcommand': [['lits'], /did you mean list\?/],
    'no data set': [['list'], /--data is required/, /service credentials list --help/],
    'two data sets': [['list', '--data', 'x', '--data', 'y'], /--data is given more than once/],
    'a client id that Basic authentication cannot carry': [
      ['add', '--data', '.', '--client-id', 'secret:secret'],
      /--client-id must be/,
    ],
    'all of it at once': [
      ['revoke', '--data', 'secret', '--id', 'secret', '--token', 'secret'],
      /--data names a folder/,
      /--client-id is required/,
      /--id must be/,
      /--token is not an option/,
    ],
  };
  for (const [title, [args, ...names]] of Object.entries(wrongUses)) {
    it(`refuses ${title} with exit code 2, by name and without the value`, async (t) => {
      await assertRefused(t, ['credentials', ...args], names);
    });
  }

  const helps: Readonly<Record<string, RegExp>> = {
    'add --help': /--client-id ID [^]*\n.*--json/,
    'list --help': /--json [^]*\{clientId, id, origin, addedAt\}/,
    'revoke --help': /--id PREFIX/,
    '--help': /add [^]*\n +list [^]*\n +revoke /,
  };
  for (const [args, expected] of Object.entries(helps)) {
    it(`shows help for ${args}`, async (t) => {
      const { code, out } = await credentials(t, ...args.split(' '));
      assert.equal(code, 0);
      assert.match(out, expected);
    });
  }
});
