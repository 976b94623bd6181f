// Bad requests, phrase by phrase of the catalogue: status and code, or why the API has no such thing.
import assert from 'node:assert/strict';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { PUBLIC_URL, type TestRequest } from '../../support/http/reports-api-context.ts';
import { replaceBytes } from '../../support/archive.ts';
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  onSeparateClient,
  checkProblem,
  MARK,
  OPEN_WEEK,
  postRequest,
  refused,
  refusedEvent,
  send,
  WEEK,
  type HttpCase,
} from './http-cases.ts';

const ONE = `/v1/reports/${WEEK}/21`;
const JSON_TYPE = { 'Content-Type': 'application/json' } as const;
const LIMIT = 16 * 1024;
const folders = (caller: readonly number[]): TestRequest => ({ caller: { folders: caller } });
const get = (path: string, ask: TestRequest = {}) => ({ method: 'GET', path, ...ask });

/** The same of both routes that take a body. */
function bodies(what: string, ask: TestRequest, status: number, code: string): readonly HttpCase[] {
  return ['/v1/reports', '/v1/links'].map((path) =>
    refused(`${what}, ${path}`, { path, ...ask }, status, code),
  );
}

function fields(bad: readonly object[], code: string): readonly HttpCase[] {
  return bad.flatMap((field) =>
    bodies(JSON.stringify(field), { body: { folder: 21, ...field } }, 400, code),
  );
}

const BAD_FOLDERS = [
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
  `"${MARK}"`,
];
const BAD_IN_PATHS = [
  'north',
  '0',
  '-1',
  '1.5',
  '0x15',
  '21%2Freport.pdf',
  '21%00',
  '%F0%9F%98%80',
  '99999999999999999',
];
const BAD_WEEKS = [
  '2026-W54',
  '2025-W53',
  '2026-W1',
  '26-W01',
  '2026-13-01',
  '2026-11-11',
  '2026-W00',
  ' 2026-W46',
  '2026-w46',
  '',
  '0001-W01',
  `2026-W46${MARK}`,
];

export const REQUESTS: readonly CatalogueEntry<HttpCase>[] = [
  {
    of: 'no token / expired / wrong issuer / wrong audience / wrong scope',
    what: 'an unknown caller',
    otherwise:
      'the gateway or the authorizer, which has its own tests, verifies tokens before this code',
    cases: [
      ...['/v1/reports', ONE, '/v1/folders', '/v1/nowhere'].map((path) =>
        refused(
          path,
          get(path, { caller: null, headers: { Authorization: `Bearer ${MARK}` } }),
          401,
          'UNAUTHORIZED',
        ),
      ),
      refused('POST', { caller: null, body: { folder: 21 } }, 401, 'UNAUTHORIZED'),
    ],
  },
  {
    of: 'other tenant’s folder',
    what: 'a folder that the caller does not see: as one that is not there',
    cases: [31, 987].flatMap((folder) => [
      refused(`POST ${folder}`, { ...folders([2]), body: { folder } }, 404, 'FOLDER_NOT_FOUND'),
      refused(
        `GET ${folder}`,
        get(`/v1/reports/${WEEK}/${folder}`, folders([2])),
        404,
        'REPORT_NOT_FOUND',
      ),
      refused(
        `a link to ${folder}`,
        { path: '/v1/links', ...folders([2]), body: { folder } },
        404,
        'REPORT_NOT_FOUND',
      ),
    ]),
  },
  {
    of: 'unknown route, wrong method',
    what: 'a route that is not there, or not by that method',
    cases: [
      ...['/v1/nowhere', '/v1/reports/', '/v1/Reports', `${ONE}/report.csv`, `/v1/${MARK}`].map(
        (path) => refused(path, get(path), 404, 'ROUTE_NOT_FOUND'),
      ),
      ...['PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) =>
        refused(method, { method, path: '/v1/reports' }, 405, 'METHOD_NOT_ALLOWED'),
      ),
      ...['GET', 'PUT'].map((method) =>
        refused(`${method} of links`, { method, path: '/v1/links' }, 405, 'METHOD_NOT_ALLOWED'),
      ),
      refused('POST to the description', { path: '/v1/openapi.json' }, 405, 'METHOD_NOT_ALLOWED'),
      refused('POST to a link', { path: '/d/x' }, 405, 'METHOD_NOT_ALLOWED'),
      {
        what: 'Allow',
        check: async (context) => {
          const { headers } = await send(context, { method: 'PUT' });
          assert.equal(headers.get('allow'), 'GET, POST');
        },
      },
    ],
  },
  {
    of: 'body not JSON',
    what: 'a body that is no JSON in UTF-8',
    cases: [
      ...bodies('half a body', { body: `{"folder":21,"${MARK}"` }, 400, 'BODY_NOT_JSON'),
      ...bodies(
        'a byte order mark twice',
        { body: '\uFEFF\uFEFF{"folder":21}' },
        400,
        'BODY_NOT_JSON',
      ),
      ...bodies('a form', { body: `folder=21&x=${MARK}` }, 400, 'BODY_NOT_JSON'),
    ],
  },
  {
    of: 'body empty',
    what: 'no body',
    cases: [
      ...bodies('an empty one', { headers: JSON_TYPE, body: '' }, 400, 'BODY_MISSING'),
      ...bodies('none', { headers: JSON_TYPE }, 400, 'BODY_MISSING'),
    ],
  },
  {
    of: 'body array / string',
    what: 'JSON that is no object',
    cases: ['[{"folder":21}]', `"${MARK}"`, 'null', '21', 'true'].flatMap((body) =>
      bodies(body, { body }, 400, 'BODY_SHAPE'),
    ),
  },
  {
    of: 'body over 16 KB',
    what: 'a byte more than 16 KiB',
    cases: [
      ...bodies(
        'one more',
        { body: `{"folder":21}${' '.repeat(LIMIT - 12)}` },
        413,
        'BODY_TOO_LARGE',
      ),
      onSeparateClient('exactly', async (context) => {
        const { status } = await send(context, { body: `{"folder":21}${' '.repeat(LIMIT - 13)}` });
        assert.equal(status, 200);
      }),
    ],
  },
  {
    of: 'Content-Type not JSON',
    what: 'a body under another content type',
    cases: [
      'text/plain',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      '',
      MARK,
    ].flatMap((type) =>
      bodies(`"${type}"`, { headers: { 'Content-Type': type }, body: '{}' }, 415, 'CONTENT_TYPE'),
    ),
  },
  {
    of: 'base64 flag with bad base64',
    what: 'a body that is not the base64 that it claims to be',
    cases: ['{"folder":21}', '====', 'eyJ', 'e30=\n', MARK].map((body) =>
      refusedEvent(body, postRequest(body, true), {
        status: 400,
        code: 'BODY_ENCODING',
        logged: [],
      }),
    ),
  },
  {
    of: 'unknown field',
    what: 'a field or parameter that is not in the table: a typing error, never passed over',
    cases: [
      ...fields([{ weeks: WEEK }, { Folder: 21 }, { '': 1 }, { [MARK]: 1 }], 'FIELD_UNKNOWN'),
      ...['weeks=2026-W46', 'limit[]=1', '=1', 'Limit=1', `${MARK}=1`].map((query) =>
        refused(query, get(`/v1/reports?${query}`), 400, 'FIELD_UNKNOWN'),
      ),
      refused('one where there is none', get(`${ONE}?zone=UTC`), 400, 'FIELD_UNKNOWN'),
      refused('one of a file', get(`${ONE}/report.pdf?format=csv`), 400, 'FIELD_UNKNOWN'),
      refused(
        'a query with a body',
        { path: '/v1/reports?force=true', body: { folder: 21 } },
        400,
        'FIELD_UNKNOWN',
      ),
      refused(
        'force that is a text',
        { body: { folder: 21, force: 'true' } },
        400,
        'FIELD_INVALID',
      ),
    ],
  },
  {
    of: '__proto__',
    what: 'names that reach a prototype',
    cases: [
      ...['__proto__', 'constructor', 'toString'].flatMap((name) =>
        bodies(name, { body: `{"folder":21,"${name}":{"folder":1}}` }, 400, 'FIELD_UNKNOWN'),
      ),
      ...['__proto__=1', 'constructor=1'].map((query) =>
        refused(query, get(`/v1/reports?${query}`), 400, 'FIELD_UNKNOWN'),
      ),
    ],
  },
  {
    of: 'folder key',
    what: 'a folder key that is none',
    cases: [
      ...bodies('none', { body: {} }, 400, 'FOLDER_KEY_INVALID'),
      ...BAD_FOLDERS.flatMap((folder) =>
        bodies(folder, { body: `{"folder":${folder}}` }, 400, 'FOLDER_KEY_INVALID'),
      ),
      ...BAD_IN_PATHS.map((folder) =>
        refused(
          `${folder} in the path`,
          get(`/v1/reports/${WEEK}/${folder}`),
          400,
          'FOLDER_KEY_INVALID',
        ),
      ),
      refused('in the query', get('/v1/reports?folder=12;drop'), 400, 'FOLDER_KEY_INVALID'),
    ],
  },
  {
    of: 'folder does not exist',
    what: 'a folder that is not there, or has no report',
    cases: [
      refused('none', { body: { folder: 987 } }, 404, 'FOLDER_NOT_FOUND'),
      refused(
        'none to link to',
        { path: '/v1/links', body: { folder: 987 } },
        404,
        'REPORT_NOT_FOUND',
      ),
      refused('no report', get('/v1/reports/2020-W01/21'), 404, 'REPORT_NOT_FOUND'),
      refused('no file', get('/v1/reports/2020-W01/21/report.pdf'), 404, 'REPORT_NOT_FOUND'),
    ],
  },
  {
    of: 'week',
    what: 'a week that does not exist, that is not over, or that is in the future',
    otherwise:
      'a week long ago is no error: the contract names open, future and malformed ones alone, and its report may be empty',
    cases: [
      ...BAD_WEEKS.flatMap((week) =>
        bodies(`"${week}"`, { body: { folder: 21, week } }, 422, 'WEEK_INVALID'),
      ),
      ...[46, null, [WEEK]].flatMap((week) =>
        bodies(JSON.stringify(week), { body: { folder: 21, week } }, 422, 'WEEK_INVALID'),
      ),
      refused('in the path', get('/v1/reports/latest/21'), 422, 'WEEK_INVALID'),
      refused('in the query', get('/v1/reports?week='), 422, 'WEEK_INVALID'),
      ...['latest', '2026-W54', '2026-w46', '1'].map((week) =>
        refused(`of the overview, ${week}`, get(`/v1/weeks/${week}`), 422, 'WEEK_INVALID'),
      ),
      refused('to come', { body: { folder: 21, week: '2099-W01' } }, 422, 'WEEK_NOT_CLOSED'),
      {
        what: 'open, with the moment from which it is not: Monday in the survey’s zone',
        check: async (context) => {
          const answer = await send(context, { body: { folder: 21, week: OPEN_WEEK } });
          checkProblem(answer, 'open', 422, 'WEEK_NOT_CLOSED');
          assert.equal(answer.body['closesAt'], '2026-11-22T22:00:00.000Z');
        },
      },
    ],
  },
  {
    of: 'format other than pdf/json/both',
    what: 'another format',
    otherwise: 'a request names none, since both are made; a link does',
    cases: [
      ...fields([{ format: 'csv' }], 'FIELD_UNKNOWN'),
      refused(
        'of a link',
        get('/d/x?format=csv', { headers: { Accept: 'application/json' } }),
        400,
        'FIELD_INVALID',
      ),
    ],
  },
  {
    of: 'zone given and unknown',
    what: 'a time zone',
    otherwise: 'there is no such field: zones are the surveys’ own',
    cases: fields([{ zone: 'Mars/X' }, { timeZone: 'UTC' }], 'FIELD_UNKNOWN'),
  },
  {
    of: 'both week and range',
    what: 'a range of days',
    otherwise: 'there is no such field: reports are of weeks',
    cases: fields([{ week: WEEK, from: '2026-11-09', to: '2026-11-16' }], 'FIELD_UNKNOWN'),
  },
  {
    of: 'base_url, callback, bucket, key in body',
    what: 'addresses and places: there is no field that this side would follow',
    cases: fields(
      [
        { base_url: 'http://169.254.169.254' },
        { callback: `http://${MARK}.example` },
        { bucket: 'x' },
        { key: 'links/x' },
        { url: 'file:///etc/passwd' },
      ],
      'FIELD_UNKNOWN',
    ),
  },
  {
    of: 'Idempotency-Key',
    what: 'a key of the caller’s own',
    otherwise:
      'none is needed, and any is passed over: a request is known by week, folder and superseded revision',
    cases: [
      onSeparateClient('long, unusual, or reused for another request', async (context) => {
        for (const [key, folder] of [
          ['x'.repeat(300), 22],
          ['é', 22],
          ['', 22],
          ['same', 22],
          ['same', 31],
        ] as const) {
          const headers = { 'Idempotency-Key': key };
          const { status } = await send(context, { headers, body: { folder, week: WEEK } });
          assert.equal(status, 202, key);
        }
        assert.deepEqual([...context.queued.keys()], [`${WEEK}/22`, `${WEEK}/31`]);
      }),
    ],
  },
  {
    of: 'job id',
    what: 'a job that is not there',
    otherwise: 'jobs have no ids: one is found by week and folder',
    cases: [
      refused('a job', get('/v1/jobs/42'), 404, 'ROUTE_NOT_FOUND'),
      refused(
        'an id for a folder',
        get(`/v1/reports/${WEEK}/0c1d-${MARK}`),
        400,
        'FOLDER_KEY_INVALID',
      ),
      refused('no job', get(`/v1/reports/${WEEK}/22`), 404, 'REPORT_NOT_FOUND'),
      refused('another’s', get(`/v1/reports/${WEEK}/31`, folders([2])), 404, 'REPORT_NOT_FOUND'),
    ],
  },
  {
    of: 'rate limit',
    what: 'too many requests',
    otherwise: 'the gateway answers 429 before this code (rule S10 of the template)',
    cases: [],
  },
  {
    of: 'query repeated twice, arrays, percent-encoding broken',
    what: 'a query or a path that is not one',
    cases: [
      ...['limit=1&limit=1', 'week=2026-W46&week=2026-W45', 'limit=1&lim%69t=1'].map((query) =>
        refused(query, get(`/v1/reports?${query}`), 400, 'FIELD_REPEATED'),
      ),
      refused('an array', get('/v1/reports?week[0]=2026-W46'), 400, 'FIELD_UNKNOWN'),
      refused('a percent sign alone', get('/v1/reports?cursor=%'), 400, 'URL_ENCODING'),
      refused('bytes that are not UTF-8', get('/v1/reports?cursor=%FF%FE'), 400, 'URL_ENCODING'),
      refused('half an escape in the path', get(`/v1/reports/${WEEK}/%2`), 400, 'URL_ENCODING'),
      refused(
        'a surrogate in the path',
        { method: 'DELETE', path: '/v1/links/%ED%A0%80' },
        400,
        'URL_ENCODING',
      ),
    ],
  },
  {
    of: 'header injection CR/LF',
    what: 'line ends in what is sent: nothing of it comes back',
    cases: [
      refused(
        'in a field',
        { body: { folder: 21, week: `${WEEK}\r\nX-${MARK}: 1` } },
        422,
        'WEEK_INVALID',
      ),
      refused(
        'in a name',
        { body: { folder: 21, [`x\r\nX-${MARK}: 1`]: 1 } },
        400,
        'FIELD_UNKNOWN',
      ),
      refused(
        'in the query',
        get(`/v1/reports?cursor=a%0D%0AX-${MARK}:%201`),
        400,
        'CURSOR_INVALID',
      ),
      refused(
        'in the path',
        get(`/v1/reports/${WEEK}/21%0D%0AX-${MARK}:1`),
        400,
        'FOLDER_KEY_INVALID',
      ),
      refused(
        'in a link',
        get(`/d/%0D%0AX-${MARK}:1`, { headers: { Accept: 'application/json' } }),
        403,
        'LINK_INVALID',
      ),
      refused(
        'in a preference',
        { headers: { Prefer: `wait=1; ${MARK}` }, body: { folder: 987 } },
        404,
        'FOLDER_NOT_FOUND',
      ),
    ],
  },
  {
    of: 'Accept not satisfiable',
    what: 'something else than JSON',
    cases: [
      refused(
        'a page or a PDF',
        get(ONE, { headers: { Accept: 'text/html, application/pdf' } }),
        406,
        'NOT_ACCEPTABLE',
      ),
      refused(
        'no JSON',
        get('/v1/reports', { headers: { Accept: 'application/json;q=0' } }),
        406,
        'NOT_ACCEPTABLE',
      ),
      refused('nonsense', get('/v1/reports', { headers: { Accept: MARK } }), 406, 'NOT_ACCEPTABLE'),
    ],
  },
  {
    of: 'link for damaged/expired report',
    what: 'a link that has expired, or whose report is gone',
    otherwise:
      'the contract decides for a damaged manifest: a link opens exactly its files, which are named in it',
    cases: [
      onSeparateClient('expired, and deleted', async (context) => {
        const created = await send(context, {
          path: '/v1/links',
          body: { folder: 21, week: WEEK, expiresInDays: 1 },
        });
        const path = String(created.body['url']).slice(PUBLIC_URL.length);
        const openLink = () =>
          send(context, get(path, { caller: null, headers: { Accept: 'application/json' } }));
        await replaceBytes(
          context.store,
          manifestKey({ week: WEEK, folder: 21 }),
          Buffer.from('{'),
        );
        assert.equal((await openLink()).status, 302);
        await context.store.remove(manifestKey({ week: WEEK, folder: 21 }));
        checkProblem(await openLink(), 'gone', 410, 'REPORT_GONE');
        context.now += 86_400_000;
        checkProblem(await openLink(), 'expired', 410, 'LINK_EXPIRED');
      }),
    ],
  },
  {
    of: 'HEAD/OPTIONS/CORS',
    what: 'what browsers of other pages ask first: closed',
    otherwise:
      'HEAD is answered where a file is behind an address: at links, and at report.pdf and report.json',
    cases: [
      ...['HEAD', 'OPTIONS'].flatMap((method) =>
        ['/v1/reports', '/v1/links', `${ONE}/content`, `${ONE}/files`].map((path) =>
          refused(
            `${method} ${path}`,
            {
              method,
              path,
              headers: {
                Origin: `https://${MARK}.example`,
                'Access-Control-Request-Method': 'GET',
              },
            },
            405,
            'METHOD_NOT_ALLOWED',
          ),
        ),
      ),
      {
        what: 'another origin',
        check: async (context) => {
          const { status, headers } = await send(
            context,
            get(ONE, { headers: { Origin: 'https://evil.example' } }),
          );
          assert.equal(status, 200);
          assert.deepEqual(
            [...headers.keys()].filter((name) => name.startsWith('access-control')),
            [],
          );
        },
      },
    ],
  },
  {
    of: 'header limit and 10 MB by gateway',
    what: 'more than the gateway lets through',
    otherwise:
      'the gateway answers; were it not there, a body is read to its 16 KiB and no further',
    cases: bodies('11 MB', { body: ' '.repeat(11_000_000) }, 413, 'BODY_TOO_LARGE'),
  },
  {
    of: 'v1.0 vs v2.0 event shape',
    what: 'an event of another kind: an error in the deployment, which is logged and which the caller cannot correct',
    otherwise: 'the caller gets INTERNAL, the log EVENT_SHAPE',
    cases: [
      { version: '1.0', path: '/v1/reports', httpMethod: 'GET', headers: { x: MARK } },
      { ...postRequest('{}', false), version: '1.0' },
      { ...postRequest('{}', false), rawPath: undefined },
      { ...postRequest('{}', false), requestContext: {} },
      { Records: [{ body: MARK }] },
      {},
      null,
      MARK,
    ].map((event) =>
      refusedEvent(JSON.stringify(event).slice(0, 60), event, {
        status: 500,
        code: 'INTERNAL',
        logged: ['EVENT_SHAPE'],
      }),
    ),
  },
];
