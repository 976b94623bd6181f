// Limits of messages and subscriptions that callers request. The operator's shell is not limited.
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import type { Limit, LimitContext } from '../reports/request-limits.ts';
import { countRequest, digestOf } from '../reports/request-limits.ts';
import { mailboxDigest } from './subscription-rules.ts';

const ADDRESS_LIMIT: Limit = { requests: 3, periodMs: DAY_MS };
const CALLER_LIMIT: Limit = { requests: 20, periodMs: HOUR_MS };
const FOLDER_LIMIT: Limit = { requests: 40, periodMs: HOUR_MS };
/** All subscriptions to Slack have one host. */
const HOST_LIMIT: Limit = { requests: 100, periodMs: HOUR_MS };

/** Counts a request for a message to the address of a subscription. Fails with TOO_MANY_CONFIRMATIONS. */
export async function countMessage(
  context: LimitContext,
  caller: IdentifiedCaller,
  subscription: Pick<Subscription, 'folder' | 'channel' | 'address'>,
): Promise<void> {
  if (caller.origin === 'shell') return;
  await countSubscription(context, caller, subscription);
  await count(context, mailboxDigest(subscription), ADDRESS_LIMIT);
}

/** Counts a new subscription to which nothing is sent yet. Fails with TOO_MANY_CONFIRMATIONS. */
export async function countSubscription(
  context: LimitContext,
  caller: IdentifiedCaller,
  { folder, address }: Pick<Subscription, 'folder' | 'address'>,
): Promise<void> {
  if (caller.origin === 'shell') return;
  await count(context, digestOf('caller', caller.id), CALLER_LIMIT);
  await count(context, digestOf('folder', folder), FOLDER_LIMIT);
  // A mail address is no URL.
  const host = URL.parse(address)?.host;
  if (host !== undefined) await count(context, digestOf('host', host), HOST_LIMIT);
}

function count(context: LimitContext, digest: string, limit: Limit): Promise<void> {
  return countRequest(context, digest, limit, 'TOO_MANY_CONFIRMATIONS');
}
