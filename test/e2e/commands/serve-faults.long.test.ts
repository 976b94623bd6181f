// `serve` where something around it is wrong: the clock, credentials, the store. Each is said, and nothing is lost.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { feedbackReports, temporaryFolder } from '../../support/run-command.ts';
import { DUE, serve, serveEnvironment, statusOf } from '../../support/serve-process.ts';
import { companyOfTests } from '../../support/test-company.ts';

/** At which the clock of the server stands still. */
const NOW = Date.parse('2026-11-18T09:00:00Z');
const MINUTE_MS = 60_000;

const acme = await companyOfTests();

describe('serve with a fault around it', () => {
  const apiIsAhead = (ms: number): void => {
    acme.answerInstead = (_path, answer) => {
      answer.setHeader('Date', new Date(NOW + ms).toUTCString());
      return false;
    };
  };

  it('makes nothing while its clock and that of the reporting API differ by more than five minutes', async (t) => {
    for (const minutes of [-6, 24 * 60]) {
      apiIsAhead(minutes * MINUTE_MS);
      const store = await temporaryFolder(t);
      const server = serve(t, store, serveEnvironment(acme));
      const url = await server.listening;
      assert.equal((await server.found('tick failed', 1)).code, 'CLOCK_WRONG');
      assert.deepEqual(await statusOf(`${url}/readyz`), [200]);
      const { code, stderr } = await server.stop();
      assert.equal(code, 0);
      assert.match(stderr, /^CLOCK_WRONG: .* Set the clock of this machine\. /m);
      assert.equal((await readdir(store)).includes('weeks'), false);
    }
  });

  it('makes the reports while the clocks differ by less', async (t) => {
    apiIsAhead(4 * MINUTE_MS);
    const store = await temporaryFolder(t);
    const server = serve(t, store, serveEnvironment(acme));
    await server.reports(store, DUE.length);
    assert.equal((await server.stop()).code, 0);
  });

  it('serves what is stored while its credentials are refused, and writes nothing', async (t) => {
    acme.answerInstead = (_path, answer) => {
      answer.writeHead(401).end();
      return true;
    };
    const store = await temporaryFolder(t);
    const server = serve(t, store, serveEnvironment(acme));
    const url = await server.listening;
    assert.equal((await server.found('tick failed', 1)).code, 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(await statusOf(`${url}/healthz`, `${url}/readyz`), [200, 200]);
    const { code, stderr } = await server.stop();
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^UPSTREAM_UNAUTHORIZED: .* Check FEEDBACK_API_CLIENT_ID, .* tries again every five minutes\.$/m,
    );
    const once = await feedbackReports(
      ['serve', '--once', '--store', `file:${store}`],
      serveEnvironment(acme),
    );
    assert.equal(once.code, 1);
    assert.match(once.stderr, /^UPSTREAM_UNAUTHORIZED: .* Check FEEDBACK_API_CLIENT_ID/m);
    const names = (await readdir(store)).filter((name) => !name.startsWith('.'));
    assert.deepEqual(
      names.filter((name) => !['serve.json', 'queue.json'].includes(name)),
      [],
    );
  });

  it('exits with 1 where nothing can be written to the store', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'file'), '');
    const args = ['serve', '--port', '0', '--store', `file:${join(folder, 'file')}`];
    const { code, stderr } = await feedbackReports(args, serveEnvironment(acme));
    assert.equal(code, 1);
    assert.match(stderr, /^STORE_UNAVAILABLE: /m);
  });
});
