// The addresses with which a reader without an account confirms or ends a subscription. Their tokens are signed with the link
// keys and can't be guessed; opening a page changes nothing, only its button does.
import type { Subscription } from '../ports/subscriptions.ts';
import type { DeliveryContext } from './delivery-context.ts';

export type TokenPurpose = 'confirm' | 'unsubscribe';

/** `https://…/subscriptions/confirm/TOKEN` and `…/unsubscribe/TOKEN`; null without a public address. */
export function subscriptionUrl(
  _context: DeliveryContext,
  _purpose: TokenPurpose,
  _id: string,
): Promise<string | null> {
  throw new Error('not implemented');
}

/** The subscription that a token names; null for a token that is not valid, and when the subscription was removed. */
export function readToken(
  _context: DeliveryContext,
  _purpose: TokenPurpose,
  _token: string,
): Promise<Subscription | null> {
  throw new Error('not implemented');
}

/** Confirms a pending subscription; another one stays as it is. Null as for `readToken`. */
export function confirmByToken(
  _context: DeliveryContext,
  _token: string,
): Promise<Subscription | null> {
  throw new Error('not implemented');
}

/** Ends the subscription as "unsubscribed"; one that has ended stays as it is. Null as for `readToken`. */
export function unsubscribeByToken(
  _context: DeliveryContext,
  _token: string,
): Promise<Subscription | null> {
  throw new Error('not implemented');
}
