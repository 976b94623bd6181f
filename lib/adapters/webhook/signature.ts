// Signatures of messages to webhooks, as in Standard Webhooks.
import { createHmac } from 'node:crypto';

interface Signable {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  /** Exactly as it is sent. */
  readonly body: string;
  /** `whsec_` and base64 of the key's bytes; any other text is the key itself, in UTF-8. */
  readonly key: string;
}

const PREFIX = 'whsec_';

/** The value of `webhook-signature`; null for an empty key, since its signatures could be forged. */
export function signMessage({ id, timestamp, body, key }: Signable): string | null {
  const secret = key.startsWith(PREFIX)
    ? Buffer.from(key.slice(PREFIX.length), 'base64')
    : Buffer.from(key, 'utf8');
  if (secret.length === 0) return null;
  const digest = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return `v1,${digest}`;
}
