// One question to the HTTP API and its answer. It hides the wire: headers, time limits, and what is asked again by itself.
import { Trouble, isJson, troubleIn } from './api-errors.ts';

export interface ApiRequestOptions {
  /** What stands in front of /v1, without a slash at its end. */
  readonly base: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  /** How long an answer may take before the page gives up on it. */
  readonly timeoutMs?: number;
  /** Told whenever the token is not accepted, whatever was asked. */
  readonly onSignedOut?: () => void;
}

/** How long to wait before what was busy is asked again, in milliseconds. */
const PATIENCE_MS = [400, 1200, 3000];
/** Who wants to be left alone for longer is left alone: the person is told, and says when. */
const MOST_PATIENCE_MS = 10_000;
const TIMEOUT_MS = 30_000;

/**
 * What may be asked again by itself. `busy`: whatever does nothing, or does it once however often it is asked for.
 * `untaken`: only what was turned away at the door (429), because an answer that was lost on its way may be to
 * something that was done, and to do it twice is to do two things. `never`: who asks has patience of its own.
 */
export type RetryRule = 'busy' | 'untaken' | 'never';

export interface ApiRequestInit extends RequestInit {
  readonly again: RetryRule;
}

export interface ApiRequests {
  /** An answer that is JSON of ours; fails with a Trouble. */
  readonly read: <T>(
    path: string,
    is: (value: unknown) => value is T,
    question: ApiRequestInit,
  ) => Promise<T>;
  /** Any answer that says it is done; fails with a Trouble. */
  readonly ask: <T>(
    path: string,
    question: ApiRequestInit,
    readAnswer: (response: Response) => Promise<T>,
  ) => Promise<T>;
}

export function createApiRequests(options: ApiRequestOptions): ApiRequests {
  const { base, token, fetch, sleep, timeoutMs = TIMEOUT_MS, onSignedOut } = options;

  /** One answer, read to its end: a network can also hang in the middle of one. */
  async function send<T>(
    path: string,
    init: RequestInit,
    readAnswer: (response: Response) => Promise<T>,
  ): Promise<T> {
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
    const timeout = AbortSignal.timeout(timeoutMs);
    const { signal } = init;
    try {
      const response = await fetch(`${base}/v1/${path}`, {
        ...init,
        signal:
          signal === undefined || signal === null ? timeout : AbortSignal.any([signal, timeout]),
        headers: { ...headers, ...(init.body === undefined ? {} : CONTENT) },
        cache: 'no-cache',
        credentials: 'omit',
        // Seen as what it is: somebody else's.
        redirect: 'manual',
      });
      if (!response.ok) throw await troubleIn(response);
      return await readAnswer(response);
    } catch (error) {
      if (signal?.aborted === true || error instanceof Trouble) throw error;
      throw new Trouble(timeout.aborted ? 'slow' : 'offline');
    }
  }

  async function ask<T>(
    path: string,
    { again, ...init }: ApiRequestInit,
    readAnswer: (response: Response) => Promise<T>,
  ): Promise<T> {
    for (let tried = 0; ; tried += 1) {
      try {
        return await send(path, init, readAnswer);
      } catch (error) {
        if (!(error instanceof Trouble)) throw error;
        if (error.kind === 'signedOut') onSignedOut?.();
        const pause = pauseBefore(error, again, tried);
        if (pause === null) throw error;
        await sleep(pause);
      }
    }
  }

  async function read<T>(
    path: string,
    is: (value: unknown) => value is T,
    question: ApiRequestInit,
  ): Promise<T> {
    return ask(path, question, async (response) => {
      // Something between the page and the API may answer in its stead.
      if (!isJson(response)) throw new Trouble('foreign');
      const value: unknown = parsed(await response.text());
      if (!is(value)) throw new Trouble('broken');
      return value;
    });
  }

  return { ask, read };
}

const CONTENT = { 'Content-Type': 'application/json' };

/** In milliseconds; null where the trouble is to be told. */
function pauseBefore(trouble: Trouble, again: RetryRule, tried: number): number | null {
  const { kind, code, status, retryAfterMs } = trouble;
  const patience = PATIENCE_MS[tried];
  if (kind !== 'busy' || patience === undefined) return null;
  if (again === 'never' || (again === 'untaken' && status !== 429)) return null;
  // The API itself has tried for long what it names.
  if (retryAfterMs === null) return code === null ? patience : null;
  return retryAfterMs > MOST_PATIENCE_MS ? null : Math.max(patience, retryAfterMs);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
