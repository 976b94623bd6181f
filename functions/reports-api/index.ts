// reports-api on AWS: ask for reports, list, find and download them, make and open links.
import { join } from 'node:path';
import { openReportsApi } from '../../lib/composition/aws/reports-api.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';
import { createPageReader } from '../../lib/http/page-files.ts';

const { config, ...parts } = openReportsApi(process.env, systemContext);
const log = parts.log({ function: 'reports-api' });

export const handler = createHandler({
  api: {
    ...parts,
    settleHours: config.settleHours,
    locale: config.locale,
    // Beside the module, where the bundle puts it.
    page: createPageReader(join(import.meta.dirname, 'page')),
    onFault: (error, ids) => {
      log.error('a request was answered with an error of ours', error, ids);
    },
  },
  log,
});
