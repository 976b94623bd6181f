// Authorizes calls of the HTTP API: compares bearer tokens with the hashes in the secret, and checks those of access links. The
// gateway caches results.
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import type { FindReader } from '../../lib/delivery/find-reader.ts';
import { authenticateToken } from '../../lib/reports/access.ts';
import type { SecretSource } from '../../lib/ports/secrets.ts';
import { bearerToken } from '../../lib/http/read-request.ts';

/** Read by reports-api. */
interface AuthorizerContext {
  /** Keys, separated by commas. */
  readonly folders: string;
  /** `IdentifiedCaller.id`. */
  readonly caller: string;
  /** Of a reader: `IdentifiedCaller.reader`, and `within` as keys; empty for no limit. */
  readonly reader?: string;
  readonly within?: string;
}

export type Authorizer = (
  event: unknown,
) => Promise<
  APIGatewaySimpleAuthorizerWithContextResult<AuthorizerContext | Record<string, never>>
>;

interface AuthorizerOptions {
  readonly secret: SecretSource;
  readonly findReader: FindReader;
}

/**
 * Fails when the secret or the store can't be read: the gateway then answers 500. The token is neither logged nor stored.
 */
export function createAuthorizer({ secret, findReader }: AuthorizerOptions): Authorizer {
  return async (event) => {
    const token = bearerToken(authorizationOf(event));
    const caller =
      token === null
        ? null
        : (authenticateToken(token, (await secret.read()).apiTokens) ?? (await findReader(token)));
    const folders = caller?.folders ?? [];
    if (caller === null || folders.length === 0) return { isAuthorized: false, context: {} };
    const { id, reader, within } = caller;
    const context = { folders: folders.join(','), caller: id };
    return reader === undefined
      ? { isAuthorized: true, context }
      : { isAuthorized: true, context: { ...context, reader, within: within?.join(',') ?? '' } };
  };
}

/** In payload format 2.0, header names are in lower case. */
function authorizationOf(event: unknown): string | undefined {
  const { headers } = fieldsOf(event);
  const { authorization } = fieldsOf(headers);
  return typeof authorization === 'string' ? authorization : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
