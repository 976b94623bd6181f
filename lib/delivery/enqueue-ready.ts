// Enqueues the messages to subscribers who get a folder's report as soon as it is stored.
import type { DeliveryJob } from '../ports/deliveries.ts';
import type { DeliveryPlanning } from './delivery-context.ts';
import { listStoredSubscriptions } from './subscription-store.ts';

/**
 * Returns the number of jobs. Jobs about a report that was sent before do nothing. Fails as the store does, or with
 * QUEUE_UNAVAILABLE; the planner makes up for it.
 */
export async function enqueueReady(
  context: DeliveryPlanning,
  { week, folder }: { readonly week: string; readonly folder: number },
): Promise<number> {
  const subscriptions = await listStoredSubscriptions(context, folder);
  const jobs = subscriptions
    .filter(({ state, when }) => state === 'active' && when === 'ready')
    .map(({ id }): DeliveryJob => ({ kind: 'report', week, folder, subscription: id }));
  if (jobs.length > 0) await context.jobs.send(jobs);
  return jobs.length;
}
