// Sends requests to the HTTP API, with time limits and retries.
import { ApiError, isJsonResponse, readApiError } from './api-errors.ts';

export interface ApiRequestOptions {
  /** The path in front of /v1, without a slash at its end. */
  readonly base: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  /** The time limit of one response. */
  readonly timeoutMs?: number;
  /** Called when any request is answered with 401 or 403. */
  readonly onTokenRejected?: () => void;
}

/** Delays before the first, second and third retry. */
const RETRY_DELAYS_MS = [400, 1200, 3000];
/** After a longer Retry-After, the page shows the error, and the reader decides when to retry. */
const MAX_RETRY_DELAY_MS = 10_000;
const TIMEOUT_MS = 30_000;

/**
 * When a request is retried. `busy`: after any temporary error, for idempotent requests. `throttled`: only after 429,
 * since a request whose response was lost may have been executed. `never`: the caller has its own retries.
 */
type RetryRule = 'busy' | 'throttled' | 'never';

export interface ApiRequestInit extends RequestInit {
  readonly retry: RetryRule;
  /** Instead of that of all requests. */
  readonly timeoutMs?: number;
  /** Media types of the answer; JSON by default. */
  readonly accept?: string;
}

export interface ApiRequests {
  /** Reads a JSON response of the API; fails with an ApiError. */
  readonly readJson: <T>(
    path: string,
    is: (value: unknown) => value is T,
    request: ApiRequestInit,
  ) => Promise<T>;
  /** Reads any successful response; fails with an ApiError. */
  readonly send: <T>(
    path: string,
    request: ApiRequestInit,
    readResponse: (response: Response) => Promise<T>,
  ) => Promise<T>;
  /** Deletes a resource, also one that another tab, or an attempt whose response was lost, has deleted before. */
  readonly remove: (path: string) => Promise<void>;
}

export function createApiRequests(options: ApiRequestOptions): ApiRequests {
  const { base, token, fetch, sleep, timeoutMs = TIMEOUT_MS, onTokenRejected } = options;

  /** Reads the body within the time limit too: a connection can also stall in the middle of a response. */
  async function sendOnce<T>(
    path: string,
    {
      timeoutMs: limitMs = timeoutMs,
      accept = 'application/json',
      ...init
    }: Omit<ApiRequestInit, 'retry'>,
    readResponse: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers = { Authorization: `Bearer ${token}`, Accept: accept };
    const timeout = AbortSignal.timeout(limitMs);
    const { signal } = init;
    try {
      const response = await fetch(`${base}/v1/${path}`, {
        ...init,
        signal:
          signal === undefined || signal === null ? timeout : AbortSignal.any([signal, timeout]),
        headers: { ...headers, ...(init.body === undefined ? {} : JSON_CONTENT) },
        cache: 'no-cache',
        credentials: 'omit',
        // The API never redirects its JSON routes: a redirect comes from a network's sign-in page.
        redirect: 'manual',
      });
      if (!response.ok) throw await readApiError(response);
      return await readResponse(response);
    } catch (error) {
      if (signal?.aborted === true || error instanceof ApiError) throw error;
      throw new ApiError(timeout.aborted ? 'slow' : 'offline');
    }
  }

  async function send<T>(
    path: string,
    { retry, ...init }: ApiRequestInit,
    readResponse: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      try {
        return await sendOnce(path, init, readResponse);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.kind === 'signedOut') onTokenRejected?.();
        const delayMs = retryDelayMs(error, retry, retries);
        if (delayMs === null) throw error;
        await sleep(delayMs);
      }
    }
  }

  async function readJson<T>(
    path: string,
    is: (value: unknown) => value is T,
    request: ApiRequestInit,
  ): Promise<T> {
    return send(path, request, async (response) => {
      // A proxy in between may answer instead of the API.
      if (!isJsonResponse(response)) throw new ApiError('foreign');
      const value: unknown = parseJsonOrNull(await response.text());
      if (!is(value)) throw new ApiError('broken');
      return value;
    });
  }

  async function remove(path: string): Promise<void> {
    try {
      await send(path, { method: 'DELETE', retry: 'busy' }, () => Promise.resolve());
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
    }
  }

  return { send, readJson, remove };
}

export function get(signal: AbortSignal | undefined, retry: RetryRule = 'busy'): ApiRequestInit {
  return { retry, signal: signal ?? null };
}

export function withBody(
  method: 'POST' | 'PUT' | 'PATCH',
  body: object,
  retry: RetryRule = 'busy',
): ApiRequestInit {
  return { method, body: JSON.stringify(body), retry };
}

const JSON_CONTENT = { 'Content-Type': 'application/json' };

/** Null when the error is not retried. */
function retryDelayMs(error: ApiError, retry: RetryRule, retries: number): number | null {
  const { kind, code, status, retryAfterMs } = error;
  const delayMs = RETRY_DELAYS_MS[retries];
  if (kind !== 'busy' || delayMs === undefined) return null;
  if (retry === 'never' || (retry === 'throttled' && status !== 429)) return null;
  // An error with a code comes from the API, which has already retried.
  if (retryAfterMs === null) return code === null ? delayMs : null;
  return retryAfterMs > MAX_RETRY_DELAY_MS ? null : Math.max(delayMs, retryAfterMs);
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checks that the fields exist; the values come from the project's own API and aren't validated. */
export function hasFields<T>(...fields: readonly (keyof T)[]): (value: unknown) => value is T {
  return (value): value is T =>
    typeof value === 'object' && value !== null && fields.every((name) => name in value);
}
