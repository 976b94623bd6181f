import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tokenCodecs } from '../../../lib/adapters/json/index.ts';
import { callerId } from '../../../lib/reports/access.ts';
import type { TokenContext } from '../../../lib/reports/stored-tokens.ts';
import {
  createStoredTokens,
  createToken,
  listTokens,
  revokeToken,
  tokenKey,
} from '../../../lib/reports/stored-tokens.ts';
import { catchFailure } from '../../support/outcomes.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';

const START = Date.parse('2026-11-18T09:00:00Z');
const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FOR_EVER = { name: 'till', folders: null, days: null };

interface TokenTest extends TokenContext {
  readonly store: MemoryStore;
  now: number;
}

function open(): TokenTest {
  const test = { store: memoryStore(), ...tokenCodecs, now: START, clock: () => test.now };
  return test;
}

/** Lets the use of a token be recorded. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a stored token', () => {
  it('authenticates the folders that it was created for, or the whole company', async () => {
    const test = open();
    const whole = await createToken(test, FOR_EVER);
    const bound = await createToken(test, { ...FOR_EVER, folders: [21, 31] });
    const tokens = createStoredTokens(test);
    const caller = (folders: readonly number[] | null, { sha256 }: { sha256: string }) => ({
      folders,
      origin: 'token',
      id: callerId('token', sha256),
    });
    assert.deepEqual(await tokens.authenticate(whole.token), caller(null, whole.stored));
    assert.deepEqual(await tokens.authenticate(bound.token), caller([21, 31], bound.stored));
    assert.equal(await tokens.authenticate(`${bound.token}x`), null);
    assert.equal(await tokens.authenticate(bound.stored.sha256), null);
    const { id } = caller(null, bound.stored);
    assert.deepEqual(await tokens.find(id), caller([21, 31], bound.stored));
    assert.equal(await tokens.find('another'), null);
  });

  it('is 32 random bytes, of which only the hash is stored', async () => {
    const test = open();
    const { token, stored } = await createToken(test, FOR_EVER);
    assert.match(token, /^fr_[\w-]{43}$/);
    assert.notEqual((await createToken(test, FOR_EVER)).token, token);
    assert.equal(stored.id, stored.sha256.slice(0, 8));
    for (const bytes of test.store.objects.values()) {
      assert.ok(!Buffer.from(bytes).includes(token.slice(3)));
    }
  });

  it('never replaces another one with the same id', async () => {
    const test = open();
    const create = test.store.create.bind(test.store);
    let attempts = 0;
    test.store.create = async (...args) => {
      attempts += 1;
      return attempts > 1 && create(...args);
    };
    const { token } = await createToken(test, FOR_EVER);
    assert.equal(attempts, 2);
    assert.notEqual(await createStoredTokens(test).authenticate(token), null);
  });

  it('is refused ten seconds after it was revoked, at the latest', async () => {
    const test = open();
    const { token, stored } = await createToken(test, FOR_EVER);
    const tokens = createStoredTokens(test);
    assert.notEqual(await tokens.authenticate(token), null);
    await settle();
    await revokeToken(test, stored.id);
    test.now += 10 * SECOND;
    assert.equal(await tokens.authenticate(token), null);
    assert.equal(await tokens.find(callerId('token', stored.sha256)), null);
    assert.deepEqual([...test.store.objects.keys()], []);
    assert.equal((await catchFailure(revokeToken(test, stored.id))).code, 'TOKEN_NOT_FOUND');
    assert.equal((await catchFailure(revokeToken(test, '../tokens'))).code, 'TOKEN_NOT_FOUND');
  });

  it('is accepted ten seconds after it was created, at the latest', async () => {
    const test = open();
    const tokens = createStoredTokens(test);
    assert.equal(await tokens.authenticate('unknown'), null);
    const { token } = await createToken(test, FOR_EVER);
    test.now += 10 * SECOND;
    assert.notEqual(await tokens.authenticate(token), null);
  });

  it('is found at once where it may be newer than the last reading', async () => {
    const test = open();
    const tokens = createStoredTokens(test);
    assert.equal(await tokens.find('unknown'), null);
    const { stored } = await createToken(test, FOR_EVER);
    const id = callerId('token', stored.sha256);
    assert.equal(await tokens.find(id), null);
    assert.equal((await tokens.find(id, { fresh: true }))?.id, id);
  });

  it('leaves no record of a use after it was revoked', async () => {
    const test = open();
    const { token, stored } = await createToken(test, FOR_EVER);
    const tokens = createStoredTokens(test);
    assert.equal(await tokens.authenticate('unknown'), null);
    await revokeToken(test, stored.id);
    assert.notEqual(await tokens.authenticate(token), null);
    await settle();
    assert.deepEqual([...test.store.objects.keys()], []);
  });

  it('is valid until it expires', async () => {
    const test = open();
    const { token, stored } = await createToken(test, { ...FOR_EVER, days: 30 });
    const tokens = createStoredTokens(test);
    test.now = START + 30 * DAY - 1;
    assert.notEqual(await tokens.authenticate(token), null);
    test.now += 1;
    assert.equal(await tokens.authenticate(token), null);
    assert.equal(stored.expiresAt, '2026-12-18T09:00:00.000Z');
    assert.equal((await listTokens(test)).length, 1);
  });

  it('is listed with its last use, to the hour', async () => {
    const test = open();
    const first = await createToken(test, FOR_EVER);
    test.now += SECOND;
    const second = await createToken(test, { ...FOR_EVER, name: 'office' });
    const tokens = createStoredTokens(test);
    for (const after of [0, HOUR - 1, HOUR]) {
      test.now = START + DAY + after;
      await tokens.authenticate(first.token);
      await settle();
    }
    assert.deepEqual(
      (await listTokens(test)).map(({ id, usedAt }) => [id, usedAt]),
      [
        [first.stored.id, '2026-11-19T10:00:00.000Z'],
        [second.stored.id, null],
      ],
    );
    assert.equal(test.store.calls.replace, 1);
  });

  it('is accepted although its use can’t be recorded', async () => {
    const test = open();
    const { token } = await createToken(test, FOR_EVER);
    const faults: unknown[] = [];
    const tokens = createStoredTokens(test, (error) => faults.push(error));
    test.store.create = () => Promise.reject(new Error('full'));
    assert.notEqual(await tokens.authenticate(token), null);
    await settle();
    assert.equal(faults.length, 1);
  });

  it('is read again after a failure of the store, and with others when one is damaged', async () => {
    const test = open();
    const { token } = await createToken(test, FOR_EVER);
    const tokens = createStoredTokens(test);
    test.store.onCall = () => Promise.reject(new Error('unavailable'));
    await assert.rejects(tokens.authenticate(token), /unavailable/);
    test.store.onCall = (work) => work();
    const id = '00000000';
    await test.store.create(tokenKey({ id }), Buffer.from('{}'), {
      contentType: 'application/json',
    });
    assert.notEqual(await tokens.authenticate(token), null);
  });

  it('is read from the store once in ten seconds, whatever is asked', async () => {
    const test = open();
    const { token } = await createToken(test, FOR_EVER);
    const tokens = createStoredTokens(test);
    await Promise.all([token, 'unknown', token].map(tokens.authenticate));
    await settle();
    assert.equal(test.store.calls.entries, 1);
    test.now -= SECOND;
    await tokens.authenticate(token);
    assert.equal(test.store.calls.entries, 2);
  });
});
