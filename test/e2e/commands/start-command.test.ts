// `start` as a process: the sample company's reports, then the HTTP API from a client's point of view.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { Client, request } from 'undici';
import { z } from 'zod';
import type { TextOutput } from '../../../functions/cli/terminal.ts';
import { startCommand } from '../../../functions/cli/commands/start.ts';
import { jsonReader, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { MACHINE } from '../../support/machine-environment.ts';
import {
  feedbackReports,
  runCommand,
  temporaryFolder,
  type Ended,
} from '../../support/run-command.ts';
import { storedReports } from '../../support/stored-documents.ts';
import { attachedFiles, linkAddresses, pdfObjects } from '../../support/pdf-file.ts';
import { canary } from '../../support/secret-markers.ts';

const MAIN = resolve(import.meta.dirname, '../../../functions/cli/main.ts');
const TOKEN = canary('caller token');
/** Maximum pages of all reports of the sample company. */
const MAX_PAGES = 150;
const FOLDER_LIST = z.object({
  data: z.array(z.object({ key: z.number(), name: z.string().nullable() })),
});
const WEEK_LIST = z.object({ latest: z.string() });

/** The launcher does not install the packages of AWS for `start`. */
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (/^@(aws|smithy)/.test(name)) throw new Error(name + ' is not installed');
      return next(name, context);
    },
  });`)}`;

/** A run of `start --once` and its store, from which `start` continues: a week of the sample company takes seconds. */
let onceRun: Promise<Ended & { readonly store: string }> | null = null;

function runOnce(): Promise<Ended & { readonly store: string }> {
  const run = async (): Promise<Ended & { readonly store: string }> => {
    const store = await mkdtemp(join(tmpdir(), 'reports-'));
    const runResult = await feedbackReports(['start', '--once', '--store', `file:${store}`], {
      NODE_OPTIONS,
      TZ: 'Asia/Kathmandu',
      REPORTS_PUBLIC_URL: 'https://reports.example.com',
    });
    return { ...runResult, store };
  };
  onceRun ??= run();
  return onceRun;
}

after(async () => {
  const run = await onceRun;
  if (run !== null) await rm(run.store, { recursive: true, force: true });
});

describe('start --once', () => {
  it('makes the last complete week of the sample company and exits with 0', async () => {
    const { code, stdout, stderr, store } = await runOnce();
    assert.equal(code, 0, stderr);
    const week = /weeks\/(\d{4}-W\d{2})/.exec(stdout)?.[1] ?? '';
    const reports = await storedReports(store, week);
    assert.ok(reports.size >= 12, `${reports.size} reports`);
    const surveys = [...reports.values()].flatMap(({ report }) => report.surveys);
    assert.ok(surveys.length >= 40, `${surveys.length} surveys`);
    assert.ok(new Set(surveys.map(({ timeZone }) => timeZone)).size >= 10);
    for (const { report, pdf } of reports.values()) {
      assert.notEqual(report.status, 'partial');
      const addresses = linkAddresses(pdf);
      assert.equal(addresses.length > 0, report.subfolders.length > 0);
      for (const address of addresses)
        assert.ok(address.startsWith('https://reports.example.com/d/'));
    }
    const pages = [...reports.values()].map(({ report, pdf }) => ({
      isStore: report.subfolders.length === 0,
      count: pdfObjects(pdf).match(/\/Type\/Page\b/g)?.length ?? 0,
    }));
    const storePages = pages.flatMap(({ isStore, count }) => (isStore ? [count] : []));
    const middle = storePages.toSorted((a, b) => a - b)[Math.floor(storePages.length / 2)];
    assert.equal(middle, 1, 'the median of the pages of a store');
    const all = pages.reduce((sum, { count }) => sum + count, 0);
    assert.ok(all >= reports.size && all <= MAX_PAGES, `${all} pages`);
    const kinds = new Set(surveys.flatMap((s) => [s.indexType, s.feedbackScale, s.surveyType]));
    assert.deepEqual([...kinds].toSorted(), [
      'AVERAGE',
      'FIVE',
      'FIVE_REVERSED',
      'FOUR',
      'HAPPY',
      'NPS',
      'TABLET',
      'TERMINAL',
      'WEB',
    ]);
  });

  it('sends the messages of sample subscriptions into the outbox, and those without news nowhere', async () => {
    const { stdout, store } = await runOnce();
    const [, sent = ''] =
      /^Messages: (\d+) sent by mail to .*outbox \(open them/m.exec(stdout) ?? [];
    const names = await readdir(join(store, 'outbox'));
    assert.equal(names.length, Number(sent));
    assert(names.length >= 3);
    const mails = await Promise.all(
      names.map(async (name) => simpleParser(await readFile(join(store, 'outbox', name)))),
    );
    for (const { subject, text, attachments } of mails) {
      assert(subject !== undefined && subject !== '');
      assert.match(text ?? '', /https:\/\/reports\.example\.com\/#/);
      assert.equal(attachments[0]?.contentType, 'application/pdf');
    }
    const week = /weeks\/(\d{4}-W\d{2})/.exec(stdout)?.[1] ?? '';
    const args = ['--week', week, '--store', `file:${store}`, '--json'];
    const deliveries = await runCommand('deliveries', args);
    assert.equal(deliveries.code, 0);
    const states = Array.from(
      deliveries.stdout.matchAll(/"receipt":\{.*?"state":"(\w+)"/g),
      ([, state]) => state,
    );
    assert.equal(states.filter((state) => state === 'sent').length, names.length);
    assert(states.every((state) => state === 'sent' || state === 'skipped'));
  });

  it('refuses an open week before it prints any address', async (t) => {
    const printed = { stdout: '', stderr: '' };
    const output = (name: keyof typeof printed): TextOutput => ({
      write: (text) => (printed[name] += Buffer.from(text).toString()),
    });
    const io = {
      stdout: output('stdout'),
      stderr: output('stderr'),
      env: {},
      signal: new AbortController().signal,
    };
    // The week is over at UTC+14, and goes on in the zones of the sample company.
    const system = { clock: () => Date.parse('2026-11-15T10:30:00Z'), random: () => 0.5 };
    const store = `file:${await temporaryFolder(t)}`;
    const args = ['--week', '2026-W46', '--port', '0', '--store', store];
    assert.equal(await startCommand(args, io, system), 2);
    assert.equal(printed.stdout, '');
    assert.match(printed.stderr, /^WEEK_NOT_CLOSED: [^\n]*\n$/);
  });

  it('does not start where production credentials are configured', async (t) => {
    const store = await temporaryFolder(t);
    const { code, stderr } = await runCommand('start', ['--once', '--store', `file:${store}`], {
      REPORTS_SECRET: 'vault/feedback',
      AWS_REGION: 'eu-west-1',
    });
    assert.equal(code, 2);
    assert.match(stderr, /REPORTS_SECRET +is set: the sample company is not served/);
    assert.doesNotMatch(stderr, /vault/);
    assert.deepEqual(await readdir(store), []);
  });

  it('does not start with the report store or the reporting API of a company', async (t) => {
    const store = await temporaryFolder(t);
    const settings = {
      REPORTS_STORE: `file:${store}`,
      FEEDBACK_API_URL: 'https://feedback.example.com',
    };
    for (const [name, value] of Object.entries(settings)) {
      const { code, stdout, stderr } = await runCommand('start', ['--once'], { [name]: value });
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(
        stderr,
        new RegExp(`^  ${name} is set, but .*: unset it, .* the command serve$`, 'm'),
      );
    }
    assert.deepEqual(await readdir(store), []);
  });

  it('lists every invalid argument', async () => {
    const args = ['--onec', '--port', 'x', '--seed', '-1', '--week'];
    const { code, stderr } = await runCommand('start', args);
    assert.equal(code, 2);
    for (const name of ['--onec', '--port', '--seed', '--week'])
      assert.ok(stderr.includes(`  ${name}`), stderr);
  });
});

describe('start without a token', () => {
  it('first prints an address that opens the report library signed in, before the reports are finished', async (t) => {
    const store = await temporaryFolder(t);
    const child = spawn(
      process.execPath,
      [MAIN, 'start', '--port', '0', '--store', `file:${store}`],
      {
        env: { ...MACHINE },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    try {
      const outputLines: readonly unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
      const [, base = '', token = ''] =
        /^Report library: (http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]{32})\n/.exec(
          String(outputLines[0]),
        ) ?? [];
      const page = await request(`${base}/`);
      assert.equal(page.statusCode, 200);
      assert.match(await page.body.text(), /<div id="app"><\/div>/);
      const headers = { authorization: `Bearer ${token}` };
      const folders = await request(`${base}/v1/folders`, { headers });
      assert.equal(folders.statusCode, 200);
      await folders.body.dump();
    } finally {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  });
});

describe('start', () => {
  let child: ChildProcess;
  let store = '';
  let base = '';
  let output = '';

  before(async () => {
    store = await mkdtemp(join(tmpdir(), 'reports-'));
    await cp((await runOnce()).store, store, { recursive: true });
    child = spawn(process.execPath, [MAIN, 'start', '--port', '0', '--store', `file:${store}`], {
      env: { ...MACHINE, NODE_OPTIONS, REPORTS_API_TOKEN: TOKEN },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.ok(child.stdout !== null);
    for await (const text of child.stdout) {
      output += String(text);
      const address = /HTTP API at (http:\/\/127\.0\.0\.1:\d+)\/v1\/reports/.exec(output)?.[1];
      if (address !== undefined && output.lastIndexOf('Report library: ') > 0) {
        base = address;
        break;
      }
    }
  });
  after(async () => {
    child.kill('SIGINT');
    const exit = await once(child, 'exit');
    await rm(store, { recursive: true, force: true });
    assert.equal(exit.at(0), 0, 'ends with 0 at Ctrl-C');
  });

  it('does not print a configured token, but the name of its variable', () => {
    assert.ok(!output.includes(TOKEN));
    assert.match(output, /curl -H "Authorization: Bearer \$REPORTS_API_TOKEN" http/);
  });

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
    readonly bytes: Buffer;
    readonly body: Record<string, unknown>;
  }

  async function ask(
    method: string,
    path: string,
    options: {
      token?: string | null;
      body?: string;
      headers?: Record<string, string>;
      connection?: Client;
    } = {},
  ): Promise<Answer> {
    const { token = TOKEN, body, headers, connection } = options;
    const answer = await request(path.startsWith('http') ? path : `${base}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(connection === undefined ? {} : { dispatcher: connection, idempotent: true }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return { status: answer.statusCode, headers: answer.headers, bytes, body: objectIn(bytes) };
  }

  function objectIn(bytes: Buffer): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(bytes.toString());
      return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {
      return {};
    }
  }

  it('first prints the address of the report library, without a configured token', async () => {
    assert.ok(
      output.startsWith(`Report library: ${base}/ (sign in with the bearer token)\n`),
      output,
    );
    assert.doesNotMatch(output, /#token=/);
    const { status, headers } = await ask('GET', '/', { token: null });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
  });

  it('repeats the address of the report library in the last line', () => {
    assert.match(output, new RegExp(`\nReport library: ${base}/ \\(sign in [^\n]*\n$`));
  });

  it('lists reports newest week first, folders by key, page by page', async () => {
    const listedReports = [];
    let cursor: unknown = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      assert.ok(pages < 100);
      const { status, body } = await ask(
        'GET',
        `/v1/reports?limit=7${typeof cursor === 'string' && cursor !== '' ? `&cursor=${cursor}` : ''}`,
      );
      assert.equal(status, 200);
      assert.ok(Array.isArray(body['data']) && body['data'].length <= 7);
      listedReports.push(...manifestsOf(body));
      cursor = body['cursor'];
    }
    const keys = listedReports.map(({ folder }) => folder.key);
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => a - b),
    );
    const reports = await storedReports(store, listedReports[0]?.week ?? '');
    assert.deepEqual(
      keys,
      [...reports.keys()].toSorted((a, b) => a - b),
    );
    const singlePage = await ask('GET', `/v1/reports?folder=${keys[3] ?? ''}`);
    assert.ok(Array.isArray(singlePage.body['data']) && singlePage.body['data'].length === 1);
    assert.equal(singlePage.body['cursor'], null);
  });

  it('downloads both files by links that need no token and name the folder', async () => {
    const { body } = await ask('GET', '/v1/reports?limit=1');
    const [manifest = assert.fail()] = manifestsOf(body);
    const files: Buffer[] = [];
    for (const [extension, type] of [
      ['pdf', 'application/pdf'],
      ['json', 'application/json'],
    ] as const) {
      const link = await ask(
        'GET',
        `/v1/reports/${manifest.week}/${manifest.folder.key}/report.${extension}`,
      );
      assert.equal(link.status, 302);
      assert.equal(link.headers['cache-control'], 'private, no-store');
      assert.equal(link.headers['referrer-policy'], 'no-referrer');
      const file = await ask('GET', String(link.headers['location']), { token: null });
      assert.equal(file.status, 200);
      assert.equal(file.headers['content-type'], type);
      assert.equal(file.headers['x-content-type-options'], 'nosniff');
      assert.match(
        String(file.headers['content-disposition']),
        new RegExp(
          `^attachment; filename="${manifest.week}-[a-z-]+-${manifest.folder.key}\\.${extension}"; filename\\*=UTF-8''${manifest.week}%20[^"]+\\.${extension}$`,
        ),
      );
      assert.equal(file.bytes.byteLength, manifest.files[extension].bytes);
      files.push(file.bytes);
      if (extension === 'json')
        assert.equal(jsonReader().read(file.bytes).folder.key, manifest.folder.key);

      const alteredLocation = String(link.headers['location']).replace(/expires=\d/, 'expires=9');
      assert.equal((await ask('GET', alteredLocation, { token: null })).status, 403);
      const otherLocation = String(link.headers['location']).replace(
        /\/files\/[^?]*/,
        '/files/weeks/2026-W01/plan.json',
      );
      assert.equal((await ask('GET', otherLocation, { token: null })).status, 403);
    }
    const [pdf, json] = files;
    assert.ok(pdf !== undefined && json !== undefined);
    assert.deepEqual(
      attachedFiles(pdf),
      [json],
      'the PDF carries the JSON that is stored beside it',
    );
  });

  it('returns an existing report immediately, and makes one new revision for repeated forced requests', async () => {
    const { body } = await ask('GET', '/v1/reports?limit=100');
    const manifest = manifestsOf(body).at(-1) ?? assert.fail();
    const reportRequest = { folder: manifest.folder.key, week: manifest.week };
    const there = await ask('POST', '/v1/reports', { body: JSON.stringify(reportRequest) });
    assert.equal(there.status, 200);
    assert.equal(there.body['status'], 'complete');
    assert.deepEqual(there.body['report'], JSON.parse(JSON.stringify(manifest)));

    const forced = JSON.stringify({ ...reportRequest, force: true });
    // Both are sent at once, so that the report of the first is not made before the second is read.
    const connection = new Client(base, { pipelining: 2 });
    const [first, second] = await Promise.all([
      ask('POST', '/v1/reports', { body: forced, connection }),
      ask('POST', '/v1/reports', { body: forced, connection, headers: { prefer: 'wait=20' } }),
    ]).finally(() => connection.close());
    assert.equal(first.status, 202);
    assert.equal(first.body['status'], 'queued');
    assert.equal(first.headers['retry-after'], '2');
    assert.equal(second.status, 200);
    assert.equal(second.headers['preference-applied'], 'wait=20');
    const remadeReport = manifestOf(second.body['report']);
    assert.equal(remadeReport.revision, 2);
    const self = await ask('GET', `/v1/reports/${manifest.week}/${manifest.folder.key}`);
    assert.deepEqual(self.body['report'], second.body['report']);
    assert.deepEqual(self.body['links'], {
      self: `${base}/v1/reports/${manifest.week}/${manifest.folder.key}`,
      pdf: `${base}/v1/reports/${manifest.week}/${manifest.folder.key}/report.pdf`,
      json: `${base}/v1/reports/${manifest.week}/${manifest.folder.key}/report.json`,
    });
  });

  it('shares a report by links without a token, created over HTTP or by the command', async () => {
    const { body } = await ask('GET', '/v1/reports?limit=1');
    const [manifest = assert.fail()] = manifestsOf(body);
    const { week, folder } = manifest;
    const open = async (url: string): Promise<Answer> => {
      const answer = await ask('GET', url, { token: null });
      if (answer.status !== 302) return answer;
      assert.equal(answer.headers['cache-control'], 'no-store');
      return ask('GET', String(answer.headers['location']), { token: null });
    };
    const created = await ask('POST', '/v1/links', {
      body: JSON.stringify({ folder: folder.key, week }),
    });
    assert.equal(created.status, 201);
    const sharedUrl = String(created.body['url']);
    assert.ok(sharedUrl.startsWith(`${base}/d/`), sharedUrl);

    const link = (...args: readonly string[]): ReturnType<typeof runCommand> =>
      runCommand('link', ['--store', `file:${store}`, ...args], { REPORTS_PUBLIC_URL: base });
    const printed = await link('--folder', String(folder.key), '--expires-in-days', '1', '--json');
    assert.equal(printed.code, 0, printed.stderr);
    const { id, url, ...rest } = objectIn(Buffer.from(printed.stdout));
    assert.deepEqual([rest['folder'], rest['week'], rest['revision']], [folder.key, null, null]);

    for (const address of [sharedUrl, String(url)]) {
      const [pdf, data] = [await open(address), await open(`${address}?format=json`)];
      assert.equal(pdf.bytes.byteLength, manifest.files.pdf.bytes);
      assert.equal(jsonReader().read(data.bytes).folder.key, folder.key);
    }
    assert.equal((await ask('DELETE', `/v1/links/${String(created.body['id'])}`)).status, 204);
    const revocation = await link('--revoke', String(id));
    assert.deepEqual([revocation.code, revocation.stdout], [0, `Link ${String(id)} is revoked.\n`]);
    for (const address of [sharedUrl, String(url)]) {
      const goneAnswer = await open(address);
      assert.equal(goneAnswer.status, 410);
      assert.match(goneAnswer.bytes.toString(), /<h1>This link was revoked<\/h1>/);
    }
    const key = join(store, '.link-key.json');
    assert.equal((await stat(key)).mode & 0o777, 0o600);
  });

  it('prints a command to share a report that works unchanged', () => {
    assert.match(
      output,
      /^ {2}share {5}curl .* --json '\{"folder": \d+, "week": "\d{4}-W\d\d"\}' .*\/v1\/links$/m,
    );
  });

  const json = 'application/json';
  const refusedRequests: readonly (readonly [
    what: string,
    method: string,
    path: string,
    options: Parameters<typeof ask>[2],
    status: number,
    code: string,
  ])[] = [
    ['no token', 'GET', '/v1/reports', { token: null }, 401, 'UNAUTHORIZED'],
    ['a wrong token', 'GET', '/v1/reports', { token: 'nonsense' }, 401, 'UNAUTHORIZED'],
    [
      'no token, before an unknown route',
      'GET',
      '/v1/nowhere',
      { token: null },
      401,
      'UNAUTHORIZED',
    ],
    ['an unknown route', 'GET', '/v1/nowhere', {}, 404, 'ROUTE_NOT_FOUND'],
    ['another method', 'DELETE', '/v1/reports', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['another method', 'PUT', '/v1/reports/2026-W01/1/report.pdf', {}, 405, 'METHOD_NOT_ALLOWED'],
    ['HEAD', 'HEAD', '/v1/reports', {}, 405, ''],
    [
      'another content type',
      'POST',
      '/v1/reports',
      { headers: { 'content-type': 'text/plain' } },
      415,
      'CONTENT_TYPE',
    ],
    ['no body', 'POST', '/v1/reports', { headers: { 'content-type': json } }, 400, 'BODY_MISSING'],
    ['a body that is not JSON', 'POST', '/v1/reports', { body: '{folder' }, 400, 'BODY_NOT_JSON'],
    ['a body that is an array', 'POST', '/v1/reports', { body: '[1]' }, 400, 'BODY_SHAPE'],
    [
      'a body of 17 KB',
      'POST',
      '/v1/reports',
      { body: JSON.stringify({ folder: 'x'.repeat(17_000) }) },
      413,
      'BODY_TOO_LARGE',
    ],
    [
      'an unknown field',
      'POST',
      '/v1/reports',
      { body: '{"folder":41001,"callback":"http://x"}' },
      400,
      'FIELD_UNKNOWN',
    ],
    [
      'a forbidden field',
      'POST',
      '/v1/reports',
      { body: '{"folder":41001,"__proto__":{}}' },
      400,
      'FIELD_UNKNOWN',
    ],
    ['no folder', 'POST', '/v1/reports', { body: '{}' }, 400, 'FOLDER_KEY_INVALID'],
    [
      'a folder that is a text',
      'POST',
      '/v1/reports',
      { body: '{"folder":"12;drop"}' },
      400,
      'FOLDER_KEY_INVALID',
    ],
    [
      'a folder that is 1.5',
      'POST',
      '/v1/reports',
      { body: '{"folder":1.5}' },
      400,
      'FOLDER_KEY_INVALID',
    ],
    [
      'a folder that is not there',
      'POST',
      '/v1/reports',
      { body: '{"folder":987654}' },
      404,
      'FOLDER_NOT_FOUND',
    ],
    [
      'force that is a number',
      'POST',
      '/v1/reports',
      { body: '{"folder":41001,"force":1}' },
      400,
      'FIELD_INVALID',
    ],
    [
      'a week that is none',
      'POST',
      '/v1/reports',
      { body: '{"folder":41001,"week":"2025-W53"}' },
      422,
      'WEEK_INVALID',
    ],
    [
      'a week to come',
      'POST',
      '/v1/reports',
      { body: '{"folder":41001,"week":"2099-W01"}' },
      422,
      'WEEK_NOT_CLOSED',
    ],
    [
      'a report that is neither there nor asked for',
      'GET',
      '/v1/reports/2020-W01/41001',
      {},
      404,
      'REPORT_NOT_FOUND',
    ],
    [
      'the file of a report that is not there',
      'GET',
      '/v1/reports/2020-W01/41001/report.pdf',
      {},
      404,
      'REPORT_NOT_FOUND',
    ],
    ['a path with another week', 'GET', '/v1/reports/latest/41001', {}, 422, 'WEEK_INVALID'],
    [
      'a path with another folder',
      'GET',
      '/v1/reports/2020-W01/north',
      {},
      400,
      'FOLDER_KEY_INVALID',
    ],
    ['limit=0', 'GET', '/v1/reports?limit=0', {}, 400, 'LIMIT_INVALID'],
    ['limit=101', 'GET', '/v1/reports?limit=101', {}, 400, 'LIMIT_INVALID'],
    ['a parameter given twice', 'GET', '/v1/reports?limit=1&limit=2', {}, 400, 'FIELD_REPEATED'],
    ['an unknown parameter', 'GET', '/v1/reports?weeks=2020-W01', {}, 400, 'FIELD_UNKNOWN'],
    ['a foreign cursor', 'GET', '/v1/reports?cursor=abc', {}, 400, 'CURSOR_INVALID'],
    [
      'an unsigned link',
      'GET',
      '/files/weeks/2020-W01/folders/1/manifest.json',
      { token: null },
      403,
      'LINK_INVALID',
    ],
  ];
  for (const [what, method, path, options, status, code] of refusedRequests) {
    it(`answers ${status} ${code} to ${what}: ${method} ${path}`, async () => {
      const answer = await ask(method, path, options);
      assert.equal(answer.status, status, answer.bytes.toString());
      if (method === 'HEAD') return;
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.body['code'], code);
      assert.equal(answer.body['status'], status);
      if (status === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer');
      if (status === 405) assert.ok(String(answer.headers['allow']).includes('GET'));
    });
  }

  it('reports that nothing is due for a folder without a survey in the week', async () => {
    // The sample's Christmas market stands in winter only; the service knows more than a year.
    const folders = FOLDER_LIST.parse((await ask('GET', '/v1/folders')).body).data;
    const market = folders.find(({ name }) => name === 'Christmas market');
    assert.ok(market !== undefined);
    const latest = WEEK_LIST.parse((await ask('GET', '/v1/weeks')).body).latest;
    const year = Number(latest.slice(0, 4));
    const summer = latest > `${year}-W27` ? `${year}-W26` : `${year - 1}-W26`;
    const answer = await ask('POST', '/v1/reports', {
      body: JSON.stringify({ folder: market.key, week: summer }),
      headers: { prefer: 'wait=20' },
    });
    assert.equal(answer.status, 404);
    assert.equal(answer.body['code'], 'NOTHING_OWED');
  });

  it('reports immediately that its port is in use', async (t) => {
    const port = new URL(base).port;
    const otherFolder = await temporaryFolder(t);
    const { code, stdout, stderr } = await feedbackReports([
      'start',
      '--port',
      port,
      '--store',
      `file:${otherFolder}`,
    ]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      new RegExp(`^Port ${port} on 127.0.0.1 is already in use: choose another with --port`),
    );
  });

  it('reads a chunked body up to the size limit', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    const post = async (pieces: readonly string[]): Promise<number> => {
      const answer = await request(`${base}/v1/reports`, {
        method: 'POST',
        headers,
        body: Readable.from(pieces),
      });
      await answer.body.dump();
      return answer.statusCode;
    };
    assert.equal(await post(['{"folder"', ':987654}']), 404);
    assert.equal(await post(Array.from({ length: 200 }, () => ' '.repeat(100))), 413);
  });

  it('returns the instant at which an open week closes', async () => {
    const { body } = await ask('POST', '/v1/reports', {
      body: '{"folder":41001,"week":"2099-W01"}',
    });
    assert.match(String(body['closesAt']), /^2099-01-05T\d{2}:00:00\.000Z$/);
  });
});

function manifestOf(value: unknown): Manifest {
  return repositoryCodecs.manifests.decode(Buffer.from(JSON.stringify(value)));
}

function manifestsOf({ data }: Record<string, unknown>): readonly Manifest[] {
  return z.array(z.unknown()).parse(data).map(manifestOf);
}
