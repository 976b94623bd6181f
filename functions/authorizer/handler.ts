// Who may call the HTTP API at all: bearer tokens against the secret's hashes, for the gateway to remember.
import type { APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { callerOf } from '../../lib/reports/access.ts';
import type { SecretSource } from '../../lib/ports/secrets.ts';
import { bearerToken } from '../../lib/http/bearer-token.ts';

/** As the API's function reads it: keys of folders between commas. */
interface AuthorizerContext {
  readonly folders: string;
}

export type Authorizer = (
  event: unknown,
) => Promise<APIGatewaySimpleAuthorizerWithContextResult<AuthorizerContext | Record<string, never>>>;

/** Fails as the secret does: the gateway answers 500 then. Nothing of the token is told or kept. */
export function createAuthorizer({ secret }: { readonly secret: SecretSource }): Authorizer {
  return async (event) => {
    const token = bearerToken(authorizationOf(event));
    const caller = token === null ? null : callerOf(token, (await secret.read()).apiTokens);
    const folders = caller?.folders ?? [];
    return folders.length === 0
      ? { isAuthorized: false, context: {} }
      : { isAuthorized: true, context: { folders: folders.join(',') } };
  };
}

/** Format 2.0 has the names of headers in lower case. */
function authorizationOf(event: unknown): string | undefined {
  const { headers } = fieldsOf(event);
  const { authorization } = fieldsOf(headers);
  return typeof authorization === 'string' ? authorization : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
