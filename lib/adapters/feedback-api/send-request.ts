// Hides the wire: one GET on undici with timeouts, and what its outcome means.
// Nothing of undici's gets out, since its errors and headers hold the credentials.
import { Pool, type Dispatcher } from 'undici';
import type { FailureCode, FailureFacts } from '../../shared/failure.ts';
import { checkedLookup, FORBIDDEN_ADDRESS } from '../../shared/safe-lookup.ts';
import { BodyDamaged, BodyTooLarge, codingOf, receiveBody } from './response-body.ts';
import type { RequestHeaders } from './credential-cache.ts';
import { parseBaseUrl } from './base-url.ts';

export interface Timeouts {
  /** DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** From the request to the response's headers. */
  readonly headersMs: number;
  /** Without a byte of the body. */
  readonly bodyIdleMs: number;
  /** A whole call with its retries, from when its turn came under the concurrency limit. */
  readonly totalMs: number;
}

export interface SendOptions {
  readonly baseUrl: string;
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly maxBodyBytes: number;
  /** PEM of a certificate authority to trust in place of the usual ones. */
  readonly ca: string | null;
}

/** What went wrong with one request. */
export interface Trouble {
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly isWorthRetrying: boolean;
  /** The Retry-After header as it came. */
  readonly retryAfter: string | null;
}

export type Outcome = { readonly answer: Answer } | { readonly trouble: Trouble };

/** What has come in is opened when there is time: unzipping keeps the process busy, not the wire. */
export interface Answer {
  open(): Opened;
}

export type Opened = { readonly body: Buffer } | { readonly trouble: Trouble };

export interface Sender {
  /** One request for a path with its query. Doesn't fail: what goes wrong is an outcome. */
  get(pathAndQuery: string, headers: RequestHeaders, deadline: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

const MAX_ERROR_BODY_BYTES = 2048;

const TLS_ERROR =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_|HOSTNAME_MISMATCH$|EPROTO$)/;
const TIMEOUT_ERROR =
  /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/;

export function openSender(options: SendOptions): Sender {
  const { timeouts, maxBodyBytes } = options;
  const target = parseBaseUrl(options.baseUrl);
  const pool = new Pool(target.origin, {
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyIdleMs,
    connect: {
      timeout: timeouts.connectMs,
      lookup: checkedLookup(target),
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no say.
      rejectUnauthorized: true,
      ...(options.ca === null ? {} : { ca: options.ca }),
    },
  });

  return {
    async get(pathAndQuery, headers, deadline) {
      try {
        const path = `${target.pathPrefix}${pathAndQuery}`;
        const response = await pool.request({ method: 'GET', path, headers, signal: deadline });
        return await outcomeOf(response, maxBodyBytes);
      } catch (error) {
        return { trouble: deadline.aborted ? timedOut() : troubleOf(error) };
      }
    },
    close: () => pool.destroy(),
  };
}

async function outcomeOf(
  response: Dispatcher.ResponseData,
  maxBodyBytes: number,
): Promise<Outcome> {
  const { statusCode: status, headers, body } = response;
  const refuse = (code: FailureCode, isWorthRetrying = false): { readonly trouble: Trouble } => ({
    trouble: { code, facts: { status }, isWorthRetrying, retryAfter: null },
  });
  const refuseBody = (error: unknown): { readonly trouble: Trouble } | null => {
    if (error instanceof BodyTooLarge) return refuse('RESPONSE_TOO_LARGE');
    return error instanceof BodyDamaged ? refuse('UPSTREAM_ENCODING', true) : null;
  };

  if (status !== 200) {
    // Error bodies have no documented shape and nothing in them is used; reading a small one keeps the connection.
    await body.dump({ limit: MAX_ERROR_BODY_BYTES }).catch(() => null);
    return { trouble: troubleOfStatus(status, headers['retry-after']) };
  }

  const coding = codingOf(headers['content-encoding']);
  if (coding === null) {
    body.on('error', () => undefined).destroy();
    return refuse('UPSTREAM_ENCODING');
  }
  try {
    const received = await receiveBody(body, coding, maxBodyBytes);
    const open = (): Opened => {
      try {
        return { body: received.open() };
      } catch (error) {
        return refuseBody(error) ?? { trouble: troubleOf(error) };
      }
    };
    return { answer: { open } };
  } catch (error) {
    const refusal = refuseBody(error);
    if (refusal === null) throw error;
    return refusal;
  }
}

function troubleOfStatus(status: number, retryAfter: string | string[] | undefined): Trouble {
  const trouble = (code: FailureCode, isWorthRetrying: boolean): Trouble => ({
    code,
    facts: { status },
    isWorthRetrying,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  });
  if (status === 401) return trouble('UPSTREAM_UNAUTHORIZED', false);
  if (status === 404) return trouble('UPSTREAM_NOT_FOUND', false);
  if (status === 408 || status === 429 || status >= 500)
    return trouble('UPSTREAM_UNAVAILABLE', true);
  if (status >= 400) return trouble('UPSTREAM_REJECTED', false);
  if (status >= 300) return trouble('UPSTREAM_REDIRECT', false);
  // 204, 206 and their like: no whole JSON document, whatever the body holds.
  return trouble('UPSTREAM_NOT_JSON', true);
}

function timedOut(): Trouble {
  return { code: 'UPSTREAM_TIMEOUT', facts: {}, isWorthRetrying: false, retryAfter: null };
}

function troubleOf(error: unknown): Trouble {
  const reason = errorCode(error);
  const trouble = (code: FailureCode, isWorthRetrying: boolean): Trouble => ({
    code,
    facts: { reason },
    isWorthRetrying,
    retryAfter: null,
  });
  if (TLS_ERROR.test(reason)) return trouble('UPSTREAM_TLS', false);
  if (TIMEOUT_ERROR.test(reason)) return trouble('UPSTREAM_TIMEOUT', true);
  return trouble('UPSTREAM_UNREACHABLE', reason !== FORBIDDEN_ADDRESS);
}

/** The error's code alone: its message, its cause and its other fields may hold addresses and headers. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if ('code' in error && typeof error.code === 'string' && /^\w{1,60}$/.test(error.code)) {
    return error.code;
  }
  return /^\w{1,60}$/.test(error.name) ? error.name : 'UNKNOWN';
}
