// Hides everything between "get this" and an answer: waiting for a turn, the deadline, the retries,
// and that after a 401 nothing is sent any more.
import pLimit from 'p-limit';
import { Failure, type Facts } from '../../app/failures.ts';
import type { Clock } from '../../app/ports.ts';
import { fitsBudget, retryAfterMs, waitBeforeRetry } from './retry.ts';
import type { Outcome, Sender, Trouble } from './send.ts';

/** Resolves after so many milliseconds; ends early, either way, when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface CallOptions {
  /** Requests in flight at any time. */
  readonly concurrency: number;
  readonly totalMs: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: Sleep;
}

export type Query = Readonly<Record<string, string | number | boolean>>;

export interface Request {
  /** Below the base URL: /v1/surveys/12/results. Shown in errors, where the query never is. */
  readonly path: string;
  readonly query: Query;
}

/** Makes a value of a body; a Failure with UPSTREAM_NOT_JSON is retried, any other is final. */
export type Read<T> = (body: Buffer) => T;

export interface RequestCounts {
  /** Every request that went out, retries included. */
  readonly sent: number;
  readonly retried: number;
}

export interface Caller {
  get<T>(request: Request, read: Read<T>): Promise<T>;
  counts(): RequestCounts;
  close(): Promise<void>;
}

export function openCaller(sender: Sender, options: CallOptions): Caller {
  const inTurn = pLimit(options.concurrency);
  const stopped = new AbortController();
  let isRefused = false;
  let calls = 0;
  let retried = 0;

  function checkOpen(path: string): void {
    if (isRefused) throw new Failure('UPSTREAM_UNAUTHORIZED', { path });
    if (stopped.signal.aborted) throw new Error('the feedback API client is closed');
  }

  async function call<T>(request: Request, read: Read<T>): Promise<T> {
    const { path } = request;
    checkOpen(path);
    calls += 1;
    const deadline = startDeadline(options);
    try {
      for (let retries = 0; ; retries += 1) {
        const outcome = await sender.get(pathAndQuery(request), deadline.signal);
        const result = readOutcome(outcome, read);
        const attempts = retries + 1;
        if ('value' in result) return result.value;
        if ('failure' in result) throw locate(result.failure, { path, status: 200 });

        const { trouble } = result;
        if (trouble.code === 'UPSTREAM_UNAUTHORIZED') {
          isRefused = true;
          stopped.abort();
        }
        const wait = waitFor(trouble, retries, deadline.remainingMs());
        if (wait === null) throw new Failure(trouble.code, { path, ...trouble.facts, attempts });
        retried += 1;
        await pause(wait, deadline.signal);
        checkOpen(path);
        if (deadline.signal.aborted) throw new Failure('UPSTREAM_TIMEOUT', { path, attempts });
      }
    } finally {
      deadline.cancel();
    }
  }

  function waitFor(trouble: Trouble, retriesSoFar: number, remainingMs: number): number | null {
    if (!trouble.isWorthRetrying || !fitsBudget(calls, retried)) return null;
    return waitBeforeRetry({
      retriesSoFar,
      remainingMs,
      retryAfterMs: retryAfterMs(trouble.retryAfter, options.clock()),
      chance: options.random(),
    });
  }

  async function pause(ms: number, deadline: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([deadline, stopped.signal]);
    if (!signal.aborted) await options.sleep(ms, signal).catch(() => undefined);
  }

  return {
    get: (request, read) => inTurn(() => call(request, read)),
    counts: () => ({ sent: calls + retried, retried }),
    close: () => {
      stopped.abort();
      return sender.close();
    },
  };
}

function startDeadline({ totalMs, clock, sleep }: CallOptions): {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly cancel: () => void;
} {
  const end = clock() + totalMs;
  const expired = new AbortController();
  const cancelled = new AbortController();
  void sleep(totalMs, cancelled.signal)
    .then(() => {
      if (!cancelled.signal.aborted) expired.abort();
    })
    .catch(() => undefined);
  return {
    signal: expired.signal,
    remainingMs: () => end - clock(),
    cancel: () => {
      // With a reason of its own: the usual one is an error with a stack, made for every call.
      cancelled.abort('done');
    },
  };
}

type Result<T> =
  { readonly value: T } | { readonly trouble: Trouble } | { readonly failure: Failure };

function readOutcome<T>(outcome: Outcome, read: Read<T>): Result<T> {
  if ('trouble' in outcome) return outcome;
  try {
    return { value: read(outcome.body) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'UPSTREAM_NOT_JSON') return { failure: error };
    const facts = { status: 200 };
    return { trouble: { code: error.code, facts, isWorthRetrying: true, retryAfter: null } };
  }
}

function locate(failure: Failure, where: Facts): Failure {
  return new Failure(failure.code, { ...where, ...failure.facts });
}

function pathAndQuery({ path, query }: Request): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
