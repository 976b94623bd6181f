// What the authorizer is made of: the secret with the hashes of tokens, and nothing else.
import type { SecretSource } from '../../ports/secrets.ts';
import type { Environment } from '../config.ts';
import { type World } from '../system.ts';
import type { Ground } from './function-context.ts';
import { ground, secretOf } from './function-context.ts';

/** Tokens alone: an authorizer neither reads reports nor asks the reporting API. */
export function openAuthorizer(
  environment: Environment,
  world: World,
): Ground & { readonly secret: SecretSource } {
  const base = ground(environment, world, 'none', ['REPORTS_SECRET']);
  return { ...base, secret: secretOf(base.config, world) };
}
