// A server that sends changed answers through a real socket, and the real client for it.
import { openFeedbackApi } from '../../../../lib/adapters/feedback-api/index.ts';
import { sleep } from '../../../../lib/composition/system.ts';
import { startScriptedApi } from '../../../integration/feedback-api/scripted-server.ts';
import { staticCredentials } from '../../../integration/feedback-api/client-context.ts';
import { applied, type FuzzStep } from '../fuzz-runner.ts';
import { CLIENT_ID, TOKEN } from './fuzzed-company.ts';
import { createFakeTime, type FuzzedClient, type FakeTime } from './exchanges.ts';
import { changeResponse, sendResponse, type RawResponse } from './raw-response-steps.ts';

export interface FuzzedAnswer {
  /** Null: not found. */
  readonly body: Buffer | null;
  readonly isChanged: boolean;
}

export interface FuzzedServer {
  /** A client for one run with these answers. */
  open(
    answer: (path: string) => FuzzedAnswer,
    steps: readonly FuzzStep[],
  ): FuzzedClient & { readonly time: FakeTime };
  close(): Promise<void>;
}

/** Long enough for a correct answer on a busy machine. */
const RESPONSE_TIMEOUT_MS = 150;
const DEADLINE_MS = 4_000;

export async function startFuzzedServer(): Promise<FuzzedServer> {
  let answer: (path: string) => FuzzedAnswer = () => ({ body: null, isChanged: false });
  let steps: readonly FuzzStep[] = [];
  const server = await startScriptedApi(async (response, { path, query, headers }) => {
    const requestPath = `${path}${query.size === 0 ? '' : `?${encodeQuery(query)}`}`;
    const { body, isChanged } = answer(requestPath);
    const plainResponse: RawResponse = {
      status: body === null ? 404 : 200,
      headers: { 'Content-Type': 'application/json' },
      body: body ?? Buffer.from('{}'),
      mode: 'whole',
    };
    const rawResponse = isChanged
      ? applied(plainResponse, steps, (current, kind, chance) =>
          changeResponse(current, kind, chance, headers.authorization ?? ''),
        ).value
      : plainResponse;
    await sendResponse(response, rawResponse);
  });
  return {
    open(answers, changes) {
      answer = answers;
      steps = changes;
      const time = createFakeTime(async (signal) => {
        await sleep(DEADLINE_MS, signal);
      });
      const api = openFeedbackApi({
        baseUrl: server.url,
        credentials: staticCredentials({ clientId: CLIENT_ID, apiToken: TOKEN }),
        random: () => 0.5,
        timeouts: {
          connectMs: 1_000,
          headersMs: RESPONSE_TIMEOUT_MS,
          bodyIdleMs: RESPONSE_TIMEOUT_MS,
        },
        ...time,
      });
      return { client: api.client, source: api.source, close: () => api.close(), time };
    },
    close: async () => {
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Encodes the query like the client. */
function encodeQuery(query: URLSearchParams): string {
  return [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
