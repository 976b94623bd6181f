// Authorizes calls of the HTTP API: compares bearer tokens with the hashes in the secret. The gateway caches results.
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { authenticateToken } from '../../lib/reports/access.ts';
import type { SecretSource } from '../../lib/ports/secrets.ts';
import { bearerToken } from '../../lib/http/read-request.ts';

/** Read by reports-api. */
interface AuthorizerContext {
  /** Keys, separated by commas. */
  readonly folders: string;
  /** `IdentifiedCaller.id`. */
  readonly caller: string;
}

export type Authorizer = (
  event: unknown,
) => Promise<
  APIGatewaySimpleAuthorizerWithContextResult<AuthorizerContext | Record<string, never>>
>;

/** Fails when the secret can't be read: the gateway then answers 500. The token is neither logged nor stored. */
export function createAuthorizer({ secret }: { readonly secret: SecretSource }): Authorizer {
  return async (event) => {
    const token = bearerToken(authorizationOf(event));
    const caller =
      token === null ? null : authenticateToken(token, (await secret.read()).apiTokens);
    const folders = caller?.folders ?? [];
    return caller === null || folders.length === 0
      ? { isAuthorized: false, context: {} }
      : { isAuthorized: true, context: { folders: folders.join(','), caller: caller.id } };
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
