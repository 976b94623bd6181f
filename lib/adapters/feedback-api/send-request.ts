// Sends one GET with undici and classifies its outcome. No error or header of undici is passed on: they contain the
// credentials.
import { buildConnector, Client, type Dispatcher } from 'undici';
import { failureReason, type FailureCode, type FailureFacts } from '../../shared/failure.ts';
import { createSafeLookup, FORBIDDEN_ADDRESS } from '../../shared/safe-url.ts';
import { createConnections, IDLE_CONNECTION_MS, type Turn } from './connections.ts';
import { BodyDamaged, BodyTooLarge, parseContentCoding, receiveBody } from './response-body.ts';
import type { ServerClock } from './server-clock.ts';
import type { RequestHeaders } from './api-settings.ts';
import { parseBaseUrl } from './api-settings.ts';

export interface Timeouts {
  /** DNS, TCP and TLS together. */
  readonly connectMs: number;
  /** From the request to the response's headers. */
  readonly headersMs: number;
  /** Without a byte of the body. */
  readonly bodyIdleMs: number;
  /** A whole call with its retries, without the time that it waited for the concurrency limit. */
  readonly totalMs: number;
}

export interface SendOptions {
  readonly baseUrl: string;
  readonly timeouts: Timeouts;
  readonly maxBodyBytes: number;
  /** PEM of a certificate authority to trust in place of the system's. */
  readonly ca?: string;
  /** Called with the headers of each answer. */
  readonly onHeaders: ServerClock['record'];
  /** The number of calls that are sent when others have their answers. */
  readonly waitingCalls: () => number;
}

/** Why one request failed. */
export interface RequestFailure {
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly isRetryable: boolean;
  /** The Retry-After header, unparsed. */
  readonly retryAfter: string | null;
}

export type RequestOutcome = (
  { readonly response: ReceivedResponse } | { readonly failure: RequestFailure }
) & {
  /** Whether it belongs to this request; where it is a promise that resolves with false, the request is to be sent again. */
  readonly isCertain: true | Promise<boolean>;
};

/** A whole body, still compressed: decompression blocks the event loop, so the caller chooses when. */
export interface ReceivedResponse {
  decode(): DecodedBody;
}

export type DecodedBody = { readonly body: Buffer } | { readonly failure: RequestFailure };

export interface SentRequest {
  readonly pathAndQuery: string;
  readonly headers: RequestHeaders;
  readonly deadline: AbortSignal;
  /** Whether it is sent on a connection of its own, so that its outcome is certain. */
  readonly isAlone: boolean;
}

export interface RequestSender {
  /** Sends one request. It never throws: failures are an outcome. */
  get(request: SentRequest): Promise<RequestOutcome>;
  close(): Promise<void>;
}

const TLS_ERROR =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_|HOSTNAME_MISMATCH$|EPROTO$)/;
const TIMEOUT_ERROR =
  /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/;

/**
 * undici creates an error, which is not used, when it closes a connection right after the end of its last answer. Recording the stack of
 * that error would take a quarter of a request's processor time.
 */
const withoutStacks: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const onResponseEnd = handler.onResponseEnd?.bind(handler);
  handler.onResponseEnd = (controller, trailers) => {
    onResponseEnd?.(controller, trailers);
    const { stackTraceLimit } = Error;
    if (stackTraceLimit === 0) return;
    Error.stackTraceLimit = 0;
    queueMicrotask(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
  };
  return dispatch(options, handler);
};

/** An error body is read up to here, and no longer than this, only for the next request of its connection. */
const MOST_ERROR_BYTES = 64 * 1024;
const ERROR_BODY_MS = 1_000;

export function createRequestSender(options: SendOptions): RequestSender {
  const { timeouts, maxBodyBytes } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  // One for all connections: it keeps the TLS sessions.
  const connect = buildConnector({
    timeout: timeouts.connectMs,
    lookup: createSafeLookup(baseUrl),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
    rejectUnauthorized: true,
    allowH2: false,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  const openClient = (): Client =>
    new Client(baseUrl.origin, {
      connect,
      pipelining: 1,
      allowH2: false,
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyIdleMs,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      keepAliveTimeoutThreshold: 0,
    });
  const connections = createConnections({ openClient, waitingCalls: options.waitingCalls });

  return {
    async get({ pathAndQuery, headers, deadline, isAlone }) {
      const turn = await connections.take(isAlone);
      const { client, isLast, isCertain } = turn;
      try {
        const path = `${baseUrl.pathPrefix}${pathAndQuery}`;
        const request = { method: 'GET', path, headers, signal: deadline, reset: isLast } as const;
        const dispatcher = isLast ? client.compose(withoutStacks) : client;
        const response = await dispatcher.request(request);
        options.onHeaders(response.headers);
        return { ...(await readOutcome(response, turn, maxBodyBytes)), isCertain };
      } catch (error) {
        turn.failed();
        return { failure: failureOfError(error, deadline.aborted), isCertain };
      }
    },
    close: () => connections.close(),
  };
}

async function readOutcome(
  response: Dispatcher.ResponseData,
  turn: Turn,
  maxBodyBytes: number,
): Promise<{ readonly response: ReceivedResponse } | { readonly failure: RequestFailure }> {
  const { statusCode: status, headers, body } = response;
  turn.begun(hasCloseOption(headers['connection']));
  const coding = parseContentCoding(headers['content-encoding']);
  if (status !== 200 || coding === null) {
    // Error bodies have no documented shape.
    skipBody(body, turn);
    return {
      failure:
        status === 200
          ? createFailure('UPSTREAM_ENCODING', false, { status })
          : failureOfStatus(status, headers['retry-after']),
    };
  }
  const receivedBody = await receiveBody(body, coding, maxBodyBytes);
  turn.ended(receivedBody.heldBytes);
  const decode = (): DecodedBody => {
    try {
      return { body: receivedBody.decode() };
    } catch (error) {
      return { failure: failureOfError(error) };
    }
  };
  return { response: { decode } };
}

/** The outcome does not wait for the end of the body, but the next request of the connection does. */
function skipBody(body: Dispatcher.ResponseData['body'], turn: Turn): void {
  if (turn.isLast) {
    turn.ended(0);
    body.on('error', () => undefined).destroy();
    return;
  }
  const signal = AbortSignal.timeout(ERROR_BODY_MS);
  void body.dump({ limit: MOST_ERROR_BYTES, signal }).then(
    () => {
      turn.ended(0);
    },
    () => {
      turn.failed();
    },
  );
}

/** Whether a Connection header has the option "close" (RFC 9110, 7.6.1). */
function hasCloseOption(header: string | string[] | undefined): boolean {
  return [header ?? []].flat().some((value) => /(^|,)\s*close\s*(,|$)/i.test(value));
}

function failureOfStatus(
  status: number,
  retryAfter: string | string[] | undefined,
): RequestFailure {
  const failure = (code: FailureCode, isRetryable: boolean): RequestFailure => ({
    code,
    facts: { status },
    isRetryable,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
  });
  if (status === 401) return failure('UPSTREAM_UNAUTHORIZED', false);
  if (status === 404) return failure('UPSTREAM_NOT_FOUND', false);
  if (status === 408 || status === 429 || status >= 500)
    return failure('UPSTREAM_UNAVAILABLE', true);
  if (status >= 400) return failure('UPSTREAM_REJECTED', false);
  if (status >= 300) return failure('UPSTREAM_REDIRECT', false);
  // 204, 206 and other 2xx: the body is not a whole JSON document.
  return failure('UPSTREAM_NOT_JSON', true);
}

/** A failure without a time to wait for. */
function createFailure(
  code: FailureCode,
  isRetryable: boolean,
  facts: FailureFacts,
): RequestFailure {
  return { code, facts, isRetryable, retryAfter: null };
}

/** `isLate`: the deadline of the call is over, so an error of the connection is a consequence of it. */
function failureOfError(error: unknown, isLate = false): RequestFailure {
  if (error instanceof BodyTooLarge) {
    return createFailure('RESPONSE_TOO_LARGE', false, { status: 200 });
  }
  if (error instanceof BodyDamaged)
    return createFailure('UPSTREAM_ENCODING', true, { status: 200 });
  if (isLate) return createFailure('UPSTREAM_TIMEOUT', false, {});
  const reason = failureReason(error);
  if (TLS_ERROR.test(reason)) return createFailure('UPSTREAM_TLS', false, { reason });
  if (TIMEOUT_ERROR.test(reason)) return createFailure('UPSTREAM_TIMEOUT', true, { reason });
  return createFailure('UPSTREAM_UNREACHABLE', reason !== FORBIDDEN_ADDRESS, { reason });
}
