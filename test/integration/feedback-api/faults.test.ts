// What goes wrong on the way: each fault of the network and of the answer has its own code and its own number of
// requests (faults 21 to 34 of the reliability paper).
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
  always,
  sendJson,
  startServer,
  type Answer,
  type ScriptedServer,
} from './scripted-server.ts';
import { codeOf, failureOf, fixed, openWorld } from './client-context.ts';

const QUESTION = { key: 7, name: 'How was it?', locale: 'en' };
const BODY = JSON.stringify(QUESTION);

interface Result {
  readonly code: FailureCode | 'none';
  readonly requests: number;
}

async function ask(answer: Answer, options: Partial<FeedbackApiOptions> = {}): Promise<Result> {
  await using server = await startServer(answer);
  await using world = openWorld({ baseUrl: server.url, ...options });
  const code = await codeOf(world.api.client.question(7));
  return { code, requests: server.seen.length };
}

function status(code: number, body = '', headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, headers).end(body);
  };
}

function once200(then: Answer): Answer {
  return (response, seen) => {
    if (seen.attempt > 1) sendJson(response, QUESTION);
    else return then(response, seen);
  };
}

function encoded(coding: string, body: Uint8Array): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Encoding': coding }).end(body);
  };
}

describe('a status', () => {
  it('names the request path without its query, the status and the attempts, and nothing else', async () => {
    await using server = await startServer(status(503, 'a secret of the upstream'));
    await using world = openWorld({ baseUrl: `${server.url}/a/path/` });
    const failure = await failureOf(world.api.source.readHourlyCounts(12, { start: 0, end: 1 }));
    assert.deepEqual(failure.facts, { path: '/v1/surveys/12/results', status: 503, attempts: 4 });
    assert.equal(server.seen[0]?.path, '/a/path/v1/surveys/12/results');
  });

  it('that passes is forgotten', async () => {
    assert.deepEqual(await ask(once200(status(503))), { code: 'none', requests: 2 });
  });

  it('does not read an endless error body', async () => {
    const endless: Answer = (response) => {
      response.writeHead(400);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    };
    assert.deepEqual(await ask(endless), { code: 'UPSTREAM_REJECTED', requests: 1 });
  });
});

describe('a redirect', () => {
  for (const code of [301, 302, 303, 307, 308]) {
    it(`${code} is not followed, and the other server hears nothing`, async () => {
      await using other = await startServer(always(QUESTION));
      const location = `${other.url}/v1/questions/7`;
      const result = await ask(status(code, '', { location }));
      assert.deepEqual(result, { code: 'UPSTREAM_REDIRECT', requests: 1 });
      assert.equal(other.seen.length, 0);
    });
  }
});

describe('a connection', () => {
  it('that is refused is tried four times', async () => {
    const server = await startServer(always(QUESTION));
    const { url } = server;
    await server[Symbol.asyncDispose]();
    await using world = openWorld({ baseUrl: url });
    const failure = await failureOf(world.api.client.question(7));
    assert.equal(failure.code, 'UPSTREAM_UNREACHABLE');
    assert.deepEqual(failure.facts, {
      path: '/v1/questions/7',
      reason: 'ECONNREFUSED',
      attempts: 4,
    });
  });

  it('that is reset before or within the answer is tried again', async () => {
    const reset: Answer = (response) => {
      response.socket?.resetAndDestroy();
    };
    assert.deepEqual(await ask(once200(reset)), { code: 'none', requests: 2 });
    assert.deepEqual(await ask(reset), { code: 'UPSTREAM_UNREACHABLE', requests: 4 });
  });

  it('that never gets past the headers or the body times out and is tried again', async () => {
    const timeouts = { connectMs: 60, headersMs: 60, bodyIdleMs: 60 };
    const silent: Answer = () => undefined;
    const stalled: Answer = (response) => {
      response.write(BODY.slice(0, 5));
    };
    for (const answer of [silent, stalled]) {
      const result = await ask(once200(answer), { timeouts });
      assert.deepEqual(result, { code: 'none', requests: 2 });
    }
  });

  it(
    'that never gets past the handshake is given up and tried again',
    { timeout: 8000 },
    async () => {
      await using mute = await startMute();
      const baseUrl = `https://127.0.0.1:${mute.port}`;
      await using world = openWorld({ baseUrl, timeouts: { connectMs: 50 } });
      // Only the first waits, for undici's connect timeout is never shorter than half a second.
      assert.equal(await codeOf(world.api.client.question(7)), 'UPSTREAM_UNREACHABLE');
      assert.equal(mute.connections(), 4);
    },
  );

  it('that drips stays within the time for the whole call, and is not tried again', async () => {
    const dripping = Promise.withResolvers<undefined>();
    await using server = await startServer((response) => {
      response.write('{');
      dripping.resolve(undefined);
    });
    await using world = openWorld({ baseUrl: server.url });
    const code = codeOf(world.api.client.question(7));
    await dripping.promise;
    world.expire();
    assert.equal(await code, 'UPSTREAM_TIMEOUT');
    assert.equal(server.seen.length, 1);
  });

  it('that drips an error body does so within that time as well', { timeout: 8000 }, async () => {
    const dripping = Promise.withResolvers<undefined>();
    await using server = await startServer((response) => {
      response.writeHead(404).write('{');
      setImmediate(() => {
        dripping.resolve(undefined);
      });
    });
    await using world = openWorld({ baseUrl: server.url });
    const code = codeOf(world.api.client.question(7));
    await dripping.promise;
    world.expire();
    assert.notEqual(await code, 'none');
    assert.equal(server.seen.length, 1);
  });

  it('to a link-local address is never made', () => {
    for (const host of [
      '169.254.169.254',
      '[fe80::1]',
      '[fd00:ec2::254]',
      '[::ffff:169.254.169.254]',
    ]) {
      assert.throws(() => openWorld({ baseUrl: `https://${host}/` }), { code: 'CONFIG_INVALID' });
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
      assert.throws(() => openWorld({ baseUrl: url }), { code: 'CONFIG_INVALID' });
    }
    for (const url of [
      'https://example.test',
      'http://localhost:1',
      'http://[::1]',
      'http://0x7f.1',
    ]) {
      assert.doesNotThrow(() => openWorld({ baseUrl: url }));
    }
  });

  it('carries no credentials and no query, and is not repeated in the error', () => {
    for (const url of [
      'https://u:hunter2@example.test',
      'https://example.test/?a=hunter2',
      'https://e.test/#hunter2',
    ]) {
      assert.throws(
        () => openWorld({ baseUrl: url }),
        (error) => error instanceof Error && !error.message.includes('hunter2'),
      );
    }
  });

  it('finds this machine by its name', async () => {
    await using server = await startServer(always(QUESTION));
    await using world = openWorld({ baseUrl: server.url.replace('127.0.0.1', 'localhost') });
    assert.equal((await world.api.client.question(7)).name, QUESTION.name);
  });
});

describe('credentials', () => {
  it('that could leave their header are refused before anything is sent', async () => {
    await using server = await startServer(always(QUESTION));
    const refuse = async (pair: Partial<Credentials>): Promise<void> => {
      const credentials = fixed({ clientId: 'acme', apiToken: 'sesame', ...pair });
      await using world = openWorld({ baseUrl: server.url, credentials });
      assert.equal(await codeOf(world.api.client.question(7)), 'CONFIG_INVALID');
    };
    for (const bad of ['', ' ', 'a b', 'a\nb', 'a\r\nX-Evil: 1', 'ключ', 'a\u0000']) {
      await refuse({ clientId: bad });
      await refuse({ apiToken: bad });
    }
    await refuse({ clientId: 'a:b' });
    assert.equal(server.seen.length, 0);
    assert.throws(() => openWorld({ baseUrl: 'https://e.test', headerPrefix: 'X:' }));
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
  ): Promise<Result> {
    await using server: ScriptedServer = await startServer(always(QUESTION), { tls: certificate });
    const options = trust ? { ca: certificate.cert } : {};
    await using world = openWorld({ baseUrl: server.url, ...options });
    const code = await codeOf(world.api.client.question(7));
    return { code, requests: world.api.requests().sent };
  }

  it('is accepted with a certificate that is trusted, current and for that host', async () => {
    assert.deepEqual(await askTls(makeCertificate({ ...valid, address }), true), {
      code: 'none',
      requests: 1,
    });
  });

  it('is refused otherwise, once and for all', async () => {
    const refused = { code: 'UPSTREAM_TLS', requests: 1 };
    const expired = { ...valid, notAfter: new Date(Date.UTC(year - 10, 0)) };
    assert.deepEqual(await askTls(makeCertificate({ ...valid, address }), false), refused);
    assert.deepEqual(await askTls(makeCertificate({ ...expired, address }), true), refused);
    const elsewhere = makeCertificate({ ...valid, address: [127, 0, 0, 2] });
    assert.deepEqual(await askTls(elsewhere, true), refused);
  });

  it('does not fall for a server that speaks plain http', async () => {
    await using server = await startServer(always(QUESTION));
    await using world = openWorld({ baseUrl: server.url.replace('http:', 'https:') });
    assert.equal(await codeOf(world.api.client.question(7)), 'UPSTREAM_TLS');
  });
});

describe('a body', () => {
  it('may be compressed once with gzip, of any size', async () => {
    assert.deepEqual(await ask(encoded('gzip', gzipSync(BODY))), { code: 'none', requests: 1 });
    assert.deepEqual(await ask(encoded('X-GZIP', gzipSync(BODY))), { code: 'none', requests: 1 });
    const noise = Array.from({ length: 60_000 }, (_, index) => (index * 7919) % 65_521).join();
    const large = gzipSync(JSON.stringify({ ...QUESTION, noise }));
    assert.ok(large.byteLength > 64 * 1024);
    assert.deepEqual(await ask(encoded('gzip', large)), { code: 'none', requests: 1 });
  });

  it('with damaged compression is asked for again', async () => {
    const zipped = gzipSync(BODY);
    for (const body of [zipped.subarray(0, 30), Buffer.from(BODY), Buffer.alloc(0)]) {
      const result = await ask(encoded('gzip', body));
      assert.equal(result.requests, 4);
      assert.ok(result.code === 'UPSTREAM_ENCODING' || result.code === 'UPSTREAM_NOT_JSON');
    }
  });

  it('is cut off at the limit of decoded bytes, compressed or not', async () => {
    const maxBodyBytes = 100_000;
    const tooLarge = { code: 'RESPONSE_TOO_LARGE', requests: 1 };
    const blanks = `${BODY}${' '.repeat(20_000_000)}`;
    const zipped = gzipSync(blanks);
    const padded = gzipSync(`${blanks}${blanks}${blanks}${blanks}`);
    assert.ok(zipped.byteLength < 64 * 1024 && padded.byteLength > 64 * 1024);
    assert.deepEqual(await ask(encoded('gzip', zipped), { maxBodyBytes }), tooLarge);
    assert.deepEqual(await ask(encoded('gzip', padded), { maxBodyBytes }), tooLarge);
    assert.deepEqual(await ask(status(200, blanks), { maxBodyBytes }), tooLarge);
    const exact = `${BODY}${' '.repeat(maxBodyBytes - BODY.length)}`;
    assert.equal((await ask(status(200, exact), { maxBodyBytes })).code, 'none');
    assert.deepEqual(await ask(status(200, `${exact} `), { maxBodyBytes }), tooLarge);
  });
});

/** Never says a word on its first connection, so that no TLS handshake ends, and drops the others. */
async function startMute(): Promise<
  AsyncDisposable & { readonly port: number; readonly connections: () => number }
> {
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    if (connections > 1) socket.resetAndDestroy();
    else socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}
