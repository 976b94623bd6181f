// The client of the reporting API: it sends, retries and pages requests, and validates and normalizes responses.
import type { FeedbackSource } from '../../ports/feedback-source.ts';
import type { CredentialSource } from '../../ports/secrets.ts';
import type { Clock } from '../../shared/clock.ts';
import { createApiCaller, type RequestCounts } from './call.ts';
import { createFeedbackClient, type FeedbackClient } from './api-client.ts';
import type { Sleep } from './deadline.ts';
import { createHeaderWriter } from './api-settings.ts';
import { createCredentialCache } from './credential-cache.ts';
import { createRequestSender, type Timeouts } from './send-request.ts';
import { createFeedbackSource } from './create-source.ts';

export type { RequestCounts } from './call.ts';
export type { FeedbackClient } from './api-client.ts';
export type { Sleep } from './deadline.ts';
export type { Timeouts } from './send-request.ts';

export interface FeedbackApiOptions {
  /** Without `/v1`; https, or http on this machine. It may have a path. */
  readonly baseUrl: string;
  /** Read before the first request, and renewed once when they are refused. */
  readonly credentials: CredentialSource;
  readonly auth?: 'basic' | 'headers';
  /** For `headers`: default `X-SVC`. */
  readonly headerPrefix?: string;
  /** The most requests in flight, over all calls of this client; default 8. */
  readonly concurrency?: number;
  readonly timeouts?: Partial<Timeouts>;
  /** The limit of a decoded body; default 64 MiB. */
  readonly maxBodyBytes?: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: Sleep;
  /** PEM of a certificate authority to trust in place of the system's. */
  readonly ca?: string;
}

export interface FeedbackApi {
  readonly source: FeedbackSource;
  readonly client: FeedbackClient;
  requests(): RequestCounts;
  /** Aborts calls in flight and closes the connections. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 8;
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 3_000,
  headersMs: 15_000,
  bodyIdleMs: 15_000,
  totalMs: 60_000,
};

/**
 * Opens no connection and reads no credentials yet. Fails with CONFIG_INVALID; credentials with invalid characters
 * fail with it at the first call. After a 401 that renewed credentials do not solve (UPSTREAM_UNAUTHORIZED, or the
 * credential source's failure) every call fails without a request until a new client is opened.
 */
export function openFeedbackApi(options: FeedbackApiOptions): FeedbackApi {
  const { clock, random, sleep } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const writeHeaders = createHeaderWriter({
    kind: options.auth ?? 'basic',
    headerPrefix: options.headerPrefix ?? 'X-SVC',
  });
  const sender = createRequestSender({
    baseUrl: options.baseUrl,
    connections: concurrency,
    timeouts,
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    ca: options.ca ?? null,
  });
  const { totalMs } = timeouts;
  const credentials = createCredentialCache(options.credentials, writeHeaders);
  const caller = createApiCaller(sender, credentials, {
    concurrency,
    totalMs,
    clock,
    random,
    sleep,
  });
  const client = createFeedbackClient(caller);
  return {
    source: createFeedbackSource(client),
    client,
    requests: () => caller.counts(),
    close: () => caller.close(),
  };
}
