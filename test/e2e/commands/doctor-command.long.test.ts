// `doctor` before the first run, beside a running server, and with each thing wrong that it looks for.
import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { z } from 'zod';
import { feedbackReports, runCommand, temporaryFolder } from '../../support/run-command.ts';
import { canary } from '../../support/secret-markers.ts';
import { DUE, serve, serveEnvironment } from '../../support/serve-process.ts';
import { startTestCompany, type TestCompany } from '../../support/test-company.ts';

/** Of the processes: test/support/fixed-time.mjs. */
const FIXED_TIME = Date.parse('2026-11-18T09:00:00Z');

const Check = z.object({
  name: z.string(),
  level: z.enum(['ok', 'warn', 'fail']),
  result: z.string(),
  advice: z.string().nullable(),
});

/** "level: result" by the name of the check. */
function checksIn(stdout: string): ReadonlyMap<string, string> {
  const checks = stdout
    .trimEnd()
    .split('\n')
    .map((line) => Check.parse(JSON.parse(line)));
  for (const { level, advice, name } of checks) {
    if (level === 'warn') assert.notEqual(advice, null, name);
  }
  return new Map(checks.map(({ name, level, result }) => [name, `${level}: ${result}`]));
}

describe('doctor', () => {
  let acme: TestCompany;
  before(async () => {
    acme = await startTestCompany();
  });
  beforeEach(() => {
    acme.reset();
  });
  after(() => acme.close());

  /** In a process, because the clock is fixed there. */
  const examine = async (
    store: string,
    env: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ) => {
    const { code, stdout, stderr } = await feedbackReports(
      ['doctor', '--json', '--store', `file:${store}`, ...args],
      { ...serveEnvironment(acme), ...env },
    );
    return { code, checks: checksIn(stdout), stdout, stderr };
  };

  it('finds nothing that fails before the first run, and creates nothing', async (t) => {
    const folder = await temporaryFolder(t);
    const store = join(folder, 'none', 'yet');
    const { code, checks } = await examine(store);
    assert.equal(code, 0);
    assert.match(checks.get('API credentials') ?? '', /^ok: .*\d folders, \d+ surveys$/);
    assert.equal(checks.get('store'), `ok: ${store} is created at the first run`);
    assert.match(checks.get('public address') ?? 'none', /^none$/);
  });

  it('finds that the public address leads to the server that runs, and sends a test message', async (t) => {
    const store = await temporaryFolder(t);
    const server = serve(t, store, serveEnvironment(acme));
    const url = await server.listening;
    await server.logged('report made', DUE.length);
    const { code, checks, stdout } = await examine(store, { REPORTS_PUBLIC_URL: url }, [
      ...['--send-test', 'ana@example.com'],
    ]);
    assert.equal(code, 0, stdout);
    assert.match(checks.get('store') ?? '', /^ok: .* can be read and written$/);
    assert.match(checks.get('company') ?? '', /^ok: the store is that of .*, run by serve$/);
    assert.match(checks.get('lease') ?? '', /^ok: served by process \d+ of /);
    assert.match(checks.get('reports') ?? '', new RegExp(`^ok: all ${DUE.length} of `));
    assert.match(checks.get('tokens') ?? '', /^(ok|warn): /);
    assert.equal(checks.get('public address'), `ok: ${url} leads to the server`);
    assert.match(checks.get('test message') ?? '', /^ok: accepted/);
    const other = await examine(store, { REPORTS_PUBLIC_URL: acme.url });
    assert.equal(other.code, 1);
    assert.match(other.checks.get('public address') ?? '', /^fail: .* not answered by the server/);
    await server.stop();
    const stopped = await examine(store, { REPORTS_PUBLIC_URL: url });
    assert.match(stopped.checks.get('lease') ?? '', /^ok: no server runs$/);
    assert.match(stopped.checks.get('public address') ?? '', /^warn: not checked/);
  });

  it('compares the clock with that of the API', async (t) => {
    const store = await temporaryFolder(t);
    const clockOf = async (seconds: number): Promise<string | undefined> => {
      acme.answerInstead = (_path, answer) => {
        answer.setHeader('Date', new Date(FIXED_TIME + 1000 * seconds).toUTCString());
        return false;
      };
      return (await examine(store)).checks.get('clock');
    };
    assert.equal(await clockOf(30), 'ok: as that of the API');
    assert.equal(await clockOf(-120), 'warn: 120 seconds ahead of that of the API');
    assert.equal(await clockOf(600), 'fail: 600 seconds behind that of the API');
  });

  it('says that credentials are refused', async (t) => {
    acme.answerInstead = (_path, answer) => {
      answer.writeHead(401).end();
      return true;
    };
    const token = canary('token');
    const { code, checks, stdout } = await examine(await temporaryFolder(t), {
      FEEDBACK_API_TOKEN: token,
    });
    assert.equal(code, 1);
    assert.match(checks.get('API credentials') ?? '', /^fail: UPSTREAM_UNAUTHORIZED: /);
    assert.ok(!stdout.includes(token));
  });

  it('says that a store is that of another company', async (t) => {
    const store = await temporaryFolder(t);
    const record = {
      ...{ root: 1, name: 'Other', apiHost: 'api.other.example', client: 'other' },
      ...{ runner: null, changes: [] },
    };
    await writeFile(join(store, 'company.json'), JSON.stringify(record));
    const { code, checks } = await examine(store);
    assert.equal(code, 1);
    assert.match(checks.get('company') ?? '', /^fail: STORE_OF_ANOTHER_COMPANY: .*company adopt/);
  });

  it('says that another system runs the schedule of a store, as serve does', async (t) => {
    const store = await temporaryFolder(t);
    const record = {
      ...{ root: 1, name: 'Acme', apiHost: new URL(acme.url).host, client: 'acme' },
      ...{ runner: 'aws:prod', changes: [] },
    };
    await writeFile(join(store, 'company.json'), JSON.stringify(record));
    const { code, checks } = await examine(store);
    assert.equal(code, 1);
    assert.match(checks.get('company') ?? '', /^fail: STORE_RUN_ELSEWHERE: .*company adopt/);
  });

  it('warns where other users can read subscriptions', async (t) => {
    const store = await temporaryFolder(t);
    await mkdir(join(store, 'subscriptions'));
    await chmod(join(store, 'subscriptions'), 0o755);
    const { checks } = await examine(store);
    assert.match(checks.get('subscriptions') ?? '', /^warn: other users/);
  });

  it('names a host that is not found, and one that does not answer', async (t) => {
    const store = await temporaryFolder(t);
    const unknown = await examine(store, { FEEDBACK_API_URL: 'https://feedback.invalid' });
    assert.equal(unknown.code, 1);
    assert.equal(unknown.checks.get('API address'), 'fail: feedback.invalid is not found');
    const closed = await examine(store, { FEEDBACK_API_URL: 'https://127.0.0.1:1' });
    assert.equal(closed.checks.get('API certificate'), 'fail: 127.0.0.1:1: ECONNREFUSED');
  });

  it('checks nothing else with invalid settings, and names all of them', async () => {
    const { code, stdout } = await runCommand('doctor', ['--json'], { REPORT_STORE: 'file:./x' });
    assert.equal(code, 1);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Check.parse(JSON.parse(line)));
    const failed = lines.filter(({ level }) => level === 'fail').map(({ result }) => result);
    assert.equal(failed.length, 4);
    assert.match(failed.join('\n'), /^REPORT_STORE is now REPORTS_STORE/);
  });
});
