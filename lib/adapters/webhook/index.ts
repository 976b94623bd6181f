// Sends signed messages about reports to webhooks, in each receiver's format. Errors contain nothing of undici's and only
// the host of a webhook's address.
import { setTimeout } from 'node:timers/promises';
import { createHmac } from 'node:crypto';
import { Client } from 'undici';
import type { FailureFacts } from '../../shared/failure.ts';
import { Failure } from '../../shared/failure.ts';
import type { WebhookSender } from '../../ports/delivery.ts';
import type { Clock } from '../../shared/clock.ts';
import { createSafeLookup, parseSafeAddress } from '../../shared/safe-url.ts';
import { webhookBody } from './webhook-messages.ts';

interface WebhookOptions {
  readonly clock: Clock;
  /** For a whole delivery: DNS, connection, response. */
  readonly timeoutMs?: number;
  /** Waits between the two attempts to connect. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** The most bytes read of a response, whose content is ignored. */
const MAX_RESPONSE_BYTES = 65_536;

/** The status of Teams Workflows before it processes the message. */
const ACCEPTED = 202;

const RECONNECT_AFTER_MS = 500;

/** Codes of errors before anything was sent: a retry cannot deliver twice. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/;

type Outcome = { readonly status: number } | { readonly reason: string };

export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { clock, timeoutMs = 10_000, sleep = setTimeout } = options;
  return {
    async send({ folder, url, key, kind = 'generic' }, message) {
      const refuse = (facts: FailureFacts): Failure =>
        new Failure('DELIVERY_FAILED', { subscribedFolder: folder, ...facts });
      const parsed = parseWebhookUrl(url);
      if (!parsed.ok) throw refuse({ reason: parsed.problem });
      const body = webhookBody(kind, message.report);
      const timestamp = Math.floor(clock() / 1000);
      const signed = signMessage({ id: message.id, timestamp, body, key });
      if (signed === null) throw refuse({ reason: 'the key is empty' });
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'feedback-reports',
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signed,
      };

      const target = parsed.value;
      const deadline = AbortSignal.timeout(timeoutMs);
      const attempt = (): Promise<Outcome> => post(target, { headers, body, deadline });
      let outcome = await attempt();
      if ('reason' in outcome && NOT_CONNECTED.test(outcome.reason)) {
        await sleep(RECONNECT_AFTER_MS);
        outcome = await attempt();
      }
      if ('reason' in outcome || outcome.status < 200 || outcome.status > 299) {
        throw refuse({ host: target.host, ...outcome });
      }
      return outcome.status === ACCEPTED ? 'accepted' : 'delivered';
    },
  };
}

interface WebhookRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: AbortSignal;
}

async function post(target: WebhookTarget, request: WebhookRequest): Promise<Outcome> {
  const { headers, body, deadline } = request;
  // A new connection: one from before the function was suspended may be dead, and the message would be lost.
  const client = new Client(target.origin, {
    pipelining: 0,
    allowH2: false,
    connect: { lookup: createSafeLookup(target), rejectUnauthorized: true },
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
    return { status: response.statusCode };
  } catch (error) {
    return { reason: deadline.aborted ? 'TIMEOUT' : safeErrorCode(error) };
  } finally {
    await client.destroy();
  }
}

/** Only the error's code: its message and its causes may contain the address. */
function safeErrorCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    return 'UNKNOWN';
  }
  return /^\w{1,60}$/.test(error.code) ? error.code : 'UNKNOWN';
}

interface WebhookTarget {
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
