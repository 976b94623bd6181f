// Posts a signed message to the address of a webhook, over a new connection. Results contain nothing of undici's and no part
// of the address but its host.
import { createHmac } from 'node:crypto';
import { Client } from 'undici';
import type { Clock } from '../../shared/clock.ts';
import { failureReason } from '../../shared/failure.ts';
import type { AllowedAddresses } from '../../shared/safe-url.ts';
import { createSafeLookup, parsePublicAddress, parseSafeAddress } from '../../shared/safe-url.ts';

export interface PostOptions {
  readonly clock: Clock;
  /** For a whole attempt: DNS, connection, response. */
  readonly timeoutMs?: number;
}

interface SignedMessage {
  /** The same for every attempt at the same message; visible ASCII. */
  readonly id: string;
  readonly body: string;
  /** Each `whsec_` and base64 of the key's bytes; any other text is the key itself, in UTF-8. */
  readonly keys: readonly string[];
}

export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  /** `isSent`: the receiver may have read the message. Otherwise there was no connection. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isSent: boolean };

const TIMEOUT_MS = 10_000;

/** The most bytes read of a response, whose content is ignored. */
const MAX_RESPONSE_BYTES = 65_536;

const PREFIX = 'whsec_';

/** Aborted when an attempt has taken too long. */
export function startDeadline({ timeoutMs = TIMEOUT_MS }: PostOptions): AbortSignal {
  return AbortSignal.timeout(timeoutMs);
}

/** The request with a signature of each key, if there are any; null for an empty key, since its signatures could be forged. */
export function signRequest(
  { clock }: Pick<PostOptions, 'clock'>,
  { id, body, keys }: SignedMessage,
) {
  const secrets = keys.map(toSecret);
  if (secrets.some(({ length }) => length === 0)) return null;
  const timestamp = String(Math.floor(clock() / 1000));
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'feedback-reports',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
  return { headers, body };
}

function toSecret(key: string): Buffer {
  return key.startsWith(PREFIX)
    ? Buffer.from(key.slice(PREFIX.length), 'base64')
    : Buffer.from(key, 'utf8');
}

interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: AbortSignal;
}

export async function post(target: WebhookTarget, request: WebhookRequest): Promise<PostResult> {
  const { headers, body, deadline } = request;
  // A new connection: one from before the function was suspended may be dead, and the message would be lost.
  const client = new Client(target.origin, {
    pipelining: 0,
    allowH2: false,
    connect: { lookup: createSafeLookup(target), rejectUnauthorized: true },
  });
  let isSent = false;
  client.once('connect', () => {
    isSent = true;
  });
  try {
    const { path } = target;
    // Redirects are not followed: the signature and the link are for one address.
    const response = await client.request({
      method: 'POST',
      path,
      headers,
      body,
      signal: deadline,
    });
    // The status is known, but closing the connection before the body's end could look like an error to the receiver.
    await response.body.dump({ limit: MAX_RESPONSE_BYTES }).catch(() => null);
    const retryAfter = response.headers['retry-after'];
    return {
      kind: 'answered',
      status: response.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    };
  } catch (error) {
    const reason = deadline.aborted ? 'TIMEOUT' : failureReason(error);
    return { kind: 'failed', reason, isSent };
  } finally {
    await client.destroy();
  }
}

interface WebhookTarget extends Required<AllowedAddresses> {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With the port if it has one; the only part that is not secret. */
  readonly host: string;
}

type Parsed =
  | { readonly ok: true; readonly value: WebhookTarget }
  | { readonly ok: false; readonly problem: string };

/** Parses a webhook's address; the problem of an invalid one quotes none of it. `isPublic`: see `AllowedAddresses`. */
export function parseWebhookUrl(
  text: string,
  { isPublic }: Pick<WebhookTarget, 'isPublic'> = { isPublic: false },
): Parsed {
  const addressResult = isPublic ? parsePublicAddress(text) : parseSafeAddress(text);
  if (!addressResult.ok) return addressResult;
  const { origin, host, protocol, pathname, search } = addressResult.value;
  const path = `${pathname}${search}`;
  return { ok: true, value: { origin, path, host, isPlain: protocol === 'http:', isPublic } };
}
