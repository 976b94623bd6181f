// What reports-api is made of: it finds and hands out reports, and asks for those that are not there.
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import type { LinkContext } from '../../links/make-link.ts';
import type { CompanyContext } from '../../http/queries/company-folders.ts';
import { companyFolders } from '../../http/queries/company-folders.ts';
import type { FolderSource } from '../../ports/feedback-source.ts';
import type { SignLink } from '../../ports/object-store.ts';
import type { JobQueue } from '../../jobs/request-report.ts';
import { createStoredQueue } from '../../jobs/requested-jobs.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import { sleep, type SystemContext } from '../system.ts';
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

export interface ReportsApiParts extends FunctionContext, LinkContext, CompanyContext {
  readonly source: FolderSource;
  readonly jobs: JobQueue;
  readonly signLink: SignLink;
}

/** The gateway waits 30 s for an answer, in which a tree may be read twice. */
const WHILE_ASKED = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

export function openReportsApi(environment: Environment, world: SystemContext): ReportsApiParts {
  const needs = [...COMMON_SETTINGS, 'REPORTS_QUEUE_URL', 'REPORTS_PUBLIC_URL'] as const;
  const base = openFunctionContext(environment, world, 'configured', needs);
  const secret = openReportsSecret(base.config, world);
  const { store, signLink } = openBucket(base.config, world);
  const repository = openReportRepository(store);
  const source = folderSource(() => openSource(base.config, secret, world, WHILE_ASKED));
  return {
    ...base,
    ...openLinkContext(base.config, { repository, secret, world }),
    source,
    ...companyFolders(source, world.clock),
    jobs: createStoredQueue({
      repository,
      records: openJobRecords(store, world),
      sender: openJobQueue(base.config, world).sender,
      sleep: (ms) => sleep(ms, new AbortController().signal),
      random: world.random,
    }),
    signLink,
  };
}

/** A client is done with once its credentials were refused; so each question gets its own. */
function folderSource(open: () => FeedbackApi): FolderSource {
  return {
    async readFolders(from, options) {
      const upstream = open();
      try {
        return await upstream.source.readFolders(from, options);
      } finally {
        await upstream.close();
      }
    },
  };
}
