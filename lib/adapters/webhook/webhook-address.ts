// Where a webhook's messages go, as the connection and the request need it told.
import { parseSafeAddress } from '../../shared/safe-url.ts';

export interface WebhookTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With the port if it has one; the only part that is no secret. */
  readonly host: string;
  readonly isPlain: boolean;
}

type Parsed =
  | { readonly ok: true; readonly value: WebhookTarget }
  | { readonly ok: false; readonly problem: string };

/** A webhook's address; what is wrong with it is told without any of it. */
export function parseWebhookUrl(text: string): Parsed {
  const parsed = parseSafeAddress(text);
  if (!parsed.ok) return parsed;
  const { origin, host, protocol, pathname, search } = parsed.value;
  return {
    ok: true,
    value: { origin, path: `${pathname}${search}`, host, isPlain: protocol === 'http:' },
  };
}
