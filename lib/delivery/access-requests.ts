// New access links for readers whose link was lost or has expired. What a request does before its answer is the same for
// every address: whether an address has subscribed is looked up afterwards, by a job.
import { HOUR_MS } from '../domain/calendar.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { findNewestManifest } from '../reports/week-folders.ts';
import type { Limit } from '../reports/request-limits.ts';
import { countRequest, digestOf } from '../reports/request-limits.ts';
import { Failure } from '../shared/failure.ts';
import { toAsciiAddress } from '../shared/mail-address.ts';
import type { AccessJob } from './access-claims.ts';
import { claimRequest, finishRequest, isOver, releaseRequest } from './access-claims.ts';
import { accessQuery } from './access-links.ts';
import type { DeliveryContext, ProcessedDelivery } from './delivery-context.ts';
import { NOTHING_TO_DO } from './delivery-context.ts';
import { secondsUntil } from './due-time.ts';
import { findGrant } from './grants.ts';
import { folderOfId, recipientOf, recipientOfId } from './subscription-rules.ts';
import { findSubscription, isSubscriptionKey } from './subscription-store.ts';

/** Of one network: readers of an office share one. */
const NETWORK_LIMIT: Limit = { requests: 30, periodMs: HOUR_MS };
/** Of all networks: anybody may request, and each request is a job. */
const ALL_LIMIT: Limit = { requests: 3_000, periodMs: HOUR_MS };
/** A reader of more folders gets the links of the first ones. */
const MAX_MESSAGES = 10;
const RETRY_SECONDS = 60;

/**
 * Requests messages with new access links to an address. Does nothing when there are too many requests, and where access links
 * are off. `network`: of the client; null where it is not known. Fails as the store does, or with QUEUE_UNAVAILABLE.
 */
export async function requestAccessLink(
  context: DeliveryContext,
  address: string,
  network: string | null,
): Promise<void> {
  if (!context.accessLinks || !(await countAnyRequest(context, network))) return;
  const recipient = recipientOf({ channel: 'mail', address: toAsciiAddress(address) });
  const requestedAt = new Date(context.clock()).toISOString();
  await context.jobs.send([{ kind: 'access', recipient, requestedAt }]);
}

/** False when the limit of its network or of all is reached. A refused request of a network does not count for all. */
async function countAnyRequest(context: DeliveryContext, network: string | null): Promise<boolean> {
  const code = 'TOO_MANY_CONFIRMATIONS';
  try {
    if (network !== null) {
      await countRequest(
        context,
        digestOf('access links of network', network),
        NETWORK_LIMIT,
        code,
      );
    }
    await countRequest(context, digestOf('access links', 'all'), ALL_LIMIT, code);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === code) return false;
    throw error;
  }
}

/**
 * Sends the links of each folder to which the recipient has subscribed. A repeated job sends nothing unless the process ended in
 * an earlier attempt.
 */
export async function processAccessRequest(
  context: DeliveryContext,
  job: AccessJob,
): Promise<ProcessedDelivery> {
  if (!context.accessLinks || isOver(job, context.clock())) return NOTHING_TO_DO;
  const subscriptions = await findReaders(context, job.recipient);
  if (subscriptions.length === 0) return NOTHING_TO_DO;
  const claim = await claimRequest(context, job);
  switch (claim.state) {
    case 'refused':
      return NOTHING_TO_DO;
    case 'interrupted':
      return { state: 'unknown', reason: 'INTERRUPTED', repeatAfterSeconds: null };
    case 'waiting': {
      const repeatAfterSeconds = secondsUntil(claim.until, context.clock());
      return { state: 'sending', reason: null, repeatAfterSeconds };
    }
    case 'claimed':
      return sendLinks(context, subscriptions, job);
  }
}

async function sendLinks(
  context: DeliveryContext,
  subscriptions: readonly Subscription[],
  job: AccessJob,
): Promise<ProcessedDelivery> {
  let result = NOTHING_TO_DO;
  for (const subscription of subscriptions) {
    const message = await sendLink(context, subscription, job);
    if (message.state === 'sending' && result === NOTHING_TO_DO) {
      // Nothing has gone out yet, so that the whole request can be repeated.
      await releaseRequest(context, job);
      return message;
    }
    const mayHaveGoneOut = message.state === 'unknown' && result === NOTHING_TO_DO;
    if (message.state === 'accessSent' || mayHaveGoneOut) result = message;
  }
  await finishRequest(context, job);
  return result;
}

/** Active subscriptions of an address with a valid right, by folder. */
async function findReaders(
  context: DeliveryContext,
  recipient: string,
): Promise<readonly Subscription[]> {
  const entries = await context.repository.store.entries('subscriptions/');
  const ids = entries
    .map(({ key }) => key)
    .filter(isSubscriptionKey)
    .map((key) => key.slice(key.lastIndexOf('/') + 1, -'.json'.length))
    .filter((id) => recipientOfId(id) === recipient)
    .toSorted((a, b) => (folderOfId(a) ?? 0) - (folderOfId(b) ?? 0));
  const subscriptions: Subscription[] = [];
  for (const id of ids) {
    const subscription = await findSubscription(context, id);
    if (subscription?.channel !== 'mail' || subscription.state !== 'active') continue;
    if ((await findGrant(context, subscription)) === null) continue;
    subscriptions.push(subscription);
    if (subscriptions.length === MAX_MESSAGES) break;
  }
  return subscriptions;
}

async function sendLink(
  context: DeliveryContext,
  subscription: Subscription,
  { requestedAt }: AccessJob,
): Promise<ProcessedDelivery> {
  const { publicUrl } = context;
  const { id, folder: key } = subscription;
  if (publicUrl === null) return NOTHING_TO_DO;
  const manifest = await findNewestManifest(context.repository, key);
  const path = manifest === null ? '' : `${manifest.week}/${key}`;
  const url = `${publicUrl}/#/${path}${(await accessQuery(context, subscription)) ?? ''}`;
  const folder = { key, name: manifest?.folder.name ?? String(key) };
  const outcome = await context.sender.send({
    kind: 'confirmation',
    subscription,
    messageId: `access-${id}-${Date.parse(requestedAt)}`,
    message: context.composer.accessLink(folder, subscription, url),
  });
  if (outcome.state === 'sent') {
    return { state: 'accessSent', reason: null, repeatAfterSeconds: null };
  }
  context.onProblem({ week: null, folder: key, subscription: id }, outcome);
  if (outcome.state === 'refused') return NOTHING_TO_DO;
  const { reason } = outcome;
  if (outcome.state === 'unknown') return { state: 'unknown', reason, repeatAfterSeconds: null };
  const { retryAfterSeconds } = outcome;
  return { state: 'sending', reason, repeatAfterSeconds: retryAfterSeconds ?? RETRY_SECONDS };
}
