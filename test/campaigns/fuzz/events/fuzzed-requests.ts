// Valid requests of every route, and random changes to them.
import type { RandomChoices } from '../random-choices.ts';
import { MARKER, ODD_TEXTS } from '../odd-texts.ts';

/** The id of the caller of most requests. */
const CALLER = '0123456789abcdef0123';

export interface RequestDraft {
  readonly method: string;
  /** Decoded, like in gateway events. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly isBase64: boolean;
  /** The context of the authorizer; undefined: the route has none. */
  readonly authorizer: unknown;
  /** The dependency that fails. */
  readonly failingPart: 'store' | 'store damaged' | 'store refusing' | 'upstream' | null;
  /** Days added to the usual time. */
  readonly daysLater: number;
}

type Change = (draft: RequestDraft, random: RandomChoices) => RequestDraft | null;

const WEEK = '2026-W46';
const JSON_BODY = { 'content-type': 'application/json' } as const;

function createRequest(
  method: string,
  path: string,
  fields: Partial<RequestDraft> = {},
): RequestDraft {
  return {
    method,
    path,
    query: '',
    headers: {},
    body: null,
    isBase64: false,
    authorizer: { lambda: { folders: '1', caller: CALLER } },
    failingPart: null,
    daysLater: 0,
    ...fields,
  };
}

const REPORT_PATH = `/v1/reports/${WEEK}/21`;
const post = (path: string, body: object): RequestDraft =>
  createRequest('POST', path, { headers: JSON_BODY, body: JSON.stringify(body) });

export interface FuzzedIds {
  /** Token and id of a valid link. */
  readonly token: string;
  readonly linkId: string;
  readonly subscription: string;
  /** Tokens of that subscription. */
  readonly confirmToken: string;
  readonly unsubscribeToken: string;
}

export function createValidRequests(ids: FuzzedIds): readonly RequestDraft[] {
  const { token, linkId, subscription, confirmToken, unsubscribeToken } = ids;
  const subscriptionPath = `/v1/subscriptions/${subscription}`;
  const change = post(subscriptionPath, {
    locale: 'fi',
    when: { weekday: 5, time: '07:30', timeZone: 'Europe/Helsinki' },
    only: 'signals',
    attach: 'pdf',
    state: 'paused',
  });
  return [
    createRequest('GET', '/v1/reports'),
    createRequest('GET', '/v1/reports', { query: `week=${WEEK}&folder=21&limit=2` }),
    post('/v1/reports', { folder: 21, week: WEEK, force: false }),
    post('/v1/reports', { folder: 31 }),
    {
      ...post('/v1/reports', { folder: 22, week: WEEK }),
      headers: { ...JSON_BODY, prefer: 'wait=5' },
    },
    createRequest('GET', REPORT_PATH),
    createRequest('GET', `${REPORT_PATH}/report.pdf`),
    createRequest('GET', `${REPORT_PATH}/report.json`),
    createRequest('GET', `${REPORT_PATH}/content`, { headers: { 'accept-encoding': 'gzip' } }),
    createRequest('GET', `${REPORT_PATH}/content`, {
      query: 'revision=1',
      headers: { 'if-none-match': '*' },
    }),
    createRequest('GET', `${REPORT_PATH}/revisions`),
    createRequest('GET', `${REPORT_PATH}/files`),
    createRequest('GET', '/v1/folders'),
    createRequest('GET', '/v1/weeks'),
    createRequest('GET', `/v1/weeks/${WEEK}`),
    createRequest('GET', '/v1/figures', { query: `from=${WEEK}&below=21&format=ndjson` }),
    post('/v1/links', { folder: 21, week: WEEK, expiresInDays: 7 }),
    createRequest('DELETE', `/v1/links/${linkId}`),
    createRequest('GET', `/d/${token}`, { authorizer: undefined }),
    createRequest('HEAD', `/d/${token}`, { query: 'format=json', authorizer: undefined }),
    createRequest('GET', '/v1/subscriptions', { query: 'folder=21&mine=false' }),
    post('/v1/subscriptions', { folder: 21, channel: 'mail', address: 'a+b@example.com' }),
    post('/v1/subscriptions', {
      folder: 2,
      channel: 'webhook',
      address: 'https://hooks.example.com/x?key=y',
      locale: 'ar',
      when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
      only: 'always',
      attach: 'none',
    }),
    { ...change, method: 'PATCH' },
    createRequest('DELETE', subscriptionPath),
    createRequest('POST', `${subscriptionPath}/test`),
    createRequest('GET', `${subscriptionPath}/preview`),
    createRequest('GET', '/v1/deliveries', { query: `week=${WEEK}` }),
    createRequest('POST', `/v1/deliveries/${WEEK}/${subscription}/send`),
    createRequest('GET', `/subscriptions/confirm/${confirmToken}`, { authorizer: undefined }),
    createRequest('POST', `/subscriptions/confirm/${confirmToken}`, { authorizer: undefined }),
    createRequest('HEAD', `/subscriptions/unsubscribe/${unsubscribeToken}`, {
      authorizer: undefined,
    }),
    createRequest('POST', `/subscriptions/unsubscribe/${unsubscribeToken}`, {
      authorizer: undefined,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
    createRequest('GET', '/v1/openapi.json', { authorizer: undefined }),
    createRequest('GET', '/', { authorizer: undefined }),
    createRequest('GET', '/page/main.js', { authorizer: undefined }),
  ];
}

const METHODS = [
  'GET',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PUT',
  'PATCH',
  'TRACE',
  'CONNECT',
  'BREW',
  'get',
  'X-Y',
];
const SEGMENTS = [
  '',
  '.',
  '..',
  'v1',
  'V1',
  'd',
  'reports',
  'links',
  'subscriptions',
  'deliveries',
  'confirm',
  'unsubscribe',
  'weeks',
  'figures',
  'folders',
  'content',
  'files',
  'page',
  WEEK,
  '2026-W54',
  '2025-W53',
  '2026-W1',
  '26-W01',
  '2026-13-01',
  '2099-W01',
  '1969-W52',
  '0000-W00',
  '21',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '99999999999999999',
  '2e1',
  '٢١',
  '12;drop',
  '%',
  '%2',
  '%2F',
  '%00',
  '%C3%28',
  '%ED%A0%80',
  '+',
  ';',
  ':week',
  '*',
  '{folder}',
  'report.pdf',
  'report.xml',
];
const QUERIES = [
  'week=',
  `week=${WEEK}&week=${WEEK}`,
  'folder=abc',
  'folder=1.5',
  'folder=9007199254740993',
  'limit=0',
  'limit=101',
  'limit=1e1',
  'limit=-1',
  'cursor=x',
  'cursor=%',
  'cursor=%FF',
  'cursor=eyJ2IjoxfQ',
  'force=1',
  'callback=x',
  '__proto__=1',
  'constructor=1',
  '=',
  '&&&',
  '%=%',
  'a=b=c',
  'week[]=1',
  `week=${WEEK}&x`,
  'revision=0',
  'revision=2',
  'revision=1e9',
  'revision=999999999',
  'mine=true',
  'mine=1',
  'format=xml',
  'format=pdf&format=json',
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '',
    '*/*',
    'text/html',
    'application/json;q=0',
    'application/*',
    ',,,',
    'x'.repeat(9_000),
  ],
  'accept-encoding': ['gzip', 'br', 'gzip;q=0', '*', 'identity;q=0', 'x'],
  'accept-language': ['ar', 'fi-FI,en;q=0.5', '*', 'xx', 'x'.repeat(5_000), '-'],
  'if-none-match': ['*', '"x"', 'W/"x"', 'x', ',', '"'.repeat(500)],
  prefer: ['wait=1', 'wait=-1', 'wait=99999999', 'wait="3"', 'respond-async, wait=2', 'wait'],
  'content-type': [
    'text/plain',
    '',
    'application/json',
    'application/jsonx',
    'application/json; charset=utf-16',
    'multipart/form-data',
  ],
  'content-length': ['0', '-1', '1e9', 'x'],
  'content-encoding': ['gzip', 'br'],
  authorization: ['Bearer x', 'Basic eDp5', 'Bearer', `Bearer ${'x'.repeat(9_000)}`],
  host: ['evil.test', '', 'a b', '[::1'],
  'x-forwarded-host': ['evil.test'],
  'transfer-encoding': ['chunked'],
  expect: ['100-continue'],
};
const BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '"x"',
  '1',
  '{',
  '{}}',
  '{"folder":}',
  '{"folder":21,"folder":22}',
  '\ufeff{}',
  '{"__proto__":{"folder":21}}',
  '{"folder":21,"constructor":1}',
  '{"folder":1e400}',
  '{"folder":21.0}',
  '{"folder":"21"}',
  '{"folder":[21]}',
  '{"folder":null}',
  '{"folder":21,"week":null}',
  '{"folder":21,"week":"2026-W54"}',
  '{"folder":21,"week":"2026-W47"}',
  '{"folder":21,"force":1}',
  '{"folder":21,"expiresInDays":1e9}',
  '{"folder":999}',
  '{"folder":21,"channel":"fax","address":"x"}',
  '{"folder":21,"channel":"mail","address":"a@example.com\\r\\nBcc: b@example.com"}',
  '{"folder":21,"channel":"slack","address":"https://169.254.169.254/"}',
  '{"folder":21,"channel":"mail","address":"a@example.com","when":{"weekday":8}}',
  '{"when":{"weekday":1,"time":"08:00","timeZone":"constructor"}}',
  '{"state":"ended"}',
  '{"locale":"__proto__"}',
  `{"folder":21,"${MARKER}":1}`,
  '[['.repeat(5_000),
  'x'.repeat(16_385),
  ' '.repeat(16_385),
  '{"a":'.repeat(3_000),
];
const AUTHORIZERS: readonly unknown[] = [
  null,
  {},
  'x',
  { lambda: null },
  { lambda: { folders: '', caller: CALLER } },
  { lambda: { folders: '0', caller: CALLER } },
  { lambda: { folders: [1], caller: CALLER } },
  { lambda: { folders: '2', caller: CALLER } },
  { lambda: { folders: '21,31', caller: CALLER } },
  { lambda: { folders: '999', caller: CALLER } },
  { lambda: { folders: '1' } },
  { jwt: { claims: { folders: '[2 31]', sub: 'user' } } },
  { jwt: { claims: { folders: '1' } } },
  { jwt: { claims: null } },
  { iam: {} },
];

const splitPath = (path: string): readonly string[] => path.split('/');

const REQUEST_STEPS = {
  'as it is': (draft) => draft,
  'another method': (draft, random) => ({ ...draft, method: random.pick(METHODS) }),
  'another segment': (draft, random) => {
    const pathSegments = splitPath(draft.path);
    const at = random.int(1, pathSegments.length - 1);
    return { ...draft, path: pathSegments.toSpliced(at, 1, random.pick(SEGMENTS)).join('/') };
  },
  'a segment more': (draft, random) => {
    const pathSegments = splitPath(draft.path);
    const at = random.int(0, pathSegments.length);
    return { ...draft, path: pathSegments.toSpliced(at, 0, random.pick(SEGMENTS)).join('/') };
  },
  'a segment less': (draft, random) => {
    const pathSegments = splitPath(draft.path);
    return {
      ...draft,
      path: pathSegments.toSpliced(random.int(1, pathSegments.length - 1), 1).join('/'),
    };
  },
  'odd text in the path': (draft, random) => {
    const at = random.int(0, draft.path.length);
    const text = random.pick(ODD_TEXTS);
    return { ...draft, path: draft.path.slice(0, at) + text + draft.path.slice(at) };
  },
  'long path': (draft, random) => ({
    ...draft,
    path: `${draft.path}${'/x'.repeat(random.int(10, 2_000))}`,
  }),
  'another query': (draft, random) => ({
    ...draft,
    query: random.isOneIn(2) ? random.pick(QUERIES) : `${draft.query}&${random.pick(QUERIES)}`,
  }),
  'odd text in the query': (draft, random) => {
    const text = random.pick(ODD_TEXTS).toWellFormed();
    return {
      ...draft,
      query: `${draft.query}&week=${random.isOneIn(2) ? text : encodeURIComponent(text)}`,
    };
  },
  'another header': (draft, random) => {
    const name = random.pick(Object.keys(HEADERS));
    return { ...draft, headers: { ...draft.headers, [name]: random.pick(HEADERS[name] ?? ['']) } };
  },
  'odd text in a header': (draft, random) => {
    const name = random.pick([...Object.keys(HEADERS), 'x-odd']);
    return { ...draft, headers: { ...draft.headers, [name]: random.pick(ODD_TEXTS) } };
  },
  'another body': (draft, random) => ({ ...draft, body: random.pick(BODIES) }),
  'body in base64': (draft) =>
    draft.body === null
      ? null
      : { ...draft, body: Buffer.from(draft.body).toString('base64'), isBase64: true },
  'invalid base64 body': (draft, random) => ({
    ...draft,
    body: random.pick(['====', 'eyJ', 'e30=\n', '{"folder":21}', '-_', 'e3 0=']),
    isBase64: true,
  }),
  'another caller': (draft, random) => ({ ...draft, authorizer: random.pick(AUTHORIZERS) }),
  'unknown caller': (draft) => ({ ...draft, authorizer: undefined }),
  'the store fails': (draft, random) => ({
    ...draft,
    failingPart: random.pick(['store', 'store refusing', 'store damaged'] as const),
  }),
  'the reporting API fails': (draft) => ({
    ...draft,
    failingPart: 'upstream',
    daysLater: draft.daysLater + 1,
  }),
  'another day': (draft, random) => ({ ...draft, daysLater: random.int(-20, 400) }),
} as const satisfies Readonly<Record<string, Change>>;

const STEPS: ReadonlyMap<string, Change> = new Map(Object.entries(REQUEST_STEPS));
export const REQUEST_STEP_NAMES: readonly string[] = [...STEPS.keys()];

/** The changed request; null if the step does not apply. */
export function changeRequest(
  draft: RequestDraft,
  kind: string,
  random: RandomChoices,
): RequestDraft | null {
  return STEPS.get(kind)?.(draft, random) ?? null;
}
