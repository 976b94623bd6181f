// Limits of what callers can request: messages go to addresses that may belong to others, and what is created is stored. The
// operator's shell is not limited.
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import { TOO_MANY_WRITERS, updateRecord } from '../reports/report-repository.ts';
import { isAhead } from '../shared/clock.ts';
import { Failure } from '../shared/failure.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { mailboxDigest } from './subscription-rules.ts';

type LimitContext = Pick<DeliveryContext, 'repository' | 'codecs' | 'clock'>;

interface Limit {
  readonly requests: number;
  readonly periodMs: number;
}

const ADDRESS_LIMIT: Limit = { requests: 3, periodMs: DAY_MS };
const CALLER_LIMIT: Limit = { requests: 20, periodMs: HOUR_MS };
const FOLDER_LIMIT: Limit = { requests: 40, periodMs: HOUR_MS };
/** All subscriptions to Slack have one host. */
const HOST_LIMIT: Limit = { requests: 100, periodMs: HOUR_MS };
/** Programs make a link to each report of a week. */
const LINK_CALLER_LIMIT: Limit = { requests: 1_000, periodMs: HOUR_MS };
const LINK_FOLDER_LIMIT: Limit = { requests: 100, periodMs: HOUR_MS };

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

/** Counts a new link to a report of a folder. Fails with TOO_MANY_LINKS. */
export async function countLink(
  context: LimitContext,
  caller: IdentifiedCaller,
  folder: number,
): Promise<void> {
  if (caller.origin === 'shell') return;
  await count(context, digestOf('links by caller', caller.id), LINK_CALLER_LIMIT, 'TOO_MANY_LINKS');
  await count(context, digestOf('links to folder', folder), LINK_FOLDER_LIMIT, 'TOO_MANY_LINKS');
}

function digestOf(kind: string, name: string | number): string {
  return createHash('sha256').update(`${kind}\n${name}`).digest('hex');
}

async function count(
  { repository: { store }, codecs, clock }: LimitContext,
  digest: string,
  { requests, periodMs }: Limit,
  code: 'TOO_MANY_CONFIRMATIONS' | 'TOO_MANY_LINKS' = 'TOO_MANY_CONFIRMATIONS',
): Promise<void> {
  const refuse = (seconds: number): Failure => new Failure(code, { retryAfterSeconds: seconds });
  const key = `subscriptions/limits/${digest}.json`;
  try {
    await updateRecord(store, codecs.limits, key, (stored) => {
      const now = clock();
      const recent = (stored?.times ?? []).filter(
        (time) => Date.parse(time) + periodMs > now && !isAhead(time, now),
      );
      if (recent.length >= requests) {
        throw refuse(Math.ceil((Date.parse(recent[0] ?? '') + periodMs - now) / 1000));
      }
      return { times: [...recent, new Date(now).toISOString()] };
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.facts['reason'] !== TOO_MANY_WRITERS) throw error;
    // More requests at once than can be counted.
    throw refuse(1);
  }
}
