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
import {
  openDataSet,
  startFeedbackService,
  type Company,
} from '../../../lib/feedback-service/index.ts';
import { testDatabase } from '../../support/data-set.ts';
import { dataDirectory, presses } from '../../support/feedback-service/data-directory.ts';
import {
  basic,
  clientId,
  credential,
  noon,
  pageOf,
  problemOf,
  serve,
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
