// Deliveries within one process: those of a week until nothing more is due, and a queue that works in the background.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import type { DeliveryJob, DeliveryJobSender } from '../ports/deliveries.ts';
import type { SubscriptionChannel } from '../ports/subscriptions.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { DeliveryContext, ProcessedDelivery } from './delivery-context.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { processDelivery } from './process-delivery.ts';
import { findSubscription, listStoredSubscriptions } from './subscription-store.ts';

export interface DeliveryRunResult extends Pick<ProcessedDelivery, 'state' | 'reason'> {
  /** The id of the subscription. */
  readonly subscription: string;
  readonly folder: number;
  /** Null when the subscription was removed meanwhile. */
  readonly channel: SubscriptionChannel | null;
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
    const subscriptions = await listStoredSubscriptions(planning);
    const channels = new Map(subscriptions.map(({ id, channel }) => [id, channel]));
    for (const { job, processed } of round) {
      const { state, reason } = processed;
      if (state === 'notDue') continue;
      const { subscription, folder } = job;
      const channel = channels.get(subscription) ?? null;
      results.push({ subscription, folder, channel, state, reason });
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

interface InProcessDeliveries {
  /** With the queue as the sender of its jobs. */
  readonly context: DeliveryContext;
  /** Drops waiting jobs; resolves when the running ones have ended. */
  close(): Promise<void>;
}

/** Messages of a channel that are sent at the same time; those by mail may hold a PDF in memory. */
const MAIL_CONCURRENCY = 5;
const CHAT_CONCURRENCY = 4;
const READ_CONCURRENCY = 8;

/** Jobs are lost when the process ends; `planDeliveries` finds them again. `onFailed`: a job failed and is not repeated. */
export function createInProcessDeliveries(
  parts: Omit<DeliveryContext, 'jobs'>,
  onFailed: (error: unknown) => void,
): InProcessDeliveries {
  const limitReads = pLimit(READ_CONCURRENCY);
  // Each channel on its own: a receiver that does not answer delays no other channel.
  const limits = {
    mail: pLimit(MAIL_CONCURRENCY),
    slack: pLimit(CHAT_CONCURRENCY),
    teams: pLimit(CHAT_CONCURRENCY),
    webhook: pLimit(CHAT_CONCURRENCY),
  };
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const waiting = new Set<string>();
  let isClosed = false;

  const jobs: DeliveryJobSender = {
    send: (newJobs) => {
      for (const job of newJobs) enqueue(job);
      return Promise.resolve();
    },
  };
  const context: DeliveryContext = { ...parts, jobs };

  function enqueue(job: DeliveryJob): void {
    const key = JSON.stringify(job);
    // Each plan names what still waits.
    if (waiting.has(key)) return;
    waiting.add(key);
    const run = runInChannel(job, key).catch(onFailed);
    running.add(run);
    void run.finally(() => running.delete(run));
  }

  async function runInChannel(job: DeliveryJob, key: string): Promise<void> {
    await limits[await channelOf(job)](() => {
      waiting.delete(key);
      return process(job);
    });
  }

  async function channelOf(job: DeliveryJob): Promise<SubscriptionChannel> {
    if (job.kind === 'access') return 'mail';
    // A store that fails also fails the job, which is reported.
    const read = () => findSubscription(context, job.subscription).catch(() => null);
    return (await limitReads(read))?.channel ?? 'mail';
  }

  async function process(job: DeliveryJob): Promise<void> {
    if (isClosed) return;
    const { repeatAfterSeconds } = await processDelivery(context, job);
    if (repeatAfterSeconds === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      enqueue(job);
    }, 1000 * repeatAfterSeconds);
    // A process that has nothing else to do does not wait for another attempt.
    timer.unref();
    timers.add(timer);
  }

  return {
    context,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
