// A client in a world where time passes only when it is slept away, and chance is what the test says.
import {
  openFeedbackApi,
  type FeedbackApi,
  type FeedbackApiOptions,
} from '../../../lib/adapters/feedback-api/index.ts';
import { Failure, type FailureCode } from '../../../lib/shared/failure.ts';
import type { Credentials, CredentialSource } from '../../../lib/ports/secrets.ts';
import { canary } from '../../support/secret-markers.ts';

export const CLIENT_ID = canary('client id');
export const API_TOKEN = canary('token', '/+e=');
const NOW = Date.UTC(2026, 10, 16, 12);

export interface World extends AsyncDisposable {
  readonly api: FeedbackApi;
  /** Backoffs in the order they were slept, in milliseconds. */
  readonly slept: readonly number[];
  readonly now: () => number;
  /** Lets the deadline of every call under way pass. */
  readonly expire: () => void;
}

/** Sleeps return at once and move the clock; only the deadline of a call never comes by itself. */
export function openWorld(
  options: Partial<FeedbackApiOptions> & { readonly baseUrl: string },
): World {
  const slept: number[] = [];
  const deadlines = new Set<() => void>();
  const totalMs = options.timeouts?.totalMs ?? 60_000;
  let now = NOW;

  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (ms !== totalMs) {
      slept.push(ms);
      now += ms;
      return;
    }
    await new Promise<void>((resolve) => {
      const end = (): void => {
        deadlines.delete(end);
        resolve();
      };
      deadlines.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
  };

  const api = openFeedbackApi({
    credentials: fixed({ clientId: CLIENT_ID, apiToken: API_TOKEN }),
    clock: () => now,
    random: () => 0.5,
    sleep,
    ...options,
  });
  return {
    api,
    slept,
    now: () => now,
    expire: () => {
      for (const end of [...deadlines]) end();
    },
    [Symbol.asyncDispose]: () => api.close(),
  };
}

/** Credentials without others behind them. */
export function fixed(pair: Credentials): CredentialSource {
  return { read: () => Promise.resolve(pair), renew: () => Promise.resolve(null) };
}

/** The failure of a promise; anything else it does is an error of the test. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

export async function codeOf(promise: Promise<unknown>): Promise<FailureCode | 'none'> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}
