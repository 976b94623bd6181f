// The handlers on AWS: events of an HTTP API (payload 2.0) in, responses out, with the caller from the authorizer.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ReportsSecret } from '../../../lib/ports/secrets.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { callerId } from '../../../lib/reports/access.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { createAuthorizer } from '../../../functions/authorizer/handler.ts';
import {
  createReportsApiHandler,
  readEvent,
  type ReportsApiHandler,
} from '../../../functions/reports-api/handler.ts';
import type { ReportsApiContext } from '../../../lib/http/api-context.ts';
import { paths, violations } from '../../support/http/api-answers.ts';
import {
  NOW,
  objectIn,
  PUBLIC_URL,
  createTestApi,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';
import { canary } from '../../support/secret-markers.ts';

const TOKEN = canary('caller token');

const WEEK = '2026-W46';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly authorizer?: unknown;
  readonly sourceIp?: string;
}

/** As API Gateway sends it. */
function event(request: Sent): object {
  const { method = 'GET', path = '/v1/reports', query = '', headers = {}, body } = request;
  const { sourceIp = '192.0.2.1' } = request;
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: query,
    cookies: ['a=b'],
    headers: {
      'content-length': '999999',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'user-agent': 'curl/8',
      ...headers,
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'evil.example',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'curl/8' },
      requestId: 'r1',
      stage: '$default',
      ...('authorizer' in request ? { authorizer: request.authorizer } : {}),
    },
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: request.isBase64Encoded ?? false,
  };
}

const CALLER = callerId('token', sha256Of(Buffer.from(TOKEN)));
const ourAuthorizer = (folders: string): unknown => ({ lambda: { folders, caller: CALLER } });
const jwt = (folders: unknown): unknown => ({
  jwt: { claims: { sub: 'x', folders }, scopes: null },
});

interface TestHandler {
  readonly testApi: ReportsApiTestContext;
  readonly lines: string[];
  readonly handle: ReportsApiHandler;
  readonly send: (request: Sent) => Promise<APIGatewayProxyStructuredResultV2>;
}

async function createTestHandler(t: TestContext): Promise<TestHandler> {
  const testApi = await createTestApi(t);
  for (const folder of [1, 21, 31]) await testApi.put(WEEK, folder);
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => NOW, context: {} });
  const api: ReportsApiContext = {
    ...testApi.api,
    onFault: (error, fields) => {
      log.error('answered with an error', error, fields);
    },
  };
  const handle = createReportsApiHandler({ api, log });
  return {
    testApi,
    lines,
    handle,
    send: async (request) => {
      const result = await handle(event(request));
      const { method = 'GET' } = request;
      const path = encodeURIComponent(request.path?.toWellFormed() ?? '/v1/reports').replaceAll(
        '%2F',
        '/',
      );
      const headers = new Headers(
        Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      const testAnswer = {
        method,
        path,
        status: result.statusCode ?? 0,
        headers,
        text: result.body ?? '',
      };
      assert.deepEqual(violations(testAnswer), []);
      assert.equal(result.isBase64Encoded, false);
      return result;
    },
  };
}

function weeksOf({ body }: APIGatewayProxyStructuredResultV2): unknown {
  const { data } = objectIn(body ?? '');
  return Array.isArray(data) ? data.map((m: { folder: { key: number } }) => m.folder.key) : data;
}

describe('the handler of the HTTP API', () => {
  it('accepts the folders of the authorizer or of a JWT claim', async (t) => {
    const { send } = await createTestHandler(t);
    for (const [authorizer, folders] of [
      [ourAuthorizer('1'), [1, 21, 31]],
      [ourAuthorizer('2,3'), [21, 31]],
      [jwt('[2 31]'), [21, 31]],
      [jwt('[2]'), [21]],
      [jwt('2 31'), [21, 31]],
      [jwt('2, 31'), [21, 31]],
      [{ lambda: null, jwt: { claims: { folders: '2', sub: 'x' } } }, [21]],
    ] as const) {
      const result = await send({ authorizer });
      assert.deepEqual(
        [result.statusCode, weeksOf(result)],
        [200, folders],
        JSON.stringify(authorizer),
      );
    }
  });

  it('reads the id of the caller from the authorizer, or makes it from the subject of a JWT', () => {
    for (const [authorizer, caller] of [
      [ourAuthorizer('1'), { folders: [1], origin: 'token', id: CALLER }],
      [
        { jwt: { claims: { folders: '1', sub: 'user 1', caller: CALLER } } },
        { folders: [1], origin: 'signedIn', id: callerId('user', 'user 1') },
      ],
      [{ lambda: { caller: CALLER } }, null],
    ] as const) {
      assert.deepEqual(readEvent(event({ authorizer }), '')?.caller, caller);
    }
  });

  it('counts requests for access links by the network of the client', async (t) => {
    const { send, testApi } = await createTestHandler(t);
    const request = async (sourceIp: string): Promise<void> => {
      const body = '{"address":"ann@example.com"}';
      const headers = { 'content-type': 'application/json' };
      const path = '/subscriptions/access';
      const { statusCode } = await send({ method: 'POST', path, headers, body, sourceIp });
      assert.equal(statusCode, 202);
    };
    for (let count = 0; count < 31; count += 1) await request('2001:db8::1');
    assert.equal(testApi.sent.jobs.length, 30);
    await request('2001:db8::2');
    assert.equal(testApi.sent.jobs.length, 30, 'the same network');
    await request('2001:db8:0:100::1');
    assert.equal(testApi.sent.jobs.length, 31, 'another network');
  });

  it('answers 401 to a caller without an id on every route that needs one', async (t) => {
    const { send, testApi } = await createTestHandler(t);
    const bearerRoutes = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        operation?.['x-problem-codes'].includes('UNAUTHORIZED') === true
          ? [[method.toUpperCase(), path] as const]
          : [],
      ),
    );
    assert.ok(bearerRoutes.some(([, path]) => path === '/v1/subscriptions'));
    for (const authorizer of [
      { jwt: { claims: { folders: '1' } } },
      { jwt: { claims: { folders: '1', sub: '' } } },
      { jwt: { claims: { folders: '1', sub: ' ' } } },
      { jwt: { claims: { folders: '1', sub: 1 } } },
      { lambda: { folders: '1' } },
      { lambda: { folders: '1', caller: 'shell' } },
      { lambda: { folders: '1', caller: 'local' } },
      { lambda: { folders: '1', caller: [CALLER] } },
    ]) {
      for (const [method, path] of bearerRoutes) {
        const { statusCode } = await send({ method, path, authorizer });
        assert.equal(statusCode, 401, `${method} ${path} ${JSON.stringify(authorizer)}`);
      }
    }
    assert.deepEqual(await testApi.store.children('subscriptions/'), []);
  });

  it('answers 401 where no authorizer accepted the request', async (t) => {
    const { send, lines } = await createTestHandler(t);
    const invalidAuthorizers: readonly unknown[] = [
      undefined,
      null,
      {},
      'x',
      ourAuthorizer(''),
      ourAuthorizer('x'),
      ourAuthorizer('0'),
      ourAuthorizer('1,x'),
      ourAuthorizer('1;2'),
      ourAuthorizer('1.5'),
      ourAuthorizer('[1'),
      ourAuthorizer('99999999999999999'),
      { lambda: { folders: 1, caller: CALLER } },
      { lambda: { caller: CALLER } },
      { lambda: { folders: [1], caller: CALLER } },
      { lambda: {}, jwt: { claims: { folders: '1', sub: 'x' } } },
      jwt(undefined),
      jwt(1),
      { jwt: {} },
      { folders: '1' },
      { iam: { userId: '1' } },
    ];
    for (const authorizer of invalidAuthorizers) {
      const { statusCode } = await send({ authorizer });
      assert.equal(statusCode, 401, JSON.stringify(authorizer));
    }
    // A header that any client can send is not an authorization.
    const forgedHeaders = { authorization: 'Bearer x', folders: '1', 'x-amzn-lambda': '1' };
    assert.equal((await send({ headers: forgedHeaders })).statusCode, 401);
    assert.deepEqual(lines, []);
  });

  it('makes links from its configured address, independent of Host', async (t) => {
    const { send } = await createTestHandler(t);
    const response = await send({
      method: 'POST',
      path: '/v1/links',
      authorizer: ourAuthorizer('1'),
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"folder":21}').toString('base64'),
      isBase64Encoded: true,
    });
    assert.equal(response.statusCode, 201);
    assert.doesNotMatch(response.body ?? '', /evil/);
    const path = String(objectIn(response.body ?? '')['url']).slice(PUBLIC_URL.length);
    const fileResponse = await send({ path, query: 'format=json' });
    assert.equal(fileResponse.statusCode, 302);
    assert.match(
      String(fileResponse.headers?.['location']),
      /^https:\/\/files\.example\.com\/.*\.json&as=attachment$/,
    );
    const page = await send({ path: `${path}x` });
    assert.deepEqual(
      [page.statusCode, page.headers?.['content-type']],
      [403, 'text/html; charset=utf-8'],
    );
  });

  it('decodes bodies by their flag, and refuses invalid base64', async (t) => {
    const { send } = await createTestHandler(t);
    const post = {
      method: 'POST',
      authorizer: ourAuthorizer('1'),
      headers: { 'content-type': 'application/json' },
    };
    const good = await send({ ...post, body: '{"folder":21}' });
    assert.equal(good.statusCode, 200);
    for (const body of ['{"folder":21}', '====', 'eyJ', 'e30=\n']) {
      const { statusCode, body: text } = await send({ ...post, body, isBase64Encoded: true });
      assert.deepEqual([statusCode, objectIn(text ?? '')['code']], [400, 'BODY_ENCODING'], body);
    }
    const large = await send({ ...post, body: ' '.repeat(16 * 1024 + 1) });
    assert.equal(large.statusCode, 413);
    const emptyPost = await send(post);
    assert.equal(objectIn(emptyPost.body ?? '')['code'], 'BODY_MISSING');
  });

  it('accepts paths that the gateway has decoded', async (t) => {
    const { send, lines } = await createTestHandler(t);
    for (const [path, status] of [
      ['/v1/reports?week=x', 404],
      ['/v1/reports#x', 404],
      ['/v1/reports/2026-W46/21 ', 400],
      ['/v1/reports/2026-W46/å', 400],
      ['/v1/reports/2026-W46/%', 400],
      ['/v1/reports/2026-W46/\u0000', 400],
      ['/v1/reports/2026-W46/\ud800', 400],
      ['//v1/reports', 404],
      ['/v1/reports/2026-W46/21\\..', 400],
    ] as const) {
      const { statusCode } = await send({ path, authorizer: ourAuthorizer('1') });
      assert.equal(statusCode, status, path);
    }
    // A path that bypasses the authorizer of a route has no caller.
    assert.equal((await send({ path: '/d/../v1/reports' })).statusCode, 401);
    for (const method of [
      'TRACE',
      'CONNECT',
      'OPTIONS',
      'HEAD',
      'BREW',
      'G T',
      'É',
      '',
      'constructor',
    ]) {
      assert.equal(
        (await send({ method, authorizer: ourAuthorizer('1') })).statusCode,
        405,
        method,
      );
    }
    // Methods in lower case, and a body with a method that has none.
    for (const method of ['get', 'GET']) {
      const { statusCode } = await send({ method, authorizer: ourAuthorizer('1'), body: '{}' });
      assert.equal(statusCode, 200, method);
    }
    assert.deepEqual(lines, []);
  });

  it('logs the ids of Lambda and of the gateway with every line of a request', async (t) => {
    const { handle, lines, testApi } = await createTestHandler(t);
    const context = { awsRequestId: 'lambda-1' };
    // A failure of the reporting API, bugs in the routes of the page and of links, and an invalid event.
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    testApi.broken = new TypeError('broken on purpose');
    const sentEvents: readonly (readonly [event: unknown, status: number])[] = [
      [event({ path: '/v1/folders', authorizer: ourAuthorizer('1') }), 503],
      [event({ path: '/page/a.js' }), 500],
      [event({ path: '/d/x' }), 500],
      [{ requestContext: { requestId: 'r1' } }, 500],
    ];
    for (const [sentEvent, status] of sentEvents)
      assert.equal((await handle(sentEvent, context)).statusCode, status);
    assert.deepEqual(
      lines.map((line) => [objectIn(line)['requestId'], objectIn(line)['gatewayRequestId']]),
      lines.map(() => ['lambda-1', 'r1']),
    );
    assert.equal(lines.length, 4, lines.join());
  });

  it('removes the stage or mapping of its public address from paths', async (t) => {
    const { handle } = await createTestHandler(t);
    const authorizer = ourAuthorizer('1');
    for (const [path, status] of [
      ['/weekly/v1/reports', 200],
      ['/v1/reports', 200],
      ['/weeklyx/v1/reports', 404],
      ['/weekly/weekly/v1/reports', 404],
    ] as const) {
      assert.equal((await handle(event({ path, authorizer }))).statusCode, status, path);
    }
  });

  it('answers invalid events with a 500 without details, and logs them', async (t) => {
    const { handle, lines } = await createTestHandler(t);
    const shapes: readonly unknown[] = [
      null,
      'x',
      {},
      [],
      { ...event({}), requestContext: {} },
      { ...event({}), version: '1.0' },
      { ...event({}), rawPath: undefined },
      { ...event({}), rawQueryString: 1 },
      { resource: '/', httpMethod: 'GET', path: '/v1/reports', headers: {} },
      { Records: [] },
    ];
    for (const shape of shapes) {
      lines.length = 0;
      const { statusCode, body } = await handle(shape);
      assert.equal(statusCode, 500);
      assert.equal(objectIn(body ?? '')['code'], 'INTERNAL');
      assert.deepEqual(
        lines.map((line) => objectIn(line)['code']),
        ['EVENT_SHAPE'],
      );
    }
  });

  it('passes on the reader’s language and the browser’s preferred format', async (t) => {
    const { send } = await createTestHandler(t);
    const headers = {
      'accept-language': 'ar',
      accept: 'text/html',
      'x-odd': 'å',
      '': 'a name that is none',
      'x odd': 'another',
      'x-broken': 'a\nb',
    };
    const { headers: responseHeaders } = await send({ path: '/d/x', headers });
    assert.equal(responseHeaders?.['content-language'], 'ar');
  });
});

describe('the authorizer', () => {
  const secretWith = (folders: readonly number[]): ReportsSecret => ({
    credentials: { clientId: canary('client id'), apiToken: canary('token') },
    linkKeys: [],
    apiTokens: [{ sha256: sha256Of(Buffer.from(TOKEN)), folders }],
    webhooks: [],
  });
  const authorize = (headers: unknown, folders: readonly number[] = [2, 31]) =>
    createAuthorizer({
      secret: { read: () => Promise.resolve(secretWith(folders)) },
      findReader: () => Promise.resolve(null),
    })({
      version: '2.0',
      type: 'REQUEST',
      routeArn: 'arn:aws:execute-api:eu-north-1:123456789012:api/$default/GET/v1/reports',
      identitySource: [`Bearer ${TOKEN}`],
      headers,
      requestContext: { http: { method: 'GET', path: '/v1/reports' } },
    });

  it('returns the folders of a valid token as the API reads them', async (t) => {
    const { send } = await createTestHandler(t);
    for (const authorization of [`Bearer ${TOKEN}`, `bearer  ${TOKEN}`, `BEARER ${TOKEN} `]) {
      const answer = await authorize({ authorization });
      assert.deepEqual(answer, {
        isAuthorized: true,
        context: { folders: '2,31', caller: CALLER },
      });
      assert.deepEqual(weeksOf(await send({ authorizer: { lambda: answer.context } })), [21, 31]);
    }
  });

  it('refuses every other token', async () => {
    const refusedResult = { isAuthorized: false, context: {} };
    for (const authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer wrong',
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${TOKEN} x`,
      `Bearer ${TOKEN},Bearer ${TOKEN}`,
      `Bearer ${TOKEN}å`,
      [`Bearer ${TOKEN}`],
    ]) {
      assert.deepEqual(await authorize({ authorization }), refusedResult, String(authorization));
    }
    assert.deepEqual(await authorize(undefined), refusedResult);
    assert.deepEqual(await authorize({ Authorization: `Bearer ${TOKEN}` }), refusedResult);
    assert.deepEqual(await authorize({ authorization: `Bearer ${TOKEN}` }, []), refusedResult);
  });

  describe('with the token of an access link', () => {
    const authorizeReader = (within: readonly number[] | null) =>
      createAuthorizer({
        secret: { read: () => Promise.resolve(secretWith([2])) },
        findReader: (token) =>
          Promise.resolve(
            token === 'k1.payload.signature'
              ? { folders: [21], within, origin: 'token', id: CALLER, reader: 'a…@example.com' }
              : null,
          ),
      })({ headers: { authorization: 'Bearer k1.payload.signature' } });

    it('returns the reader as the API reads it, with its limit', async (t) => {
      const { send } = await createTestHandler(t);
      for (const [within, text] of [
        [null, ''],
        [[2, 31], '2,31'],
      ] as const) {
        const answer = await authorizeReader(within);
        const reader = { folders: '21', caller: CALLER, reader: 'a…@example.com', within: text };
        assert.deepEqual(answer, { isAuthorized: true, context: reader });
        const event = { authorizer: { lambda: answer.context } };
        assert.deepEqual(weeksOf(await send(event)), [21]);
        const { statusCode } = await send({ ...event, method: 'POST' });
        assert.equal(statusCode, 403);
      }
      const { context } = await authorizeReader([31]);
      assert.deepEqual(weeksOf(await send({ authorizer: { lambda: context } })), []);
    });

    it('fails when the store can’t be read, so that the gateway refuses the request', async () => {
      const failing = createAuthorizer({
        secret: { read: () => Promise.resolve(secretWith([2])) },
        findReader: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      });
      await assert.rejects(failing({ headers: { authorization: 'Bearer x' } }), {
        code: 'STORE_UNAVAILABLE',
      });
    });

    it('is no caller when the API can’t read who it is', async (t) => {
      const { send } = await createTestHandler(t);
      const { context } = await authorizeReader(null);
      for (const broken of [
        { reader: 1 },
        { reader: null },
        { within: null },
        { within: 'x' },
        { within: undefined },
        { within: '1,x' },
      ]) {
        const { statusCode } = await send({ authorizer: { lambda: { ...context, ...broken } } });
        assert.equal(statusCode, 401, JSON.stringify(broken));
      }
    });

    it('is not taken from the claims of an identity provider', async (t) => {
      const { send } = await createTestHandler(t);
      const claims = { sub: 'ann', folders: '21', reader: 'a…@example.com', within: '' };
      const { statusCode } = await send({ authorizer: { jwt: { claims } }, method: 'DELETE' });
      assert.notEqual(statusCode, 403);
    });
  });

  it('fails when the secret can’t be read, so that the gateway refuses the request', async () => {
    const failing = createAuthorizer({
      secret: { read: () => Promise.reject(new Failure('SECRET_UNAVAILABLE')) },
      findReader: () => Promise.resolve(null),
    });
    await assert.rejects(failing({ headers: { authorization: 'Bearer x' } }), {
      code: 'SECRET_UNAVAILABLE',
    });
  });
});
