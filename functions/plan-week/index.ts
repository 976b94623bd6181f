// Entry point of plan-week on AWS: at each tick it enqueues a job for each message about a report that is due and announces new
// reports, and at least every hour it enqueues a job for each report of a finished week that is due.
import type { Context } from 'aws-lambda';
import type { PlannedWeek } from '../../lib/jobs/plan-week.ts';
import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import type { DeliveryPlanning } from '../../lib/delivery/delivery-context.ts';
import { weeksToDeliver } from '../../lib/delivery/due-time.ts';
import { planDeliveries } from '../../lib/delivery/plan-deliveries.ts';
import { planWeek } from '../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../lib/jobs/weeks-to-plan.ts';
import { openPlanner } from '../../lib/composition/aws/planner.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

/** Slow webhooks must not delay the planning of reports; a later tick announces the others. */
const ANNOUNCING_MS = MINUTE_MS;

const { openPlanning, deliveries, announcements, repeatRequests, replaceOldTables, log, config } =
  openPlanner(process.env, systemContext);

export async function handler(
  event: unknown,
  { awsRequestId }: Context,
): Promise<readonly PlannedWeek[]> {
  const { context, close } = openPlanning();
  const requestLog = log({ function: 'plan-week', requestId: awsRequestId });
  const announceUntil = systemContext.clock() + ANNOUNCING_MS;
  const deliveryPlanning: DeliveryPlanning =
    announcements === null
      ? deliveries
      : {
          ...deliveries,
          announcing: {
            announce: announcements(requestLog),
            mayStart: () => systemContext.clock() < announceUntil,
          },
        };
  const handle = createHandler({
    clock: systemContext.clock,
    weeks: (now) => weeksToPlan(now, config.settleHours, config.lookDelaysMs),
    plan: (week, tick) => planWeek(context, week, tick),
    deliveries: {
      weeks: weeksToDeliver,
      plan: (week, now) => planDeliveries(deliveryPlanning, week, now),
    },
    repeatRequests: ({ name }) => repeatRequests(name),
    ...(replaceOldTables === null ? {} : { replaceOldTables }),
    log: requestLog,
  });
  try {
    return await handle(event);
  } finally {
    await close();
  }
}
