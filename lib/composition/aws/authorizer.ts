// What the authorizer is made of: the secret with the hashes of tokens, and nothing else.
import type { SecretSource } from '../../ports/secrets.ts';
import type { Environment } from '../config.ts';
import { type SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import { openFunctionContext, openReportsSecret } from './function-context.ts';

/** Tokens alone: an authorizer neither reads reports nor asks the reporting API. */
export function openAuthorizer(
  environment: Environment,
  world: SystemContext,
): FunctionContext & { readonly secret: SecretSource } {
  const base = openFunctionContext(environment, world, 'none', ['REPORTS_SECRET']);
  return { ...base, secret: openReportsSecret(base.config, world) };
}
