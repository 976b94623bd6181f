// Sends one GET with undici and classifies its outcome. No error or header of undici is passed on: they contain the
// credentials.
import { Pool, type Dispatcher } from 'undici';
import { failureReason, type FailureCode, type FailureFacts } from '../../shared/failure.ts';
import { createSafeLookup, FORBIDDEN_ADDRESS } from '../../shared/safe-url.ts';
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
  readonly connections: number;
  readonly timeouts: Timeouts;
  readonly maxBodyBytes: number;
  /** PEM of a certificate authority to trust in place of the system's. */
  readonly ca?: string;
  /** Called with the headers of each answer. */
  readonly onHeaders: ServerClock['record'];
}

/** Why one request failed. */
export interface RequestFailure {
  readonly code: FailureCode;
  readonly facts: FailureFacts;
  readonly isRetryable: boolean;
  /** The Retry-After header, unparsed. */
  readonly retryAfter: string | null;
}

export type RequestOutcome =
  { readonly response: ReceivedResponse } | { readonly failure: RequestFailure };

/** A whole body, still compressed: decompression blocks the event loop, so the caller chooses when. */
export interface ReceivedResponse {
  decode(): DecodedBody;
}

export type DecodedBody = { readonly body: Buffer } | { readonly failure: RequestFailure };

export interface RequestSender {
  /** Sends one request. It never throws: failures are an outcome. */
  get(
    pathAndQuery: string,
    headers: RequestHeaders,
    deadline: AbortSignal,
  ): Promise<RequestOutcome>;
  close(): Promise<void>;
}

const TLS_ERROR =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERROR_IN_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_|HOSTNAME_MISMATCH$|EPROTO$)/;
const TIMEOUT_ERROR =
  /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/;

/**
 * undici creates an error, which is not used, when it closes a connection right after the end of its only answer. Recording the stack of
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

export function createRequestSender(options: SendOptions): RequestSender {
  const { timeouts, maxBodyBytes } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const pool = new Pool(baseUrl.origin, {
    connections: options.connections,
    // One request for each connection: a surplus answer to an earlier one could not be told from the answer to this one.
    pipelining: 0,
    allowH2: false,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyIdleMs,
    connect: {
      timeout: timeouts.connectMs,
      lookup: createSafeLookup(baseUrl),
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
      rejectUnauthorized: true,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
  });
  const requests = pool.compose(withoutStacks);

  return {
    async get(pathAndQuery, headers, deadline) {
      try {
        const path = `${baseUrl.pathPrefix}${pathAndQuery}`;
        const response = await requests.request({ method: 'GET', path, headers, signal: deadline });
        options.onHeaders(response.headers);
        return await readOutcome(response, maxBodyBytes);
      } catch (error) {
        return { failure: failureOfError(error, deadline.aborted) };
      }
    },
    close: () => pool.destroy(),
  };
}

async function readOutcome(
  response: Dispatcher.ResponseData,
  maxBodyBytes: number,
): Promise<RequestOutcome> {
  const { statusCode: status, headers, body } = response;
  const coding = parseContentCoding(headers['content-encoding']);
  if (status !== 200 || coding === null) {
    // Error bodies have no documented shape.
    body.on('error', () => undefined).destroy();
    return {
      failure:
        status === 200
          ? createFailure('UPSTREAM_ENCODING', false, { status })
          : failureOfStatus(status, headers['retry-after']),
    };
  }
  const receivedBody = await receiveBody(body, coding, maxBodyBytes);
  const decode = (): DecodedBody => {
    try {
      return { body: receivedBody.decode() };
    } catch (error) {
      return { failure: failureOfError(error) };
    }
  };
  return { response: { decode } };
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
