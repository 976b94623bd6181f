// The key that signs the messages to the webhook of a subscription. It follows from a link key and is stored nowhere.
import { createHmac } from 'node:crypto';
import type { LinkKey } from '../ports/secrets.ts';

const DOMAIN = 'feedback-reports webhook v1\n';

/** `whsec_` and base64 of 32 bytes, as in Standard Webhooks. */
export function webhookKey({ key }: LinkKey, subscription: string): string {
  const bytes = createHmac('sha256', key).update(`${DOMAIN}${subscription}`).digest();
  return `whsec_${bytes.toString('base64')}`;
}
