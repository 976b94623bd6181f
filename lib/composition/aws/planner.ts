// What plan-week is made of: the planner over bucket, queue and reporting API, and its second look.
import type { PlanContext } from '../../jobs/synchronize-plan.ts';
import type { ReconciliationSchedule } from '../../jobs/schedule-reconciliation.ts';
import { openReportRepository } from '../compose.ts';
import type { Environment } from '../config.ts';
import { type SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import {
  COMMON_SETTINGS,
  openBucket,
  openFunctionContext,
  openReconciliationStore,
  openPlanContext,
  openJobQueue,
  openReportsSecret,
  openSource,
} from './function-context.ts';

export interface Planner extends FunctionContext {
  /** Anew for each event: credentials that were refused once must not be refused for ever. */
  readonly open: () => {
    readonly planning: PlanContext;
    /** Null where none is taken. */
    readonly looks: ReconciliationSchedule | null;
    readonly close: () => Promise<void>;
  };
}

export function openPlanner(environment: Environment, world: SystemContext): Planner {
  const base = openFunctionContext(environment, world, 'configured', [
    ...COMMON_SETTINGS,
    'REPORTS_QUEUE_URL',
  ]);
  const secret = openReportsSecret(base.config, world);
  const { store } = openBucket(base.config, world);
  const repository = openReportRepository(store);
  const { sender } = openJobQueue(base.config, world);
  return {
    ...base,
    open() {
      const upstream = openSource(base.config, secret, world);
      const { secondLookMs: afterMs } = base.config;
      const { source } = upstream;
      const planning = openPlanContext(base.config, { source, repository, sender, world });
      const notes = openReconciliationStore(store, world);
      return {
        planning,
        looks: afterMs === null ? null : { planning, notes, afterMs },
        close: () => upstream.close(),
      };
    },
  };
}
