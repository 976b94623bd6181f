// `serve` as a process: the schedule, the HTTP API and the lease of a store, and what becomes of them at signals and kills.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { request } from 'undici';
import { z } from 'zod';
import { apiEnvironment, companyOfTests, startTestCompany } from '../../support/test-company.ts';
import {
  feedbackReports,
  runCommand,
  startReports,
  temporaryFolder,
  type Ended,
} from '../../support/run-command.ts';
import {
  DUE,
  reportFolders,
  serve,
  serveEnvironment,
  statusOf,
  WEEK,
} from '../../support/serve-process.ts';

const acme = await companyOfTests();

describe('serve', () => {
  const environment = () => serveEnvironment(acme);

  it('makes the reports that are due, serves them to the holder of a token, and stops at a signal', async (t) => {
    const store = await temporaryFolder(t);
    const server = serve(t, store, environment());
    const url = await server.listening;
    await server.logged('report made', DUE.length);
    assert.deepEqual((await reportFolders(store)).toSorted(), DUE.map(String).toSorted());
    assert.deepEqual(await statusOf(`${url}/healthz`, `${url}/readyz`), [200, 200]);
    assert.deepEqual(await statusOf(`${url}/v1/reports`), [401]);
    const created = await runCommand('token', [
      ...['create', '--name', 'test', '--folder', '2', '--json', '--store', `file:${store}`],
    ]);
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(created.stdout));
    const headers = { Authorization: `Bearer ${token}` };
    const statuses = await Promise.all(
      [21, 3].map(async (folder) => {
        const answer = await request(`${url}/v1/reports/${WEEK}/${folder}`, { headers });
        await answer.body.dump();
        return answer.statusCode;
      }),
    );
    assert.deepEqual(statuses, [200, 404]);
    const { code, stderr } = await server.stop();
    assert.equal(code, 0);
    assert.match(stderr, /^Nobody can sign in yet: .* token create --name NAME$/m);
    const { mode } = await stat(join(store, 'weeks', WEEK, 'plan.json'));
    assert.equal(mode & 0o077, 0);
    const verified = await runCommand('verify', ['--all', '--store', `file:${store}`]);
    assert.equal(verified.code, 0, verified.stdout);
  });

  it('starts while the reporting API is down', async (t) => {
    acme.answerInstead = (_path, answer) => {
      answer.writeHead(500).end();
      return true;
    };
    const server = serve(t, await temporaryFolder(t), environment());
    const url = await server.listening;
    assert.deepEqual(await statusOf(`${url}/readyz`), [200]);
    assert.equal((await server.stop()).code, 0);
  });

  it('tells its state to the machine itself: metrics, and the command health', async (t) => {
    const store = await temporaryFolder(t);
    const server = serve(t, store, environment(), ['--admin-port', '0']);
    const url = await server.listening;
    await server.logged('report made', DUE.length);
    const { adminUrl } = await server.found('listening', 1);
    assert(typeof adminUrl === 'string');
    assert.deepEqual(await statusOf(`${adminUrl}/readyz`), [200]);
    assert.deepEqual(await statusOf(`${url}/v1/weeks/${WEEK}`, `${url}/other`), [401, 404]);
    const metrics = await (await request(`${adminUrl}/metrics`)).body.text();
    assert.match(metrics, /^feedback_reports_jobs_total\{outcome="done"\} [1-9]/m);
    assert.match(metrics, /^feedback_reports_reports\{week="2026-W46",state="due"\} 5$/m);
    assert.match(metrics, /^feedback_reports_upstream_requests_total [1-9]/m);
    for (const [route, status] of [
      ['/v1/weeks/:week', 401],
      ['none', 404],
    ] as const) {
      const count = `feedback_reports_http_seconds_count{route="${route}",status="${status}"} 1\n`;
      assert.ok(metrics.includes(count), count);
    }
    const { port } = new URL(url);
    const health = (): Promise<Ended> => runCommand('health', ['--port', port]);
    assert.deepEqual(await health(), { code: 0, stdout: 'ready\n', stderr: '' });
    await server.stop();
    assert.equal((await health()).code, 1);
  });

  it('writes nothing into the store of another company, and exits with 1', async (t) => {
    const store = await temporaryFolder(t);
    const record = {
      ...{ root: 1, name: 'Other', apiHost: 'api.other.example', client: 'other' },
      ...{ runner: null, changes: [] },
    };
    await writeFile(join(store, 'company.json'), JSON.stringify(record));
    const { code, stderr } = await serve(t, store, environment()).ended;
    assert.equal(code, 1);
    assert.match(stderr, /^STORE_OF_ANOTHER_COMPANY: .*company adopt/m);
    const names = (await readdir(store)).filter((name) => !name.startsWith('.'));
    assert.deepEqual(names.toSorted(), ['company.json', 'serve.json']);
  });

  it('makes what is due and ends with --once, with 3 while a report is partial', async (t) => {
    const store = await temporaryFolder(t);
    acme.answerInstead = (path, answer) => {
      if (!path.includes('/31/results')) return false;
      answer.writeHead(404).end();
      return true;
    };
    const args = ['serve', '--once', '--store', `file:${store}`];
    const first = await feedbackReports(args, environment());
    assert.equal(first.code, 3, first.stdout + first.stderr);
    acme.reset();
    const second = await feedbackReports(args, environment());
    assert.equal(second.code, 0, second.stdout + second.stderr);
    assert.deepEqual((await reportFolders(store)).toSorted(), DUE.map(String).toSorted());
  });

  it('reads settings from an env file and from files named by variables', async (t) => {
    const folder = await temporaryFolder(t);
    const store = join(folder, 'store');
    await mkdir(store);
    const { FEEDBACK_API_TOKEN = '', ...others } = apiEnvironment(acme);
    await writeFile(join(folder, 'token'), `${FEEDBACK_API_TOKEN}\n`);
    const lines = Object.entries({ ...others, REPORTS_STORE: `file:${store}` });
    const envFile = join(folder, 'feedback-reports.env');
    await writeFile(envFile, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    const { NODE_OPTIONS = '' } = environment();
    const result = await feedbackReports(['serve', '--once', '--env-file', envFile], {
      NODE_OPTIONS,
      FEEDBACK_API_TOKEN_FILE: join(folder, 'token'),
    });
    assert.equal(result.code, 0, result.stdout + result.stderr);
    assert.equal((await reportFolders(store)).length, DUE.length);
  });

  it('names the option of a port that is in use, and leaves the store to others', async (t) => {
    const store = await temporaryFolder(t);
    const blocker = createServer().listen(0, '127.0.0.1');
    t.after(() => blocker.close());
    await once(blocker, 'listening');
    const address = blocker.address();
    assert(typeof address === 'object' && address !== null);
    const port = String(address.port);
    for (const args of [
      ['--port', port],
      ['--port', '0', '--admin-port', port],
    ]) {
      const all = ['serve', '--store', `file:${store}`, ...args];
      const { code, stderr } = await feedbackReports(all, environment());
      assert.equal(code, 1);
      const option = args.at(-2) ?? '';
      assert.equal(
        stderr,
        `Port ${port} on 127.0.0.1 is already in use: choose another with ${option}, or ${option} 0 for any free port.\n`,
      );
      const lease: unknown = JSON.parse(await readFile(join(store, 'serve.json'), 'utf8'));
      assert.partialDeepStrictEqual(lease, { isReleased: true });
    }
  });

  it('refuses to send tokens unencrypted over a network', async () => {
    const refused = await feedbackReports(['serve', '--host', '0.0.0.0'], environment());
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /--host is not a loopback address/);
    const proxy = await feedbackReports(['serve', '--behind-proxy'], environment());
    assert.equal(proxy.code, 2);
    assert.match(proxy.stderr, /--behind-proxy needs REPORTS_PUBLIC_URL/);
  });
});

// Each test waits most of half a minute.
describe('serve, for as long as it may take', { concurrency: true }, () => {
  it('refuses to serve a store that another process serves, and takes over from one that was killed', async (t) => {
    const store = await temporaryFolder(t);
    const first = serve(t, store, serveEnvironment(acme));
    await first.listening;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = serve(t, store, serveEnvironment(acme));
    await second.listening;
    await second.logged('report made', 1);
    const third = await serve(t, store, serveEnvironment(acme)).ended;
    assert.equal(third.code, 1);
    assert.match(third.stderr, /^STORE_IN_USE: .*host .*pid \d+/m);
    assert.equal((await second.stop()).code, 0);
  });

  it('ends soon at a signal with --once, and leaves the jobs to the next run', async (t) => {
    const store = await temporaryFolder(t);
    const { promise: asked, resolve } = Promise.withResolvers<undefined>();
    const silent = await startTestCompany();
    t.after(() => silent.close());
    silent.answerInstead = (path) => {
      if (!path.includes('/results')) return false;
      resolve(undefined);
      return true;
    };
    const args = ['serve', '--once', '--store', `file:${store}`];
    const { child, ended } = startReports(args, serveEnvironment(silent));
    await asked;
    child.kill('SIGTERM');
    // Not 143, as of a process that does not end by itself.
    assert.equal((await ended).code, 0);
    silent.reset();
    const next = await feedbackReports(args, serveEnvironment(silent));
    assert.equal(next.code, 0, next.stdout + next.stderr);
    assert.equal((await reportFolders(store)).length, DUE.length);
  });
});
