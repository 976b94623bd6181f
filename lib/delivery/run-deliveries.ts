// The deliveries of a week in one process: plans them and processes each until nothing more is due now.
import type { Week } from '../domain/calendar.ts';
import type { DeliveryJob } from '../ports/deliveries.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { DeliveryContext } from './delivery-context.ts';
import type { ProcessedDelivery } from './delivery-result.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { processDelivery } from './process-delivery.ts';

export interface DeliveryRunResult extends Pick<ProcessedDelivery, 'state' | 'reason'> {
  /** The id of the subscription. */
  readonly subscription: string;
  readonly folder: number;
}

/**
 * Results in the order in which they were planned: one that has to be tried again later is "sending". A report that can't be read
 * is such a one, with the code of its failure, and does not affect the others.
 */
export async function runDeliveries(
  context: Omit<DeliveryContext, 'jobs'>,
  week: Week,
): Promise<readonly DeliveryRunResult[]> {
  const processedJobs = new Set<string>();
  const results: DeliveryRunResult[] = [];
  for (;;) {
    const jobs: DeliveryJob[] = [];
    const planning: DeliveryContext = {
      ...context,
      jobs: {
        send: (planned) => {
          jobs.push(...planned);
          return Promise.resolve();
        },
      },
    };
    await planDeliveries(planning, week, context.clock());
    // A job that is planned again waits for another worker or for a store that lags.
    const newJobs = jobs
      .filter((job) => job.kind === 'report')
      .filter(({ subscription }) => !processedJobs.has(subscription));
    if (newJobs.length === 0) return results;
    for (const { subscription } of newJobs) processedJobs.add(subscription);
    const round = await mapConcurrent(newJobs, async (job) => ({
      job,
      processed: await tryDelivery(planning, job),
    }));
    for (const { job, processed } of round) {
      const { state, reason } = processed;
      if (state !== 'notDue') {
        results.push({ subscription: job.subscription, folder: job.folder, state, reason });
      }
    }
  }
}

async function tryDelivery(
  context: DeliveryContext,
  job: DeliveryJob,
): Promise<Pick<ProcessedDelivery, 'state' | 'reason'>> {
  try {
    return await processDelivery(context, job);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { state: 'sending', reason: error.code };
  }
}
