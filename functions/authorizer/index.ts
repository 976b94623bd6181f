// authorizer on AWS: which folders a bearer token gives access to.
import { openAuthorizerSecret } from '../../lib/composition/aws/function-context.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createAuthorizer } from './handler.ts';

export const handler = createAuthorizer({
  secret: openAuthorizerSecret(process.env, systemContext),
});
