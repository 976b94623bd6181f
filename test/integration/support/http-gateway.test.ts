// The local HTTP API with fake functions: routing, authorization and answers. The transport of events to processes is
// tested in lambda-function.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvocationOutcome } from '../../support/lambda/lambda-function.ts';
import { createGateway } from '../../support/lambda/http-gateway.ts';
import type { HttpEvent } from '../../support/lambda/gateway-event.ts';
import { httpEvent } from '../../support/lambda/gateway-event.ts';

const ROUTES = [
  { key: 'GET /v1/reports', isOpen: false },
  { key: 'POST /v1/reports', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/report.pdf', isOpen: false },
  { key: 'GET /d/{token}', isOpen: true },
];

/** A gateway with functions that return the given answers; `seen`: their events. */
function open(
  answers: { readonly authorizer?: InvocationOutcome; readonly api?: InvocationOutcome } = {},
) {
  const events: { authorizer: unknown[]; api: unknown[] } = { authorizer: [], api: [] };
  const gateway = createGateway({
    routes: ROUTES,
    authorizer: {
      invoke: (event) => {
        events.authorizer.push(event);
        return Promise.resolve(
          answers.authorizer ?? { result: { isAuthorized: true, context: { folders: '1,2' } } },
        );
      },
    },
    api: {
      invoke: (event) => {
        events.api.push(event);
        return Promise.resolve(answers.api ?? { result: { statusCode: 200, body: 'done' } });
      },
    },
  });
  return { gateway, events };
}

const AUTHORIZED = { Authorization: 'Bearer secret' };
const report = { method: 'GET', path: '/v1/reports/2026-W46/21', headers: AUTHORIZED };

function eventOf(request: Parameters<typeof httpEvent>[0]): HttpEvent {
  return httpEvent(request, { routeKey: '$default', pathParameters: {} }, null);
}

describe('openGateway', () => {
  it('passes the caller, the route and the path parameters to the function', async () => {
    const { gateway, events } = open();
    const answer = await gateway(report);
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), 'done');
    assert.partialDeepStrictEqual(events.authorizer, [
      {
        type: 'REQUEST',
        identitySource: ['Bearer secret'],
        routeKey: 'GET /v1/reports/{week}/{folder}',
        routeArn:
          'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5/$default/GET/v1/reports/2026-W46/21',
      },
    ]);
    assert.partialDeepStrictEqual(events.api, [
      {
        version: '2.0',
        rawPath: '/v1/reports/2026-W46/21',
        pathParameters: { week: '2026-W46', folder: '21' },
        headers: { authorization: 'Bearer secret' },
        requestContext: { authorizer: { lambda: { folders: '1,2' } }, http: { method: 'GET' } },
      },
    ]);
  });

  it('answers 401 without invoking a function if there is no Authorization header', async () => {
    const { gateway, events } = open();
    const answer = await gateway({ ...report, headers: {} });
    assert.equal(answer.status, 401);
    assert.deepEqual(await answer.json(), { message: 'Unauthorized' });
    assert.deepEqual(events, { authorizer: [], api: [] });
  });

  it('answers 403 for a caller who is not authorized, and 500 when the authorizer fails', async () => {
    for (const [authorizer, status] of [
      [{ result: { isAuthorized: false } }, 403],
      [{ result: { isAuthorized: 'yes' } }, 500],
      [{ result: null }, 500],
      [{ error: { errorType: 'Error', errorMessage: '' } }, 500],
    ] as const) {
      const { gateway, events } = open({ authorizer });
      assert.equal((await gateway(report)).status, status);
      assert.deepEqual(events.api, []);
    }
  });

  it('does not invoke the authorizer on an open route', async () => {
    const { gateway, events } = open();
    assert.equal((await gateway({ method: 'GET', path: '/d/abc.def' })).status, 200);
    assert.deepEqual(events.authorizer, []);
    assert.equal(JSON.stringify(events.api).includes('authorizer'), false);
    assert.partialDeepStrictEqual(events.api, [{ pathParameters: { token: 'abc.def' } }]);
  });

  it('answers 404 for a path or a method without a route, and 400 for a path that it can’t decode', async () => {
    const { gateway, events } = open();
    assert.equal((await gateway({ ...report, path: '/v2/reports' })).status, 404);
    assert.equal((await gateway({ ...report, method: 'PUT' })).status, 404);
    assert.equal((await gateway({ ...report, path: '/d/a/b' })).status, 404);
    assert.equal((await gateway({ ...report, path: '/d/%E0%A4' })).status, 400);
    assert.deepEqual(events, { authorizer: [], api: [] });
  });

  it('returns the bytes, headers and cookies of the function', async () => {
    const { gateway } = open({
      api: {
        result: {
          statusCode: 302,
          headers: { Location: 'https://example.com/a', 'X-Count': 3 },
          cookies: ['a=1', 'b=2'],
          body: Buffer.from([0, 255]).toString('base64'),
          isBase64Encoded: true,
        },
      },
    });
    const answer = await gateway(report);
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), 'https://example.com/a');
    assert.equal(answer.headers.get('x-count'), '3');
    assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
    assert.deepEqual(await answer.bytes(), new Uint8Array([0, 255]));
  });

  it('returns an answer without a status as JSON, and answers 500 for an invalid answer or an error', async () => {
    const { gateway } = open({ api: { result: { folders: 2 } } });
    const answer = await gateway(report);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { folders: 2 });
    for (const api of [
      { result: { statusCode: 'fine' } },
      { error: { errorType: 'Error', errorMessage: 'secret' } },
    ]) {
      const failedResponse = await open({ api }).gateway(report);
      assert.equal(failedResponse.status, 500);
      assert.deepEqual(await failedResponse.json(), { message: 'Internal Server Error' });
    }
  });
});

describe('httpEvent', () => {
  it('decodes the path, cuts it at a question mark and leaves the query unchanged', () => {
    const event = eventOf({ method: 'GET', path: '/v1/%C3%A5%3Fx/y?a=1&a=2&b=%20&c' });
    assert.equal(event.rawPath, '/v1/å');
    assert.equal(event.rawQueryString, 'a=1&a=2&b=%20&c');
    assert.deepEqual(event.queryStringParameters, { a: '1,2', b: ' ', c: '' });
  });

  it('passes headers in lower case and cookies separately', () => {
    const event = eventOf({
      method: 'GET',
      path: '/',
      headers: { 'If-None-Match': '"a"', Cookie: 'a=1; b=2' },
    });
    assert.equal(event.headers['if-none-match'], '"a"');
    assert.equal(event.headers['cookie'], undefined);
    assert.deepEqual(event.cookies, ['a=1', 'b=2']);
  });

  it('passes text bodies unchanged and all others as base64', () => {
    const post = { method: 'POST', path: '/', body: '{"å":1}' };
    const json = { 'Content-Type': 'application/json; charset=utf-8' };
    assert.partialDeepStrictEqual(eventOf({ ...post, headers: json }), {
      body: '{"å":1}',
      isBase64Encoded: false,
    });
    assert.partialDeepStrictEqual(eventOf(post), {
      body: Buffer.from('{"å":1}').toString('base64'),
      isBase64Encoded: true,
    });
    assert.equal(eventOf({ method: 'GET', path: '/' }).body, undefined);
  });
});
