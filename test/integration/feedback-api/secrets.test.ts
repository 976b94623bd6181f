// No value that leaves the adapter contains the credentials, in any encoding.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { FeedbackApiOptions } from '../../../lib/adapters/feedback-api/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { makeCertificate } from './tls-certificate.ts';
import { respondAlways, sendJson, startScriptedApi, type Responder } from './scripted-server.ts';
import { API_TOKEN, CLIENT_ID, staticCredentials, openClientContext } from './client-context.ts';
import { catchFailure } from '../../support/outcomes.ts';

const RANGE = { start: 0, end: 1 };

function encodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    JSON.stringify([...bytes]).slice(1, -1),
  ];
}

const FORBIDDEN = [CLIENT_ID, API_TOKEN, `${CLIENT_ID}:${API_TOKEN}`].flatMap(encodings);

/** Everything that a logger could write about a value. */
function dump(value: unknown): string {
  const parts = [
    inspect(value, { depth: 20, showHidden: true, getters: true, maxStringLength: null }),
    JSON.stringify(value),
    String(value),
  ];
  for (let error = value; error instanceof Error; error = error.cause) {
    parts.push(
      error.message,
      error.stack ?? '',
      JSON.stringify(Object.getOwnPropertyDescriptors(error)),
    );
  }
  return parts.join('\n');
}

function assertClean(value: unknown): void {
  const text = dump(value).toLowerCase();
  for (const form of FORBIDDEN) assert.ok(!text.includes(form.toLowerCase()));
}

const echoRequest: Responder = (response, { headers, query }) => {
  response.statusCode = 400;
  sendJson(response, { headers, query: [...query] });
};

const RESPONDERS: Readonly<Record<string, Responder>> = {
  'a rejection that echoes the request': echoRequest,
  'a 200 that echoes the request': (response, { headers }) => {
    sendJson(response, { key: headers.authorization, [String(headers.authorization)]: headers });
  },
  'a page of HTML that echoes the request': (response, { headers }) => {
    response.end(`<html>${JSON.stringify(headers)}</html>`);
  },
  'a redirect that carries the credentials': (response, { headers }) => {
    response.writeHead(302, { Location: `https://e.test/?${String(headers.authorization)}` }).end();
  },
  'a 401': (response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end();
  },
  'a 503 with an echoing Retry-After': (response, { headers }) => {
    response.writeHead(503, { 'Retry-After': String(headers.authorization) }).end();
  },
  'an unknown coding': (response, { headers }) => {
    response.writeHead(200, { 'Content-Encoding': String(headers.authorization) }).end('x');
  },
  'a reset': (response) => {
    response.socket?.resetAndDestroy();
  },
  'a broken answer': (response, { headers }) => {
    response.socket?.end(`HTTP/1.1 ${JSON.stringify(headers)}\r\n\r\n`);
  },
  'forbidden keys': (response, { headers }) => {
    response.end(`{"${String(headers.authorization)}":{"__proto__":1}}`);
  },
};

describe('the search for credentials', () => {
  it('finds them in a fact, in a cause and in base64', () => {
    const basic = Buffer.from(`${CLIENT_ID}:${API_TOKEN}`).toString('base64');
    for (const leak of [
      new Failure('UPSTREAM_REJECTED', { status: basic }),
      new Failure('UPSTREAM_REJECTED', {}, new Error('x', { cause: { headers: [API_TOKEN] } })),
      { deep: { er: [{ symbol: { [Symbol('x')]: CLIENT_ID } }] } },
    ]) {
      assert.throws(() => {
        assertClean(leak);
      });
    }
  });
});

describe('a failure without credentials', () => {
  for (const auth of ['basic', 'headers'] as const) {
    for (const [name, answer] of Object.entries(RESPONDERS)) {
      it(`is thrown after ${name}, with ${auth}`, async () => {
        await using server = await startScriptedApi(answer);
        await using context = openClientContext({ baseUrl: server.url, auth });
        const { source, client } = context.api;
        assertClean(await catchFailure(source.readFolders(null, { surveys: true })));
        assertClean(await catchFailure(source.readHourlyCounts(1, RANGE)));
        assertClean(await catchFailure(client.questions()));
        assertClean(context.api.requests());
      });
    }
  }

  it('is thrown when the connection is refused, when TLS fails and at the deadline', async () => {
    const server = await startScriptedApi(respondAlways({}));
    await server[Symbol.asyncDispose]();
    await using refused = openClientContext({ baseUrl: server.url });
    assertClean(await catchFailure(refused.api.client.questions()));

    const dates = { notBefore: new Date(0), notAfter: new Date(1e12) };
    const tls = makeCertificate({ address: [127, 0, 0, 1], ...dates });
    await using secure = await startScriptedApi(respondAlways({}), { tls });
    await using distrustful = openClientContext({ baseUrl: secure.url });
    assertClean(await catchFailure(distrustful.api.client.questions()));

    const requestReceived = Promise.withResolvers<undefined>();
    await using silent = await startScriptedApi(() => {
      requestReceived.resolve(undefined);
    });
    await using context = openClientContext({ baseUrl: silent.url });
    const failure = catchFailure(context.api.client.questions());
    await requestReceived.promise;
    context.expireDeadlines();
    assertClean(await failure);
  });

  it('is thrown for invalid options', () => {
    const invalidOptions: readonly Partial<FeedbackApiOptions>[] = [
      { baseUrl: `https://${CLIENT_ID}:${API_TOKEN}@e.test` },
      { baseUrl: `http://e.test/${API_TOKEN}` },
      { headerPrefix: `${API_TOKEN}:` },
    ];
    for (const options of invalidOptions) {
      assert.throws(
        () => openClientContext({ baseUrl: 'https://e.test', ...options }),
        (error) => {
          assertClean(error);
          return true;
        },
      );
    }
  });
});

describe('a failure about credentials', () => {
  it('does not contain them when they have invalid characters', async () => {
    for (const pair of [
      { clientId: `${CLIENT_ID}:${API_TOKEN}`, apiToken: API_TOKEN },
      { clientId: CLIENT_ID, apiToken: `${API_TOKEN}\r\n` },
    ]) {
      await using context = openClientContext({
        baseUrl: 'https://e.test',
        credentials: staticCredentials(pair),
      });
      assertClean(await catchFailure(context.api.client.questions()));
      assertClean(context.api);
    }
  });

  it('does not contain them when the renewed ones are refused, too', async () => {
    await using server = await startScriptedApi((response) => {
      response.writeHead(401).end();
    });
    const renewedCredentials = { clientId: CLIENT_ID, apiToken: API_TOKEN };
    await using context = openClientContext({
      baseUrl: server.url,
      credentials: {
        read: () => Promise.resolve({ clientId: CLIENT_ID, apiToken: 'older' }),
        renew: () => Promise.resolve(renewedCredentials),
      },
    });
    assertClean(await catchFailure(context.api.client.questions()));
    assertClean(await catchFailure(context.api.client.questions()));
    assertClean(context.api);
    assert.equal(server.requests.length, 2);
  });
});

describe('the client', () => {
  it('shows no credentials when it is inspected', async () => {
    await using server = await startScriptedApi(respondAlways({ key: 1, name: 'x', locale: 'en' }));
    await using context = openClientContext({ baseUrl: server.url });
    await context.api.client.question(1);
    assertClean(context.api);
  });
});
