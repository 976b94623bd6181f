// The key that signs the messages to the webhook of a subscription. It follows from a link key and is stored nowhere.
import { createHmac } from 'node:crypto';
import { currentLinkKey } from '../ports/secrets.ts';
import type { DeliveryContext } from './delivery-context.ts';

const DOMAIN = 'feedback-reports webhook v1\n';

/** `whsec_` and base64 of 32 bytes, as in Standard Webhooks. Fails with SECRET_INVALID, or as the secret does. */
export async function webhookKey(
  { linkKeys }: Pick<DeliveryContext, 'linkKeys'>,
  subscription: string,
): Promise<string> {
  const { key } = currentLinkKey(await linkKeys());
  const bytes = createHmac('sha256', key).update(`${DOMAIN}${subscription}`).digest();
  return `whsec_${bytes.toString('base64')}`;
}
