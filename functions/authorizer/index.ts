// authorizer on AWS: which folders a bearer token gives access to.
import {
  openFunctionContext,
  openReportsSecret,
} from '../../lib/composition/aws/function-context.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createAuthorizer } from './handler.ts';

const { config } = openFunctionContext(process.env, systemContext, 'none', ['REPORTS_SECRET']);

export const handler = createAuthorizer({ secret: openReportsSecret(config, systemContext) });
