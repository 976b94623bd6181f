// Sends API requests: concurrency limit, deadline, retries, renewal of credentials. After a 401 that no other credentials
// solve, nothing is sent any more.
import type { LimitFunction } from 'p-limit';
import { Failure, type FailureCode, type FailureFacts } from '../../shared/failure.ts';
import type { Instant } from '../../domain/report-inputs.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Deadline, DeadlineOptions, RequestPause, RetryControl } from './retry-timing.ts';
import { canWait, createRetryControl, startDeadline } from './retry-timing.ts';
import type { ActiveCredentials, CredentialCache } from './api-settings.ts';
import type { RequestFailure, RequestOutcome, RequestSender } from './send-request.ts';

export interface CallOptions extends DeadlineOptions {
  /** Runs as many requests at a time as are allowed to be in flight. */
  readonly limit: LimitFunction;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly pause: RequestPause;
  /** Whether a Retry-After that a call can't wait for ends all calls, with UPSTREAM_CLOSED. */
  readonly stopsAtLongPause: boolean;
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
  const client: ClientState = {
    sender,
    credentials,
    options,
    retries: createRetryControl(options),
    stopControl: createStopControl(),
    counts: { sent: 0, retried: 0 },
  };
  return {
    get: (request, read) => runCall(client, newCallState(request), read),
    counts: () => ({ ...client.counts }),
    close: () => {
      client.stopControl.close();
      return sender.close();
    },
  };
}

/** What all calls of a client share. */
interface ClientState {
  readonly sender: RequestSender;
  readonly credentials: CredentialCache;
  readonly options: CallOptions;
  readonly retries: RetryControl;
  readonly stopControl: StopControl;
  readonly counts: { sent: number; retried: number };
}

/** The state of one call across its attempts. */
interface CallState {
  readonly request: ApiCall;
  /** Requests sent. */
  sent: number;
  /** Retries decided on, and how many of them were sent. */
  retries: number;
  retriesSent: number;
  /** Outcomes that were not certain. */
  uncertain: number;
  /** Whether it was sent again with renewed credentials, which does not count as a retry. */
  isRenewed: boolean;
  /** The end of the last wait; the clock may lag behind it. */
  waitedUntil: Instant;
  /** Null until the concurrency limit lets the call start. */
  deadline: Deadline | null;
  /**
   * Set from its arrival until it is read. A queued call and its promises move to the old generation of the heap: a
   * response that a promise resolves with would stay until a major collection, megabytes later.
   */
  outcome: RequestOutcome | null;
}

function newCallState(request: ApiCall): CallState {
  const counts = { sent: 0, retries: 0, retriesSent: 0, uncertain: 0, waitedUntil: -Infinity };
  return { request, ...counts, isRenewed: false, deadline: null, outcome: null };
}

/** One call from its first request to the parsed body. */
async function runCall<T>(client: ClientState, call: CallState, read: BodyReader<T>): Promise<T> {
  const { path } = call.request;
  try {
    for (;;) {
      await client.options.limit(() => fetchOutcome(client, call));
      if (!(await isOutcomeCertain(call))) continue;
      // The next request of the limit is sent before this body is parsed: parsing blocks the event loop.
      await yieldToEventLoop('producing');
      const result = readOutcome(takeOutcome(call), read);
      if ('value' in result) return result.value;
      if ('error' in result) {
        const { code, facts } = result.error;
        throw new Failure(code, { path, status: 200, ...facts });
      }
      call.deadline ??= startDeadline(client.options);
      await waitForRetry(client, call, result.failure);
    }
  } finally {
    call.deadline?.cancel();
  }
}

/** Sends until there is a response or a final failure, which it puts into `call`, or no retry is left. The deadline starts here. */
async function fetchOutcome(client: ClientState, call: CallState): Promise<void> {
  const { sender, credentials, options, stopControl } = client;
  const { path } = call.request;
  stopControl.checkOpen(path);
  if (credentials.current() === null) await loadCredentials(client, path);
  call.deadline ??= startDeadline(options);
  for (;;) {
    const active = credentials.current() ?? (await loadCredentials(client, path));
    await waitForPause(client, call, call.deadline);
    // They are being renewed, or were, during the wait.
    if (credentials.current() !== active) continue;
    countRequest(client, call);
    const outcome = await sender.get({
      pathAndQuery: pathAndQuery(call.request),
      headers: active.headers,
      deadline: call.deadline.signal,
      // Retries are not among the calls that wait, on which connections count; after two uncertain answers the next must be certain.
      isAlone: call.retries > 0 || call.uncertain > 1,
    });
    const failure = 'failure' in outcome ? outcome.failure : null;
    if (failure?.code === 'UPSTREAM_UNAUTHORIZED') {
      await renewCredentials(client, call, { failure, refused: active });
    } else if (failure?.isRetryable === true) {
      await waitForRetry(client, call, failure);
    } else {
      if (failure === null) active.isRenewable = true;
      call.outcome = outcome;
      return;
    }
  }
}

/** Waits until it is known, without the deadline. An outcome that is not certain is forgotten: the call starts again. */
async function isOutcomeCertain(call: CallState): Promise<boolean> {
  const isCertain = call.outcome?.isCertain ?? true;
  if (isCertain === true) return true;
  call.deadline?.cancel();
  call.deadline = null;
  if (await isCertain) return true;
  call.outcome = null;
  call.uncertain += 1;
  return false;
}

async function loadCredentials(client: ClientState, path: string): Promise<ActiveCredentials> {
  const { credentials, stopControl } = client;
  const active = await credentials.load();
  stopControl.checkOpen(path);
  if (active === null) throw stopControl.stop(new Failure('UPSTREAM_UNAUTHORIZED', { path }));
  return active;
}

/** Waits until the server's Retry-After is over; fails when the call's deadline is sooner. */
async function waitForPause(
  client: ClientState,
  call: CallState,
  deadline: Deadline,
): Promise<void> {
  const { retries, options, stopControl } = client;
  const { path } = call.request;
  // The end may move during the wait. `waitedUntil` counts too: timers may run ahead of the clock.
  while (retries.pausedUntil() > Math.max(options.clock(), call.waitedUntil)) {
    const end = retries.pausedUntil();
    const wait = end - options.clock();
    if (!canWait(wait, deadline.remainingMs())) {
      throw failurePaused(client, { path, attempts: call.sent });
    }
    await sleepUnlessStopped(client, wait, deadline);
    stopControl.checkOpen(path);
    call.waitedUntil = end;
  }
}

/** The failure of a call that can't wait until the end of the server's pause. */
function failurePaused(
  { retries, options, stopControl }: ClientState,
  facts: FailureFacts,
  code: FailureCode = 'UPSTREAM_UNAVAILABLE',
): Failure {
  const retryAt = new Date(retries.pausedUntil()).toISOString();
  return options.stopsAtLongPause
    ? stopControl.stop(new Failure('UPSTREAM_CLOSED', { ...facts, retryAt }))
    : new Failure(code, { ...facts, retryAt });
}

function countRequest({ retries, counts }: ClientState, call: CallState): void {
  if (call.sent === 0) retries.countCall();
  if (call.retries > call.retriesSent) counts.retried += 1;
  call.retriesSent = call.retries;
  call.sent += 1;
  counts.sent += 1;
}

/** Returns when there are other credentials for one more request; otherwise stops all calls. */
async function renewCredentials(
  { credentials, stopControl }: ClientState,
  call: CallState,
  { failure, refused }: { readonly failure: RequestFailure; readonly refused: ActiveCredentials },
): Promise<void> {
  const { path } = call.request;
  let renewedCredentials: ActiveCredentials | null = null;
  try {
    if (!call.isRenewed) renewedCredentials = await credentials.renew(refused);
  } catch (error) {
    throw error instanceof Failure ? stopControl.stop(error) : error;
  }
  if (renewedCredentials === null) {
    stopControl.stop(new Failure(failure.code, { path }));
    throw new Failure(failure.code, { path, ...failure.facts, attempts: call.sent });
  }
  stopControl.checkOpen(path);
  call.isRenewed = true;
}

/** Waits before the next attempt; fails when there is none. */
async function waitForRetry(
  client: ClientState,
  call: CallState,
  failure: RequestFailure,
): Promise<void> {
  const { retries, options, stopControl } = client;
  const { deadline, sent: attempts } = call;
  const { path } = call.request;
  const wait = retries.decideWait(failure, call.retries, deadline?.remainingMs() ?? 0);
  if (wait === null) {
    const facts = { path, ...failure.facts, attempts };
    throw retries.pausedUntil() > options.clock()
      ? failurePaused(client, facts, failure.code)
      : new Failure(failure.code, facts);
  }
  call.retries += 1;
  const until = options.clock() + wait;
  if (deadline !== null) await sleepUnlessStopped(client, wait, deadline);
  call.waitedUntil = until;
  stopControl.checkOpen(path);
  if (deadline?.signal.aborted === true) throw new Failure('UPSTREAM_TIMEOUT', { path, attempts });
}

async function sleepUnlessStopped(
  { options, stopControl }: ClientState,
  ms: number,
  deadline: Deadline,
): Promise<void> {
  const signal = AbortSignal.any([deadline.signal, stopControl.signal]);
  if (!signal.aborted) await options.sleep(ms, signal).catch(() => undefined);
}

function takeOutcome(call: CallState): RequestOutcome {
  const { outcome } = call;
  if (outcome === null) throw new Error('there is no outcome');
  call.outcome = null;
  return outcome;
}

type ReadResult<T> =
  | { readonly value: T }
  /** It may be retryable. */
  | { readonly failure: RequestFailure }
  /** It is final. */
  | { readonly error: Failure };

function readOutcome<T>(outcome: RequestOutcome, read: BodyReader<T>): ReadResult<T> {
  if ('failure' in outcome) return outcome;
  const decoded = outcome.response.decode();
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

function pathAndQuery({ path, query }: ApiCall): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** Whether a client still sends requests. */
interface StopControl {
  /** Aborted when nothing is sent any more. */
  readonly signal: AbortSignal;
  /** Fails when nothing is sent any more. */
  checkOpen(path: string): void;
  /** From now on every call fails with this, waiting ones included. */
  stop(failure: Failure): Failure;
  close(): void;
}

function createStopControl(): StopControl {
  const stopController = new AbortController();
  /** Why nothing is sent any more. */
  let finalFailure: Failure | null = null;
  return {
    signal: stopController.signal,
    checkOpen(path) {
      if (finalFailure !== null) throw new Failure(finalFailure.code, finalFailure.facts);
      if (stopController.signal.aborted) throw new Failure('UPSTREAM_CLOSED', { path });
    },
    stop(failure) {
      finalFailure ??= failure;
      stopController.abort();
      return failure;
    },
    close: () => {
      stopController.abort();
    },
  };
}
