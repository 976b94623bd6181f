// Limits of the messages that callers can request: confirmations and tests go to addresses that may belong to others.
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import { updateRecord } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { mailboxDigest } from './subscription-rules.ts';

const ADDRESS_LIMIT = { requests: 3, periodMs: DAY_MS } as const;
const CALLER_LIMIT = { requests: 20, periodMs: HOUR_MS } as const;

/** Counts a request for a message; the operator's shell is limited by address only. Fails with TOO_MANY_CONFIRMATIONS. */
export async function countRequest(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  subscription: Pick<Subscription, 'channel' | 'address'>,
): Promise<void> {
  if (caller.origin !== 'shell') {
    const digest = createHash('sha256').update(`caller\n${caller.id}`).digest('hex');
    await count(context, digest, CALLER_LIMIT);
  }
  await count(context, mailboxDigest(subscription), ADDRESS_LIMIT);
}

async function count(
  { repository: { store }, codecs, clock }: DeliveryContext,
  digest: string,
  { requests, periodMs }: { readonly requests: number; readonly periodMs: number },
): Promise<void> {
  await updateRecord(store, codecs.limits, `subscriptions/limits/${digest}.json`, (stored) => {
    const now = clock();
    const recent = (stored?.times ?? []).filter((time) => Date.parse(time) + periodMs > now);
    if (recent.length >= requests) {
      const seconds = Math.ceil((Date.parse(recent[0] ?? '') + periodMs - now) / 1000);
      throw new Failure('TOO_MANY_CONFIRMATIONS', { retryAfterSeconds: seconds });
    }
    return { times: [...recent, new Date(now).toISOString()] };
  });
}
