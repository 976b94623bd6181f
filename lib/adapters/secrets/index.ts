// The secret of this deployment in Secrets Manager, cached. Errors of the SDK are reduced to their codes.
import {
  GetSecretValueCommand,
  SecretsManagerClient,
  type SecretsManagerClientConfig,
} from '@aws-sdk/client-secrets-manager';
import { Failure, failureReason } from '../../shared/failure.ts';
import type { Instant } from '../../domain/facts.ts';
import type {
  Credentials,
  CredentialSource,
  ReportsSecret,
  SecretSource,
} from '../../ports/secrets.ts';
import type { Clock } from '../../shared/clock.ts';
import { parseSecret } from './secret-schema.ts';

export interface CachedSecretOptions {
  /** The name or ARN. Errors contain it. */
  readonly name: string;
  readonly clock: Clock;
  /** How long a read value is used without another read; default 5 minutes. */
  readonly lifetimeMs?: number;
  /** How long it is used when reading it again fails; default an hour. */
  readonly maxStaleMs?: number;
  /** Overrides the SDK's own configuration (AWS_ENDPOINT_URL_SECRETS_MANAGER); for tests. */
  readonly connection?: Pick<SecretsManagerClientConfig, 'endpoint' | 'credentials' | 'region'>;
}

export interface CachedSecret extends SecretSource {
  /**
   * Reads the secret again, at most once in ten seconds: an earlier call gets the result of the last renewal.
   * Fails with SECRET_UNAVAILABLE or SECRET_INVALID; `read` continues to use the previous value.
   */
  renew(): Promise<ReportsSecret>;
  /** Closes the connections. */
  close(): void;
}

/** Between two renewals, and after a failed read while an older value is usable. */
const PAUSE_MS = 10_000;

/** Opens no connection yet. */
export function openCachedSecret(options: CachedSecretOptions): CachedSecret {
  const { name, clock, lifetimeMs = 300_000, maxStaleMs = 3_600_000 } = options;
  const client = new SecretsManagerClient({
    // Secrets Manager responds in a tenth of a second, and the authorizer has five seconds.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
    },
    ...options.connection,
  });

  let cached: { readonly secret: ReportsSecret; readonly at: Instant } | null = null;
  let pending: Promise<ReportsSecret> | null = null;
  let renewal: { readonly promise: Promise<ReportsSecret>; readonly at: Instant } | null = null;
  let failedAt: Instant | null = null;

  /** Concurrent calls share one request. */
  function fetchOnce(): Promise<ReportsSecret> {
    pending ??= fetchSecret().finally(() => {
      pending = null;
    });
    return pending;
  }

  async function fetchSecret(): Promise<ReportsSecret> {
    const at = clock();
    try {
      const secret = parseSecret(name, await fetchText(client, name));
      cached = { secret, at };
      failedAt = null;
      return secret;
    } catch (error) {
      failedAt = clock();
      throw error;
    }
  }

  async function read(): Promise<ReportsSecret> {
    const previous = cached;
    if (previous === null) return fetchOnce();
    const age = clock() - previous.at;
    if (age < lifetimeMs) return previous.secret;
    const isUsable = age < maxStaleMs;
    if (isUsable && failedAt !== null && clock() - failedAt < PAUSE_MS) return previous.secret;
    try {
      return await fetchOnce();
    } catch (error) {
      if (isUsable && error instanceof Failure) return previous.secret;
      throw error;
    }
  }

  return {
    read,
    renew: () => {
      const at = clock();
      if (renewal === null || at - renewal.at >= PAUSE_MS) renewal = { promise: fetchOnce(), at };
      return renewal.promise;
    },
    close: () => {
      client.destroy();
    },
  };
}

/** The reporting API's credentials in a secret; `renew` finds new ones after a rotation. */
export function credentialSource(secret: Pick<CachedSecret, 'read' | 'renew'>): CredentialSource {
  return {
    read: async () => (await secret.read()).credentials,
    renew: async (refused) => {
      const { credentials } = await secret.renew();
      return areEqualCredentials(credentials, refused) ? null : credentials;
    },
  };
}

function areEqualCredentials(a: Credentials, b: Credentials): boolean {
  return a.clientId === b.clientId && a.apiToken === b.apiToken;
}

async function fetchText(client: SecretsManagerClient, name: string): Promise<string> {
  const unavailable = (reason: string): Failure =>
    new Failure('SECRET_UNAVAILABLE', { name, reason });
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: name }));
    if (SecretString !== undefined) return SecretString;
  } catch (error) {
    throw unavailable(failureReason(error));
  }
  throw unavailable('SecretBinary');
}
