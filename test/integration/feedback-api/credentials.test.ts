// Credentials that change while reports are made: rotated ones are found once, refused ones are never sent again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Credentials, CredentialSource } from '../../../lib/ports/secrets.ts';
import { sendJson, startServer, type Answer, type ScriptedServer } from './scripted-server.ts';
import { codeOf, failureOf, openWorld } from './client-context.ts';
import { canary } from '../../support/secret-markers.ts';

const CLIENT_ID = canary('client id');
const [ONE, TWO, THREE] = [canary('token'), canary('another token'), canary('third token')];

const QUESTION = { key: 7, name: 'How was it?', locale: 'en' };

function pair(apiToken: string): Credentials {
  return { clientId: CLIENT_ID, apiToken };
}

function keys(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Where the credentials come from, with what it was asked. */
interface Source extends CredentialSource {
  current: string;
  reads: number;
  readonly refused: string[];
}

function sourceOf(current: string): Source {
  return {
    current,
    reads: 0,
    refused: [],
    read() {
      this.reads += 1;
      return Promise.resolve(pair(this.current));
    },
    renew({ apiToken }) {
      this.refused.push(apiToken);
      return Promise.resolve(apiToken === this.current ? null : pair(this.current));
    },
  };
}

/** Takes the credentials with this token, as it is at the time. */
function guarded(accepted: { token: string }): Answer {
  return (response, { headers }) => {
    const basic = Buffer.from(`${CLIENT_ID}:${accepted.token}`).toString('base64');
    if (headers.authorization === `Basic ${basic}`) sendJson(response, QUESTION);
    else response.writeHead(401).end();
  };
}

describe('credentials', () => {
  it('are read once, with the first request', async () => {
    const credentials = sourceOf(ONE);
    await using server = await startServer(guarded({ token: ONE }));
    await using world = openWorld({ baseUrl: server.url, credentials });
    assert.equal(credentials.reads, 0);
    await Promise.all(keys(20).map((key) => world.api.client.question(key)));
    await world.api.client.question(21);
    assert.equal(credentials.reads, 1);
    assert.deepEqual(credentials.refused, []);
    assert.deepEqual(world.api.requests(), { sent: 21, retried: 0 });
  });

  it('that can’t be read fail the call as the source does, and are read again for the next', async () => {
    let isDown = true;
    const credentials: CredentialSource = {
      read: () =>
        isDown
          ? Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' }))
          : Promise.resolve(pair(ONE)),
      renew: () => Promise.resolve(null),
    };
    await using server = await startServer(guarded({ token: ONE }));
    await using world = openWorld({ baseUrl: server.url, credentials });
    const failure = await failureOf(world.api.client.question(1));
    assert.equal(failure.code, 'SECRET_UNAVAILABLE');
    assert.deepEqual(failure.facts, { name: 'reports' });
    assert.deepEqual(world.api.requests(), { sent: 0, retried: 0 });
    isDown = false;
    assert.equal(await codeOf(world.api.client.question(1)), 'none');
  });
});

describe('credentials that are rotated while calls are made', () => {
  it('are renewed once, and every call succeeds without a retry', async () => {
    const credentials = sourceOf(ONE);
    const accepted = { token: ONE };
    let answered = 0;
    const answer = guarded(accepted);
    await using server = await startServer((response, seen) => {
      answered += 1;
      if (answered === 15) accepted.token = credentials.current = TWO;
      return answer(response, seen);
    });
    await using world = openWorld({ baseUrl: server.url, credentials, concurrency: 8 });
    const codes = await Promise.all(keys(60).map((key) => codeOf(world.api.client.question(key))));
    assert.deepEqual([...new Set(codes)], ['none']);
    assert.deepEqual(credentials.refused, [ONE]);
    const { sent, retried } = world.api.requests();
    assert.equal(retried, 0);
    assert.equal(sent, server.seen.length);
    assert.ok(sent > 60 && sent <= 68);
    assert.deepEqual(world.slept, []);
  });

  it('are renewed again when those that worked are refused in their turn', async () => {
    const credentials = sourceOf(ONE);
    const accepted = { token: ONE };
    await using server = await startServer(guarded(accepted));
    await using world = openWorld({ baseUrl: server.url, credentials });
    for (const token of [ONE, TWO, THREE]) {
      accepted.token = credentials.current = token;
      assert.equal(await codeOf(world.api.client.question(1)), 'none');
    }
    assert.deepEqual(credentials.refused, [ONE, TWO]);
  });

  it('serve a request that was refused late without another renewal', async () => {
    const credentials = sourceOf(ONE);
    const accepted = { token: TWO };
    const answer = guarded(accepted);
    const late: ServerResponse[] = [];
    const isHeld = Promise.withResolvers<undefined>();
    await using server = await startServer((response, seen) => {
      if (seen.path.endsWith('/1') && seen.attempt === 1) {
        late.push(response);
        isHeld.resolve(undefined);
        return;
      }
      return answer(response, seen);
    });
    await using world = openWorld({ baseUrl: server.url, credentials });
    const first = codeOf(world.api.client.question(1));
    await isHeld.promise;
    credentials.current = TWO;
    assert.equal(await codeOf(world.api.client.question(2)), 'none');
    for (const response of late) response.writeHead(401).end();
    assert.equal(await first, 'none');
    assert.deepEqual(credentials.refused, [ONE]);
  });

  it('hold back what comes while they are renewed', async () => {
    const renewal = Promise.withResolvers<Credentials>();
    const asked = Promise.withResolvers<undefined>();
    const credentials: CredentialSource = {
      read: () => Promise.resolve(pair(ONE)),
      renew: () => {
        asked.resolve(undefined);
        return renewal.promise;
      },
    };
    await using server = await startServer(guarded({ token: TWO }));
    await using world = openWorld({ baseUrl: server.url, credentials, concurrency: 4 });
    const first = codeOf(world.api.client.question(1));
    await asked.promise;
    const others = keys(6).map((key) => codeOf(world.api.client.question(key)));
    renewal.resolve(pair(TWO));
    assert.deepEqual([...new Set(await Promise.all([first, ...others]))], ['none']);
    assert.equal(server.seen.length, 8);
  });
});

describe('credentials that stay refused', () => {
  it('end everything when there are no others', async () => {
    const credentials = sourceOf(ONE);
    await using server = await startServer(guarded({ token: 'other' }));
    await using world = openWorld({ baseUrl: server.url, credentials, concurrency: 4 });
    const codes = await Promise.all(keys(40).map((key) => codeOf(world.api.client.question(key))));
    assert.deepEqual([...new Set(codes)], ['UPSTREAM_UNAUTHORIZED']);
    assert.equal(await codeOf(world.api.client.question(41)), 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(credentials.refused, [ONE]);
    assert.ok(server.seen.length <= 4);
  });

  it('end everything when the others are refused too, after one request more for each under way', async () => {
    let renewals = 0;
    const credentials: CredentialSource = {
      read: () => Promise.resolve(pair('first')),
      renew: () => {
        renewals += 1;
        return Promise.resolve(pair(`other-${renewals}`));
      },
    };
    await using server = await startServer(guarded({ token: 'unknown' }));
    await using world = openWorld({ baseUrl: server.url, credentials, concurrency: 4 });
    const failures = await Promise.all(
      keys(40).map((key) => failureOf(world.api.client.question(key))),
    );
    assert.deepEqual([...new Set(failures.map(({ code }) => code))], ['UPSTREAM_UNAUTHORIZED']);
    assert.equal(renewals, 1);
    assert.ok(server.seen.length <= 8);
    assert.equal(world.api.requests().sent, server.seen.length);
    assert.equal(await codeOf(world.api.client.question(41)), 'UPSTREAM_UNAUTHORIZED');
    assert.ok(server.seen.length <= 8);
  });

  /** Gives others whenever it is asked. */
  function endless(): CredentialSource & { renewals: number } {
    return {
      renewals: 0,
      read: () => Promise.resolve(pair('t0')),
      renew() {
        this.renewals += 1;
        return Promise.resolve(pair(`t${this.renewals}`));
      },
    };
  }

  interface Refusing extends AsyncDisposable {
    readonly server: ScriptedServer;
    readonly isHeld: Promise<unknown>;
    readonly release: () => void;
  }

  /** Refuses these paths, and holds the second answer for the first of them until `release`. */
  async function refusing(...paths: readonly string[]): Promise<Refusing> {
    const isHeld = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const server = await startServer(async (response, { path, attempt }) => {
      if (path === paths[0] && attempt === 2) {
        isHeld.resolve(undefined);
        await released.promise;
      }
      if (paths.includes(path)) response.writeHead(401).end();
      else sendJson(response, QUESTION);
    });
    const release = (): void => {
      released.resolve(undefined);
    };
    const close = (): PromiseLike<void> => server[Symbol.asyncDispose]();
    return { server, isHeld: isHeld.promise, release, [Symbol.asyncDispose]: close };
  }

  it('are not renewed a second time for one call, even if they work for others', async () => {
    const credentials = endless();
    await using upstream = await refusing('/v1/questions/1');
    const { server, isHeld, release } = upstream;
    await using world = openWorld({ baseUrl: server.url, credentials });
    const failure = failureOf(world.api.client.question(1));
    await isHeld;
    assert.equal(await codeOf(world.api.client.question(2)), 'none');
    release();
    const { code, facts } = await failure;
    assert.equal(code, 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(facts, { path: '/v1/questions/1', status: 401, attempts: 2 });
    assert.equal(credentials.renewals, 1);
    assert.equal(server.seen.length, 3);
  });

  it('are not renewed for another call before they have worked', async () => {
    const credentials = endless();
    await using upstream = await refusing('/v1/questions/1', '/v1/questions/2');
    const { server, isHeld, release } = upstream;
    await using world = openWorld({ baseUrl: server.url, credentials });
    const first = codeOf(world.api.client.question(1));
    await isHeld;
    assert.equal(await codeOf(world.api.client.question(2)), 'UPSTREAM_UNAUTHORIZED');
    release();
    assert.equal(await first, 'UPSTREAM_UNAUTHORIZED');
    assert.equal(credentials.renewals, 1);
    assert.equal(server.seen.length, 3);
  });

  it('wake a call that waits for its retry when others can’t be read', async () => {
    const waiting = Promise.withResolvers<undefined>();
    const credentials: CredentialSource = {
      read: () => Promise.resolve(pair(ONE)),
      renew: () => Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' })),
    };
    await using server = await startServer((response, { path }) => {
      response.writeHead(path.endsWith('/1') ? 503 : 401).end();
    });
    const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
      if (ms < 60_000) waiting.resolve(undefined);
      await once(signal, 'abort');
    };
    await using world = openWorld({ baseUrl: server.url, credentials, sleep });
    const first = codeOf(world.api.client.question(1));
    await waiting.promise;
    assert.equal(await codeOf(world.api.client.question(2)), 'SECRET_UNAVAILABLE');
    assert.equal(await first, 'SECRET_UNAVAILABLE');
    assert.equal(server.seen.length, 2);
  });

  it('end everything with the source’s failure when others can’t be read', async () => {
    const credentials: CredentialSource = {
      read: () => Promise.resolve(pair(ONE)),
      renew: () => Promise.reject(new Failure('SECRET_UNAVAILABLE', { name: 'reports' })),
    };
    await using server = await startServer(guarded({ token: TWO }));
    await using world = openWorld({ baseUrl: server.url, credentials, concurrency: 2 });
    const codes = await Promise.all(keys(20).map((key) => codeOf(world.api.client.question(key))));
    assert.deepEqual([...new Set(codes)], ['SECRET_UNAVAILABLE']);
    assert.equal(await codeOf(world.api.client.question(21)), 'SECRET_UNAVAILABLE');
    assert.ok(server.seen.length <= 2);
  });
});
