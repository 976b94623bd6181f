// The door to the reporting API. Behind it: how requests are sent, retried, paged, checked and mended.
import type { FeedbackSource } from '../../ports/feedback-source.ts';
import type { CredentialSource } from '../../ports/secrets.ts';
import type { Clock } from '../../shared/clock.ts';
import { openCaller, type RequestCounts } from './call.ts';
import { feedbackClient, type FeedbackClient } from './api-client.ts';
import type { Sleep } from './deadline.ts';
import { headerWriter } from './auth-headers.ts';
import { openKeyring } from './credential-cache.ts';
import { openSender, type Timeouts } from './send-request.ts';
import { feedbackSource } from './feedback-source.ts';

export type { RequestCounts } from './call.ts';
export type { FeedbackClient } from './api-client.ts';
export type { Sleep } from './deadline.ts';
export type { Timeouts } from './send-request.ts';

export interface FeedbackApiOptions {
  /** Without `/v1`; https, or http on this machine. A path of its own is kept. */
  readonly baseUrl: string;
  /** Read before the first request; asked for others once when they are refused. */
  readonly credentials: CredentialSource;
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
/** Of a decoded body. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  headersMs: 15_000,
  bodyIdleMs: 15_000,
  totalMs: 60_000,
};

/**
 * Opens no connection yet and reads no credentials. Fails with CONFIG_INVALID; credentials that can't be sent do so
 * at the first call. After a 401 that no others could mend (UPSTREAM_UNAUTHORIZED, or the source's own failure)
 * every call fails without a request: another try takes another client.
 */
export function openFeedbackApi(options: FeedbackApiOptions): FeedbackApi {
  const { clock, random, sleep } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const writeHeaders = headerWriter({
    kind: options.auth ?? 'basic',
    headerPrefix: options.headerPrefix ?? 'X-SVC',
  });
  const sender = openSender({
    baseUrl: options.baseUrl,
    connections: concurrency,
    timeouts,
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    ca: options.ca ?? null,
  });
  const { totalMs } = timeouts;
  const keyring = openKeyring(options.credentials, writeHeaders);
  const caller = openCaller(sender, keyring, { concurrency, totalMs, clock, random, sleep });
  const client = feedbackClient(caller);
  return {
    source: feedbackSource(client),
    client,
    requests: () => caller.counts(),
    close: () => caller.close(),
  };
}
