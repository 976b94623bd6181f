import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { incrementCounter, createBlob, readCounter, TEXT_ATTRIBUTES } from './written-files.ts';

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url));

interface Writer {
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly lines: readonly string[];
  /** Rejects when the process ends without another line. */
  readonly firstLine: Promise<unknown>;
  readonly ended: Promise<unknown>;
}

describe('folder store: many processes', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'folder-store-'));
  });
  after(() => rm(root, { recursive: true }));

  function start(task: string, directory: string, id: string, times = 0): Writer {
    const child = spawn(process.execPath, [WRITER, task, directory, id, String(times)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    reader.on('line', (line) => lines.push(line));
    const endPromise = Promise.all([once(child, 'exit'), once(reader, 'close')]);
    return {
      process: child,
      lines,
      firstLine: Promise.race([once(reader, 'line'), endPromise]),
      ended: endPromise,
    };
  }

  it('lets one of four processes create each object, and loses no replacement', async () => {
    const directory = join(root, 'race');
    const writers = ['a', 'b', 'c', 'd'].map((id) => start('race', directory, id, 25));
    await Promise.all(writers.map((writer) => writer.ended));
    const store = openFolderStore({ root: directory });
    assert.equal(await readCounter(store), 4 * 25);
    for (let i = 0; i < 25; i += 1) {
      const winners = ['a', 'b', 'c', 'd'].filter(
        (_, w) => writers[w]?.lines.includes(`won ${i}`) === true,
      );
      assert.equal(winners.length, 1, `object ${i}`);
      const object = await store.read(`races/${i}`);
      assert.equal(new TextDecoder().decode(object?.bytes), winners[0]);
    }
  });

  it('stays consistent and writable when writers are killed at any moment', async () => {
    const directory = join(root, 'kill');
    const store = openFolderStore({ root: directory, lockWaitMs: 30_000 });
    let addedCount = 0;
    let killed = 0;
    for (let round = 0; round < 6; round += 1) {
      const writers = ['a', 'b', 'c', 'd'].map((id) =>
        start('until-killed', directory, `${round}${id}`),
      );
      await Promise.all(
        writers.map(async (writer, i) => {
          await writer.firstLine;
          await sleep(((round * 4 + i) * 17) % 40);
          writer.process.kill('SIGKILL');
          await writer.ended;
        }),
      );
      killed += writers.length;
      for (const writer of writers) addedCount += writer.lines.length;

      await incrementCounter(store);
      addedCount += 1;
      const counter = await readCounter(store);
      // Every write that was reported is done; the last one may be done without having been reported.
      assert(
        counter >= addedCount && counter <= addedCount + killed,
        `${counter} of ${addedCount}, ${killed}`,
      );
    }
    assert.equal(killed, 24);
    let blobs = 0;
    for (const id of await store.children('blobs/')) {
      for (const name of await store.children(`blobs/${id}/`)) {
        const object = await store.read(`blobs/${id}/${name}`);
        assert(object !== null);
        assert.equal(
          Buffer.compare(object.bytes, createBlob(Number(name)).bytes),
          0,
          `${id}/${name}`,
        );
        blobs += 1;
      }
    }
    assert(blobs >= killed);
    assert.deepEqual(await store.children(''), ['blobs', 'counter']);
  });

  it('waits for a process that holds the lock, times out, and continues when that process is killed', async () => {
    const directory = join(root, 'lock');
    const store = openFolderStore({ root: directory, lockWaitMs: 50 });
    await store.create('a', new Uint8Array([1]), TEXT_ATTRIBUTES);
    const version = (await store.read('a'))?.version ?? '';
    const holder = start('hold-the-lock', directory, 'h');
    await holder.firstLine;
    await assert.rejects(
      store.replace('a', new Uint8Array([2]), version, TEXT_ATTRIBUTES),
      (error) => {
        assert(error instanceof Failure);
        assert.equal(error.code, 'STORE_UNAVAILABLE');
        assert.deepEqual(error.facts, { operation: 'replace', key: 'a', reason: 'LOCKED' });
        return true;
      },
    );
    assert.equal((await store.read('a'))?.version, version);
    assert.equal(await store.create('b', new Uint8Array([1]), TEXT_ATTRIBUTES), true);

    holder.process.kill('SIGKILL');
    await holder.ended;
    assert.equal(await store.replace('a', new Uint8Array([2]), version, TEXT_ATTRIBUTES), true);
  });
});
