// Ends a mail subscription whose address does not exist, or whose reader complained.
import type { MailEvent } from '../ports/deliveries.ts';
import type { EndReason, Subscription } from '../ports/subscriptions.ts';

export type MailEventResult =
  | { readonly outcome: 'ended' | 'rejected'; readonly subscription: string }
  /** Nothing has to be done, or it was done before. */
  | { readonly outcome: 'nothing' }
  /** The message was not sent for a subscription of this deployment. */
  | { readonly outcome: 'foreign' };

export interface MailEventContext {
  /** Null for an id that no subscription has. */
  readonly readSubscription: (id: string) => Promise<Subscription | null>;
  /** False when it had ended before. Fails as the store does. */
  readonly endSubscription: (id: string, reason: EndReason) => Promise<boolean>;
}

/**
 * Applying an event twice has the same result as once. An event ends a subscription only when it is about its address: others
 * may send with the same configuration set and choose tags.
 */
export async function applyMailEvent(
  context: MailEventContext,
  { kind, subscription: id, recipients }: MailEvent,
): Promise<MailEventResult> {
  if (kind === 'other') return { outcome: 'nothing' };
  const subscription = id === null ? null : await context.readSubscription(id);
  if (id === null || subscription?.channel !== 'mail') return { outcome: 'foreign' };
  if (!recipients.includes(subscription.address.toLowerCase())) return { outcome: 'foreign' };
  if (kind === 'rejected') return { outcome: 'rejected', subscription: id };
  return (await context.endSubscription(id, kind))
    ? { outcome: 'ended', subscription: id }
    : { outcome: 'nothing' };
}
