// The HTTP API's routes: what is asked wrongly is told by a stable code and never by a 5xx.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../lib/app/failures.ts';
import {
  DAY,
  PUBLIC_URL,
  reportsWorld,
  reportsWorldIn,
  type Ask,
} from './support/reports-world.ts';

const WEEK = '2026-W46';
const ONE = `/v1/reports/${WEEK}/21`;
const json = 'application/json';
const of = (body: unknown): Ask => ({ body });
const as = (headers: Readonly<Record<string, string>>, body?: string): Ask =>
  body === undefined ? { headers } : { headers, body };

type Refused = readonly [
  what: string,
  method: string,
  path: string,
  options: Ask,
  status: number,
  code: string,
];

const bodies = (path: string): readonly Refused[] =>
  (
    [
      ['another content type', as({ 'Content-Type': 'text/plain' }, '{}'), 415, 'CONTENT_TYPE'],
      [
        'a content type like JSON',
        as({ 'Content-Type': 'application/jsonp' }, '{}'),
        415,
        'CONTENT_TYPE',
      ],
      ['no content type', as({ 'Content-Type': '' }, '{}'), 415, 'CONTENT_TYPE'],
      ['an empty body', as({ 'Content-Type': json }, ''), 400, 'BODY_MISSING'],
      ['no body', as({ 'Content-Type': json }), 400, 'BODY_MISSING'],
      ['half a body', of('{"folder":21'), 400, 'BODY_NOT_JSON'],
      [
        'a body with a byte order mark twice',
        of('\uFEFF\uFEFF{"folder":21}'),
        400,
        'BODY_NOT_JSON',
      ],
      ['an array', of('[{"folder":21}]'), 400, 'BODY_SHAPE'],
      ['a text', of('"folder"'), 400, 'BODY_SHAPE'],
      ['null', of('null'), 400, 'BODY_SHAPE'],
      [
        '16 KB and one byte',
        of(`{"folder":21}${' '.repeat(16 * 1024 - 12)}`),
        413,
        'BODY_TOO_LARGE',
      ],
      ['a misspelt field', of({ folder: 21, weeks: WEEK }), 400, 'FIELD_UNKNOWN'],
      ['an address to call back', of({ folder: 21, callback: 'http://x' }), 400, 'FIELD_UNKNOWN'],
      ['a key of the store', of({ folder: 21, key: 'links/x' }), 400, 'FIELD_UNKNOWN'],
      ['__proto__', of('{"folder":21,"__proto__":{"folder":1}}'), 400, 'FIELD_UNKNOWN'],
      ['constructor', of('{"folder":21,"constructor":{}}'), 400, 'FIELD_UNKNOWN'],
      ['no folder', of({}), 400, 'FOLDER_KEY_INVALID'],
      ...[
        '"21"',
        '1.5',
        '-1',
        '0',
        '9007199254740992',
        '1e400',
        '[]',
        '[21]',
        '{}',
        'null',
        'true',
        '"12;drop"',
        '"../"',
      ].map(
        (folder) =>
          [`folder ${folder}`, of(`{"folder":${folder}}`), 400, 'FOLDER_KEY_INVALID'] as const,
      ),
      ...[
        '2026-W54',
        '2025-W53',
        '2026-W1',
        '26-W01',
        '2026-13-01',
        '2026-W00',
        ' 2026-W46',
        '2026-w46',
        '',
      ].map((week) => [`week "${week}"`, of({ folder: 21, week }), 422, 'WEEK_INVALID'] as const),
      ['a week that is a number', of({ folder: 21, week: 46 }), 422, 'WEEK_INVALID'],
      ['a week that is null', of({ folder: 21, week: null }), 422, 'WEEK_INVALID'],
    ] as const
  ).map(([what, options, status, code]) => [what, 'POST', path, options, status, code]);

const refused: readonly Refused[] = [
  ...bodies('/v1/reports'),
  ...bodies('/v1/links'),
  [
    'force that is a text',
    'POST',
    '/v1/reports',
    of({ folder: 21, force: 'true' }),
    400,
    'FIELD_INVALID',
  ],
  ...[0, 366, 1.5, -1, '90', null, true].map((days): Refused => [
    `${String(days)} days`,
    'POST',
    '/v1/links',
    of({ folder: 21, expiresInDays: days }),
    400,
    'FIELD_INVALID',
  ]),
  [
    'a folder that is not there',
    'POST',
    '/v1/reports',
    of({ folder: 987 }),
    404,
    'FOLDER_NOT_FOUND',
  ],
  ['a folder without reports', 'POST', '/v1/links', of({ folder: 987 }), 404, 'REPORT_NOT_FOUND'],
  [
    'an open week',
    'POST',
    '/v1/reports',
    of({ folder: 21, week: '2026-W47' }),
    422,
    'WEEK_NOT_CLOSED',
  ],
  ['a link that nobody could have', 'DELETE', '/v1/links/21', {}, 404, 'LINK_NOT_FOUND'],
  ['a link’s id that is a path', 'DELETE', '/v1/links/..%2Fx', {}, 404, 'LINK_NOT_FOUND'],
  ['an unknown route', 'GET', '/v1/nowhere', {}, 404, 'ROUTE_NOT_FOUND'],
  ['a slash at the end', 'GET', '/v1/reports/', {}, 404, 'ROUTE_NOT_FOUND'],
  ['another case', 'GET', '/v1/Reports', {}, 404, 'ROUTE_NOT_FOUND'],
  ['another file', 'GET', `${ONE}/report.csv`, {}, 404, 'ROUTE_NOT_FOUND'],
  ['a week in the path that is none', 'GET', '/v1/reports/latest/21', {}, 422, 'WEEK_INVALID'],
  ...[
    'north',
    '0',
    '-1',
    '1.5',
    '0x15',
    '21%2Freport.pdf',
    '21%00',
    '%F0%9F%98%80',
    '99999999999999999',
  ].map((folder): Refused => [
    `folder ${folder} in the path`,
    'GET',
    `/v1/reports/${WEEK}/${folder}`,
    {},
    400,
    'FOLDER_KEY_INVALID',
  ]),
  ['a report that is not there', 'GET', `/v1/reports/2020-W01/21`, {}, 404, 'REPORT_NOT_FOUND'],
  ['the file of none', 'GET', `/v1/reports/2020-W01/21/report.pdf`, {}, 404, 'REPORT_NOT_FOUND'],
  ...['0', '101', '-1', '1.5', '', 'x', '1e1', '٣'].map((limit): Refused => [
    `limit=${limit}`,
    'GET',
    `/v1/reports?limit=${encodeURIComponent(limit)}`,
    {},
    400,
    'LIMIT_INVALID',
  ]),
  ...['', 'abc', 'MjAyNi1XNDYvMjE=', 'MjAyNi1XNDYvMDIx', 'MjAyNi1XNTQvMjE', '../x'].map(
    (cursor): Refused => [
      `the cursor "${cursor}"`,
      'GET',
      `/v1/reports?cursor=${cursor}`,
      {},
      400,
      'CURSOR_INVALID',
    ],
  ),
  ...['limit=1&limit=1', 'week=2026-W46&week=2026-W45', 'limit=1&lim%69t=1'].map(
    (query): Refused => [
      `a parameter twice: ${query}`,
      'GET',
      `/v1/reports?${query}`,
      {},
      400,
      'FIELD_REPEATED',
    ],
  ),
  ...['weeks=2026-W46', '__proto__=1', 'limit[]=1', 'constructor=1', '=1', 'Limit=1'].map(
    (query): Refused => [
      `an unknown parameter: ${query}`,
      'GET',
      `/v1/reports?${query}`,
      {},
      400,
      'FIELD_UNKNOWN',
    ],
  ),
  ['a parameter where there is none', 'GET', `${ONE}?zone=UTC`, {}, 400, 'FIELD_UNKNOWN'],
  ['a parameter of a file', 'GET', `${ONE}/report.pdf?format=csv`, {}, 400, 'FIELD_UNKNOWN'],
  [
    'a parameter beside a body',
    'POST',
    '/v1/reports?force=true',
    of({ folder: 21 }),
    400,
    'FIELD_UNKNOWN',
  ],
  [
    'a parameter of a removal',
    'DELETE',
    `/v1/links/21-${'A'.repeat(16)}?x`,
    {},
    400,
    'FIELD_UNKNOWN',
  ],
  ['an empty week', 'GET', '/v1/reports?week=', {}, 422, 'WEEK_INVALID'],
  ...['0', '-1', '1.5', '01', '', 'x', '1e1', '٣', '9999999999'].map((revision): Refused => [
    `revision=${revision}`,
    'GET',
    `${ONE}/content?revision=${encodeURIComponent(revision)}`,
    {},
    400,
    'FIELD_INVALID',
  ]),
  ['a revision twice', 'GET', `${ONE}/content?revision=1&revision=1`, {}, 400, 'FIELD_REPEATED'],
  ['a revision that is not there', 'GET', `${ONE}/content?revision=2`, {}, 404, 'REPORT_NOT_FOUND'],
  ...['folders', 'weeks', `weeks/${WEEK}`].map((path): Refused => [
    `a parameter of ${path}`,
    'GET',
    `/v1/${path}?revision=1`,
    {},
    400,
    'FIELD_UNKNOWN',
  ]),
  ...['revisions', 'files'].map((path): Refused => [
    `a parameter of ${path}`,
    'GET',
    `${ONE}/${path}?revision=1`,
    {},
    400,
    'FIELD_UNKNOWN',
  ]),
  ...['latest', '2026-W54', '2026-w46', '1'].map((week): Refused => [
    `the week ${week}`,
    'GET',
    `/v1/weeks/${week}`,
    {},
    422,
    'WEEK_INVALID',
  ]),
  [
    'a link that is a line feed',
    'GET',
    '/d/%0A',
    as({ Accept: 'application/json' }),
    403,
    'LINK_INVALID',
  ],
  ['HEAD of content', 'HEAD', `${ONE}/content`, {}, 405, 'METHOD_NOT_ALLOWED'],
  ['a percent sign alone', 'GET', '/v1/reports?cursor=%', {}, 400, 'URL_ENCODING'],
  ['bytes that are no UTF-8', 'GET', '/v1/reports?cursor=%FF%FE', {}, 400, 'URL_ENCODING'],
  ['a path with half an escape', 'GET', `/v1/reports/${WEEK}/%2`, {}, 400, 'URL_ENCODING'],
  ['a path with a surrogate', 'DELETE', '/v1/links/%ED%A0%80', {}, 400, 'URL_ENCODING'],
  [
    'Accept without JSON',
    'GET',
    ONE,
    as({ Accept: 'text/html, application/pdf' }),
    406,
    'NOT_ACCEPTABLE',
  ],
  [
    'Accept that refuses JSON',
    'GET',
    '/v1/reports',
    as({ Accept: 'application/json;q=0' }),
    406,
    'NOT_ACCEPTABLE',
  ],
  ...['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method): Refused => [
    method,
    method,
    '/v1/reports',
    {},
    405,
    'METHOD_NOT_ALLOWED',
  ]),
  ...['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method): Refused => [
    method,
    method,
    '/v1/links',
    {},
    405,
    'METHOD_NOT_ALLOWED',
  ]),
  ['HEAD of a file', 'HEAD', `${ONE}/report.pdf`, {}, 405, 'METHOD_NOT_ALLOWED'],
  ['POST to the description', 'POST', '/v1/openapi.json', {}, 405, 'METHOD_NOT_ALLOWED'],
  ['POST to a link', 'POST', '/d/x', {}, 405, 'METHOD_NOT_ALLOWED'],
];

describe('a request that is wrong', () => {
  const root = mkdtempSync(join(tmpdir(), 'reports-'));
  const world = reportsWorldIn(root);
  before(() => world.put(WEEK, 21));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [what, method, path, options, status, code] of refused) {
    it(`is answered with ${status} ${code}: ${what}, ${method} ${path}`, async () => {
      const answer = await world.ask(method, path, options);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      if (method === 'HEAD') return;
      assert.equal(answer.body['code'], code);
      assert.equal(answer.body['status'], status);
    });
  }

  it('is never our fault, whatever is in its path, query and body', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'v1',
        'd',
        'reports',
        'links',
        WEEK,
        '21',
        'report.pdf',
        'openapi.json',
        'folders',
        'weeks',
        'content',
        'files',
        '..',
        '',
        '%',
        '%25',
        '%2F',
        '%00',
        '%C3%28',
        '+',
        ';',
        ':week',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }).map((text) => encodeURI(text.toWellFormed())),
    );
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
    const query = fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((text) => `?${text}`),
    );
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS');
    const body = fc.oneof(fc.json({ maxDepth: 2 }), fc.string(), fc.constant('{"folder":21}'));
    await fc.assert(
      fc.asyncProperty(path, query, method, body, async (at, asked, how, text) => {
        const hasBody = how === 'POST' || how === 'DELETE';
        const answer = await world.ask(how, `${at}${asked}`, hasBody ? { body: text } : {});
        assert.ok(answer.status < 500, answer.text);
      }),
      { numRuns: 300 },
    );
    assert.deepEqual(world.faults, []);
  });
});

describe('a report that is asked for', () => {
  it('is refused while its week goes on, with the moment from which it is not', async (t) => {
    const world = await reportsWorld(t);
    const { body } = await world.ask('POST', '/v1/reports', of({ folder: 21, week: '2026-W47' }));
    assert.equal(body['code'], 'WEEK_NOT_CLOSED');
    assert.equal(body['closesAt'], '2026-11-22T22:00:00.000Z');
  });

  it('is given when it is there, and queued when it is not', async (t) => {
    const world = await reportsWorld(t);
    await world.put(WEEK, 21);
    const there = await world.ask('POST', '/v1/reports', of({ folder: 21 }));
    assert.equal(there.status, 200);
    const self = `${PUBLIC_URL}${ONE}`;
    assert.deepEqual(there.body['links'], {
      self,
      pdf: `${self}/report.pdf`,
      json: `${self}/report.json`,
    });
    const queued = await world.ask('POST', '/v1/reports', of({ folder: 22, week: WEEK }));
    assert.deepEqual([queued.status, queued.body['report']], [202, null]);
    assert.equal(queued.headers.get('location'), `${PUBLIC_URL}/v1/reports/${WEEK}/22`);
    assert.equal((await world.ask('GET', `/v1/reports/${WEEK}/22`)).status, 202);
  });

  it('is waited for where that is preferred, at most 25 seconds', async (t) => {
    const world = await reportsWorld(t);
    for (const [prefer, applied] of [
      ['wait=5', 'wait=5'],
      ['respond-async, wait = "90"', 'wait=25'],
    ] as const) {
      const { status, headers } = await world.ask('POST', '/v1/reports', {
        body: { folder: 21, force: true },
        headers: { Prefer: prefer },
      });
      assert.deepEqual([status, headers.get('preference-applied')], [200, applied]);
    }
    for (const prefer of ['wait=0', 'wait=-1', 'await=5', 'wait=x', 'handling=strict']) {
      const { status, headers } = await world.ask('POST', '/v1/reports', {
        body: { folder: 22, force: true },
        headers: { Prefer: prefer },
      });
      assert.deepEqual([status, headers.get('preference-applied')], [202, null], prefer);
    }
  });

  it('takes JSON by any of its names in Accept', async (t) => {
    const world = await reportsWorld(t);
    await world.put(WEEK, 21);
    for (const Accept of [
      '*/*',
      'application/*;q=0.1',
      'text/html, application/json;q=0.5',
      'application/problem+json',
      ' ',
      'APPLICATION/JSON',
    ]) {
      assert.equal((await world.ask('GET', ONE, as({ Accept }))).status, 200, Accept);
    }
    assert.equal(
      (await world.ask('GET', `${ONE}/report.pdf`, as({ Accept: 'application/pdf' }))).status,
      302,
    );
  });

  it('tells what failed by its code alone: no key, no address, no reason of ours', async (t) => {
    const world = await reportsWorld(t);
    world.upstream = new Failure('UPSTREAM_REJECTED', { path: '/secret/place' });
    const rejected = await world.ask('POST', '/v1/reports', of({ folder: 21 }));
    assert.deepEqual([rejected.status, rejected.body['code']], [502, 'UPSTREAM_REJECTED']);
    world.queued.set(`${WEEK}/22`, {
      state: 'failed',
      failure: new Failure('STORE_UNAVAILABLE', { key: 'weeks/secret', reason: 'EACCES' }),
    });
    const failed = await world.ask('GET', `/v1/reports/${WEEK}/22`);
    assert.deepEqual([failed.status, failed.headers.get('retry-after')], [503, '30']);
    for (const { text } of [rejected, failed]) assert.doesNotMatch(text, /secret|EACCES/);
    assert.equal(world.faults.length, 2);
  });

  it('tells nothing at all of a bug', async (t) => {
    const world = await reportsWorld(t);
    const bug = new TypeError('secret detail');
    Object.assign(world.api.jobs, { stateOf: () => Promise.reject(bug) });
    const { status, body, text } = await world.ask('GET', ONE);
    assert.deepEqual([status, body['code']], [500, 'INTERNAL']);
    assert.doesNotMatch(text, /secret|TypeError|at /);
    assert.deepEqual(world.faults, [bug]);
  });
});

describe('a link that is made', () => {
  it('opens the file by an address signed now, for nobody to keep; a PDF is shown, JSON saved', async (t) => {
    const world = await reportsWorld(t);
    const { files } = await world.put(WEEK, 21);
    const made = await world.ask(
      'POST',
      '/v1/links',
      of({ folder: 21, week: WEEK, expiresInDays: 365 }),
    );
    assert.equal(made.status, 201);
    assert.equal(made.body['expiresAt'], new Date(world.now + 365 * DAY).toISOString());
    const url = String(made.body['url']);
    assert.ok(url.startsWith(`${PUBLIC_URL}/d/`), url);
    const path = url.slice(PUBLIC_URL.length);
    for (const [query, format] of [
      ['', 'pdf'],
      ['?format=pdf', 'pdf'],
      ['?format=json', 'json'],
      ['?utm_source=mail&fbclid=1', 'pdf'],
    ] as const) {
      const { status, headers } = await world.ask('GET', `${path}${query}`, { caller: null });
      assert.equal(status, 302);
      assert.equal(
        headers.get('location'),
        `https://files.example.com/${files[format].key}?name=store-a-2026-W46.${format}&as=${format === 'pdf' ? 'inline' : 'attachment'}`,
      );
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    }
  });
});
