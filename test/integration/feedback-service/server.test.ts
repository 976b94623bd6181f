import assert from 'node:assert/strict';
import { Agent, get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it, type TestContext } from 'node:test';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { startFeedbackService, type Company } from '../../../lib/feedback-service/index.ts';
import { openTestCompany, type OpenTestCompany } from '../../support/data-set.ts';
import { companyOf, instant, survey } from '../../support/feedback-service/acme.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';
import {
  basic,
  clientId,
  noon,
  pageOf,
  serve,
  token,
} from '../../support/feedback-service/served-company.ts';

const lines = Array.from({ length: 500 }, (_, i) => ({
  ts: instant('2026-11-09T10:00:00Z') + i * 1000,
  r: 0,
}));
const openedCompany = await openTestCompany(companyOf([survey(11)], { 11: lines }), () => noon);
const { company } = openedCompany;
after(() => openedCompany.close());
const authorization = basic(clientId, token);

/** Sends bytes as they are and tells everything that comes back. */
async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

describe('the socket', () => {
  it('compresses large answers only for clients that accept gzip', async (t) => {
    const { url } = await serve(t, company);
    const sizes: number[] = [];
    for (const [accept, isZipped] of [
      ['gzip', true],
      ['br;q=1, gzip;q=0.5', true],
      ['*', true],
      ['gzip;q=0', false],
      ['identity', false],
    ] as const) {
      const headers = { authorization, 'accept-encoding': accept };
      const response = await new Promise<IncomingMessage>((resolve) => {
        httpGet(`${url}/v1/surveys/11/rawresults`, { headers, agent: false }, resolve);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of response) if (chunk instanceof Buffer) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      assert.equal(response.headers['content-encoding'], isZipped ? 'gzip' : undefined, accept);
      assert.equal(response.headers.vary, 'accept-encoding');
      assert.equal(Number(response.headers['content-length']), body.length);
      const plainBody = isZipped ? gunzipSync(body) : body;
      assert.match(plainBody.toString(), /^\{"data":\[.*\],"meta":\{\}\}$/);
      sizes.push(body.length);
    }
    assert.ok((sizes[0] ?? Infinity) < (sizes[3] ?? 0) / 5);
  });

  it('refuses headers over 16 KiB with 431, and the unreadable with 400, as problems', async (t) => {
    const { url } = await serve(t, company);
    const long = `GET /v1/folders HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`;
    assert.match(await exchange(url, long), /^HTTP\/1\.1 431 .*"code":"HEADERS_TOO_LARGE"/s);
    const malformedAnswer = await exchange(url, 'HELLO\r\n\r\n');
    assert.match(
      malformedAnswer,
      /^HTTP\/1\.1 400 .*application\/problem\+json.*"REQUEST_MALFORMED"/s,
    );
  });

  it('answers CONNECT like any other method, and an absolute URL like its path', async (t) => {
    const { url } = await serve(t, company);
    const headers = `Host: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`;
    const connected = await exchange(url, `CONNECT /v1/folders HTTP/1.1\r\n${headers}`);
    assert.match(connected, /^HTTP\/1\.1 405 .*allow: GET, HEAD/s);
    const absolute = await exchange(url, `GET ${url}/v1/folders HTTP/1.1\r\n${headers}`);
    assert.match(absolute, /^HTTP\/1\.1 200 /);
  });

  it('survives clients that reset a CONNECT request or never end it', async (t) => {
    const { url, ask } = await serve(t, company);
    const { hostname, port } = new URL(url);
    for (let i = 0; i < 5; i += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      socket.resetAndDestroy();
    }
    const open = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    t.after(() => open.destroy());
    open.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(open, 'data');
    assert.equal((await ask('/v1/questions')).status, 200);
  });

  it('does not read a body: a small one is ignored, a large one closes the connection', async (t) => {
    const { url } = await serve(t, company);
    const agent = new Agent({ keepAlive: true });
    t.after(() => {
      agent.destroy();
    });
    const send = (size: number): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const options = { method: 'POST', headers: { authorization }, agent };
        const request = httpRequest(`${url}/v1/folders`, options, (response) => {
          response.resume().on('end', () => {
            resolve(response);
          });
        });
        request.on('error', reject);
        request.end('x'.repeat(size));
      });
    const small = await send(100);
    assert.deepEqual([small.statusCode, small.headers.connection], [405, 'keep-alive']);
    const large = await send(100_000).catch(() => undefined);
    if (large !== undefined) assert.equal(large.headers.connection, 'close');
  });

  it('answers an unexpected error with a 500 without details, and reports it', async (t) => {
    const errors: unknown[] = [];
    const brokenCompany: Company = {
      credentials: () => company.credentials(),
      store: { ...company.store, forEachCount: () => Promise.reject(new Error('disk on fire')) },
    };
    const { ask } = await serve(t, brokenCompany, { onError: (error) => errors.push(error) });
    const { status, body } = await ask('/v1/surveys/11/results');
    assert.equal(status, 500);
    assert.doesNotMatch(JSON.stringify(body), /fire/);
    assert.equal(errors.length, 1);
  });
});

describe('a long answer', () => {
  const second = instant('2026-11-09T10:00:00Z');
  const manyLines = Array.from({ length: 20_000 }, (_, i) => ({ ts: second + i * 1000, r: i % 4 }));
  const path = '/v1/surveys/11/rawresults';
  const long = companyOf([survey(11)], { 11: manyLines });

  async function openLong(t: TestContext): Promise<OpenTestCompany> {
    const longCompany = await openTestCompany(long, () => noon);
    t.after(() => longCompany.close());
    return longCompany;
  }

  function get(url: string, accept: string): Promise<IncomingMessage> {
    const headers = { authorization, 'accept-encoding': accept };
    return new Promise((resolve, reject) => {
      httpGet(`${url}${path}`, { headers, agent: false }, resolve).on('error', reject);
    });
  }

  it('is streamed, compressed or not, and complete', async (t) => {
    const { url } = await serve(t, long);
    for (const accept of ['identity', 'gzip']) {
      const response = await get(url, accept);
      assert.equal(response.headers['content-length'], undefined);
      assert.equal(response.headers['transfer-encoding'], 'chunked');
      const responseBytes = await buffer(response);
      const plainBytes = accept === 'gzip' ? gunzipSync(responseBytes) : responseBytes;
      const { data, meta } = z
        .object({ data: z.array(z.unknown()), meta: z.strictObject({}) })
        .parse(JSON.parse(plainBytes.toString()));
      assert.deepEqual([data.length, meta], [manyLines.length, {}]);
    }
  });

  it('is abandoned when its client disconnects, and others are served', async (t) => {
    const { company: opened } = await openLong(t);
    let underWay = 0;
    const watchedCompany: Company = {
      credentials: () => opened.credentials(),
      store: {
        ...opened.store,
        events: async function* (...args) {
          underWay += 1;
          try {
            yield* opened.store.events(...args);
          } finally {
            underWay -= 1;
          }
        },
      },
    };
    const { url, ask } = await serve(t, watchedCompany);
    for (let i = 0; i < 20; i += 1) (await get(url, i % 2 === 0 ? 'gzip' : 'identity')).destroy();
    assert.equal(pageOf(await ask(path)).data.length, manyLines.length);
    while (underWay > 0) await setImmediate();
  });

  it('is not mixed with the refusal of the next request', async (t) => {
    const { url } = await serve(t, long);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
    await once(socket, 'readable');
    socket.write('garbage\r\n\r\n');
    assert.equal((await text(socket).catch(() => '')).match(/HTTP\/1\.1/g)?.length ?? 0, 1);
  });

  it('delays the shutdown of the service only until its end', async (t) => {
    const { company: opened } = await openLong(t);
    const service = await startFeedbackService({ companies: [opened], clock: () => noon });
    const agent = new Agent({ keepAlive: true });
    t.after(() => {
      agent.destroy();
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      httpGet(`${service.url}${path}`, { headers: { authorization }, agent }, resolve).on(
        'error',
        reject,
      );
    });
    const closePromise = service.close();
    await buffer(response);
    await closePromise;
    assert.ok(response.complete);
  });

  it('aborts an answer that cannot be finished, so that no client takes it as complete', async (t) => {
    const errors: unknown[] = [];
    const { company: opened } = await openLong(t);
    const brokenCompany: Company = {
      credentials: () => opened.credentials(),
      store: {
        ...opened.store,
        events: async function* (...args) {
          let batches = 0;
          for await (const batch of opened.store.events(...args)) {
            if (batches === 10) throw new Error('disk on fire');
            batches += 1;
            yield batch;
          }
        },
      },
    };
    const { url } = await serve(t, brokenCompany, { onError: (error) => errors.push(error) });
    for (const accept of ['identity', 'gzip']) {
      await assert.rejects(buffer(await get(url, accept)), { code: 'ECONNRESET' });
    }
    assert.equal(errors.length, 2);
  });
});

describe('the service', () => {
  it('closes after requests in progress have been answered, and accepts no new ones', async (t) => {
    const requestStarted = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<undefined>();
    const slow: Company = {
      credentials: () => company.credentials(),
      store: {
        ...company.store,
        forEachCount: async (...asked_) => {
          requestStarted.resolve(undefined);
          await answer.promise;
          return company.store.forEachCount(...asked_);
        },
      },
    };
    const service = await startFeedbackService({ companies: [slow], clock: () => noon });
    t.after(() => service.close());
    const headers = { authorization };
    const pendingResponse = fetch(`${service.url}/v1/surveys/11/results`, { headers });
    await requestStarted.promise;
    const closePromise = service.close();
    assert.equal(service.close(), closePromise);
    await assert.rejects(fetch(`${service.url}/v1/folders`, { headers }));
    answer.resolve(undefined);
    const response = await pendingResponse;
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('connection'), 'close');
    await response.arrayBuffer();
    await closePromise;
  });

  it('listens without TLS on loopback addresses only', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com', '127.0.0.1.example.com']) {
      const startPromise = startFeedbackService({ companies: [company], clock: () => noon, host });
      await assert.rejects(startPromise, /loopback/, host);
    }
  });

  it('reports that the port is in use', async (t) => {
    const { url } = await serve(t, company);
    const port = Number(new URL(url).port);
    const startPromise = startFeedbackService({ companies: [company], clock: () => noon, port });
    await assert.rejects(startPromise, { code: 'EADDRINUSE' });
  });

  it('speaks HTTPS with a certificate and a key', async (t) => {
    const tls = selfSigned();
    const { url } = await serve(t, company, { tls });
    assert.match(url, /^https:/);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { headers: { authorization }, ca: tls.cert, agent: false };
      httpsGet(`${url}/v1/folders`, options, resolve).on('error', reject);
    });
    assert.equal(response.statusCode, 200);
    assert.match(await text(response), /"key":1/);
  });

  it('takes another certificate for connections from then on', async (t) => {
    const [first, second] = [selfSigned(), selfSigned()];
    const service = await startFeedbackService({
      companies: [company],
      clock: () => noon,
      tls: first,
    });
    t.after(() => service.close());
    const statusWith = ({ cert }: { readonly cert: string }): Promise<number | string> =>
      new Promise((resolve) => {
        const options = { headers: { authorization }, ca: cert, agent: false };
        httpsGet(`${service.url}/v1/folders`, options, ({ statusCode = 0 }) => {
          resolve(statusCode);
        }).on('error', () => {
          resolve('not trusted');
        });
      });
    assert.equal(await statusWith(first), 200);
    service.replaceTls(second);
    assert.deepEqual([await statusWith(first), await statusWith(second)], ['not trusted', 200]);
    assert.throws(() => {
      service.replaceTls({ cert: first.cert, key: second.key });
    });
    assert.equal(await statusWith(second), 200);
  });
});
