// Keeps a message that waits in the queue from being queued again at each tick: a queue can't be asked for one message, so a
// record of the week says when each was queued. A record that is lost or wrong repeats jobs, which sends nothing twice.
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { DeliveryJob, QueuedMessage, QueuedMessages } from '../ports/deliveries.ts';
import { readValue, writeRecord } from '../reports/report-repository.ts';
import type { DeliveryPlanning } from './delivery-context.ts';
import type { DeliveryId, DeliveryReceipts } from './receipts.ts';

/** After this time a job that was not processed counts as lost, unless jobs wait in the queue. */
const LOST_AFTER_MS = HOUR_MS;
/** The queue drops a message that was not received for so long. */
const RETENTION_MS = 4 * DAY_MS;

export interface EnqueuedMessages {
  readonly enqueued: number;
  /** All messages that are to be sent, with the time since when each is due; empty without a record. */
  readonly messages: readonly QueuedMessage[];
}

export function keyOfQueuedMessages({ week }: Pick<QueuedMessages, 'week'>): string {
  return `requests/${week}/queued-messages.json`;
}

/**
 * Sends the jobs of these deliveries, without those that wait in the queue. They are recorded afterwards: a crash in between
 * repeats jobs and loses none. Fails as the store does, or with QUEUE_UNAVAILABLE.
 */
export async function enqueueMessages(
  context: DeliveryPlanning,
  week: string,
  deliveries: readonly DeliveryId[],
  receipts: ReadonlyMap<string, Readonly<DeliveryReceipts>>,
  now: Instant,
): Promise<EnqueuedMessages> {
  const { queue, repository } = context;
  if (queue === undefined) {
    await context.jobs.send(deliveries.map(toJob));
    return { enqueued: deliveries.length, messages: [] };
  }
  const { store } = repository;
  const key = keyOfQueuedMessages({ week });
  const storedRecord = await readValue(store, queue.records, key, keyOfQueuedMessages);
  const earlierMessages = storedRecord?.value?.messages ?? [];
  const bySubscription = new Map(earlierMessages.map((message) => [message.subscription, message]));
  const at = new Date(now).toISOString();
  const entries = deliveries.map((delivery) => {
    const { subscription } = delivery;
    const receiptAt = lastReceiptAt(receipts.get(subscription));
    const earlier = bySubscription.get(subscription) ?? null;
    const known = earlier?.receiptAt === receiptAt ? earlier : null;
    const message = { subscription, dueAt: known?.dueAt ?? at, queuedAt: at, receiptAt };
    return { delivery, known, message };
  });
  const ageMs = ({ queuedAt }: QueuedMessage): number => now - Date.parse(queuedAt);
  const mayBeLost = entries.some(({ known }) => known !== null && ageMs(known) >= LOST_AFTER_MS);
  const waitMs = mayBeLost && (await queue.hasWaitingJobs()) ? RETENTION_MS : LOST_AFTER_MS;
  const decided = entries.map(({ delivery, known, message }) => {
    // One that was queued in the future was recorded with a wrong clock.
    const isWaiting = known !== null && ageMs(known) >= 0 && ageMs(known) < waitMs;
    return { delivery, isNew: !isWaiting, message: isWaiting ? known : message };
  });
  const newDeliveries = decided.filter(({ isNew }) => isNew).map(({ delivery }) => delivery);
  const messages = decided.map(({ message }) => message);
  if (newDeliveries.length > 0) await context.jobs.send(newDeliveries.map(toJob));
  if (newDeliveries.length > 0 || messages.length < earlierMessages.length) {
    // When another planner was first, its record says the same.
    await writeRecord(store, queue.records, key, { week, messages }, storedRecord?.version ?? null);
  }
  return { enqueued: newDeliveries.length, messages };
}

function toJob({ week, folder, subscription }: DeliveryId): DeliveryJob {
  return { kind: 'report', week, folder, subscription };
}

function lastReceiptAt(receipts: Readonly<DeliveryReceipts> | undefined): string | null {
  const instants = [receipts?.report, receipts?.update].flatMap((receipt) => receipt?.at ?? []);
  return instants.toSorted().at(-1) ?? null;
}
