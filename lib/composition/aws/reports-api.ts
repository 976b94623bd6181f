// Composition of reports-api: stored reports, links, the job queue and the company's folders.
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { parquetFiles } from '../../adapters/parquet/index.ts';
import type { LinkContext } from '../../links/make-link.ts';
import type { CompanyFolderReaders } from '../../http/queries/company-folders.ts';
import { createCompanyFolders } from '../../http/queries/company-folders.ts';
import type { ApiDelivery } from '../../http/api-context.ts';
import type { FactFiles } from '../../ports/fact-tables.ts';
import type { FolderSource } from '../../ports/feedback-source.ts';
import type { SignLink } from '../../ports/object-store.ts';
import type { JobQueue } from '../../jobs/request-report.ts';
import { createStoredQueue } from '../../jobs/requested-jobs.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import { sleep, type SystemContext } from '../system.ts';
import { renderPreview } from '../message-senders.ts';
import { createProblemLog, openAwsDeliveries } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  COMMON_SETTINGS,
  openBucket,
  openFunctionContext,
  openLinkContext,
  openJobQueue,
  openJobRecords,
  openReportsSecret,
  openSource,
} from './function-context.ts';

export interface ReportsApiParts extends FunctionContext, LinkContext, CompanyFolderReaders {
  readonly source: FolderSource;
  readonly jobs: JobQueue;
  readonly signLink: SignLink;
  readonly delivery: ApiDelivery;
  readonly factFiles: FactFiles;
}

/** The gateway times out after 30 s, and one request may read the folder tree twice. */
const REQUEST_TIMEOUTS = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

export function openReportsApi(environment: Environment, system: SystemContext): ReportsApiParts {
  const requiredSettings = [
    ...COMMON_SETTINGS,
    'REPORTS_QUEUE_URL',
    'REPORTS_DELIVERY_QUEUE_URL',
    'REPORTS_PUBLIC_URL',
  ] as const;
  const context = openFunctionContext(environment, system, 'configured', requiredSettings);
  const secret = openReportsSecret(context.config, system);
  const { store, signLink } = openBucket(context.config, system);
  const repository = openReportRepository(store);
  const source = createFolderSource(() =>
    openSource(context.config, secret, system, { timeouts: REQUEST_TIMEOUTS }),
  );
  const links = openLinkContext(context.config, { repository, secret, system });
  const company = createCompanyFolders(source, system.clock);
  return {
    ...context,
    ...links,
    source,
    ...company,
    factFiles: parquetFiles(),
    delivery: {
      ...openAwsDeliveries(context.config, {
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
      sender: openJobQueue(context.config, system).sender,
      sleep: (ms) => sleep(ms, new AbortController().signal),
      random: system.random,
    }),
    signLink,
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
