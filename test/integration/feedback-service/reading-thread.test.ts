// Long answers of stored companies are read by a thread.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import {
  openDataSet,
  startFeedbackService,
  superviseDataSet,
  type Company,
} from '../../../lib/feedback-service/index.ts';
import { testDatabase } from '../../support/data-set.ts';
import {
  dataDirectory,
  presses,
  writeLines,
} from '../../support/feedback-service/data-directory.ts';
import { postgresPrograms, startPostgres } from '../../support/feedback-service/postgres-server.ts';
import {
  basic,
  clientId,
  credential,
  noon,
  pageOf,
  problemOf,
  serve,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';

const path = '/v1/surveys/11/rawresults';
const lines = presses(20_000, { from: '2026-11-01T00:00:00Z' });
const database = testDatabase === undefined ? {} : { database: testDatabase };
const clock = (): number => noon;

async function openLong(
  t: TestContext,
): Promise<{ readonly directory: string; readonly company: Company }> {
  const directory = await dataDirectory(t, {
    files: { 'feedback.ndjson': [...lines, { ...lines[9], text: 'Grüße 👋' }] },
  });
  const set = await openDataSet({ directory, clock, ...database });
  t.after(() => set.close());
  return { directory, company: set.company };
}

function get(url: string, accept = 'identity'): Promise<IncomingMessage> {
  const headers = { authorization: basic(clientId, token), 'accept-encoding': accept };
  return new Promise((resolve, reject) => {
    httpGet(url + path, { headers, agent: false }, resolve).on('error', reject);
  });
}

function nextThread(): Promise<Worker> {
  return new Promise((resolve) => {
    process.once('worker', resolve);
  });
}

describe('the thread that reads long answers', () => {
  it('sends the same bytes, while the main thread reads no more than the beginning', async (t) => {
    const { company } = await openLong(t);
    let batches = 0;
    const store: Company['store'] = {
      ...company.store,
      events: async function* (...args) {
        for await (const batch of company.store.events(...args)) {
          batches += 1;
          yield batch;
        }
      },
    };
    const credentials = () => company.credentials();
    const inThread = await serve(t, { ...company, store });
    const bytes = await buffer(await get(inThread.url));
    assert.ok(batches < 5, String(batches));
    assert.deepEqual(gunzipSync(await buffer(await get(inThread.url, 'gzip'))), bytes);
    const alone = await serve(t, { credentials, store });
    assert.deepEqual(await buffer(await get(alone.url)), bytes);
    assert.ok(batches > 20, String(batches));
  });

  it('follows a change of the structure', async (t) => {
    const { directory, company } = await openLong(t);
    const { ask, url } = await serve(t, company);
    await buffer(await get(url));
    const survey = { key: 11, question: 70, timeZone: 'Asia/Kathmandu', surveyType: 'TERMINAL' };
    const root = {
      ...{ key: 1, name: 'Everything' },
      surveys: [{ ...survey, indexType: 'HAPPY', feedbackScale: 'FOUR' }],
    };
    const questions = [{ key: 70, name: 'How was it?', locale: 'en', followUps: [] }];
    const text = JSON.stringify({ credentials: [credential], questions, root });
    await writeFile(join(directory, 'company.json'), text);
    await (await openDataSet({ directory, clock, ...database })).close();
    const [first] = pageOf(await ask(path)).data;
    assert.equal(first?.ts, '2026-11-01T05:45:00.000+0545');
  });

  it('is replaced after its end, which makes its answers 503 or incomplete', async (t) => {
    const { company } = await openLong(t);
    const errors: unknown[] = [];
    const { ask, url } = await serve(t, company, { onError: (error) => errors.push(error) });
    const endsAtOnce = nextThread().then((thread) => thread.terminate());
    const unavailable = await ask(path);
    await endsAtOnce;
    assert.deepEqual([unavailable.status, unavailable.headers.get('retry-after')], [503, '30']);
    assert.equal(problemOf(unavailable).code, 'DATA_UNAVAILABLE');
    const started = nextThread();
    const response = await get(url);
    await (await started).terminate();
    await assert.rejects(buffer(response), { code: 'ECONNRESET' });
    assert.equal((await ask(path)).status, 200);
    assert.deepEqual(
      errors.map((error) => error instanceof Error && error.name),
      ['DatabaseError', 'DatabaseError'],
    );
  });

  it('ends with the service, without an error of an answer whose client has disconnected', async (t) => {
    const { company } = await openLong(t);
    const errors: unknown[] = [];
    const onError = (error: unknown): unknown => errors.push(error);
    const service = await startFeedbackService({ companies: [company], clock, onError });
    const started = nextThread();
    const headers = { authorization: basic(clientId, token) };
    const request = httpGet(service.url + path, { headers }).on('error', () => undefined);
    const ended = once(await started, 'exit');
    request.destroy();
    await service.close();
    await ended;
    assert.deepEqual(errors, []);
  });
});

const withPostgres = { skip: postgresPrograms() === undefined ? 'needs PostgreSQL' : false };

describe('60 companies in PostgreSQL', withPostgres, () => {
  it('need at most ten connections while they import and send long answers', async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    const place = { clock, database: server.url };
    const names = Array.from({ length: 60 }, (_, i) => `company-${i}`);
    const companies: Company[] = [];
    for (const [i, name] of names.entries()) {
      const credentials = [{ clientId: name, tokenSha256: sha256(name) }];
      const files = { 'feedback.ndjson': i < 3 ? lines : presses(i) };
      const directory = await dataDirectory(t, { name, credentials, files });
      const set = await openDataSet({ ...place, directory });
      t.after(() => set.close());
      companies.push(set.company);
    }
    const directory = await dataDirectory(t, { name: 'importing' });
    await (await openDataSet({ ...place, directory })).close();
    await writeLines(directory, 'feedback.ndjson', lines);
    const onFailed = (error: unknown): never => {
      throw error;
    };
    const importing = await superviseDataSet({
      ...place,
      directory,
      onFailed,
      onImported: () => undefined,
    });
    t.after(() => importing.close());
    const { ask } = await serve(t, [...companies, importing.company]);

    const admin = new pg.Client(server.url);
    await admin.connect();
    const end = new AbortController();
    let most = 0;
    const counting = (async (): Promise<void> => {
      while (!end.signal.aborted) {
        const { rows } = await admin.query<{ count: string }>(
          'SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port > 0',
        );
        most = Math.max(most, Number(rows[0]?.count));
      }
    })();
    const askAs = async (name: string, asked: string): Promise<number> => {
      const { status, body } = await ask(asked, { headers: { authorization: basic(name, name) } });
      const i = names.indexOf(name);
      if (i >= 3) assert.equal(JSON.stringify(body).match(/"ts"/g)?.length ?? 0, i, name);
      return status;
    };
    await Promise.all([
      importing.importNow(),
      ...[0, 1, 2].map((i) => askAs(`company-${i}`, path)),
      ...names.map((name) => askAs(name, path)),
    ]);
    end.abort();
    await counting;
    await admin.end();
    assert.ok(most <= 10, String(most));
    assert.ok(most > 6, String(most));
  });
});
