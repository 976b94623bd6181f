// Backups of a data set, restored while it is served. With both engines: backup.long.test.ts.
import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  backUp,
  forget,
  openCredentials,
  restore,
  type DataSet,
} from '../../../../lib/feedback-service/index.ts';
import {
  companyFile,
  credential,
  serve,
  sha256,
} from '../../../support/feedback-service/served-company.ts';
import {
  answersOf,
  emptyPlace,
  filledPlace,
  FIRST_LINES,
  linesOf,
  open,
  paths,
} from './backup-places.ts';

describe('a backup', () => {
  it('restores answers, credentials and revocations in another folder, which imports nothing again', async (t) => {
    const place = await filledPlace(t);
    const set = await open(t, place);
    const credentials = await openCredentials(place);
    const added = { clientId: 'analyst', tokenSha256: sha256('token') };
    const revoked = { clientId: 'former', tokenSha256: sha256('former') };
    for (const one of [added, revoked]) await credentials.add(one);
    await credentials.revoke('former');
    await credentials.close();
    const file = join(place.directory, 'acme.backup');
    const { rows } = await backUp(place, file);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const other = await emptyPlace(t);
    assert.deepEqual(await restore(other, file, false), { rows });
    await writeFile(join(other.directory, 'feedback-0.ndjson'), FIRST_LINES);
    const restored = await open(t, other);
    assert.equal(restored.imported.events, 0);
    assert.deepEqual(await answersOf(t, restored), await answersOf(t, set));
    const listOf = async ({ company }: DataSet): Promise<readonly string[]> =>
      (await company.credentials()).map(({ clientId }) => clientId).sort();
    assert.deepEqual(await listOf(restored), ['acme', 'analyst']);
    const manager = await openCredentials(other);
    assert.ok(!(await manager.list()).some(({ clientId }) => clientId === 'former'));
    await manager.close();
  });

  it('restores texts with every kind of line end', async (t) => {
    const place = await emptyPlace(t);
    await writeFile(join(place.directory, 'company.json'), companyFile('Europe/Helsinki'));
    const lines = ['\u2028', 'a\u2029b', 'a\nb\r\nc\rd', '\u0085\v\f'].map((text, i) => ({
      ...{ survey: 11, ts: `2026-11-01T00:00:0${i}Z`, r: 0, text },
    }));
    const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(place.directory, 'feedback.ndjson'), content);
    const before = await answersOf(t, await open(t, place));
    const file = join(place.directory, 'acme.backup');
    await backUp(place, file);
    const other = await emptyPlace(t);
    await restore(other, file, false);
    assert.deepEqual(await answersOf(t, await open(t, other)), before);
  });

  it('keeps revoked and forgotten what was so after it', async (t) => {
    const place = await filledPlace(t);
    const set = await open(t, place);
    const file = join(place.directory, 'acme.backup');
    await backUp(place, file);
    assert.equal(await forget(place, { containing: 'words 100' }, false), 2);
    const forgotten = await answersOf(t, set);
    const credentials = await openCredentials(place);
    await credentials.add({ clientId: 'later', tokenSha256: sha256('later') });
    await credentials.close();
    await restore(place, file, true);
    assert.deepEqual(await answersOf(t, set), forgotten);
    const manager = await openCredentials(place);
    await manager.revoke(credential.clientId);
    await manager.close();
    await restore(place, file, true);
    assert.deepEqual(await set.company.credentials(), []);
  });

  it('is of one moment, whatever is imported meanwhile, and is restored while it is served', async (t) => {
    const place = await filledPlace(t);
    const set = await open(t, place);
    const before = await answersOf(t, set);
    const file = join(place.directory, 'acme.backup');
    await writeFile(join(place.directory, 'company.json'), companyFile('Asia/Kathmandu'));
    for (let i = 1; i < 4; i += 1) {
      await writeFile(join(place.directory, `feedback-${i}.ndjson`), linesOf(i));
    }
    await Promise.all([backUp(place, file), open(t, place)]);
    const after = await answersOf(t, set);
    assert.notDeepEqual(after, before);
    const { ask } = await serve(t, set.company, { onError: () => undefined });
    const seen = new Set<string>();
    const end = new AbortController();
    const reading = (async (): Promise<void> => {
      while (!end.signal.aborted) {
        const { status, body } = await ask(paths[1] ?? '');
        if (status !== 503) seen.add(JSON.stringify(body));
      }
    })();
    await restore(place, file, true);
    end.abort();
    await reading;
    const restored = await answersOf(t, set);
    const isBefore = JSON.stringify(restored) === JSON.stringify(before);
    if (!isBefore) assert.deepEqual(restored, after);
    const allowed = new Set([before, after].map(([, results]) => JSON.stringify(results)));
    assert.deepEqual(
      [...seen].filter((answer) => !allowed.has(answer)),
      [],
    );
  });

  it('is refused where something is stored, without --replace, and when it is damaged', async (t) => {
    const place = await filledPlace(t);
    const set = await open(t, place);
    const before = await answersOf(t, set);
    const file = join(place.directory, 'acme.backup');
    await backUp(place, file);
    await assert.rejects(restore(place, file, false), /restore with --replace/);
    const text = gunzipSync(await readFile(file)).toString();
    const lines = text.trimEnd().split('\n');
    const damaged = [
      gzipSync(text).subarray(0, 2_000),
      gzipSync(lines.slice(0, -1).join('\n')),
      gzipSync(text.replace('Words 50', 'Words 51')),
      gzipSync(lines.toSpliced(3, 1).join('\n')),
    ];
    for (const bytes of damaged) {
      await writeFile(file, bytes);
      await assert.rejects(restore(place, file, true), { name: 'DataSetError' });
    }
    assert.deepEqual(await answersOf(t, set), before);
  });
});
