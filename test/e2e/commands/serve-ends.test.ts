// How `serve` ends: requests in flight and during --drain are answered, and what a killed process has begun is made by the next one.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Pool } from 'undici';
import { storedReports } from '../../support/stored-documents.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';
import { DUE, serve, serveEnvironment, statusOf, WEEK } from '../../support/serve-process.ts';
import { startTestCompany, type TestCompany } from '../../support/test-company.ts';

const TOKEN = 'a-token-of-the-whole-company';
const REQUESTS = 600;
const CONNECTIONS = 20;

describe('the end of serve', () => {
  let acme: TestCompany;
  before(async () => {
    acme = await startTestCompany();
  });
  after(() => acme.close());

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
    ] as const) {
      const store = await temporaryFolder(t);
      const killed = serve(t, store, serveEnvironment(acme));
      await killed.logged(message, count);
      killed.child.kill('SIGKILL');
      await killed.ended;
      const next = serve(t, store, serveEnvironment(acme));
      await next.listening;
      await next.reports(store, DUE.length);
      assert.equal((await next.stop()).code, 0);
      const revisions = [...(await storedReports(store, WEEK)).values()].map(
        ({ manifest }) => manifest.revision,
      );
      assert.deepEqual(
        revisions,
        DUE.map(() => 1),
      );
      const verified = await runCommand('verify', ['--all', '--store', `file:${store}`]);
      assert.equal(verified.code, 0, `${message}: ${verified.stdout}`);
    }
  });
});
