// Network and response faults: each has its own code and number of requests (faults 21 to 34 of the reliability paper).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FeedbackApiOptions } from '../../../lib/adapters/feedback-api/index.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import type { Credentials } from '../../../lib/ports/secrets.ts';
import { makeCertificate } from './tls-certificate.ts';
import {
  respondAlways,
  sendJson,
  startScriptedApi,
  type Responder,
  type ScriptedApi,
} from './scripted-server.ts';
import { staticCredentials, openClientContext } from './client-context.ts';
import { catchFailureCode, catchFailure } from '../../support/outcomes.ts';

const QUESTION = { key: 7, name: 'How was it?', locale: 'en' };
const BODY = JSON.stringify(QUESTION);

interface RequestResult {
  readonly code: FailureCode | 'none';
  readonly requests: number;
}

async function requestQuestion(
  answer: Responder,
  options: Partial<FeedbackApiOptions> = {},
): Promise<RequestResult> {
  await using server = await startScriptedApi(answer);
  await using context = openClientContext({ baseUrl: server.url, ...options });
  const code = await catchFailureCode(context.api.client.question(7));
  return { code, requests: server.requests.length };
}

function respondWith(code: number, body = '', headers: Record<string, string> = {}): Responder {
  return (response) => {
    response.writeHead(code, headers).end(body);
  };
}

function failFirst(then: Responder): Responder {
  return (response, request) => {
    if (request.attempt > 1) sendJson(response, QUESTION);
    else return then(response, request);
  };
}

function respondEncoded(coding: string, body: Uint8Array): Responder {
  return (response) => {
    response.writeHead(200, { 'Content-Encoding': coding }).end(body);
  };
}

describe('a failed status', () => {
  it('is reported with the path without query, the status and the attempts, and nothing else', async () => {
    await using server = await startScriptedApi(respondWith(503, 'a secret of the upstream'));
    await using context = openClientContext({ baseUrl: `${server.url}/a/path/` });
    const failure = await catchFailure(
      context.api.source.readHourlyCounts(12, { start: 0, end: 1 }),
    );
    assert.deepEqual(failure.facts, { path: '/v1/surveys/12/results', status: 503, attempts: 4 });
    assert.equal(server.requests[0]?.path, '/a/path/v1/surveys/12/results');
  });

  it('a status that does not repeat does not fail the call', async () => {
    assert.deepEqual(await requestQuestion(failFirst(respondWith(503))), {
      code: 'none',
      requests: 2,
    });
  });

  it('is reported without reading an endless error body', async () => {
    const endless: Responder = (response) => {
      response.writeHead(400);
      const writeMore = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', writeMore);
      writeMore();
    };
    assert.deepEqual(await requestQuestion(endless), { code: 'UPSTREAM_REJECTED', requests: 1 });
  });
});

describe('a redirect', () => {
  for (const code of [301, 302, 303, 307, 308]) {
    it(`${code} is not followed, and the other server receives no request`, async () => {
      await using otherServer = await startScriptedApi(respondAlways(QUESTION));
      const location = `${otherServer.url}/v1/questions/7`;
      const result = await requestQuestion(respondWith(code, '', { location }));
      assert.deepEqual(result, { code: 'UPSTREAM_REDIRECT', requests: 1 });
      assert.equal(otherServer.requests.length, 0);
    });
  }
});

describe('a connection', () => {
  it('attempts a refused connection four times', async () => {
    const server = await startScriptedApi(respondAlways(QUESTION));
    const { url } = server;
    await server[Symbol.asyncDispose]();
    await using context = openClientContext({ baseUrl: url });
    const failure = await catchFailure(context.api.client.question(7));
    assert.equal(failure.code, 'UPSTREAM_UNREACHABLE');
    assert.deepEqual(failure.facts, {
      path: '/v1/questions/7',
      reason: 'ECONNREFUSED',
      attempts: 4,
    });
  });

  it('retries a connection that is reset before or during the response', async () => {
    const reset: Responder = (response) => {
      response.socket?.resetAndDestroy();
    };
    assert.deepEqual(await requestQuestion(failFirst(reset)), { code: 'none', requests: 2 });
    assert.deepEqual(await requestQuestion(reset), { code: 'UPSTREAM_UNREACHABLE', requests: 4 });
  });

  it('times out and retries a connection that stalls at the headers or in the body', async () => {
    // The repeated request is answered within them on a busy machine, too.
    const timeouts = { connectMs: 500, headersMs: 500, bodyIdleMs: 500 };
    const silent: Responder = () => undefined;
    const stalledResponder: Responder = (response) => {
      response.write(BODY.slice(0, 5));
    };
    for (const answer of [silent, stalledResponder]) {
      const result = await requestQuestion(failFirst(answer), { timeouts });
      assert.deepEqual(result, { code: 'none', requests: 2 });
    }
  });

  it(
    'times out and retries a connection that stalls in the TLS handshake',
    { timeout: 30_000 },
    async () => {
      await using mute = await startSilentTlsServer();
      const baseUrl = `https://127.0.0.1:${mute.port}`;
      await using context = openClientContext({ baseUrl, timeouts: { connectMs: 50 } });
      // Only the first one waits: undici's connect timeout is never shorter than half a second.
      assert.equal(await catchFailureCode(context.api.client.question(7)), 'UPSTREAM_UNREACHABLE');
      assert.equal(mute.connections(), 4);
    },
  );

  it('fails at the deadline without a retry when a body is sent too slowly', async () => {
    const dripStart = Promise.withResolvers<undefined>();
    await using server = await startScriptedApi((response) => {
      response.write('{');
      dripStart.resolve(undefined);
    });
    await using context = openClientContext({ baseUrl: server.url });
    const code = catchFailureCode(context.api.client.question(7));
    await dripStart.promise;
    context.expireDeadlines();
    assert.equal(await code, 'UPSTREAM_TIMEOUT');
    assert.equal(server.requests.length, 1);
  });

  it('is not awaited to the end of an error body', { timeout: 20_000 }, async () => {
    const slow: Responder = (response) => {
      response.writeHead(404).write('{');
    };
    assert.deepEqual(await requestQuestion(slow), { code: 'UPSTREAM_NOT_FOUND', requests: 1 });
  });

  it('never opens a connection to a link-local address', () => {
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[::ffff:169.254.169.254]',
    ]) {
      assert.throws(() => openClientContext({ baseUrl: `https://${host}/` }), {
        code: 'CONFIG_INVALID',
      });
    }
  });
});

describe('a base URL', () => {
  it('is https, or http on this machine', () => {
    for (const url of [
      'http://example.test',
      'http://10.0.0.1',
      'ftp://127.0.0.1',
      'nonsense',
      '',
    ]) {
      assert.throws(() => openClientContext({ baseUrl: url }), { code: 'CONFIG_INVALID' });
    }
    for (const url of [
      'https://example.test',
      'http://localhost:1',
      'http://[::1]',
      'http://0x7f.1',
    ]) {
      assert.doesNotThrow(() => openClientContext({ baseUrl: url }));
    }
  });

  it('has no credentials and no query, and is not quoted in the error', () => {
    for (const url of [
      'https://u:hunter2@example.test',
      'https://example.test/?a=hunter2',
      'https://e.test/#hunter2',
    ]) {
      assert.throws(
        () => openClientContext({ baseUrl: url }),
        (error) => error instanceof Error && !error.message.includes('hunter2'),
      );
    }
  });

  it('can be localhost by name', async () => {
    await using server = await startScriptedApi(respondAlways(QUESTION));
    await using context = openClientContext({
      baseUrl: server.url.replace('127.0.0.1', 'localhost'),
    });
    assert.equal((await context.api.client.question(7)).name, QUESTION.name);
  });
});

describe('credentials', () => {
  it('refuses credentials that could inject headers before a request is sent', async () => {
    await using server = await startScriptedApi(respondAlways(QUESTION));
    const refuse = async (pair: Partial<Credentials>): Promise<void> => {
      const credentials = staticCredentials({ clientId: 'acme', apiToken: 'sesame', ...pair });
      await using context = openClientContext({ baseUrl: server.url, credentials });
      assert.equal(await catchFailureCode(context.api.client.question(7)), 'CONFIG_INVALID');
    };
    for (const invalid of ['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'ключ', 'a\u0000']) {
      await refuse({ clientId: invalid });
      await refuse({ apiToken: invalid });
    }
    await refuse({ clientId: 'a:b' });
    assert.equal(server.requests.length, 0);
    assert.throws(() => openClientContext({ baseUrl: 'https://e.test', headerPrefix: 'X:' }));
  });
});

describe('TLS', () => {
  const year = 2026;
  const valid = {
    notBefore: new Date(Date.UTC(year - 20, 0)),
    notAfter: new Date(Date.UTC(year + 70, 0)),
  };
  const address = [127, 0, 0, 1] as const;

  async function askTls(
    certificate: { readonly cert: string; readonly key: string },
    trust: boolean,
  ): Promise<RequestResult> {
    await using server: ScriptedApi = await startScriptedApi(respondAlways(QUESTION), {
      tls: certificate,
    });
    const options = trust ? { ca: certificate.cert } : {};
    await using context = openClientContext({ baseUrl: server.url, ...options });
    const code = await catchFailureCode(context.api.client.question(7));
    return { code, requests: context.api.requests().sent };
  }

  it('accepts a certificate that is trusted, current and for that host', async () => {
    assert.deepEqual(await askTls(makeCertificate({ ...valid, address }), true), {
      code: 'none',
      requests: 1,
    });
  });

  it('refuses any other certificate without a retry', async () => {
    const tlsRefusal = { code: 'UPSTREAM_TLS', requests: 1 };
    const expired = { ...valid, notAfter: new Date(Date.UTC(year - 10, 0)) };
    assert.deepEqual(await askTls(makeCertificate({ ...valid, address }), false), tlsRefusal);
    assert.deepEqual(await askTls(makeCertificate({ ...expired, address }), true), tlsRefusal);
    const elsewhere = makeCertificate({ ...valid, address: [127, 0, 0, 2] });
    assert.deepEqual(await askTls(elsewhere, true), tlsRefusal);
  });

  it('does not retry when the server refuses the handshake', async () => {
    await using server = await startScriptedApi(respondAlways(QUESTION), { tls: {} });
    await using context = openClientContext({ baseUrl: server.url });
    const code = await catchFailureCode(context.api.client.question(7));
    assert.deepEqual([code, context.api.requests().sent], ['UPSTREAM_TLS', 1]);
  });

  it('refuses a server that speaks plain http', async () => {
    await using server = await startScriptedApi(respondAlways(QUESTION));
    await using context = openClientContext({ baseUrl: server.url.replace('http:', 'https:') });
    assert.equal(await catchFailureCode(context.api.client.question(7)), 'UPSTREAM_TLS');
  });
});

describe('a body', () => {
  it('may be compressed once with gzip, of any size', async () => {
    assert.deepEqual(await requestQuestion(respondEncoded('gzip', gzipSync(BODY))), {
      code: 'none',
      requests: 1,
    });
    assert.deepEqual(await requestQuestion(respondEncoded('X-GZIP', gzipSync(BODY))), {
      code: 'none',
      requests: 1,
    });
    const noise = Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 65_521).join();
    const large = gzipSync(JSON.stringify({ ...QUESTION, noise }));
    assert.ok(large.byteLength > 64 * 1024);
    assert.deepEqual(await requestQuestion(respondEncoded('gzip', large)), {
      code: 'none',
      requests: 1,
    });
  });

  it('requests a body with damaged compression again', async () => {
    const zipped = gzipSync(BODY);
    for (const body of [zipped.subarray(0, 30), Buffer.from(BODY), Buffer.alloc(0)]) {
      const result = await requestQuestion(respondEncoded('gzip', body));
      assert.equal(result.requests, 4);
      assert.ok(result.code === 'UPSTREAM_ENCODING' || result.code === 'UPSTREAM_NOT_JSON');
    }
  });

  it('is refused above the limit of decoded bytes, compressed or not', async () => {
    const maxBodyBytes = 100_000;
    const tooLarge = { code: 'RESPONSE_TOO_LARGE', requests: 1 };
    const blanks = `${BODY}${' '.repeat(20_000_000)}`;
    const zipped = gzipSync(blanks);
    const padded = gzipSync(`${blanks}${blanks}${blanks}${blanks}`);
    assert.ok(zipped.byteLength < 64 * 1024 && padded.byteLength > 64 * 1024);
    assert.deepEqual(
      await requestQuestion(respondEncoded('gzip', zipped), { maxBodyBytes }),
      tooLarge,
    );
    assert.deepEqual(
      await requestQuestion(respondEncoded('gzip', padded), { maxBodyBytes }),
      tooLarge,
    );
    assert.deepEqual(await requestQuestion(respondWith(200, blanks), { maxBodyBytes }), tooLarge);
    const exact = `${BODY}${' '.repeat(maxBodyBytes - BODY.length)}`;
    assert.equal((await requestQuestion(respondWith(200, exact), { maxBodyBytes })).code, 'none');
    assert.deepEqual(
      await requestQuestion(respondWith(200, `${exact} `), { maxBodyBytes }),
      tooLarge,
    );
  });
});

async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** Sends nothing on its first connection, so that no TLS handshake ends, and resets the others. */
async function startSilentTlsServer(): Promise<
  AsyncDisposable & { readonly port: number; readonly connections: () => number }
> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    if (connections > 1) socket.resetAndDestroy();
    else socket.on('error', () => undefined).resume();
  });
  return {
    port: await listenOnFreePort(server),
    connections: () => connections,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
