// What plan-week is made of: the planner over bucket, queue and reporting API, and its second look.
import type { Planning } from '../../jobs/synchronize-plan.ts';
import type { SecondLooks } from '../../jobs/schedule-reconciliation.ts';
import { shelfOn } from '../compose.ts';
import type { Environment } from '../config.ts';
import { type World } from '../system.ts';
import type { Ground } from './function-context.ts';
import {
  COMMON,
  bucketOf,
  ground,
  lookNotesOn,
  planningOf,
  queueOf,
  secretOf,
  upstreamOf,
} from './function-context.ts';

export interface Planner extends Ground {
  /** Anew for each event: credentials that were refused once must not be refused for ever. */
  readonly open: () => {
    readonly planning: Planning;
    /** Null where none is taken. */
    readonly looks: SecondLooks | null;
    readonly close: () => Promise<void>;
  };
}

export function openPlanner(environment: Environment, world: World): Planner {
  const base = ground(environment, world, 'configured', [...COMMON, 'REPORTS_QUEUE_URL']);
  const secret = secretOf(base.config, world);
  const { store } = bucketOf(base.config, world);
  const shelf = shelfOn(store);
  const { sender } = queueOf(base.config, world);
  return {
    ...base,
    open() {
      const upstream = upstreamOf(base.config, secret, world);
      const { secondLookMs: afterMs } = base.config;
      const { source } = upstream;
      const planning = planningOf(base.config, { source, shelf, sender, world });
      const notes = lookNotesOn(store, world);
      return {
        planning,
        looks: afterMs === null ? null : { planning, notes, afterMs },
        close: () => upstream.close(),
      };
    },
  };
}
