import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemContext } from '../../../../lib/composition/compose.ts';
import { listDataFiles } from '../../../../lib/feedback-service/data-set/data-files.ts';
import {
  DataSetError,
  type DataProblem,
} from '../../../../lib/feedback-service/data-set/data-set-problem.ts';

async function directoryWith(t: TestContext, ...names: readonly string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'data-set-'));
  t.after(() => rm(directory, { recursive: true }));
  for (const name of names) await writeFile(join(directory, name), name);
  return directory;
}

async function problemsOf(work: Promise<unknown>): Promise<readonly DataProblem[]> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof DataSetError);
  return error.problems;
}

describe('the files of a data set', () => {
  it('lists the files of feedback and alerts, packed or not, by name', async (t) => {
    const directory = await directoryWith(
      t,
      'feedback.ndjson',
      'feedback-2026.ndjson.gz',
      'feedbackB.ndjson',
      'feedback-é.ndjson',
      'company.json',
      'alerts.ndjson',
      'alerts-old.ndjson.gz',
    );
    const files = await listDataFiles(directory);
    assert.deepEqual(
      files.map(({ name, kind, bytes }) => [name, kind, bytes]),
      [
        ['alerts-old.ndjson.gz', 'alerts', 20],
        ['alerts.ndjson', 'alerts', 13],
        ['feedback-2026.ndjson.gz', 'feedback', 23],
        ['feedback-é.ndjson', 'feedback', 18],
        ['feedback.ndjson', 'feedback', 15],
        ['feedbackB.ndjson', 'feedback', 16],
      ],
    );
    assert.ok(files.every(({ name, path }) => path === join(directory, name)));
  });

  it('do not include files with other names', async (t) => {
    const otherNames = ['service.sqlite', 'service.sqlite-wal', 'README.md', 'notes.json'];
    const hiddenNames = ['._feedback.ndjson', '.feedback.ndjson.swp'];
    const directory = await directoryWith(t, 'company.json', ...otherNames, ...hiddenNames);
    await mkdir(join(directory, 'old'));
    assert.deepEqual(await listDataFiles(directory), []);
  });

  it('may be links', async (t) => {
    const directory = await directoryWith(t, 'company.json', 'kept');
    await symlink(join(directory, 'kept'), join(directory, 'feedback.ndjson'));
    const [file] = await listDataFiles(directory);
    assert.deepEqual([file?.name, file?.bytes], ['feedback.ndjson', 4]);
  });

  it('refuses all files together whose names are nearly right', async (t) => {
    const feedback = [
      'Feedback.ndjson',
      'events.ndjson',
      'feedback.csv',
      'feedback.json',
      'feedback.jsonl',
      'feedback.ndjson.GZ',
      'feedback.ndjson.zip',
      'my-feedback.ndjson',
    ];
    const alerts = ['alert.ndjson', 'alerts.json'];
    const directory = await directoryWith(t, 'company.json', ...feedback, ...alerts);
    const reasons = new Map(
      (await problemsOf(listDataFiles(directory))).map(({ file, reason }) => [file, reason]),
    );
    assert.deepEqual([...reasons.keys()].sort(), [...feedback, ...alerts].sort());
    for (const name of feedback) {
      assert.equal(
        reasons.get(name),
        'has a name that is not recognised: rename it to feedback*.ndjson or feedback*.ndjson.gz, or move it elsewhere',
      );
    }
    for (const name of alerts) {
      assert.match(
        reasons.get(name) ?? '',
        /rename it to alerts\*\.ndjson or alerts\*\.ndjson\.gz/,
      );
    }
  });

  it('refuses files that are not regular files', async (t) => {
    const directory = await directoryWith(t);
    await mkdir(join(directory, 'company.json'));
    await mkdir(join(directory, 'feedback.ndjson'));
    await symlink(join(directory, 'nowhere'), join(directory, 'alerts.ndjson'));
    const reason = 'is a directory: only files directly next to company.json are read';
    assert.deepEqual(await problemsOf(listDataFiles(directory)), [
      { file: 'alerts.ndjson', reason: 'is a broken link' },
      { file: 'company.json', reason },
      { file: 'feedback.ndjson', reason },
    ]);
  });

  it('refuses files that cannot be reached', async (t) => {
    const directory = await directoryWith(t, 'company.json');
    await symlink('feedback.ndjson', join(directory, 'feedback.ndjson'));
    assert.deepEqual(await problemsOf(listDataFiles(directory)), [
      { file: 'feedback.ndjson', reason: 'cannot be read (ELOOP)' },
    ]);
  });

  it('refuses files that are not readable, unless the user is root', async (t) => {
    const directory = await directoryWith(t, 'company.json', 'feedback.ndjson');
    await chmod(join(directory, 'feedback.ndjson'), 0);
    if (process.getuid?.() === 0) {
      assert.equal((await listDataFiles(directory)).length, 1);
    } else {
      assert.deepEqual(await problemsOf(listDataFiles(directory)), [
        { file: 'feedback.ndjson', reason: 'cannot be read (EACCES)' },
      ]);
    }
  });
});

describe('a directory', () => {
  it('is not a data set without company.json', async (t) => {
    const directory = await directoryWith(t, 'feedback.ndjson');
    assert.deepEqual(await problemsOf(listDataFiles(directory)), [
      { file: 'company.json', reason: 'is missing: every data set needs one' },
    ]);
  });

  it('is not a data set when it does not exist', async (t) => {
    const directory = await directoryWith(t, 'file');
    const [absent, file] = [join(directory, 'absent'), join(directory, 'file')];
    assert.deepEqual(await problemsOf(listDataFiles(absent)), [
      { file: absent, reason: 'does not exist' },
    ]);
    assert.deepEqual(await problemsOf(listDataFiles(file)), [
      { file, reason: 'is not a directory' },
    ]);
  });

  it('have no stamp while their timestamps are recent', async (t) => {
    const directory = await directoryWith(t, 'company.json', 'feedback.ndjson');
    const [file] = await listDataFiles(directory);
    const now = systemContext.clock();
    assert.equal(file?.stampAt(now), undefined);
    assert.match(file?.stampAt(now + 10_000) ?? '', /^\d+ \d+ \d+ \d+$/);
  });
});
