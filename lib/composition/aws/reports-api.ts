// Composition of reports-api: stored reports, links, the job queue and the company's folders.
import { deliveryCodecs } from '../../adapters/json/index.ts';
import { parquetFiles } from '../../adapters/parquet/index.ts';
import { pdfRenderer } from '../../adapters/pdf/index.ts';
import type { ReportsApiContext } from '../../http/api-context.ts';
import { createStoredQueue } from '../../jobs/requested-jobs.ts';
import type { Environment } from '../config.ts';
import { release } from '../release.ts';
import { sleep, type SystemContext } from '../system.ts';
import { renderPreview } from '../message-senders.ts';
import { openCompanyFolders } from './company-tree.ts';
import { createProblemLog, openAwsDeliveries } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  openLinkContext,
  openJobQueue,
  openJobRecords,
  openStoredReports,
} from './function-context.ts';

type ReportsApiParts = FunctionContext &
  Omit<ReportsApiContext, 'settleHours' | 'locale' | 'onFault' | 'page'>;

export function openReportsApi(environment: Environment, system: SystemContext): ReportsApiParts {
  const { context, config, secret, store, signLink, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_QUEUE_URL', 'REPORTS_DELIVERY_QUEUE_URL', 'REPORTS_PUBLIC_URL'],
  );
  const links = openLinkContext(config, { repository, secret, system });
  const company = openCompanyFolders(config, secret, system);
  return {
    ...context,
    ...links,
    ...company,
    codecs: deliveryCodecs,
    factFiles: parquetFiles(),
    delivery: {
      ...openAwsDeliveries(config, {
        repository,
        secret,
        linkKeys: links.linkKeys,
        system,
        tree: company.tree,
        pdf: (locale) => pdfRenderer({ ...config, locale }),
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
      hasPlanner: true,
    }),
    signLink,
    release: release(),
  };
}
