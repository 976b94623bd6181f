// The client of the reporting API: it sends, retries and pages requests, and validates and normalizes responses.
import pLimit from 'p-limit';
import type { FeedbackSource, FolderTree, Range } from '../../ports/feedback-source.ts';
import type { CredentialSource } from '../../ports/secrets.ts';
import type { Clock } from '../../shared/clock.ts';
import type { RequestCounts } from './call.ts';
import { createApiCaller } from './call.ts';
import type { FeedbackClient } from './api-client.ts';
import { createFeedbackClient } from './api-client.ts';
import type { RequestPause, Sleep } from './retry-timing.ts';
import { createRequestPause } from './retry-timing.ts';
import type { ClockDifference } from './server-clock.ts';
import { createServerClock } from './server-clock.ts';
import { createHeaderWriter, createCredentialCache } from './api-settings.ts';
import type { Timeouts } from './send-request.ts';
import { createRequestSender } from './send-request.ts';
import { Failure } from '../../shared/failure.ts';
import type { Alert } from '../../domain/report-inputs.ts';
import { toFolderTree } from './folder-tree.ts';
import { toActivePeriods, toAlert, toFollowUps, toSurveyDetails } from './to-domain.ts';

export type { FeedbackClient } from './api-client.ts';
export { createRequestPause } from './retry-timing.ts';

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
  /** Shared with other clients of this server; default: a pause of this client alone. */
  readonly pause?: RequestPause;
  /**
   * Whether a Retry-After that a call can't wait for ends all calls with UPSTREAM_CLOSED and `retryAt`, for a caller that
   * can continue then. Default: only that call fails, with UPSTREAM_UNAVAILABLE.
   */
  readonly stopsAtLongPause?: boolean;
  /** Compares the clocks whenever folders are read (CLOCK_WRONG); default: not at all. */
  readonly clockDifference?: ClockDifference;
}

export interface FeedbackApi {
  readonly source: FeedbackSource;
  readonly client: FeedbackClient;
  requests(): RequestCounts;
  /** Milliseconds by which the API's clock is ahead; null before an answer with a time. */
  clockOffsetMs(): number | null;
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
  const { concurrency = DEFAULT_CONCURRENCY, auth = 'basic', headerPrefix = 'X-SVC' } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const writeHeaders = createHeaderWriter({ kind: auth, headerPrefix });
  const serverClock = createServerClock(options.clock);
  const limit = pLimit(concurrency);
  const sender = createRequestSender({
    maxBodyBytes: MAX_BODY_BYTES,
    ...options,
    timeouts,
    onHeaders: serverClock.record,
    waitingCalls: () => limit.pendingCount,
  });
  const credentials = createCredentialCache(options.credentials, writeHeaders);
  const caller = createApiCaller(sender, credentials, {
    pause: createRequestPause(),
    stopsAtLongPause: false,
    ...options,
    limit,
    totalMs: timeouts.totalMs,
  });
  const client = createFeedbackClient(caller);
  const { clockDifference } = options;
  return {
    source: createFeedbackSource(client, () =>
      clockDifference === undefined ? [] : serverClock.compare(clockDifference),
    ),
    client,
    requests: () => caller.counts(),
    clockOffsetMs: () => serverClock.offsetMs(),
    close: () => caller.close(),
  };
}

/** `notes`: problems of all reports, which are added to every tree of folders. */
export function createFeedbackSource(
  client: FeedbackClient,
  notes: () => FolderTree['notes'] = () => [],
): FeedbackSource {
  return {
    readFolders: async (from, options) => {
      const tree =
        from === null
          ? toFolderTree(await client.rootFolder(options))
          : toFolderTree(checkResponseKey(await client.folder(from, options), from));
      return { ...tree, notes: [...tree.notes, ...notes()] };
    },
    readSurvey: async (key) => toSurveyDetails(checkResponseKey(await client.survey(key), key)),
    readActivePeriods: async (questions) => {
      const lists = await Promise.all(questions.map((key) => client.questionSurveys(key)));
      return new Map(lists.flat().map((survey) => [survey.key, toActivePeriods(survey)]));
    },
    readHourlyCounts: (survey, range) => client.resultRows(survey, range, 'hour'),
    readDailyCounts: (survey, range) => client.resultRows(survey, range, 'day'),
    readFollowUps: async (survey, range) => toFollowUps(await client.followUps(survey, range)),
    readAlerts: (folder, range, options) => readAlerts(client, folder, range, options),
  };
}

/** A response about another survey or folder would be counted as this one's. */
function checkResponseKey<T extends { readonly key: number | null }>(response: T, key: number): T {
  if (response.key !== null && response.key !== key) {
    throw new Failure('KEY_INVALID', { where: '/key', asked: key, reason: 'another key' });
  }
  return response;
}

/** Where paging stalls on too many alerts, the folder and each of its subfolders are requested on their own. */
async function readAlerts(
  client: FeedbackClient,
  folder: number,
  range: Range,
  options: { readonly childFolders: boolean },
): Promise<readonly Alert[]> {
  try {
    return (await client.alerts(folder, range, options)).map(toAlert);
  } catch (error) {
    const isStalled = error instanceof Failure && error.code === 'PAGING_STALLED';
    if (!isStalled || !options.childFolders) throw error;
  }
  const { root } = toFolderTree(await client.folder(folder, { surveys: false }));
  const parts = await Promise.all([
    readAlerts(client, folder, range, { childFolders: false }),
    ...root.folders.map((child) => readAlerts(client, child.key, range, options)),
  ]);
  return [...new Map(parts.flat().map((alert) => [alert.key, alert])).values()];
}
