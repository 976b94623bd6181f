// What reports-api is made of: it finds and hands out reports, and asks for those that are not there.
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import type { Linking } from '../../links/make-link.ts';
import type { Company } from '../../http/queries/company-folders.ts';
import { companyFolders } from '../../http/queries/company-folders.ts';
import type { FolderSource } from '../../ports/feedback-source.ts';
import type { SignLink } from '../../ports/object-store.ts';
import type { JobQueue } from '../../jobs/request-report.ts';
import { storedJobs } from '../../jobs/requested-jobs.ts';
import { shelfOn } from '../compose.ts';
import type { Environment } from '../config.ts';
import { sleep, type World } from '../system.ts';
import type { Ground } from './function-context.ts';
import {
  COMMON,
  bucketOf,
  ground,
  linkingOf,
  queueOf,
  recordsOn,
  secretOf,
  upstreamOf,
} from './function-context.ts';

export interface ReportsApiParts extends Ground, Linking, Company {
  readonly source: FolderSource;
  readonly jobs: JobQueue;
  readonly signLink: SignLink;
}

/** The gateway waits 30 s for an answer, in which a tree may be read twice. */
const WHILE_ASKED = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

export function openReportsApi(environment: Environment, world: World): ReportsApiParts {
  const needs = [...COMMON, 'REPORTS_QUEUE_URL', 'REPORTS_PUBLIC_URL'] as const;
  const base = ground(environment, world, 'configured', needs);
  const secret = secretOf(base.config, world);
  const { store, signLink } = bucketOf(base.config, world);
  const shelf = shelfOn(store);
  const source = folderSource(() => upstreamOf(base.config, secret, world, WHILE_ASKED));
  return {
    ...base,
    ...linkingOf(base.config, { shelf, secret, world }),
    source,
    ...companyFolders(source, world.clock),
    jobs: storedJobs({
      shelf,
      records: recordsOn(store, world),
      sender: queueOf(base.config, world).sender,
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
