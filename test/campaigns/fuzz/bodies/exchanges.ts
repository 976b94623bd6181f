// Real answers of every endpoint, recorded from our feedback service, and a client that gets them without a socket.
import { openCaller } from '../../../../lib/adapters/feedback-api/call.ts';
import {
  feedbackClient,
  type FeedbackClient,
} from '../../../../lib/adapters/feedback-api/api-client.ts';
import { headerWriter } from '../../../../lib/adapters/feedback-api/api-settings.ts';
import { openKeyring } from '../../../../lib/adapters/feedback-api/credential-cache.ts';
import type { Outcome, Sender } from '../../../../lib/adapters/feedback-api/send-request.ts';
import { feedbackSource } from '../../../../lib/adapters/feedback-api/feedback-source.ts';
import type { FeedbackSource } from '../../../../lib/ports/feedback-source.ts';
import { fixed } from '../../../integration/feedback-api/client-context.ts';
import { CLIENT_ID, NOW, serveCompany, TOKEN } from './fuzzed-company.ts';
import { makeReports, PROBES, type Made } from './fuzzed-run.ts';

export interface Exchange {
  /** With its query. */
  readonly path: string;
  readonly body: string;
  /** What asks for it: one of PROBES, or null for a week's reports. */
  readonly probe: string | null;
}

export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** What comes of the answers as they are. */
  readonly week: Made;
  readonly probes: ReadonlyMap<string, string>;
}

/** Time passes when it is slept; only the time of a whole call never comes by itself. */
export interface FakeTime {
  readonly clock: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const TOTAL_MS = 60_000;

export function fakeTime(onDeadline: (signal: AbortSignal) => Promise<void>): FakeTime {
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

export interface Api {
  readonly client: FeedbackClient;
  readonly source: FeedbackSource;
  close(): Promise<void>;
}

const credentials = fixed({ clientId: CLIENT_ID, apiToken: TOKEN });
const writeHeaders = headerWriter({ kind: 'basic', headerPrefix: 'X-SVC' });

/** The real client over answers that come from `answer`. */
export function clientOf(answer: Sender['get'], time: FakeTime): Api {
  const sender: Sender = { get: answer, close: () => Promise.resolve() };
  const caller = openCaller(sender, openKeyring(credentials, writeHeaders), {
    concurrency: 8,
    totalMs: TOTAL_MS,
    random: () => 0.5,
    ...time,
  });
  const client = feedbackClient(caller);
  return { client, source: feedbackSource(client), close: () => caller.close() };
}

export function never(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
}

export async function record(): Promise<Recording> {
  const company = await serveCompany();
  const exchanges: Exchange[] = [];
  let probe: string | null = null;
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${TOKEN}`).toString('base64')}`;
  const time = fakeTime(never);
  const api = clientOf(async (path): Promise<Outcome> => {
    const response = await fetch(`${company.url}${path}`, { headers: { authorization } });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`${response.status} for ${path}`);
    exchanges.push({ path, body: body.toString(), probe });
    return { response: { decode: () => ({ body }) } };
  }, time);
  try {
    const week = await makeReports(api.source, time.clock, false);
    const probes = new Map<string, string>();
    for (const [name, ask] of Object.entries(PROBES)) {
      probe = name;
      probes.set(name, JSON.stringify(await ask(api.client)));
    }
    return { exchanges: distinct(exchanges), week, probes };
  } finally {
    await api.close();
    await company.close();
  }
}

/** In an order that no race decides. */
function distinct(exchanges: readonly Exchange[]): readonly Exchange[] {
  const byUse = new Map(exchanges.map((one) => [`${one.probe ?? ''} ${one.path}`, one]));
  return [...byUse].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
