// Composition of plan-week: the planner with bucket, queues and reporting API.
import type { Announcing, DeliveryPlanning } from '../../delivery/delivery-context.ts';
import { plannerRecordCodec, reconciliationCodec } from '../../adapters/json/index.ts';
import type { PlannerContext } from '../../jobs/plan-week.ts';
import { repeatRequests } from '../../jobs/requested-jobs.ts';
import { createTokenFinder } from '../../delivery/grants.ts';
import { replaceOldFiles, writeWeekTables } from '../../analytics/week-tables.ts';
import type { Instant } from '../../domain/report-inputs.ts';
import type { Log } from '../../shared/log.ts';
import { openFacts } from '../compose.ts';
import type { Environment } from '../config.ts';
import { type SystemContext } from '../system.ts';
import { openAnnouncements } from './announcements.ts';
import { openCompanyFolders } from './company-tree.ts';
import { openDeliveryPlanning } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  checkIdentity,
  openJobQueue,
  openJobRecords,
  openSource,
  openStoredReports,
} from './function-context.ts';

export interface Planner extends FunctionContext {
  readonly deliveries: DeliveryPlanning;
  /** Null with neither an event bus nor webhooks. */
  readonly announcements: ((log: Log) => Announcing['announce']) | null;
  readonly repeatRequests: (week: string) => Promise<number>;
  /** Null where fact tables are switched off. */
  readonly replaceOldTables: ((now: Instant) => Promise<string | null>) | null;
  /** Called for each event: a client of the reporting API is unusable after its credentials were refused. */
  readonly openPlanning: () => {
    readonly context: PlannerContext;
    readonly close: () => Promise<void>;
  };
}

export function openPlanner(environment: Environment, system: SystemContext): Planner {
  const { context, config, secret, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_QUEUE_URL', 'REPORTS_DELIVERY_QUEUE_URL'],
  );
  const { sender } = openJobQueue(config, system);
  const openTables = openFacts(repository);
  const records = openJobRecords(repository.store, system);
  return {
    ...context,
    deliveries: {
      ...openDeliveryPlanning(config, repository, system),
      findTokenCaller: createTokenFinder(secret),
      tree: openCompanyFolders(config, secret, system).tree,
    },
    announcements: openAnnouncements(config, { repository, secret, system }),
    repeatRequests: (week) =>
      repeatRequests({ repository, records, sender, random: system.random }, week),
    replaceOldTables: config.facts ? async (now) => replaceOldFiles(await openTables(), now) : null,
    openPlanning() {
      const api = openSource(config, secret, system, { clockDifference: 'noted' });
      const source = checkIdentity(config, api.source, { repository, secret, system });
      const { settleHours, concurrency, lookDelaysMs } = config;
      return {
        context: {
          ...{ source, repository, sender, records, settleHours, concurrency, lookDelaysMs },
          ...{ planner: plannerRecordCodec, earlierLooks: reconciliationCodec },
          writeTables: config.facts
            ? async (week, tables) =>
                (await writeWeekTables(await openTables(), week, tables)).written
            : null,
        },
        close: () => api.close(),
      };
    },
  };
}
