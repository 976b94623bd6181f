// The queue of delivery jobs of a single process: processes them in the background, one at a time, and repeats those that have
// to wait.
import pLimit from 'p-limit';
import type { DeliveryJob, DeliveryJobSender } from '../ports/deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { processDelivery } from './process-delivery.ts';

export interface InProcessDeliveries {
  /** With the queue as the sender of its jobs. */
  readonly context: DeliveryContext;
  /** Drops waiting jobs; resolves when the running one has ended. */
  close(): Promise<void>;
}

/** Jobs are lost when the process ends; `planDeliveries` finds them again. `onFailed`: a job failed and is not repeated. */
export function createInProcessDeliveries(
  parts: Omit<DeliveryContext, 'jobs'>,
  onFailed: (error: unknown) => void,
): InProcessDeliveries {
  const limit = pLimit(1);
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
    const run = limit(() => {
      waiting.delete(key);
      return process(job);
    }).catch(onFailed);
    running.add(run);
    void run.finally(() => running.delete(run));
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
