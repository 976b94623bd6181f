// New access links for readers whose link was lost or has expired. What a request does before its answer is the same for
// every address: whether an address has subscribed is looked up afterwards, by a job.
import { HOUR_MS } from '../domain/calendar.ts';
import type { DeliveryJob } from '../ports/deliveries.ts';
import type { RequestTimes, Subscription } from '../ports/subscriptions.ts';
import { updateRecord } from '../reports/report-repository.ts';
import { findNewestManifest } from '../reports/week-folders.ts';
import { countRequest, digestOf, limitKey } from '../reports/request-limits.ts';
import { Failure } from '../shared/failure.ts';
import { toAsciiAddress } from '../shared/mail-address.ts';
import { accessQuery } from './access-links.ts';
import type { DeliveryContext, ProcessedDelivery } from './delivery-context.ts';
import { NOTHING_TO_DO } from './delivery-context.ts';
import { findGrant } from './grants.ts';
import { folderOfId, recipientOf, recipientOfId } from './subscription-rules.ts';
import { findSubscription, isSubscriptionKey } from './subscription-store.ts';

type AccessJob = Extract<DeliveryJob, { readonly kind: 'access' }>;

/** Messages an hour to one address. */
const MAX_REQUESTS = 3;
/** Of all addresses: anybody may request, and each request is a job. */
const ALL_REQUESTS = { requests: 300, periodMs: HOUR_MS } as const;
/** A reader of more folders gets the links of the first ones. */
const MAX_MESSAGES = 10;
const RETRY_SECONDS = 60;

/**
 * Requests messages with new access links to an address. Does nothing when there are too many requests, and where access links
 * are off. Fails as the store does, or with QUEUE_UNAVAILABLE.
 */
export async function requestAccessLink(context: DeliveryContext, address: string): Promise<void> {
  if (!context.accessLinks || !(await countAnyRequest(context))) return;
  const recipient = recipientOf({ channel: 'mail', address: toAsciiAddress(address) });
  const requestedAt = new Date(context.clock()).toISOString();
  await context.jobs.send([{ kind: 'access', recipient, requestedAt }]);
}

async function countAnyRequest(context: DeliveryContext): Promise<boolean> {
  try {
    const digest = digestOf('access links', 'all');
    await countRequest(context, digest, ALL_REQUESTS, 'TOO_MANY_CONFIRMATIONS');
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'TOO_MANY_CONFIRMATIONS') return false;
    throw error;
  }
}

/** Sends the links of each folder to which the recipient has subscribed; a repeated job sends nothing. */
export async function processAccessRequest(
  context: DeliveryContext,
  job: AccessJob,
): Promise<ProcessedDelivery> {
  const now = context.clock();
  if (!context.accessLinks || now >= Date.parse(job.requestedAt) + HOUR_MS) return NOTHING_TO_DO;
  const subscriptions = await findReaders(context, job.recipient);
  if (subscriptions.length === 0 || !(await claim(context, job))) return NOTHING_TO_DO;
  let result = NOTHING_TO_DO;
  for (const subscription of subscriptions) {
    const message = await sendLink(context, subscription, job);
    if (message.state === 'sending' && result === NOTHING_TO_DO) {
      // Nothing has gone out yet, so that the whole request can be repeated.
      await release(context, job);
      return message;
    }
    if (message.state === 'accessSent') result = message;
  }
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

/** False when the request was processed before, and when its address has too many. */
async function claim(context: DeliveryContext, { recipient, requestedAt }: AccessJob) {
  const now = context.clock();
  const claimed = await updateTimes(context, recipient, (stored) => {
    const times = stored.filter((time) => Date.parse(time) + HOUR_MS > now);
    const isRefused = times.includes(requestedAt) || times.length >= MAX_REQUESTS;
    return isRefused ? null : [...times, requestedAt];
  });
  return claimed !== null;
}

async function release(context: DeliveryContext, { recipient, requestedAt }: AccessJob) {
  await updateTimes(context, recipient, (stored) => stored.filter((time) => time !== requestedAt));
}

function updateTimes(
  { repository: { store }, codecs }: DeliveryContext,
  recipient: string,
  change: (times: RequestTimes['times']) => RequestTimes['times'] | null,
): Promise<RequestTimes | null> {
  const key = limitKey(digestOf('access links of recipient', recipient));
  return updateRecord(store, codecs.limits, key, (stored) => {
    const times = change(stored?.times ?? []);
    return times === null ? null : { times };
  });
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
  const url = `${publicUrl}/#/${path}${await accessQuery(context, subscription)}`;
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
  if (outcome.state !== 'notSent') return NOTHING_TO_DO;
  const { reason, retryAfterSeconds } = outcome;
  return { state: 'sending', reason, repeatAfterSeconds: retryAfterSeconds ?? RETRY_SECONDS };
}
