// Creates, changes, confirms and ends subscriptions. They are written conditionally: two changes at once are never lost.
import type { Caller } from '../reports/access.ts';
import type { Subscription, SubscriptionState } from '../ports/subscriptions.ts';
import type { DeliveryContext } from './delivery-context.ts';

export type NewSubscription = Pick<
  Subscription,
  'folder' | 'channel' | 'address' | 'locale' | 'when' | 'only' | 'attach'
>;

export type SubscriptionChanges = Partial<
  Pick<Subscription, 'locale' | 'when' | 'only' | 'attach'>
> & {
  readonly state?: Extract<SubscriptionState, 'active' | 'paused'>;
};

/**
 * Creates a subscription, or returns the one of the same folder, channel and address unchanged; one that has ended starts
 * again. A mail subscription is pending until its address is confirmed, and its confirmation is enqueued. Fails with
 * FOLDER_NOT_FOUND, SUBSCRIPTION_INVALID or TOO_MANY_CONFIRMATIONS.
 */
export function createSubscription(
  _context: DeliveryContext,
  _caller: Caller,
  _subscription: NewSubscription,
): Promise<{ readonly subscription: Subscription; readonly isNew: boolean }> {
  throw new Error('not implemented');
}

/** Those of the folders that the caller sees, by folder and id. */
export function listSubscriptions(
  _context: DeliveryContext,
  _caller: Caller,
  _filter: { readonly folder: number | null; readonly mine: boolean },
): Promise<readonly Subscription[]> {
  throw new Error('not implemented');
}

/** Fails with SUBSCRIPTION_NOT_FOUND, also for a folder that the caller does not see. */
export function readSubscription(
  _context: DeliveryContext,
  _caller: Caller,
  _id: string,
): Promise<Subscription> {
  throw new Error('not implemented');
}

/** Fails with SUBSCRIPTION_NOT_FOUND, or SUBSCRIPTION_STATE when it is pending or has ended and `state` changes. */
export function changeSubscription(
  _context: DeliveryContext,
  _caller: Caller,
  _id: string,
  _changes: SubscriptionChanges,
): Promise<Subscription> {
  throw new Error('not implemented');
}

/** Removes it for good, with its address. Fails with SUBSCRIPTION_NOT_FOUND. */
export function removeSubscription(
  _context: DeliveryContext,
  _caller: Caller,
  _id: string,
): Promise<void> {
  throw new Error('not implemented');
}
