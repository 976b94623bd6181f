// Reading the secret over time: cached, shared, renewed, and used for longer when it cannot be read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  credentialSource,
  openCachedSecret,
  type CachedSecret,
  type CachedSecretOptions,
} from '../../../lib/adapters/secrets/index.ts';
import { startSecretsServer, type SecretsServer } from '../../support/aws/secrets-server.ts';
import { catchFailure } from '../../support/outcomes.ts';
import { canary } from '../../support/secret-markers.ts';
import { setEnvironment } from '../s3/open-s3-store.ts';

const CLIENT_ID = canary('client id');
const [ONE, TWO, THREE] = [canary('token'), canary('another token'), canary('third token')];

const NAME = 'feedback/reports';
const DENIED = { error: 'AccessDeniedException', status: 400 };
const MINUTE = 60_000;

function secretWith(apiToken: string): Readonly<Record<string, unknown>> {
  return {
    clientId: CLIENT_ID,
    apiToken,
    linkKeys: [{ id: 'k1', key: canary('link key') }],
    apiTokens: [],
  };
}

interface Opened extends Disposable {
  readonly secret: CachedSecret;
  /** In milliseconds. */
  now: number;
}

function open(server: SecretsServer, options: Partial<CachedSecretOptions> = {}): Opened {
  const time = { now: Date.UTC(2026, 10, 16, 12) };
  const { connection } = server;
  const secret = openCachedSecret({ name: NAME, clock: () => time.now, connection, ...options });
  return Object.assign(time, {
    secret,
    [Symbol.dispose]: () => {
      secret.close();
    },
  });
}

async function tokenOf({ secret }: Opened): Promise<string> {
  return (await secret.read()).credentials.apiToken;
}

describe('a secret', () => {
  it('is read at the first call and cached for its lifetime', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    assert.equal(server.reads, 0);
    assert.equal(await tokenOf(opened), ONE);
    server.put(NAME, secretWith(TWO));
    opened.now += 5 * MINUTE - 1;
    assert.equal(await tokenOf(opened), ONE);
    assert.equal(server.reads, 1);
    opened.now += 1;
    assert.equal(await tokenOf(opened), TWO);
    assert.equal(server.reads, 2);
  });

  it('is read once for concurrent calls', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => tokenOf(opened)));
    assert.deepEqual([...new Set(tokens)], [ONE]);
    assert.equal(server.reads, 1);
  });
});

describe('a secret without a configured region', () => {
  it('fails with that reason', async (t) => {
    const environment = {
      AWS_REGION: undefined,
      AWS_PROFILE: undefined,
      AWS_CONFIG_FILE: '/dev/null',
    };
    t.after(setEnvironment(environment));
    await using server = await startSecretsServer();
    const { region: _, ...connection } = server.connection;
    using opened = open(server, { connection });
    assert.equal((await catchFailure(opened.secret.read())).facts['reason'], 'RegionMissing');
  });
});

describe('a secret that cannot be read again', () => {
  it('is used until it is too old, and read at most every ten seconds', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    await opened.secret.read();
    server.fail(DENIED);
    opened.now += 30 * MINUTE;
    for (let count = 0; count < 5; count += 1) assert.equal(await tokenOf(opened), ONE);
    assert.equal(server.reads, 2);
    opened.now += 10_000;
    assert.equal(await tokenOf(opened), ONE);
    assert.equal(server.reads, 3);
    opened.now += 30 * MINUTE - 10_000;
    assert.equal((await catchFailure(opened.secret.read())).code, 'SECRET_UNAVAILABLE');
  });

  it('is used when its replacement is invalid', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    await opened.secret.read();
    server.put(NAME, { ...secretWith(TWO), linkKeys: [] });
    opened.now += 6 * MINUTE;
    assert.equal(await tokenOf(opened), ONE);
    server.put(NAME, secretWith(THREE));
    opened.now += 10_000;
    assert.equal(await tokenOf(opened), THREE);
  });

  it('fails when it was never read, and is read as soon as possible', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    server.fail(DENIED);
    using opened = open(server);
    const { code, facts, cause } = await catchFailure(opened.secret.read());
    assert.equal(code, 'SECRET_UNAVAILABLE');
    assert.deepEqual(facts, { name: NAME, reason: 'AccessDeniedException' });
    assert.equal(cause, undefined);
    server.fail(null);
    assert.equal(await tokenOf(opened), ONE);
  });

  it('fails with the name of the cause: missing, binary, or unreachable', async () => {
    const server = await startSecretsServer();
    using opened = open(server);
    const reason = async (): Promise<unknown> =>
      (await catchFailure(opened.secret.read())).facts['reason'];
    assert.equal(await reason(), 'ResourceNotFoundException');
    server.put(NAME, Buffer.from('bytes'));
    assert.equal(await reason(), 'SecretBinary');
    await server.close();
    assert.equal(await reason(), 'ECONNREFUSED');
  });

  it('is requested again when the service fails once', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    server.fail({ error: 'InternalServiceError', status: 500 });
    using opened = open(server);
    const failure = catchFailure(opened.secret.read());
    await server.whenRead(2);
    assert.equal((await failure).facts['reason'], 'InternalServiceError');
    assert.equal(server.reads, 2);
  });
});

describe('a renewal', () => {
  it('reads immediately, and only once for concurrent calls and within ten seconds', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    await opened.secret.read();
    server.put(NAME, secretWith(TWO));
    const burst = await Promise.all(Array.from({ length: 20 }, () => opened.secret.renew()));
    assert.deepEqual([...new Set(burst.map((result) => result.credentials.apiToken))], [TWO]);
    assert.equal(await tokenOf(opened), TWO);
    opened.now += 9_999;
    await opened.secret.renew();
    assert.equal(server.reads, 2);
    server.put(NAME, secretWith(THREE));
    opened.now += 1;
    assert.equal((await opened.secret.renew()).credentials.apiToken, THREE);
    assert.equal(server.reads, 3);
  });

  it('a renewal that fails does so for all calls within ten seconds, while reads succeed', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    await opened.secret.read();
    server.fail(DENIED);
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await catchFailure(opened.secret.renew())).code, 'SECRET_UNAVAILABLE');
    }
    assert.equal(await tokenOf(opened), ONE);
    assert.equal(server.reads, 2);
  });

  it('joins a read that is in flight', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    const { release } = server.pauseReads();
    using opened = open(server);
    const requests = Promise.all([opened.secret.read(), opened.secret.renew()]);
    await server.whenRead(1);
    release();
    await requests;
    assert.equal(server.reads, 1);
  });
});

describe('the credentials of a secret', () => {
  it('renews credentials after a rotation, and returns null without one', async () => {
    await using server = await startSecretsServer();
    server.put(NAME, secretWith(ONE));
    using opened = open(server);
    const source = credentialSource(opened.secret);
    const firstSecret = await source.read();
    assert.deepEqual(firstSecret, { clientId: CLIENT_ID, apiToken: ONE });
    assert.equal(await source.renew(firstSecret), null);
    server.put(NAME, secretWith(TWO));
    opened.now += 10_000;
    const secondSecret = await source.renew(firstSecret);
    assert.deepEqual(secondSecret, { clientId: CLIENT_ID, apiToken: TWO });
    assert.deepEqual(await source.read(), secondSecret);
    server.fail(DENIED);
    opened.now += 10_000;
    assert.equal((await catchFailure(source.renew(firstSecret))).code, 'SECRET_UNAVAILABLE');
  });
});
