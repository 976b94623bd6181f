// Sends API requests: concurrency limit, deadline, retries, renewal of credentials. After a 401 that no other credentials
// solve, nothing is sent any more.
import pLimit from 'p-limit';
import { Failure, type FailureFacts } from '../../shared/failure.ts';
import type { Instant } from '../../domain/report-inputs.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Deadline, DeadlineOptions } from './retry-timing.ts';
import { canWait, createRetryControl, startDeadline } from './retry-timing.ts';
import type { ActiveCredentials, CredentialCache } from './api-settings.ts';
import type { ReceivedResponse, RequestFailure, RequestSender } from './send-request.ts';

export interface CallOptions extends DeadlineOptions {
  /** The most requests in flight. */
  readonly concurrency: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export type QueryParameters = Readonly<Record<string, string | number | boolean>>;

export interface ApiCall {
  /** Below the base URL: /v1/surveys/12/results. Errors contain it; they never contain the query. */
  readonly path: string;
  readonly query: QueryParameters;
}

/** Parses a body; a Failure with UPSTREAM_NOT_JSON is retried, any other is final. */
export type BodyReader<T> = (body: Buffer) => T;

export interface RequestCounts {
  /** All requests, retries included. */
  readonly sent: number;
  readonly retried: number;
}

export interface ApiCaller {
  get<T>(request: ApiCall, read: BodyReader<T>): Promise<T>;
  counts(): RequestCounts;
  close(): Promise<void>;
}

export function createApiCaller(
  sender: RequestSender,
  credentials: CredentialCache,
  options: CallOptions,
): ApiCaller {
  const limit = pLimit(options.concurrency);
  const stopped = new AbortController();
  /** Why nothing is sent any more. */
  let finalFailure: Failure | null = null;
  let sent = 0;
  let retried = 0;
  const retries = createRetryControl(options);

  function checkOpen(path: string): void {
    if (finalFailure !== null) throw new Failure(finalFailure.code, finalFailure.facts);
    if (stopped.signal.aborted) throw new Failure('UPSTREAM_CLOSED', { path });
  }

  async function call<T>(request: ApiCall, read: BodyReader<T>): Promise<T> {
    const { path } = request;
    const state = newCallState(path);
    try {
      for (;;) {
        await limit(() => fetchResponse(request, state));
        // The next request of the limit is sent before this body is parsed: parsing blocks the event loop.
        await yieldToEventLoop('producing');
        const result = readResponse(takeResponse(state), read);
        if ('value' in result) return result.value;
        if ('error' in result) throw withFacts(result.error, { path, status: 200 });
        await waitForRetry(result.failure, state);
      }
    } finally {
      state.deadline?.cancel();
    }
  }

  /** Sends until there is a response, which it puts into `state`, or no retry is left. The deadline starts here. */
  async function fetchResponse(request: ApiCall, state: CallState): Promise<void> {
    checkOpen(state.path);
    if (credentials.current() === null) await loadCredentials(state.path);
    state.deadline ??= startDeadline(options);
    for (;;) {
      const active = credentials.current() ?? (await loadCredentials(state.path));
      await waitForPause(state, state.deadline);
      // They are being renewed, or were, during the wait.
      if (credentials.current() !== active) continue;
      countRequest(state);
      const outcome = await sender.get(
        pathAndQuery(request),
        active.headers,
        state.deadline.signal,
      );
      if ('response' in outcome) {
        active.isRenewable = true;
        state.response = outcome.response;
        return;
      }
      if (outcome.failure.code === 'UPSTREAM_UNAUTHORIZED') {
        await renewCredentials(outcome.failure, active, state);
      } else {
        await waitForRetry(outcome.failure, state);
      }
    }
  }

  /** Waits until the server's Retry-After is over; fails when the call's deadline is sooner. */
  async function waitForPause(state: CallState, deadline: Deadline): Promise<void> {
    const { path } = state;
    // The end may move during the wait. `waitedUntil` counts too: timers may run ahead of the clock.
    while (retries.pausedUntil() > Math.max(options.clock(), state.waitedUntil)) {
      const end = retries.pausedUntil();
      const wait = end - options.clock();
      if (!canWait(wait, deadline.remainingMs())) {
        const retryAt = new Date(end).toISOString();
        throw new Failure('UPSTREAM_UNAVAILABLE', { path, attempts: state.sent, retryAt });
      }
      await sleepUnlessStopped(wait, deadline.signal);
      checkOpen(path);
      state.waitedUntil = end;
    }
  }

  function countRequest(state: CallState): void {
    if (state.sent === 0) retries.countCall();
    if (state.retries > state.retriesSent) retried += 1;
    state.retriesSent = state.retries;
    state.sent += 1;
    sent += 1;
  }

  async function loadCredentials(path: string): Promise<ActiveCredentials> {
    const active = await credentials.load();
    checkOpen(path);
    if (active === null) throw stop(new Failure('UPSTREAM_UNAUTHORIZED', { path }));
    return active;
  }

  /** Returns when there are other credentials for one more request; otherwise stops all calls. */
  async function renewCredentials(
    failure: RequestFailure,
    refused: ActiveCredentials,
    state: CallState,
  ): Promise<void> {
    const { path } = state;
    let renewed: ActiveCredentials | null = null;
    try {
      if (!state.isRenewed) renewed = await credentials.renew(refused);
    } catch (error) {
      throw error instanceof Failure ? stop(error) : error;
    }
    if (renewed === null) {
      stop(new Failure(failure.code, { path }));
      throw new Failure(failure.code, { path, ...failure.facts, attempts: state.sent });
    }
    checkOpen(path);
    state.isRenewed = true;
  }

  /** From now on every call fails with this, waiting ones included. */
  function stop(failure: Failure): Failure {
    finalFailure ??= failure;
    stopped.abort();
    return failure;
  }

  /** Waits before the next attempt; fails when there is none. */
  async function waitForRetry(failure: RequestFailure, state: CallState): Promise<void> {
    const { path, deadline, sent: attempts } = state;
    const wait = retries.decideWait(failure, state.retries, deadline?.remainingMs() ?? 0);
    if (wait === null) throw new Failure(failure.code, { path, ...failure.facts, attempts });
    state.retries += 1;
    const until = options.clock() + wait;
    if (deadline !== null) await sleepUnlessStopped(wait, deadline.signal);
    state.waitedUntil = until;
    checkOpen(path);
    if (deadline?.signal.aborted === true)
      throw new Failure('UPSTREAM_TIMEOUT', { path, attempts });
  }

  async function sleepUnlessStopped(ms: number, deadline: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([deadline, stopped.signal]);
    if (!signal.aborted) await options.sleep(ms, signal).catch(() => undefined);
  }

  return {
    get: call,
    counts: () => ({ sent, retried }),
    close: () => {
      stopped.abort();
      return sender.close();
    },
  };
}

/** The state of one call across its attempts. */
interface CallState {
  readonly path: string;
  /** Requests sent. */
  sent: number;
  /** Retries decided on, and how many of them were sent. */
  retries: number;
  retriesSent: number;
  /** Whether it was sent again with renewed credentials, which does not count as a retry. */
  isRenewed: boolean;
  /** The end of the last wait; the clock may lag behind it. */
  waitedUntil: Instant;
  /** Null until the concurrency limit lets the call start. */
  deadline: Deadline | null;
  /**
   * Set from its arrival until it is parsed. A queued call and its promises move to the old generation of the heap: a
   * response that a promise resolves with would stay until a major collection, megabytes later.
   */
  response: ReceivedResponse | null;
}

function newCallState(path: string): CallState {
  const counts = { sent: 0, retries: 0, retriesSent: 0, waitedUntil: -Infinity };
  return { path, ...counts, isRenewed: false, deadline: null, response: null };
}

function takeResponse(state: CallState): ReceivedResponse {
  const { response } = state;
  if (response === null) throw new Error('no response was received');
  state.response = null;
  return response;
}

type ReadResult<T> =
  | { readonly value: T }
  /** It may be retryable. */
  | { readonly failure: RequestFailure }
  /** It is final. */
  | { readonly error: Failure };

function readResponse<T>(response: ReceivedResponse, read: BodyReader<T>): ReadResult<T> {
  const decoded = response.decode();
  if ('failure' in decoded) return decoded;
  try {
    return { value: read(decoded.body) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'UPSTREAM_NOT_JSON') return { error };
    const facts = { status: 200 };
    return { failure: { code: error.code, facts, isRetryable: true, retryAfter: null } };
  }
}

function withFacts(failure: Failure, facts: FailureFacts): Failure {
  return new Failure(failure.code, { ...facts, ...failure.facts });
}

function pathAndQuery({ path, query }: ApiCall): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
