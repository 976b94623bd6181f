// Hides everything between "get this" and an answer: waiting for a turn, the deadline, the retries,
// and that after a 401 which no other credentials mend nothing is sent any more.
import pLimit from 'p-limit';
import { Failure, type FailureFacts } from '../../shared/failure.ts';
import type { Instant } from '../../domain/facts.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { startDeadline, type Deadline, type Timing } from './deadline.ts';
import type { Access, Keyring } from './credential-cache.ts';
import { canWait, fitsBudget, quietUntil, retryAfterMs, waitBeforeRetry } from './retry-timing.ts';
import type { Answer, Sender, Trouble } from './send-request.ts';

export interface CallOptions extends Timing {
  /** Requests in flight at any time. */
  readonly concurrency: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
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

export function openCaller(sender: Sender, keyring: Keyring, options: CallOptions): Caller {
  const inTurn = pLimit(options.concurrency);
  const stopped = new AbortController();
  /** Why nothing is sent any more. */
  let ended: Failure | null = null;
  /** Calls that were sent at least once. */
  let calls = 0;
  let sent = 0;
  let retried = 0;
  let furtherRetries = 0;
  /** Until when the server asked for no requests (Retry-After), which holds for all calls. */
  let quietEnd = -Infinity;

  function checkOpen(path: string): void {
    if (ended !== null) throw new Failure(ended.code, ended.facts);
    if (stopped.signal.aborted) throw new Failure('UPSTREAM_CLOSED', { path });
  }

  async function call<T>(request: Request, read: Read<T>): Promise<T> {
    const { path } = request;
    const tries = newTries(path);
    try {
      for (;;) {
        await inTurn(() => fetchAnswer(request, tries));
        // The freed turn's request goes out before this body is read: reading keeps the process busy, not the wire.
        await yieldToEventLoop('bringing');
        const result = readAnswer(takeAnswer(tries), read);
        if ('value' in result) return result.value;
        if ('failure' in result) throw locate(result.failure, { path, status: 200 });
        await retryAfter(result.trouble, tries);
      }
    } finally {
      tries.deadline?.cancel();
    }
  }

  /** Sends until an answer comes, which is left in `tries`, or no try is left. The deadline counts from the first turn. */
  async function fetchAnswer(request: Request, tries: Tries): Promise<void> {
    checkOpen(tries.path);
    if (keyring.current() === null) await waitForAccess(tries.path);
    tries.deadline ??= startDeadline(options);
    for (;;) {
      const access = keyring.current() ?? (await waitForAccess(tries.path));
      await waitForQuiet(tries, tries.deadline);
      // Others were asked for in the meantime.
      if (keyring.current() !== access) continue;
      countSent(tries);
      const outcome = await sender.get(
        pathAndQuery(request),
        access.headers,
        tries.deadline.signal,
      );
      if ('answer' in outcome) {
        access.isRenewable = true;
        tries.answer = outcome.answer;
        return;
      }
      if (outcome.trouble.code === 'UPSTREAM_UNAUTHORIZED') {
        await renewAfter(outcome.trouble, access, tries);
      } else {
        await retryAfter(outcome.trouble, tries);
      }
    }
  }

  /** Returns when the server's time without requests is over; fails when the call can't wait for its end. */
  async function waitForQuiet(tries: Tries, deadline: Deadline): Promise<void> {
    const { path } = tries;
    // The end may move while a call waits. One that was waited for is over, also where timers run ahead of the clock.
    while (quietEnd > Math.max(options.clock(), tries.waitedUntil)) {
      const end = quietEnd;
      const wait = end - options.clock();
      if (!canWait(wait, deadline.remainingMs())) {
        const retryAt = new Date(end).toISOString();
        throw new Failure('UPSTREAM_UNAVAILABLE', { path, attempts: tries.sent, retryAt });
      }
      await pause(wait, deadline.signal);
      checkOpen(path);
      tries.waitedUntil = end;
    }
  }

  function countSent(tries: Tries): void {
    if (tries.sent === 0) calls += 1;
    if (tries.retries > tries.retriesSent) retried += 1;
    tries.retriesSent = tries.retries;
    tries.sent += 1;
    sent += 1;
  }

  async function waitForAccess(path: string): Promise<Access> {
    const access = await keyring.ready();
    checkOpen(path);
    if (access === null) throw end(new Failure('UPSTREAM_UNAUTHORIZED', { path }));
    return access;
  }

  /** Returns when there are other credentials to send the same once more with; otherwise all is over. */
  async function renewAfter(trouble: Trouble, refused: Access, tries: Tries): Promise<void> {
    const { path } = tries;
    let access: Access | null = null;
    try {
      if (!tries.isRenewed) access = await keyring.renew(refused);
    } catch (error) {
      throw error instanceof Failure ? end(error) : error;
    }
    if (access === null) {
      end(new Failure(trouble.code, { path }));
      throw new Failure(trouble.code, { path, ...trouble.facts, attempts: tries.sent });
    }
    checkOpen(path);
    tries.isRenewed = true;
  }

  /** From now on every call fails like this, those that wait included. */
  function end(failure: Failure): Failure {
    ended ??= failure;
    stopped.abort();
    return failure;
  }

  /** Returns when it is time for another try; fails when there is none. */
  async function retryAfter(trouble: Trouble, tries: Tries): Promise<void> {
    const { path, deadline, sent: attempts } = tries;
    const wait = waitFor(trouble, tries.retries, deadline?.remainingMs() ?? 0);
    if (wait === null) throw new Failure(trouble.code, { path, ...trouble.facts, attempts });
    tries.retries += 1;
    const until = options.clock() + wait;
    if (deadline !== null) await pause(wait, deadline.signal);
    tries.waitedUntil = until;
    checkOpen(path);
    if (deadline?.signal.aborted === true)
      throw new Failure('UPSTREAM_TIMEOUT', { path, attempts });
  }

  function waitFor(trouble: Trouble, retriesSoFar: number, remainingMs: number): number | null {
    if (!trouble.isWorthRetrying) return null;
    const now = options.clock();
    const asked = retryAfterMs(trouble.retryAfter, now);
    // Before it is decided whether this call waits: the others have to, also when it does not.
    if (asked !== null) quietEnd = Math.max(quietEnd, quietUntil(asked, now));
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
    return wait;
  }

  async function pause(ms: number, deadline: AbortSignal): Promise<void> {
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

/** One call's way through its tries. */
interface Tries {
  readonly path: string;
  /** Requests that went out. */
  sent: number;
  /** Retries that were decided on, and those of them that went out. */
  retries: number;
  retriesSent: number;
  /** Whether it was sent once more with other credentials, which is no retry. */
  isRenewed: boolean;
  /** The end of the last wait; the clock may lag behind it. */
  waitedUntil: Instant;
  /** Null until the call's first turn. */
  deadline: Deadline | null;
  /**
   * From when it came until it is read. A call that waits for its turn grows old, and its promises with it: whatever
   * one of those held would stay until the collector looks at everything, megabytes later.
   */
  answer: Answer | null;
}

function newTries(path: string): Tries {
  const counts = { sent: 0, retries: 0, retriesSent: 0, waitedUntil: -Infinity };
  return { path, ...counts, isRenewed: false, deadline: null, answer: null };
}

function takeAnswer(tries: Tries): Answer {
  const { answer } = tries;
  if (answer === null) throw new Error('a turn ended without an answer');
  tries.answer = null;
  return answer;
}

type Result<T> =
  { readonly value: T } | { readonly trouble: Trouble } | { readonly failure: Failure };

function readAnswer<T>(answer: Answer, read: Read<T>): Result<T> {
  const opened = answer.open();
  if ('trouble' in opened) return opened;
  try {
    return { value: read(opened.body) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code !== 'UPSTREAM_NOT_JSON') return { failure: error };
    const facts = { status: 200 };
    return { trouble: { code: error.code, facts, isWorthRetrying: true, retryAfter: null } };
  }
}

function locate(failure: Failure, where: FailureFacts): Failure {
  return new Failure(failure.code, { ...where, ...failure.facts });
}

function pathAndQuery({ path, query }: Request): string {
  const parameters = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
