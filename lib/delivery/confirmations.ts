// Asks the owner of a mail address to confirm a subscription. A request is recorded before its job is sent, and marked as sent
// before the message goes out, so that a job that is repeated sends nothing twice.
import type { Instant } from '../domain/report-inputs.ts';
import type { DeliveryJob, SendOutcome } from '../ports/deliveries.ts';
import type { ConfirmationRequest, Subscription } from '../ports/subscriptions.ts';
import { findNewestManifest } from '../reports/week-folders.ts';
import { readValue, updateRecord } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { DeliveryContext, DeliveryPlanning, ProcessedDelivery } from './delivery-context.ts';
import { NOTHING_TO_DO } from './delivery-context.ts';
import { endDenied, findGrant } from './grants.ts';
import { nextAttemptAt, RETRY_PERIOD_MS, secondsUntil } from './due-time.ts';
import {
  endSubscription,
  findSubscription,
  listStoredSubscriptions,
} from './subscription-store.ts';
import { subscriptionUrl } from './subscription-tokens.ts';

export function confirmationKey(id: string): string {
  return `subscriptions/confirmations/${id}.json`;
}

/** Fails with QUEUE_UNAVAILABLE; a later request for the same subscription repeats it. */
export async function requestConfirmation(
  context: DeliveryContext,
  { id }: Pick<Subscription, 'id'>,
): Promise<void> {
  const requestedAt = new Date(context.clock()).toISOString();
  await updateRequest(context, id, () => ({ state: 'requested', requestedAt, attempts: 0 }));
  await context.jobs.send([{ kind: 'confirmation', subscription: id }]);
}

/**
 * Enqueues the confirmations of the last day that have not gone out: jobs of a single process are lost when it ends. Fails as
 * the store does, or with QUEUE_UNAVAILABLE.
 */
export async function planConfirmations(context: DeliveryPlanning, now: Instant): Promise<void> {
  const subscriptions = await listStoredSubscriptions(context);
  const pendingSubscriptions = subscriptions.filter(({ state }) => state === 'pending');
  const jobs = await mapConcurrent(
    pendingSubscriptions,
    async ({ id }): Promise<readonly DeliveryJob[]> => {
      const request = await findConfirmation(context, id);
      const isWaiting =
        request?.state === 'requested' && now < Date.parse(request.requestedAt) + RETRY_PERIOD_MS;
      return isWaiting ? [{ kind: 'confirmation', subscription: id }] : [];
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  await context.jobs.send(jobs.flat());
}

export async function processConfirmation(
  context: DeliveryContext,
  id: string,
): Promise<ProcessedDelivery> {
  const subscription = await findSubscription(context, id);
  if (subscription?.state !== 'pending') return NOTHING_TO_DO;
  if ((await findGrant(context, subscription)) === null) {
    await endDenied(context, subscription);
    return NOTHING_TO_DO;
  }
  const url = await subscriptionUrl(context, 'confirm', subscription);
  if (url === null) return finish(context, subscription, NO_ADDRESS);
  const { folder: key } = subscription;
  const folder = { key, name: await folderNameOf(context, key) };
  const message = context.composer.confirmation(folder, subscription, url);
  const claim = await updateRequest(context, id, (request) =>
    request?.state === 'requested'
      ? { ...request, state: 'sent', attempts: request.attempts + 1 }
      : null,
  );
  if (claim === null) return NOTHING_TO_DO;
  const messageId = `confirm-${id}-${Date.parse(claim.requestedAt)}`;
  const outcome = await context.sender.send({
    kind: 'confirmation',
    subscription,
    messageId,
    message,
  });
  return recordOutcome(context, subscription, claim, outcome);
}

const NO_ADDRESS = { state: 'refused', reason: 'NO_PUBLIC_URL', endsSubscription: false } as const;

async function recordOutcome(
  context: DeliveryContext,
  subscription: Subscription,
  claim: ConfirmationRequest,
  outcome: SendOutcome,
): Promise<ProcessedDelivery> {
  const { id } = subscription;
  if (outcome.state === 'sent') {
    return { state: 'confirmationSent', reason: null, repeatAfterSeconds: null };
  }
  if (outcome.state !== 'notSent') return finish(context, subscription, outcome);
  const { retryAfterSeconds, reason } = outcome;
  const now = context.clock();
  const attempts = { attempts: claim.attempts, firstAttemptAt: claim.requestedAt };
  const next = nextAttemptAt(attempts, retryAfterSeconds, now, context.random);
  if (next === null) {
    return finish(context, subscription, { state: 'refused', reason, endsSubscription: false });
  }
  context.onProblem(problemOf(subscription), outcome);
  await updateRequest(context, id, (request) =>
    request?.requestedAt === claim.requestedAt ? { ...claim, state: 'requested' } : null,
  );
  return { state: 'sending', reason, repeatAfterSeconds: secondsUntil(next, now) };
}

async function finish(
  context: DeliveryContext,
  subscription: Subscription,
  outcome: Extract<SendOutcome, { readonly state: 'refused' | 'unknown' }>,
): Promise<ProcessedDelivery> {
  const { id } = subscription;
  context.onProblem(problemOf(subscription), outcome);
  if (outcome.state === 'refused') {
    await updateRequest(context, id, (request) =>
      request === null ? null : { ...request, state: 'refused', reason: outcome.reason },
    );
    if (outcome.endsSubscription) await endSubscription(context, id, 'addressRefused');
  }
  return { state: outcome.state, reason: outcome.reason, repeatAfterSeconds: null };
}

/** The last request; null without one, and when it can't be decoded. */
async function findConfirmation(
  { repository: { store }, codecs }: Pick<DeliveryContext, 'repository' | 'codecs'>,
  id: string,
): Promise<ConfirmationRequest | null> {
  return (await readValue(store, codecs.confirmations, confirmationKey(id), null))?.value ?? null;
}

/** Why the message of a pending subscription did not go out: a code; null for others, and while it may still come. */
export async function confirmationProblem(
  context: Pick<DeliveryContext, 'repository' | 'codecs'>,
  { id, state }: Pick<Subscription, 'id' | 'state'>,
): Promise<string | null> {
  const request = state === 'pending' ? await findConfirmation(context, id) : null;
  return request?.state === 'refused' ? (request.reason ?? 'NOT_SENT') : null;
}

function problemOf({ folder, id }: Subscription) {
  return { week: null, folder, subscription: id };
}

function updateRequest(
  { repository: { store }, codecs }: DeliveryContext,
  id: string,
  change: (request: ConfirmationRequest | null) => ConfirmationRequest | null,
): Promise<ConfirmationRequest | null> {
  return updateRecord(store, codecs.confirmations, confirmationKey(id), change);
}

/** The name of a folder as in its newest report; its key while it has none. */
export async function folderNameOf(
  { repository }: Pick<DeliveryContext, 'repository'>,
  folder: number,
): Promise<string> {
  return (await findNewestManifest(repository, folder))?.folder.name ?? String(folder);
}
