// The door to the secret of this deployment in Secrets Manager. It hides when it is read again, what happens while
// it can't be, and that errors of the SDK are never passed on.
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
  /** Or the ARN. Shown in errors. */
  readonly name: string;
  readonly clock: Clock;
  /** How long what was read is used without a question; default 5 minutes. */
  readonly lifetimeMs?: number;
  /** How old it may get while it can't be read again; default an hour. */
  readonly maxStaleMs?: number;
  /** Another server than the one that the SDK's environment names (AWS_ENDPOINT_URL_SECRETS_MANAGER): for tests. */
  readonly connection?: Pick<SecretsManagerClientConfig, 'endpoint' | 'credentials' | 'region'>;
}

export interface OpenSecret extends SecretSource {
  /**
   * Reads the secret anew, at most once in ten seconds: whoever asks sooner gets what the last one got.
   * Fails with SECRET_UNAVAILABLE or SECRET_INVALID; what was read before stays in use for `read`.
   */
  renew(): Promise<ReportsSecret>;
  /** Frees the connections. */
  close(): void;
}

/** Between two renewals, and after a failed reading while an older one will do. */
const PAUSE_MS = 10_000;

/** Opens no connection yet. */
export function openSecret(options: CachedSecretOptions): OpenSecret {
  const { name, clock, lifetimeMs = 300_000, maxStaleMs = 3_600_000 } = options;
  const client = new SecretsManagerClient({
    // It answers in a tenth of a second, and an authorizer that asks has five.
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
    },
    ...options.connection,
  });

  let known: { readonly secret: ReportsSecret; readonly at: Instant } | null = null;
  let underWay: Promise<ReportsSecret> | null = null;
  let renewal: { readonly promise: Promise<ReportsSecret>; readonly at: Instant } | null = null;
  let failedAt: Instant | null = null;

  /** Those who ask at the same time get one answer. */
  function ask(): Promise<ReportsSecret> {
    underWay ??= fetchSecret().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function fetchSecret(): Promise<ReportsSecret> {
    const at = clock();
    try {
      const secret = parseSecret(name, await fetchText(client, name));
      known = { secret, at };
      failedAt = null;
      return secret;
    } catch (error) {
      failedAt = clock();
      throw error;
    }
  }

  async function read(): Promise<ReportsSecret> {
    const before = known;
    if (before === null) return ask();
    const age = clock() - before.at;
    if (age < lifetimeMs) return before.secret;
    const isUsable = age < maxStaleMs;
    if (isUsable && failedAt !== null && clock() - failedAt < PAUSE_MS) return before.secret;
    try {
      return await ask();
    } catch (error) {
      if (isUsable && error instanceof Failure) return before.secret;
      throw error;
    }
  }

  return {
    read,
    renew: () => {
      const at = clock();
      if (renewal === null || at - renewal.at >= PAUSE_MS) renewal = { promise: ask(), at };
      return renewal.promise;
    },
    close: () => {
      client.destroy();
    },
  };
}

/** The reporting API's credentials of a secret; new ones are found when it was rotated. */
export function credentialSource(secret: Pick<OpenSecret, 'read' | 'renew'>): CredentialSource {
  return {
    read: async () => (await secret.read()).credentials,
    renew: async (refused) => {
      const { credentials } = await secret.renew();
      return areEqualCredentials(credentials, refused) ? null : credentials;
    },
  };
}

function areEqualCredentials(one: Credentials, other: Credentials): boolean {
  return one.clientId === other.clientId && one.apiToken === other.apiToken;
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
