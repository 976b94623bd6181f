// Composition of reports-api: stored reports, links, the job queue and the company's folders.
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { parquetFiles } from '../../adapters/parquet/index.ts';
import { createCompanyFolders } from '../../http/queries/company-folders.ts';
import type { ReportsApiContext } from '../../http/api-context.ts';
import type { FolderSource } from '../../ports/feedback-source.ts';
import { createStoredQueue } from '../../jobs/requested-jobs.ts';
import type { Environment } from '../config.ts';
import { release } from '../release.ts';
import { sleep, type SystemContext } from '../system.ts';
import { renderPreview } from '../message-senders.ts';
import { createProblemLog, openAwsDeliveries } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  openLinkContext,
  openJobQueue,
  openJobRecords,
  openSource,
  openStoredReports,
} from './function-context.ts';

type ReportsApiParts = FunctionContext &
  Omit<ReportsApiContext, 'settleHours' | 'locale' | 'onFault' | 'page'>;

/** The gateway times out after 30 s, and one request may read the folder tree twice. */
const REQUEST_TIMEOUTS = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

export function openReportsApi(environment: Environment, system: SystemContext): ReportsApiParts {
  const { context, config, secret, store, signLink, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_QUEUE_URL', 'REPORTS_DELIVERY_QUEUE_URL', 'REPORTS_PUBLIC_URL'],
  );
  const source = createFolderSource(() =>
    openSource(config, secret, system, { timeouts: REQUEST_TIMEOUTS }),
  );
  const links = openLinkContext(config, { repository, secret, system });
  const company = createCompanyFolders(source, system.clock);
  return {
    ...context,
    ...links,
    source,
    ...company,
    factFiles: parquetFiles(),
    delivery: {
      ...openAwsDeliveries(config, {
        repository,
        secret,
        linkKeys: links.linkKeys,
        system,
        tree: company.tree,
        onProblem: createProblemLog(context.log({ function: 'reports-api' })),
      }),
      renderPreview,
    },
    jobs: createStoredQueue({
      repository,
      records: openJobRecords(store, system),
      sender: openJobQueue(config, system).sender,
      sleep,
      random: system.random,
    }),
    signLink,
    release: release(),
  };
}

/** Opens a client for each read, because a client is unusable after its credentials were refused. */
function createFolderSource(open: () => FeedbackApi): FolderSource {
  return {
    async readFolders(from, options) {
      const api = open();
      try {
        return await api.source.readFolders(from, options);
      } finally {
        await api.close();
      }
    },
  };
}
