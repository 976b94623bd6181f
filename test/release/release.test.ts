// The released package, installed without a network where nothing else is: it makes the same files as the checkout on every
// version of Node that it supports, and serves them.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../infra/bundle-function.ts';
import { buildRelease } from '../../infra/release.ts';
import { dataDirectory, presses } from '../support/feedback-service/data-directory.ts';
import { basic, clientId, token } from '../support/feedback-service/served-company.ts';
import { MACHINE } from '../support/machine-environment.ts';
import { missingNodeVersions, NODE_22, NODE_26 } from '../support/node-versions.ts';
import { storedReports } from '../support/stored-documents.ts';

const MAX_ARCHIVE_BYTES = 35e6;
const MAX_INSTALLED_BYTES = 70e6;
const TOKEN = 'a-token-of-thirty-two-characters';
const WEEK = '2026-W46';
const FIXED_TIME = pathToFileURL(resolve(import.meta.dirname, '../support/fixed-time.mjs')).href;
const CHECKOUT = [join(ROOT, 'functions/cli/launch.mjs')];

const run = promisify(execFile);

interface Machine {
  readonly node: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A Node, a time zone and a language of the machine. */
function machine(node: string, TZ: string, LANG: string): Machine {
  const PATH = `${dirname(node)}${delimiter}${MACHINE['PATH'] ?? ''}`;
  return { node, env: { PATH, TZ, LANG, LC_ALL: LANG } };
}

const MACHINES = {
  'Node 22': machine(NODE_22, 'Pacific/Kiritimati', 'ar_EG.UTF-8'),
  'Node 24': machine(process.execPath, 'UTC', 'C'),
  'Node 26': machine(NODE_26, 'America/St_Johns', 'tr_TR.UTF-8'),
};

/** SHA-256 of each file of the reports and tables, by its path. */
function hashes(store: string): Readonly<Record<string, string>> {
  const paths = ['weeks', 'facts'].flatMap((folder) =>
    readdirSync(join(store, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  );
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(store, path)).isFile())
      .sort()
      .map((path) => [
        path,
        createHash('sha256')
          .update(readFileSync(join(store, path)))
          .digest('hex'),
      ]),
  );
}

describe('the release', () => {
  let folder: string;
  let program: string;
  let archive: string;
  before(async () => {
    assert.equal(missingNodeVersions, false);
    folder = await mkdtemp(join(tmpdir(), 'release-'));
    ({ archive } = await buildRelease(join(folder, 'release')));
    const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', [...install, '--prefix', join(folder, 'installed'), archive]);
    program = join(folder, 'installed/node_modules/.bin/feedback-reports');
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  it('is the same file each time it is built', async () => {
    const again = await buildRelease(join(folder, 'again'));
    assert.ok(readFileSync(again.archive).equals(readFileSync(archive)));
  });

  it('is small, and needs no other package', () => {
    assert.ok(statSync(archive).size <= MAX_ARCHIVE_BYTES);
    const packages = join(folder, 'installed/node_modules');
    const installed = readdirSync(packages, { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(packages, path)))
      .filter((file) => file.isFile());
    const bytes = installed.reduce((sum, { size }) => sum + size, 0);
    assert.ok(bytes <= MAX_INSTALLED_BYTES, `${bytes} bytes`);
    assert.deepEqual(
      readdirSync(packages).filter((name) => !name.startsWith('.')),
      ['feedback-reports'],
    );
  });

  it('makes the same reports and tables as the checkout, on each version of Node, in other time zones and languages of the machine', async () => {
    const makeWeek = async (
      { env }: Machine,
      command: readonly [string, ...string[]],
      name: string,
    ): Promise<Readonly<Record<string, string>>> => {
      const store = join(folder, name);
      const [file, ...args] = command;
      await run(file, [...args, 'start', '--once', '--week', WEEK, '--store', `file:${store}`], {
        env: { ...env, NODE_OPTIONS: `--import=${FIXED_TIME}` },
      });
      return hashes(store);
    };
    const expected = await makeWeek(
      MACHINES['Node 24'],
      [process.execPath, ...CHECKOUT],
      'of the checkout',
    );
    // The manifests hold the hashes; the files hold what they say.
    assert.equal((await storedReports(join(folder, 'of the checkout'), WEEK)).size, 85);
    for (const [name, each] of Object.entries(MACHINES)) {
      assert.deepEqual(await makeWeek(each, [program], `of ${name}`), expected, name);
    }
  });

  it('serves the reports and its page, and stops', async () => {
    const child = spawn(
      program,
      ['start', '--port', '0', '--week', WEEK, '--store', `file:${join(folder, 'of Node 22')}`],
      {
        env: { ...MACHINES['Node 22'].env, REPORTS_API_TOKEN: TOKEN },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const closed = once(child, 'close');
    const addresses: string[] = [];
    // The second one is printed when all reports are there.
    for await (const line of createInterface({ input: child.stdout })) {
      addresses.push(...(/http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []));
      if (addresses.length === 2) break;
    }
    const [address = ''] = addresses;
    child.stdout.resume();
    const page = await (await fetch(address)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    assert.equal((await fetch(new URL(script, address))).status, 200);
    const reports = await fetch(`${address}/v1/reports?week=${WEEK}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(reports.status, 200);
    child.kill();
    assert.deepEqual(await closed, [0, null]);
  });

  it('imports and serves a data set, and tells its state', async (t) => {
    const data = await dataDirectory(t, { files: { 'feedback.ndjson': presses(5) } });
    const args = ['service', '--data', data, '--port', '0', '--admin-port', '0'];
    const child = spawn(program, args, {
      env: MACHINES['Node 22'].env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const lines: readonly unknown[] = await once(createInterface({ input: child.stdout }), 'line');
    const headers = { authorization: basic(clientId, token) };
    const [, url = ''] = /(http:\S+)/.exec(String(lines[0])) ?? [];
    const results = await fetch(`${url}/v1/surveys/11/results?truncate=year`, { headers });
    assert.deepEqual(await results.json(), [
      { ts: '2025-01-01T00:00:00.000+0200', data: [2, 1, 1, 1] },
    ]);
    const [, admin = ''] = /(http:\S+)\/readyz/.exec(log) ?? [];
    assert.equal((await fetch(`${admin}/readyz`)).status, 200);
    child.kill();
    assert.deepEqual(await closed, [0, null]);
  });

  it('names the oldest version of Node that it needs', () => {
    const start = join(folder, 'installed/node_modules/feedback-reports/feedback-reports.mjs');
    const old = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });await import(${JSON.stringify(pathToFileURL(start).href)});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', old], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.equal(stderr, 'feedback-reports needs Node 22.19 or newer, and this is Node 20.20.2.\n');
  });
});
