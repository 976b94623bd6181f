// Where a webhook's message is sent and how it is signed: https://www.standardwebhooks.com, version 1 with a shared key.
import { createHmac } from 'node:crypto';
import { parseSafeAddress } from '../../shared/safe-url.ts';

export interface WebhookTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With the port if it has one; the only part that is not secret. */
  readonly host: string;
  /** Whether it is http. */
  readonly isPlain: boolean;
}

type Parsed =
  | { readonly ok: true; readonly value: WebhookTarget }
  | { readonly ok: false; readonly problem: string };

/** Parses a webhook's address; the problem of an invalid one quotes none of it. */
export function parseWebhookUrl(text: string): Parsed {
  const parsed = parseSafeAddress(text);
  if (!parsed.ok) return parsed;
  const { origin, host, protocol, pathname, search } = parsed.value;
  return {
    ok: true,
    value: { origin, path: `${pathname}${search}`, host, isPlain: protocol === 'http:' },
  };
}

export interface Signable {
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
