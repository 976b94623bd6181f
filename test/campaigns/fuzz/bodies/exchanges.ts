// Recorded answers of every endpoint of the feedback service, and a client that receives them without a socket.
import pLimit from 'p-limit';
import { createApiCaller } from '../../../../lib/adapters/feedback-api/call.ts';
import {
  createFeedbackClient,
  type FeedbackClient,
} from '../../../../lib/adapters/feedback-api/api-client.ts';
import {
  createHeaderWriter,
  createCredentialCache,
} from '../../../../lib/adapters/feedback-api/api-settings.ts';
import type {
  RequestOutcome,
  RequestSender,
} from '../../../../lib/adapters/feedback-api/send-request.ts';
import {
  createFeedbackSource,
  createRequestPause,
} from '../../../../lib/adapters/feedback-api/index.ts';
import type { FeedbackSource } from '../../../../lib/ports/feedback-source.ts';
import { staticCredentials } from '../../../integration/feedback-api/client-context.ts';
import { CLIENT_ID, NOW, serveCompany, TOKEN } from './fuzzed-company.ts';
import { makeReports, PROBES, type FuzzedReports } from './fuzzed-run.ts';

export interface Exchange {
  /** Includes the query. */
  readonly path: string;
  readonly body: string;
  /** The name in PROBES; null: for the reports of the week. */
  readonly probe: string | null;
}

export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** The reports from unchanged answers. */
  readonly week: FuzzedReports;
  readonly probes: ReadonlyMap<string, string>;
}

/** Sleeping advances the clock immediately, except for the timeout of a whole call. */
export interface FakeTime {
  readonly clock: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const TOTAL_MS = 60_000;

export function createFakeTime(onDeadline: (signal: AbortSignal) => Promise<void>): FakeTime {
  let now = NOW;
  return {
    clock: () => now,
    sleep: (ms, signal) => {
      if (ms === TOTAL_MS) return onDeadline(signal);
      now += ms;
      return Promise.resolve();
    },
  };
}

export interface FuzzedClient {
  readonly client: FeedbackClient;
  readonly source: FeedbackSource;
  close(): Promise<void>;
}

const credentials = staticCredentials({ clientId: CLIENT_ID, apiToken: TOKEN });
const writeHeaders = createHeaderWriter({ kind: 'basic', headerPrefix: 'X-SVC' });

/** The real client with answers from `answer`. */
export function createFuzzedClient(answer: RequestSender['get'], time: FakeTime): FuzzedClient {
  const sender: RequestSender = { get: answer, close: () => Promise.resolve() };
  const caller = createApiCaller(sender, createCredentialCache(credentials, writeHeaders), {
    limit: pLimit(8),
    totalMs: TOTAL_MS,
    random: () => 0.5,
    pause: createRequestPause(),
    stopsAtLongPause: false,
    ...time,
  });
  const client = createFeedbackClient(caller);
  return { client, source: createFeedbackSource(client), close: () => caller.close() };
}

export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

export async function recordExchanges(): Promise<Recording> {
  const company = await serveCompany();
  const exchanges: Exchange[] = [];
  let probe: string | null = null;
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${TOKEN}`).toString('base64')}`;
  const time = createFakeTime(waitForAbort);
  const api = createFuzzedClient(async ({ pathAndQuery: path }): Promise<RequestOutcome> => {
    const response = await fetch(`${company.url}${path}`, { headers: { authorization } });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    exchanges.push({ path, body: body.toString(), probe });
    return { response: { decode: () => ({ body }) }, isCertain: true };
  }, time);
  try {
    const week = await makeReports(api.source, time.clock, false);
    const probes = new Map<string, string>();
    for (const [name, callEndpoint] of Object.entries(PROBES)) {
      probe = name;
      probes.set(name, JSON.stringify(await callEndpoint(api.client)));
    }
    return { exchanges: deduplicate(exchanges), week, probes };
  } finally {
    await api.close();
    await company.close();
  }
}

/** Sorted, so that the order of concurrent requests does not matter. */
function deduplicate(exchanges: readonly Exchange[]): readonly Exchange[] {
  const byUse = new Map(
    exchanges.map((exchange) => [`${exchange.probe ?? ''} ${exchange.path}`, exchange]),
  );
  return [...byUse].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, exchange]) => exchange);
}
