// Hides everything between "get this" and an answer: waiting for a turn, the deadline, the retries,
// and that after a 401 nothing is sent any more.
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { Failure, type Facts } from '../../app/failures.ts';
import type { Clock } from '../../app/ports.ts';
import { fitsBudget, retryAfterMs, waitBeforeRetry } from './retry.ts';
import type { Sender, Trouble } from './send.ts';

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
  /** The path that was answered with 401. */
  let refusedPath: string | null = null;
  let calls = 0;
  let retried = 0;
  let furtherRetries = 0;
  /** Until when the server asked for quiet: the one that was told is not the only one to wait. */
  let quietUntil = -Infinity;

  function checkOpen(path: string): void {
    if (refusedPath !== null) throw new Failure('UPSTREAM_UNAUTHORIZED', { path: refusedPath });
    if (stopped.signal.aborted) throw new Failure('UPSTREAM_CLOSED', { path });
  }

  async function call<T>(request: Request, read: Read<T>): Promise<T> {
    const tries: Tries = { path: request.path, retries: 0, deadline: null };
    try {
      for (;;) {
        const body = await inTurn(() => fetchBody(request, tries));
        // The freed turn's request goes out before this body is read: reading keeps the process busy, not the wire.
        await setImmediate();
        const result = readBody(body, read);
        if ('value' in result) return result.value;
        if ('failure' in result) throw locate(result.failure, { path: request.path, status: 200 });
        await retryAfter(result.trouble, tries);
      }
    } finally {
      tries.deadline?.cancel();
    }
  }

  /** Sends until a body comes or no try is left. The deadline counts from the first turn. */
  async function fetchBody(request: Request, tries: Tries): Promise<Buffer> {
    checkOpen(tries.path);
    if (tries.deadline === null) {
      calls += 1;
      tries.deadline = startDeadline(options);
      const quietMs = Math.min(quietUntil - options.clock(), tries.deadline.remainingMs());
      if (quietMs > 0) {
        await pause(quietMs, tries.deadline.signal);
        checkOpen(tries.path);
      }
    }
    for (;;) {
      const outcome = await sender.get(pathAndQuery(request), tries.deadline.signal);
      if ('body' in outcome) return outcome.body;
      await retryAfter(outcome.trouble, tries);
    }
  }

  /** Returns when it is time for another try; fails when there is none. */
  async function retryAfter(trouble: Trouble, tries: Tries): Promise<void> {
    const { path, deadline } = tries;
    if (trouble.code === 'UPSTREAM_UNAUTHORIZED') {
      refusedPath ??= path;
      stopped.abort();
    }
    const attempts = tries.retries + 1;
    const wait = waitFor(trouble, tries.retries, deadline?.remainingMs() ?? 0);
    if (wait === null) throw new Failure(trouble.code, { path, ...trouble.facts, attempts });
    retried += 1;
    tries.retries = attempts;
    if (deadline !== null) await pause(wait, deadline.signal);
    checkOpen(path);
    if (deadline?.signal.aborted === true)
      throw new Failure('UPSTREAM_TIMEOUT', { path, attempts });
  }

  function waitFor(trouble: Trouble, retriesSoFar: number, remainingMs: number): number | null {
    if (!trouble.isWorthRetrying) return null;
    const asked = retryAfterMs(trouble.retryAfter, options.clock());
    const isFurther = retriesSoFar > 0 && asked === null;
    if (isFurther && !fitsBudget(calls, furtherRetries)) return null;
    const wait = waitBeforeRetry({
      retriesSoFar,
      remainingMs,
      retryAfterMs: asked,
      chance: options.random(),
    });
    if (wait === null) return null;
    if (isFurther) furtherRetries += 1;
    if (asked !== null) quietUntil = Math.max(quietUntil, options.clock() + asked);
    return wait;
  }

  async function pause(ms: number, deadline: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([deadline, stopped.signal]);
    if (!signal.aborted) await options.sleep(ms, signal).catch(() => undefined);
  }

  return {
    get: call,
    counts: () => ({ sent: calls + retried, retried }),
    close: () => {
      stopped.abort();
      return sender.close();
    },
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly cancel: () => void;
}

/** One call's way through its tries. */
interface Tries {
  readonly path: string;
  retries: number;
  /** Null until the call's first turn. */
  deadline: Deadline | null;
}

function startDeadline({ totalMs, clock, sleep }: CallOptions): Deadline {
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

function readBody<T>(body: Buffer, read: Read<T>): Result<T> {
  try {
    return { value: read(body) };
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
