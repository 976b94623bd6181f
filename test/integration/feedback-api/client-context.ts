// A client with a fake clock, which only sleeping moves, and with a fixed random number.
import {
  openFeedbackApi,
  type FeedbackApi,
  type FeedbackApiOptions,
} from '../../../lib/adapters/feedback-api/index.ts';
import type { Credentials, CredentialSource } from '../../../lib/ports/secrets.ts';
import { canary } from '../../support/secret-markers.ts';

export const CLIENT_ID = canary('client id');
export const API_TOKEN = canary('token', '/+e=');
const NOW = Date.UTC(2026, 10, 16, 12);

export interface ClientContext extends AsyncDisposable {
  readonly api: FeedbackApi;
  /** The sleeps in order, in milliseconds, without those of deadlines. */
  readonly sleeps: readonly number[];
  readonly now: () => number;
  /** Ends the deadlines of all calls in flight. */
  readonly expireDeadlines: () => void;
}

/** Sleeps return immediately and move the clock; a deadline ends only by `expireDeadlines`. */
export function openClientContext(
  options: Partial<FeedbackApiOptions> & { readonly baseUrl: string },
): ClientContext {
  const sleepTimes: number[] = [];
  const deadlines = new Set<() => void>();
  const totalMs = options.timeouts?.totalMs ?? 60_000;
  let now = NOW;

  const sleep = async (ms: number, signal: AbortSignal): Promise<void> => {
    if (ms !== totalMs) {
      sleepTimes.push(ms);
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
    credentials: staticCredentials({ clientId: CLIENT_ID, apiToken: API_TOKEN }),
    clock: () => now,
    random: () => 0.5,
    sleep,
    ...options,
  });
  return {
    api,
    sleeps: sleepTimes,
    now: () => now,
    expireDeadlines: () => {
      for (const end of [...deadlines]) end();
    },
    [Symbol.asyncDispose]: () => api.close(),
  };
}

/** Credentials that are never renewed. */
export function staticCredentials(pair: Credentials): CredentialSource {
  return { read: () => Promise.resolve(pair), renew: () => Promise.resolve(null) };
}
