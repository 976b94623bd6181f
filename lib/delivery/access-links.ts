// Access links: the link of a mail opens the page for its recipient, who reads the reports of the subscription's folder until
// the link expires or the subscription ends.
import { DAY_MS } from '../domain/calendar.ts';
import { currentLinkKey } from '../ports/secrets.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { encodeAccessToken } from './access-token.ts';
import type { DeliveryContext } from './delivery-context.ts';

export const ACCESS_DAYS = 30;

/**
 * Access links of an earlier generation are not valid. Without a stored one it is the time in seconds at which the subscription
 * was made or started again, so that its earlier links stay invalid.
 */
export function generationOf({
  generation,
  createdAt,
}: Pick<Subscription, 'generation' | 'createdAt'>): number {
  return generation ?? Math.floor(Date.parse(createdAt) / 1000);
}

/** Whether messages to a subscriber have access links: where these are on, to confirmed mail addresses. */
export function hasAccessLinks(
  { accessLinks }: Pick<DeliveryContext, 'accessLinks'>,
  subscription: Subscription,
): boolean {
  return accessLinks && canRead(subscription);
}

/** The part of an address that opens the page for the subscriber: `?access=TOKEN`, for 30 days. Null without access links. */
export async function accessQuery(
  context: Pick<DeliveryContext, 'accessLinks' | 'linkKeys' | 'clock'>,
  subscription: Subscription,
): Promise<string | null> {
  if (!hasAccessLinks(context, subscription)) return null;
  const { linkKeys, clock } = context;
  const { id, folder } = subscription;
  const expires = Math.floor((clock() + ACCESS_DAYS * DAY_MS) / 1000);
  const claims = { subscription: id, folder, expires, generation: generationOf(subscription) };
  return `?access=${encodeAccessToken(claims, currentLinkKey(await linkKeys()))}`;
}

/** Whether a subscriber may read the page. */
export function canRead({ channel, state }: Subscription): boolean {
  return channel === 'mail' && state === 'active';
}
