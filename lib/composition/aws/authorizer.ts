// Composition of the authorizer: the secret with the tokens and link keys, and the stored subscriptions.
import { deliveryCodecs } from '../../adapters/json/index.ts';
import type { FindReader } from '../../delivery/find-reader.ts';
import { createReaderFinder } from '../../delivery/find-reader.ts';
import { createTokenFinder } from '../../delivery/grants.ts';
import { createLinkKeyReader } from '../../links/make-link.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { Environment } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { openStoredReports } from './function-context.ts';

interface AuthorizerParts {
  readonly secret: SecretSource;
  readonly findReader: FindReader;
}

export function openAuthorizer(environment: Environment, system: SystemContext): AuthorizerParts {
  const { config, secret, repository } = openStoredReports(environment, system, 'none', []);
  const findReader = createReaderFinder({
    repository,
    codecs: deliveryCodecs,
    linkKeys: createLinkKeyReader(secret),
    clock: system.clock,
    findTokenCaller: createTokenFinder(secret),
    accessLinks: config.accessLinks,
  });
  return { secret, findReader };
}
