// The lock of a folder store between two holders in one process; processes.test.ts tests it between processes.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { withLock } from '../../../lib/adapters/folder/durable-write.ts';

const NO_WAIT = 0;
const LONG = 10_000;

describe('the lock of a folder store', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-'));
    file = join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Holds the lock until it is released. */
  function hold() {
    const { promise, resolve: end } = Promise.withResolvers<undefined>();
    const firstHolder = withLock(file, NO_WAIT, () => promise);
    return {
      release: async (): Promise<void> => {
        end(undefined);
        await firstHolder;
      },
    };
  }
  const ask = (waitMs: number): Promise<string> =>
    withLock(file, waitMs, () => Promise.resolve('done'));

  it('runs the second work after the first has ended', async () => {
    const order: string[] = [];
    const firstLock = hold();
    const secondLock = withLock(file, LONG, () => {
      order.push('second');
      return Promise.resolve();
    });
    order.push('first');
    await firstLock.release();
    await secondLock;
    assert.deepEqual(order, ['first', 'second']);
  });

  it('fails with LOCKED after its timeout', async () => {
    const firstLock = hold();
    await assert.rejects(ask(NO_WAIT), { name: 'Error', message: 'LOCKED' });
    await assert.rejects(ask(12), { message: 'LOCKED' });
    await firstLock.release();
    assert.equal(await ask(NO_WAIT), 'done');
  });

  it('is released by work that fails', async () => {
    const failing = withLock(file, NO_WAIT, () => Promise.reject(new Error('full disk')));
    await assert.rejects(failing, { message: 'full disk' });
    assert.equal(await ask(NO_WAIT), 'done');
  });

  it('creates no other file that a killed holder could leave', async () => {
    const firstLock = hold();
    assert.deepEqual(await readdir(folder), ['lock']);
    await firstLock.release();
  });

  it('fails with the reason when its file cannot be opened', async () => {
    await mkdir(file);
    await assert.rejects(ask(LONG), { message: 'lock: unable to open database file' });
  });
});
