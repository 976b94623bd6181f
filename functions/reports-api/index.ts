// reports-api on AWS: serves the HTTP API and the report library.
import { join } from 'node:path';
import { openReportsApi } from '../../lib/composition/aws/reports-api.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createReportsApiHandler } from './handler.ts';
import { createPageReader } from '../../lib/http/page-files.ts';

const { config, ...parts } = openReportsApi(process.env, systemContext);
const log = parts.log({ function: 'reports-api' });

export const handler = createReportsApiHandler({
  api: {
    ...parts,
    settleHours: config.settleHours,
    locale: config.locale,
    // The bundle puts the folder next to the module.
    page: createPageReader(join(import.meta.dirname, 'page')),
    onFault: (error, ids) => {
      log.error('request failed', error, ids);
    },
  },
  log,
});
