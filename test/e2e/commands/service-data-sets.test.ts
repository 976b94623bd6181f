import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  dataDirectory,
  presses,
  writeLines,
} from '../../support/feedback-service/data-directory.ts';
import {
  clientId,
  credential,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';
import { ended, run, serving, type Serving } from '../../support/feedback-service/service-run.ts';

const problemCode = z.object({ code: z.string() });
const globexCredential = { clientId: 'globex', tokenSha256: sha256('its own') };

/** The number of responses of a survey. */
async function responses(
  { ask }: Serving,
  survey: number,
  as: readonly [clientId: string, token: string] = [clientId, token],
): Promise<number> {
  const { status, body } = await ask(`/v1/surveys/${survey}/results?truncate=year&limit=50`, ...as);
  assert.equal(status, 200);
  return z
    .array(z.object({ data: z.array(z.number()) }))
    .parse(body)
    .flatMap(({ data }) => data)
    .reduce((sum, count) => sum + count, 0);
}

/** Resolves when an import in the background has printed this. */
async function told({ err }: Pick<Serving, 'err'>, pattern: RegExp): Promise<void> {
  while (!pattern.test(err())) await setImmediate();
}

async function stopped(service: Serving): Promise<void> {
  service.stop();
  assert.equal(await service.code, 0);
}

describe('the service command with --data', () => {
  it('prints the number of lines whose ids were imported before', async (t) => {
    const [press] = presses(1);
    const lines = [
      { ...press, id: 1 },
      { ...press, id: 1 },
      { ...press, id: 2 },
    ];
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': lines } });
    const service = await serving(t, ['--data', folder]);
    assert.match(
      service.err(),
      /2 events from feedback\.ndjson imported in .* s \(1 line already known by id or key\); 1/,
    );
  });

  it('imports a data set, prints what was imported, and accepts its credentials', async (t) => {
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5200) } });
    const service = await serving(t, ['--data', folder]);
    assert.equal(await responses(service, 11), 5200);
    const stderr = service.err();
    assert.match(
      stderr,
      /acme: 5,200 events from feedback\.ndjson imported in \d+\.\d s; 1 survey in 1 folder\n/,
    );
    assert.deepEqual(stderr.match(/: (importing|computing)/g), [': importing', ': computing']);
    assert.match(stderr, /curl -u acme 'http:\/\/127\.0\.0\.1:\d+\/v1\/folders\?surveys=true'/);
    assert.ok(!stderr.includes(token) && !stderr.includes(credential.tokenSha256));
    assert.equal((await service.ask('/v1/folders', clientId, 'wrong')).status, 401);
    await stopped(service);
    assert.equal(service.out(), `listening on ${service.url}\n`);
  });

  it('imports no file twice, and adds a new file', async (t) => {
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    await stopped(await serving(t, ['--data', folder]));
    const expectedFiles = ['company.json', 'feedback.ndjson', 'service.sqlite'];
    assert.deepEqual(
      (await readdir(folder)).toSorted(),
      expectedFiles,
      'the database was not closed',
    );
    const secondRun = await serving(t, ['--data', folder]);
    await told(secondRun, /acme: nothing new; 1 survey/);
    assert.doesNotMatch(secondRun.err(), /importing/);
    assert.equal(await responses(secondRun, 11), 5);
    await stopped(secondRun);
    const laterEvents = presses(7, { from: '2025-11-11T08:00:00Z' });
    await writeLines(folder, 'feedback-2.ndjson', laterEvents);
    const third = await serving(t, ['--data', folder]);
    await told(third, /acme: 7 events from feedback-2\.ndjson imported/);
    assert.equal(await responses(third, 11), 12);
  });

  it('leaves out a file with an invalid line, names the line, and imports the file after it is corrected', async (t) => {
    const good = presses(2500);
    const bad = { survey: 11, ts: '2025-11-10T08:00:00Z', r: 9, text: 'a private word' };
    const folder = await dataDirectory(t, {
      files: { 'feedback-a.ndjson': presses(3), 'feedback-b.ndjson': [...good, bad] },
    });
    const service = await serving(t, ['--data', folder]);
    const err = service.err();
    assert.ok(err.includes(`${folder}/feedback-b.ndjson, line 2501: r must be`), err);
    assert.match(err, /acme: left out until they are corrected: feedback-b\.ndjson\n/);
    assert.doesNotMatch(err, /private/);
    assert.equal(await responses(service, 11), 3);
    await writeLines(folder, 'feedback-b.ndjson', good);
    const { code, err: imported } = await ended(t, ['import', '--data', folder]);
    assert.equal(code, 0);
    assert.match(imported, /acme: 2,500 events from feedback-b\.ndjson imported in \d+\.\d s\n/);
    assert.equal(await responses(service, 11), 2503);
  });

  it('serves what is stored at once, whatever the files look like', async (t) => {
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    await stopped(await serving(t, ['--data', folder]));
    await writeLines(folder, 'feedback.ndjson', presses(6));
    await writeLines(folder, 'company.json', ['{']);
    const service = await serving(t, ['--data', folder]);
    assert.equal(await responses(service, 11), 5);
    await told(service, /left out until they are corrected: company\.json, feedback\.ndjson\n/);
    assert.ok(service.err().includes(`${folder}/feedback.ndjson: has changed since`));
    assert.equal(await responses(service, 11), 5);
  });

  it('imports new files at SIGHUP', async (t) => {
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    const service = await serving(t, ['--data', folder]);
    await writeLines(folder, 'feedback-2.ndjson', presses(2, { from: '2025-11-11T08:00:00Z' }));
    process.kill(process.pid, 'SIGHUP');
    await told(service, /acme: 2 events from feedback-2\.ndjson imported/);
    assert.equal(await responses(service, 11), 7);
  });

  it('exits with 1 when there is no valid company.json and nothing is stored', async (t) => {
    const folder = await dataDirectory(t);
    await writeLines(folder, 'company.json', ['{']);
    const { code, out, err } = await ended(t, ['--port', '0', '--data', folder]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /company\.json, line 2: is not valid JSON/);
    assert.match(err, /Nothing was imported from \S+acme, and nothing is served/);
  });

  it('lists the first ten invalid lines and the number of others, over all files', async (t) => {
    const bad = (count: number) => presses(count).map((press) => ({ ...press, r: 9 }));
    const folder = await dataDirectory(t, {
      files: {
        'feedback-a.ndjson': [...presses(3), ...bad(8)],
        'feedback-b.ndjson': [...bad(1), ...presses(2), '{', ...bad(20)],
        'feedback-c.ndjson': ['x'.repeat(2 ** 20 + 1)],
      },
    });
    const { code, err } = await ended(t, ['import', '--data', folder]);
    assert.equal(code, 1);
    const lines = err.split('\n').filter((line) => line.includes('.ndjson, line'));
    assert.deepEqual(
      lines.map((line) => /feedback-(.)\.ndjson, line (\d+): /.exec(line)?.slice(1).join('')),
      ['a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10', 'a11', 'b1', 'b4'],
    );
    assert.match(err, /line 4: is not valid JSON\nAnd 21 more problems\.\n/);
    await writeLines(folder, 'feedback-a.ndjson', presses(1));
    for (const name of ['feedback-b.ndjson', 'feedback-c.ndjson']) await rm(join(folder, name));
    const corrected = await ended(t, ['import', '--data', folder]);
    assert.match(corrected.err, /1 event from feedback-a\.ndjson imported/);
    assert.equal(corrected.code, 0);
  });

  it('mentions another process only while it has locked the database', async (t) => {
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    const holder = new DatabaseSync(join(folder, 'service.sqlite'));
    t.after(() => {
      holder.close();
    });
    holder.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
    const opening = run(t, ['--port', '0', '--data', folder]);
    await told(opening, /acme: waiting for another process that is writing to its database/);
    holder.exec('ROLLBACK');
    await opening.ready;
    const { err } = await serving(t, ['--data', await dataDirectory(t)]);
    assert.doesNotMatch(err(), /another process/);
  });

  const ways: Readonly<Record<string, (a: string, b: string) => readonly string[]>> = {
    'two mentions of --data': (a, b) => ['--data', a, '--data', b],
    'two folders after one --data': (a, b) => ['--data', a, b],
  };
  for (const [title, argumentsFor] of Object.entries(ways)) {
    it(`serves two companies with separate data, from ${title}`, async (t) => {
      const [firstFolder, secondFolder] = await twoCompanies(t);
      const service = await serving(t, argumentsFor(firstFolder, secondFolder));
      const globex = [globexCredential.clientId, 'its own'] as const;
      assert.equal(await responses(service, 11), 2);
      assert.equal(await responses(service, 22, globex), 3);
      assert.equal((await service.ask('/v1/surveys/22', clientId, token)).status, 404);
      assert.equal((await service.ask('/v1/surveys/11', ...globex)).status, 404);
      assert.equal((await service.ask('/v1/folders', clientId, 'its own')).status, 401);
    });
  }

  it('exits with 1 when two companies have the same credentials', async (t) => {
    const firstFolder = await dataDirectory(t);
    const secondFolder = await dataDirectory(t, { name: 'globex', survey: 22 });
    const { code, out, err } = await ended(t, ['--port', '0', '--data', firstFolder, secondFolder]);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(err, /acme and \S+globex have the same client id with the same token, acme:/);
    assert.doesNotMatch(err, new RegExp(credential.tokenSha256));
  });

  it('serves the other companies while nothing has been imported of one, and exits with 1', async (t) => {
    const [firstFolder, secondFolder] = await twoCompanies(t);
    await writeLines(firstFolder, 'company.json', ['{']);
    const service = await serving(t, ['--data', firstFolder, secondFolder]);
    assert.match(service.err(), /acme\/company\.json, line 2: is not valid JSON/);
    assert.equal(await responses(service, 22, ['globex', 'its own']), 3);
    const { status, body } = await service.ask('/v1/surveys/11', clientId, token);
    assert.deepEqual([status, problemCode.parse(body).code], [503, 'DATA_UNAVAILABLE']);
    service.stop();
    assert.equal(await service.code, 1);
    assert.match(service.err(), /acme was not served/);
  });

  it('exits with 1 when none of several data sets can be served', async (t) => {
    const folders = await twoCompanies(t);
    for (const folder of folders) await writeLines(folder, 'company.json', ['{']);
    const { code, out, err } = await ended(t, ['--port', '0', '--data', ...folders]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /acme\/company.*globex\/company.*None of the data sets/s);
  });

  it('prints how to add credentials when a company has none', async (t) => {
    const folder = await dataDirectory(t, { credentials: [] });
    const { err } = await serving(t, ['--data', folder]);
    const command = `npx --no feedback-reports service credentials add --data ${folder}`;
    assert.ok(
      err().includes(`has no credentials, so no client has access. To add some: ${command}`),
    );
  });

  it('exits with 1 and a message when the database cannot be used', async (t) => {
    const folder = await dataDirectory(t);
    await writeLines(folder, 'service.sqlite', ['this is something else'.repeat(100)]);
    const { code, err } = await ended(t, ['--port', '0', '--data', folder]);
    assert.equal(code, 1);
    assert.match(err, /acme: The database \S+service\.sqlite is not an SQLite database\.\n/);
    assert.doesNotMatch(err, /bug/);
  });

  it('serves data sets where production credentials are configured', async (t) => {
    const folder = await dataDirectory(t);
    await serving(t, ['--data', folder], { REPORTS_SECRET: 'vault/feedback' });
  });

  it('lists every problem of its data options, without values', async (t) => {
    const folder = await dataDirectory(t);
    const url = 'mysql://root:secret@db/feedback';
    const first = await ended(t, ['--data', folder, 'secret', `${folder}/.`, '--seed', '1']);
    assert.equal(first.code, 2);
    assert.match(first.err, /--data \(number 2\) names a folder that cannot be read/);
    assert.match(first.err, /--data \(number 3\) names the same folder as number 1/);
    assert.match(first.err, /--seed selects a sample company/);
    const second = await ended(t, ['--database', url]);
    assert.equal(second.code, 2);
    assert.match(second.err, /--database must be the URL of a PostgreSQL database/);
    assert.match(second.err, /--database requires --data/);
    const postgres = 'postgres://user:secret@127.0.0.1:1/none';
    const third = await ended(t, ['--data', folder, '--port', '0', '--database', postgres]);
    assert.equal(third.code, 1);
    assert.match(third.err, /The database none at 127\.0\.0\.1:1 cannot be reached/);
    const fourth = await ended(t, ['--data', '--seed']);
    assert.equal(fourth.code, 2);
    assert.match(fourth.err, /--data needs a value: --data DIR…/);
    for (const { err } of [first, second, third]) {
      assert.doesNotMatch(err, /secret/);
      assert.ok(!err.includes(dirname(folder)) || err === third.err);
    }
  });

  it('accepts folders only after --data', async (t) => {
    const folder = await dataDirectory(t);
    const { code, err } = await ended(t, ['--data', folder, '--port', '0', folder]);
    assert.equal(code, 2);
    assert.match(err, /argument 5 is not expected/);
  });
});

async function twoCompanies(t: TestContext): Promise<readonly [string, string]> {
  return [
    await dataDirectory(t, { files: { 'feedback.ndjson': presses(2) } }),
    await dataDirectory(t, {
      name: 'globex',
      credentials: [globexCredential],
      survey: 22,
      files: { 'feedback.ndjson': presses(3, { survey: 22 }) },
    }),
  ];
}
