// authorizer on AWS: which folders does a bearer token see?
import { openAuthorizer } from '../../lib/deployment/authorizer.ts';
import { realWorld } from '../../lib/world.ts';
import { createAuthorizer } from './door.ts';

export const handler = createAuthorizer(openAuthorizer(process.env, realWorld));
