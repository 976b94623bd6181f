// Credentials that are rotated while reports are made: they are renewed once, and refused ones are never sent again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Credentials, CredentialSource } from '../../../lib/ports/secrets.ts';
import { sendJson, startScriptedApi, type Responder, type ScriptedApi } from './scripted-server.ts';
import { openClientContext } from './client-context.ts';
import { catchFailureCode, catchFailure } from '../../support/outcomes.ts';
import { canary } from '../../support/secret-markers.ts';

const CLIENT_ID = canary('client id');
const [ONE, TWO, THREE] = [canary('token'), canary('another token'), canary('third token')];

const QUESTION = { key: 7, name: 'How was it?', locale: 'en' };

function credentialsWith(apiToken: string): Credentials {
  return { clientId: CLIENT_ID, apiToken };
}

function keys(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** A credential source that counts its calls. */
interface CountingSource extends CredentialSource {
  current: string;
  reads: number;
  readonly refused: string[];
}

function createSource(current: string): CountingSource {
  return {
    current,
    reads: 0,
    refused: [],
    read() {
      this.reads += 1;
      return Promise.resolve(credentialsWith(this.current));
    },
    renew({ apiToken }) {
      this.refused.push(apiToken);
      return Promise.resolve(apiToken === this.current ? null : credentialsWith(this.current));
    },
  };
}

/** Accepts the credentials with the current token. */
function requireToken(accepted: { token: string }): Responder {
  return (response, { headers }) => {
    const basic = Buffer.from(`${CLIENT_ID}:${accepted.token}`).toString('base64');
    if (headers.authorization === `Basic ${basic}`) sendJson(response, QUESTION);
    else response.writeHead(401).end();
  };
}

describe('credentials', () => {
  it('reads credentials once, before the first request', async () => {
    const credentials = createSource(ONE);
    await using server = await startScriptedApi(requireToken({ token: ONE }));
    await using context = openClientContext({ baseUrl: server.url, credentials });
    assert.equal(credentials.reads, 0);
    await Promise.all(keys(20).map((key) => context.api.client.question(key)));
    await context.api.client.question(21);
    assert.equal(credentials.reads, 1);
    assert.deepEqual(credentials.refused, []);
    assert.deepEqual(context.api.requests(), { sent: 21, retried: 0 });
  });

  it('fail the call when they cannot be read, and are read again for the next call', async () => {
    let isDown = true;
    const credentials: CredentialSource = {
      read: () =>
        isDown
          ? Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' }))
          : Promise.resolve(credentialsWith(ONE)),
      renew: () => Promise.resolve(null),
    };
    await using server = await startScriptedApi(requireToken({ token: ONE }));
    await using context = openClientContext({ baseUrl: server.url, credentials });
    const failure = await catchFailure(context.api.client.question(1));
    assert.equal(failure.code, 'SECRET_UNAVAILABLE');
    assert.deepEqual(failure.facts, { name: 'reports' });
    assert.deepEqual(context.api.requests(), { sent: 0, retried: 0 });
    isDown = false;
    assert.equal(await catchFailureCode(context.api.client.question(1)), 'none');
  });
});

describe('credentials that are rotated during calls', () => {
  it('renews credentials once, and every call succeeds without a retry', async () => {
    const credentials = createSource(ONE);
    const accepted = { token: ONE };
    let answerCount = 0;
    const answer = requireToken(accepted);
    await using server = await startScriptedApi((response, request) => {
      answerCount += 1;
      if (answerCount === 15) accepted.token = credentials.current = TWO;
      return answer(response, request);
    });
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 8 });
    const codes = await Promise.all(
      keys(60).map((key) => catchFailureCode(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(codes)], ['none']);
    assert.deepEqual(credentials.refused, [ONE]);
    const { sent: sentCount, retried } = context.api.requests();
    assert.equal(retried, 0);
    assert.equal(sentCount, server.requests.length);
    assert.ok(sentCount > 60 && sentCount <= 68);
    assert.deepEqual(context.sleeps, []);
  });

  it('renews credentials again when renewed ones that worked are refused', async () => {
    const credentials = createSource(ONE);
    const accepted = { token: ONE };
    await using server = await startScriptedApi(requireToken(accepted));
    await using context = openClientContext({ baseUrl: server.url, credentials });
    for (const token of [ONE, TWO, THREE]) {
      accepted.token = credentials.current = token;
      assert.equal(await catchFailureCode(context.api.client.question(1)), 'none');
    }
    assert.deepEqual(credentials.refused, [ONE, TWO]);
  });

  it('repeats a request that was refused late without another renewal', async () => {
    const credentials = createSource(ONE);
    const accepted = { token: TWO };
    const answer = requireToken(accepted);
    const late: ServerResponse[] = [];
    const isHeld = Promise.withResolvers<undefined>();
    await using server = await startScriptedApi((response, request) => {
      if (request.path.endsWith('/1') && request.attempt === 1) {
        late.push(response);
        isHeld.resolve(undefined);
        return;
      }
      return answer(response, request);
    });
    await using context = openClientContext({ baseUrl: server.url, credentials });
    const first = catchFailureCode(context.api.client.question(1));
    await isHeld.promise;
    credentials.current = TWO;
    assert.equal(await catchFailureCode(context.api.client.question(2)), 'none');
    for (const response of late) response.writeHead(401).end();
    assert.equal(await first, 'none');
    assert.deepEqual(credentials.refused, [ONE]);
  });

  it('make calls wait while they are renewed', async () => {
    const renewal = Promise.withResolvers<Credentials>();
    const renewalRequested = Promise.withResolvers<undefined>();
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith(ONE)),
      renew: () => {
        renewalRequested.resolve(undefined);
        return renewal.promise;
      },
    };
    await using server = await startScriptedApi(requireToken({ token: TWO }));
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 4 });
    const first = catchFailureCode(context.api.client.question(1));
    await renewalRequested.promise;
    const laterCalls = keys(6).map((key) => catchFailureCode(context.api.client.question(key)));
    renewal.resolve(credentialsWith(TWO));
    assert.deepEqual([...new Set(await Promise.all([first, ...laterCalls]))], ['none']);
    assert.equal(server.requests.length, 8);
  });

  it('renews credentials once for requests that are refused during the renewal', async () => {
    const renewal = Promise.withResolvers<Credentials>();
    let renewals = 0;
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith(ONE)),
      renew: () => {
        renewals += 1;
        return renewal.promise;
      },
    };
    await using server = await startScriptedApi(requireToken({ token: TWO }));
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 4 });
    const codes = keys(4).map((key) => catchFailureCode(context.api.client.question(key)));
    while (server.requests.length < 4) await setImmediate();
    // Lets all four responses arrive.
    for (let i = 0; i < 50; i += 1) await setImmediate();
    renewal.resolve(credentialsWith(TWO));
    assert.deepEqual([...new Set(await Promise.all(codes))], ['none']);
    assert.deepEqual([renewals, server.requests.length], [1, 8]);
  });

  it('sends renewed credentials in a call that waited for a Retry-After meanwhile', async () => {
    const renewal = Promise.withResolvers<Credentials>();
    const renewalRequested = Promise.withResolvers<undefined>();
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith(ONE)),
      renew: () => {
        renewalRequested.resolve(undefined);
        return renewal.promise;
      },
    };
    const accept = requireToken({ token: TWO });
    const inFlight = Promise.withResolvers<ServerResponse>();
    await using server = await startScriptedApi((response, request) => {
      if (request.path.endsWith('/1') && request.attempt === 1) {
        inFlight.resolve(response);
      } else if (request.path.endsWith('/2') && request.attempt === 1) {
        response.writeHead(429, { 'Retry-After': '5' }).end();
      } else {
        return accept(response, request);
      }
    });
    const sleeps: (() => void)[] = [];
    let isPauseOver = false;
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 60_000 && isPauseOver) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      if (ms < 60_000)
        sleeps.push(() => {
          resolve(undefined);
        });
      signal.addEventListener('abort', () => {
        resolve(undefined);
      });
      await promise;
    };
    await using context = openClientContext({ baseUrl: server.url, credentials, sleep });
    const { client } = context.api;
    const first = catchFailureCode(client.question(1));
    const heldResponse = await inFlight.promise;
    const second = catchFailureCode(client.question(2));
    while (sleeps.length < 1) await setImmediate();
    const third = catchFailureCode(client.question(3));
    while (sleeps.length < 2) await setImmediate();
    heldResponse.writeHead(401).end();
    await renewalRequested.promise;
    isPauseOver = true;
    for (const wake of sleeps) wake();
    await setImmediate();
    renewal.resolve(credentialsWith(TWO));
    assert.deepEqual([await second, await third, await first], ['none', 'none', 'none']);
    assert.equal(server.requests.length, 5);
  });

  it('a client that was closed while credentials were read or renewed does not use them', async () => {
    for (const stage of ['read', 'renewal'] as const) {
      const waiting = Promise.withResolvers<undefined>();
      const result = Promise.withResolvers<Credentials>();
      const delayed = (): Promise<Credentials> => {
        waiting.resolve(undefined);
        return result.promise;
      };
      const credentials: CredentialSource = {
        read: () => (stage === 'read' ? delayed() : Promise.resolve(credentialsWith(ONE))),
        renew: delayed,
      };
      await using server = await startScriptedApi(requireToken({ token: TWO }));
      await using context = openClientContext({ baseUrl: server.url, credentials });
      const code = catchFailureCode(context.api.client.question(1));
      await waiting.promise;
      await context.api.close();
      result.resolve(credentialsWith(TWO));
      assert.equal(await code, 'UPSTREAM_CLOSED');
      assert.equal(context.api.requests().sent, stage === 'read' ? 0 : 1);
    }
  });
});

describe('refused credentials', () => {
  it('stop the client when the source has no others', async () => {
    const credentials = createSource(ONE);
    await using server = await startScriptedApi(requireToken({ token: 'other' }));
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 4 });
    const codes = await Promise.all(
      keys(40).map((key) => catchFailureCode(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(codes)], ['UPSTREAM_UNAUTHORIZED']);
    assert.equal(await catchFailureCode(context.api.client.question(41)), 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(credentials.refused, [ONE]);
    assert.ok(server.requests.length <= 4);
  });

  it('stop the client when renewed ones are refused too, after one more request for each call in flight', async () => {
    let renewals = 0;
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith('first')),
      renew: () => {
        renewals += 1;
        return Promise.resolve(credentialsWith(`other-${renewals}`));
      },
    };
    await using server = await startScriptedApi(requireToken({ token: 'unknown' }));
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 4 });
    const failures = await Promise.all(
      keys(40).map((key) => catchFailure(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(failures.map(({ code }) => code))], ['UPSTREAM_UNAUTHORIZED']);
    assert.equal(renewals, 1);
    assert.ok(server.requests.length <= 8);
    assert.equal(context.api.requests().sent, server.requests.length);
    assert.equal(await catchFailureCode(context.api.client.question(41)), 'UPSTREAM_UNAUTHORIZED');
    assert.ok(server.requests.length <= 8);
  });

  /** Returns other credentials at every renewal. */
  function endless(): CredentialSource & { renewals: number } {
    return {
      renewals: 0,
      read: () => Promise.resolve(credentialsWith('t0')),
      renew() {
        this.renewals += 1;
        return Promise.resolve(credentialsWith(`t${this.renewals}`));
      },
    };
  }

  interface Refusing extends AsyncDisposable {
    readonly server: ScriptedApi;
    readonly isHeld: Promise<unknown>;
    readonly release: () => void;
  }

  /** Refuses these paths, and delays the second response for the first of them until `release`. */
  async function refusing(...paths: readonly string[]): Promise<Refusing> {
    const isHeld = Promise.withResolvers<undefined>();
    const releaseSignal = Promise.withResolvers<undefined>();
    const server = await startScriptedApi(async (response, { path, attempt }) => {
      if (path === paths[0] && attempt === 2) {
        isHeld.resolve(undefined);
        await releaseSignal.promise;
      }
      if (paths.includes(path)) response.writeHead(401).end();
      else sendJson(response, QUESTION);
    });
    const release = (): void => {
      releaseSignal.resolve(undefined);
    };
    const close = (): PromiseLike<void> => server[Symbol.asyncDispose]();
    return { server, isHeld: isHeld.promise, release, [Symbol.asyncDispose]: close };
  }

  it('one call does not renew credentials a second time, even if they work for other calls', async () => {
    const credentials = endless();
    await using upstream = await refusing('/v1/questions/1');
    const { server, isHeld, release } = upstream;
    await using context = openClientContext({ baseUrl: server.url, credentials });
    const failure = catchFailure(context.api.client.question(1));
    await isHeld;
    assert.equal(await catchFailureCode(context.api.client.question(2)), 'none');
    release();
    const { code, facts } = await failure;
    assert.equal(code, 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(facts, { path: '/v1/questions/1', status: 401, attempts: 2 });
    assert.equal(credentials.renewals, 1);
    assert.equal(server.requests.length, 3);
  });

  it('another call does not renew credentials before they have worked', async () => {
    const credentials = endless();
    await using upstream = await refusing('/v1/questions/1', '/v1/questions/2');
    const { server, isHeld, release } = upstream;
    await using context = openClientContext({ baseUrl: server.url, credentials });
    const first = catchFailureCode(context.api.client.question(1));
    await isHeld;
    assert.equal(await catchFailureCode(context.api.client.question(2)), 'UPSTREAM_UNAUTHORIZED');
    release();
    assert.equal(await first, 'UPSTREAM_UNAUTHORIZED');
    assert.equal(credentials.renewals, 1);
    assert.equal(server.requests.length, 3);
  });

  it('wake a call that waits for a retry when the renewal fails', async () => {
    const waiting = Promise.withResolvers<undefined>();
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith(ONE)),
      renew: () => Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' })),
    };
    await using server = await startScriptedApi((response, { path }) => {
      response.writeHead(path.endsWith('/1') ? 503 : 401).end();
    });
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 60_000) waiting.resolve(undefined);
      await once(signal, 'abort');
    };
    await using context = openClientContext({ baseUrl: server.url, credentials, sleep });
    const first = catchFailureCode(context.api.client.question(1));
    await waiting.promise;
    assert.equal(await catchFailureCode(context.api.client.question(2)), 'SECRET_UNAVAILABLE');
    assert.equal(await first, 'SECRET_UNAVAILABLE');
    assert.equal(server.requests.length, 2);
  });

  it('stop the client with the failure of the source when the renewal fails', async () => {
    const credentials: CredentialSource = {
      read: () => Promise.resolve(credentialsWith(ONE)),
      renew: () => Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' })),
    };
    await using server = await startScriptedApi(requireToken({ token: TWO }));
    await using context = openClientContext({ baseUrl: server.url, credentials, concurrency: 2 });
    const codes = await Promise.all(
      keys(20).map((key) => catchFailureCode(context.api.client.question(key))),
    );
    assert.deepEqual([...new Set(codes)], ['SECRET_UNAVAILABLE']);
    assert.equal(await catchFailureCode(context.api.client.question(21)), 'SECRET_UNAVAILABLE');
    assert.ok(server.requests.length <= 2);
  });
});
