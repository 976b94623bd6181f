// The door to the reporting API. Behind it: how requests are sent, retried, paged, checked and mended.
import type { Clock, FeedbackSource } from '../../app/ports.ts';
import { openCaller, type RequestCounts, type Sleep } from './call.ts';
import { feedbackClient, type FeedbackClient } from './client.ts';
import { openSender, type Timeouts } from './send.ts';
import { feedbackSource } from './source.ts';

export type { RequestCounts, Sleep } from './call.ts';
export type { FeedbackClient } from './client.ts';
export type { Timeouts } from './send.ts';

export interface FeedbackApiOptions {
  /** Without `/v1`; https, or http on this machine. A path of its own is kept. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiToken: string;
  readonly auth?: 'basic' | 'headers';
  /** For `headers`: default `X-SVC`. */
  readonly headerPrefix?: string;
  /** Requests in flight, default 8: one limit for everything that goes through this door. */
  readonly concurrency?: number;
  readonly timeouts?: Partial<Timeouts>;
  /** Of decoded bytes, default 64 MiB. */
  readonly maxBodyBytes?: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: Sleep;
  /** PEM of a certificate authority to trust in place of the usual ones. */
  readonly ca?: string;
}

export interface FeedbackApi {
  readonly source: FeedbackSource;
  readonly client: FeedbackClient;
  requests(): RequestCounts;
  /** Ends what is still under way and frees the connections. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 8;
const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  headersMs: 15_000,
  bodyIdleMs: 15_000,
  totalMs: 60_000,
};

/** Opens no connection yet. Fails with CONFIG_INVALID. */
export function openFeedbackApi(options: FeedbackApiOptions): FeedbackApi {
  const { clock, random, sleep, clientId, apiToken } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const sender = openSender({
    baseUrl: options.baseUrl,
    credentials: {
      clientId,
      apiToken,
      auth: options.auth ?? 'basic',
      headerPrefix: options.headerPrefix ?? 'X-SVC',
    },
    connections: concurrency,
    timeouts,
    maxBodyBytes: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    ca: options.ca ?? null,
  });
  const { totalMs } = timeouts;
  const caller = openCaller(sender, { concurrency, totalMs, clock, random, sleep });
  const client = feedbackClient(caller);
  return {
    source: feedbackSource(client),
    client,
    requests: () => caller.counts(),
    close: () => caller.close(),
  };
}
