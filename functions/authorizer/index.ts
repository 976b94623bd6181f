// authorizer on AWS: which folders a bearer token gives access to.
import { openAuthorizer } from '../../lib/composition/aws/authorizer.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createAuthorizer } from './handler.ts';

export const handler = createAuthorizer(openAuthorizer(process.env, systemContext));
