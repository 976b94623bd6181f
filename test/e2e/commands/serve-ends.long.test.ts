// How `serve` ends: requests in flight and during --drain are answered, and what a killed process has begun is made by the next one.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Pool } from 'undici';
import { z } from 'zod';
import { storedReports } from '../../support/stored-documents.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';
import { DUE, serve, serveEnvironment, statusOf, WEEK } from '../../support/serve-process.ts';
import { companyOfTests, type TestCompany } from '../../support/test-company.ts';

const TOKEN = 'a-token-of-the-whole-company';
const REQUESTS = 600;
const CONNECTIONS = 20;

const acme = await companyOfTests();

/** Another process makes what is missing, and nothing twice. */
async function assertCompleted(t: TestContext, store: string): Promise<void> {
  const next = serve(t, store, serveEnvironment(acme));
  await next.listening;
  await next.reports(store, DUE.length);
  assert.equal((await next.stop()).code, 0);
  const reports = [...(await storedReports(store, WEEK)).values()];
  assert.deepEqual(
    reports.map(({ manifest }) => manifest.revision),
    DUE.map(() => 1),
  );
  const verified = await runCommand('verify', ['--all', '--store', `file:${store}`]);
  assert.equal(verified.code, 0, verified.stdout);
}

describe('the end of serve', () => {
  it('answers every request during --drain, while it is not ready, and ends at once at a second signal', async (t) => {
    const store = await temporaryFolder(t);
    const env = { ...serveEnvironment(acme), REPORTS_API_TOKEN: TOKEN };
    const server = serve(t, store, env, ['--drain', '45']);
    const url = await server.listening;
    await server.reports(store, DUE.length);
    const pool = new Pool(url, { connections: CONNECTIONS });
    t.after(() => pool.destroy());
    const statuses: number[] = [];
    const ask = async (): Promise<void> => {
      const path = `/v1/reports/${WEEK}/1/content`;
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const answer = await pool.request({ method: 'GET', path, headers });
      JSON.parse(await answer.body.text());
      statuses.push(answer.statusCode);
    };
    const askHalf = async (): Promise<void> => {
      await Promise.all(Array.from({ length: REQUESTS / 2 }, ask));
    };
    const first = askHalf();
    server.child.kill('SIGTERM');
    await server.logged('stopping', 1);
    assert.deepEqual(await statusOf(`${url}/readyz`, `${url}/healthz`), [503, 200]);
    await Promise.all([first, askHalf()]);
    assert.equal(statuses.filter((status) => status === 200).length, REQUESTS);
    server.child.kill('SIGTERM');
    assert.notEqual((await server.ended).code, 0);
  });

  it('leaves what the next process completes, whenever it is killed, and nothing twice', async (t) => {
    for (const [message, count] of [
      ['listening', 1],
      ['week planned', 2],
      ['report made', 3],
      ['report made', DUE.length],
    ] as const) {
      const store = await temporaryFolder(t);
      const killed = serve(t, store, serveEnvironment(acme));
      await killed.logged(message, count);
      killed.child.kill('SIGKILL');
      await killed.ended;
      await assertCompleted(t, store);
    }
  });

  it('is continued by the next process, whatever state its job was in: running, run again, or waiting after a failure', async (t) => {
    const store = await temporaryFolder(t);
    const killWhen = async (
      answerInstead: TestCompany['answerInstead'],
      isReached: (server: ReturnType<typeof serve>) => Promise<unknown>,
    ): Promise<void> => {
      acme.answerInstead = answerInstead;
      const killed = serve(t, store, serveEnvironment(acme));
      await isReached(killed);
      killed.child.kill('SIGKILL');
      await killed.ended;
      acme.reset();
    };
    const killWhileRunning = async (): Promise<readonly QueuedJob[]> => {
      const { promise: isRequested, resolve } = Promise.withResolvers<undefined>();
      await killWhen(
        (path) => {
          // That of a survey which has ended is read by the planner.
          const isHeld = path.startsWith('/v1/surveys/221/results');
          if (isHeld) resolve(undefined);
          return isHeld;
        },
        () => isRequested,
      );
      return queuedJobs(store);
    };
    const first = await killWhileRunning();
    assert.deepEqual(
      first.map(({ receives, isRunning }) => [receives, isRunning]),
      [[1, true]],
    );
    const second = await killWhileRunning();
    assert(second.some(({ isRunning }) => isRunning));
    await killWhen(
      (_path, answer) => {
        answer.writeHead(401).end();
        return true;
      },
      async (server) => {
        await server.logged('report failed', 1);
        while ((await queuedJobs(store)).some(({ isRunning }) => isRunning)) await setImmediate();
      },
    );
    assert((await queuedJobs(store)).length > 0);
    await assertCompleted(t, store);
  });
});

const Queue = z.object({
  jobs: z.array(z.object({ receives: z.number(), isRunning: z.boolean() })),
});
type QueuedJob = z.infer<typeof Queue>['jobs'][number];

/** What the process has stored of its queue. */
async function queuedJobs(store: string): Promise<readonly QueuedJob[]> {
  return Queue.parse(JSON.parse(await readFile(join(store, 'queue.json'), 'utf8'))).jobs;
}
