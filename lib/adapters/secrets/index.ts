// The secret of this deployment in Secrets Manager, cached. Errors of the SDK are reduced to their codes.
import type { SecretsManagerClientConfig } from '@aws-sdk/client-secrets-manager';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod';
import { Failure, failureReason } from '../../shared/failure.ts';
import type { Instant } from '../../domain/report-inputs.ts';
import type { CredentialSource, ReportsSecret, SecretSource } from '../../ports/secrets.ts';
import { isLinkKeyId, isPlaceholder, isSigningKey } from '../../ports/secrets.ts';
import type { Clock } from '../../shared/clock.ts';
import { tryParseJson } from '../../shared/try-parse-json.ts';
import { parseSafeAddress } from '../../shared/safe-url.ts';

export interface CachedSecretOptions {
  /** The name or ARN. Errors contain it. */
  readonly name: string;
  readonly clock: Clock;
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

/** How long a read value is used without another read. */
const LIFETIME_MS = 5 * 60_000;
/** How long it is used when reading it again fails. */
const MAX_STALE_MS = 60 * 60_000;
/** Between two renewals, and after a failed read while an older value is usable. */
const PAUSE_MS = 10_000;

/** Opens no connection yet. */
export function openCachedSecret(options: CachedSecretOptions): CachedSecret {
  const { name, clock } = options;
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
  let pendingRead: Promise<ReportsSecret> | null = null;
  let renewal: { readonly promise: Promise<ReportsSecret>; readonly at: Instant } | null = null;
  let failedAt: Instant | null = null;

  /** Concurrent calls share one request. */
  function fetchOnce(): Promise<ReportsSecret> {
    pendingRead ??= fetchSecret().finally(() => {
      pendingRead = null;
    });
    return pendingRead;
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
    const previousSecret = cached;
    if (previousSecret === null) return fetchOnce();
    const age = clock() - previousSecret.at;
    if (age < LIFETIME_MS) return previousSecret.secret;
    const isUsable = age < MAX_STALE_MS;
    if (isUsable && failedAt !== null && clock() - failedAt < PAUSE_MS)
      return previousSecret.secret;
    try {
      return await fetchOnce();
    } catch (error) {
      if (isUsable && error instanceof Failure) return previousSecret.secret;
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
      const isSame =
        credentials.clientId === refused.clientId && credentials.apiToken === refused.apiToken;
      return isSame ? null : credentials;
    },
  };
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

/** The most places that an error names. */
const MAX_PLACES = 20;

/** Sent in a header, so it must be visible ASCII. */
const headerText = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .refine((text) => !isPlaceholder(text));
const signingKey = z.string().refine(isSigningKey);
const folderKey = z.number().int().positive();

const linkKeys = z
  .array(z.object({ id: z.string().refine(isLinkKeyId), key: signingKey }))
  .min(1)
  .superRefine((keys, context) => {
    for (const [index, { id }] of keys.entries()) {
      if (keys.findIndex((key) => key.id === id) < index) {
        context.addIssue({ code: 'custom', path: [index, 'id'] });
      }
    }
  });

const secretShape = z.object({
  clientId: headerText,
  apiToken: headerText,
  linkKeys,
  apiTokens: z.array(
    z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), folders: z.array(folderKey).min(1) }),
  ),
  webhooks: z
    .array(
      z.object({
        folder: folderKey,
        // The addresses of Teams have a query with their key.
        url: z.string().refine((url) => parseSafeAddress(url).ok),
        key: signingKey,
        kind: z.enum(['slack', 'teams', 'generic']).exactOptional(),
      }),
    )
    .default([]),
  mailPassword: headerText.exactOptional(),
});

/** Fails with SECRET_INVALID and the places of all invalid values: 'apiTokens.0.sha256, linkKeys'. */
export function parseSecret(name: string, text: string): ReportsSecret {
  const value = tryParseJson(text);
  if (value === undefined) throw secretInvalid(name, ['not JSON']);
  const parseResult = secretShape.safeParse(value);
  if (!parseResult.success) throw secretInvalid(name, parseResult.error.issues.map(placeOf));
  const { clientId, apiToken, ...rest } = parseResult.data;
  return { credentials: { clientId, apiToken }, ...rest };
}

function secretInvalid(name: string, places: readonly string[]): Failure {
  const problems = [...new Set(places)].slice(0, MAX_PLACES).join(', ');
  return new Failure('SECRET_INVALID', { name, problems });
}

/** Contains only names from the schema and indexes: unknown fields are ignored. */
function placeOf({ path }: { readonly path: readonly PropertyKey[] }): string {
  return path.length === 0 ? 'not an object' : path.map(String).join('.');
}
