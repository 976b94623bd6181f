// Subscriptions and receipts as callers of the HTTP API see them: without the secret parts of URLs.
import type { Delivery } from '../delivery/deliveries.ts';
import type { DeliveryReceipt } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import { maskMailAddress } from '../shared/mail-address.ts';
import type { DeliveryList, ReceiptBody, SubscriptionBody } from './subscription-responses.ts';

export function toSubscriptionBody(
  subscription: Subscription,
  caller: IdentifiedCaller,
  confirmationProblem: string | null,
): SubscriptionBody {
  const { id, folder, channel, locale, when, only, attach, state, createdAt } = subscription;
  return {
    ...{ id, folder, channel, address: shownAddress(subscription), locale, when, only, attach },
    ...{ state, reason: subscription.reason ?? null, confirmationProblem, createdAt },
    isMine: subscription.createdBy === caller.id,
  };
}

export function toReceiptBody(receipt: DeliveryReceipt): ReceiptBody {
  const { kind, state, revision, status, verdict, attempts } = receipt;
  const { firstAttemptAt, at, nextAttemptAt, reason } = receipt;
  return {
    ...{ kind, state, revision, status, verdict, attempts },
    ...{ firstAttemptAt, at, nextAttemptAt, reason },
  };
}

export function toDeliveryBody(
  { subscription, state, reason, receipt, update, dueAt, hasReport, canSendAgain }: Delivery,
  caller: IdentifiedCaller,
): DeliveryList['data'][number] {
  return {
    subscription: toSubscriptionBody(subscription, caller, null),
    state,
    reason,
    receipt: receipt === null ? null : toReceiptBody(receipt),
    update: update === null ? null : toReceiptBody(update),
    dueAt,
    hasReport,
    canSendAgain,
  };
}

const SHOWN_CHARACTERS = 4;

/** A mail address in full; of a URL the host and the last characters, by which its owner recognizes it. */
function shownAddress({ channel, address }: Subscription): string {
  if (channel === 'mail') return address;
  return `${URL.parse(address)?.host ?? ''}/…${address.slice(-SHOWN_CHARACTERS)}`;
}

/** For readers of a page that anybody with its address can open: "m…@example.com", of a URL only the host. */
export function maskAddress({ channel, address }: Subscription): string {
  return channel === 'mail' ? maskMailAddress(address) : (URL.parse(address)?.host ?? '');
}
