// Composition of the authorizer: only the secret, which contains the token hashes.
import type { SecretSource } from '../../ports/secrets.ts';
import type { Environment } from '../config.ts';
import { type SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import { openFunctionContext, openReportsSecret } from './function-context.ts';

export function openAuthorizer(
  environment: Environment,
  system: SystemContext,
): FunctionContext & { readonly secret: SecretSource } {
  const context = openFunctionContext(environment, system, 'none', ['REPORTS_SECRET']);
  return { ...context, secret: openReportsSecret(context.config, system) };
}
