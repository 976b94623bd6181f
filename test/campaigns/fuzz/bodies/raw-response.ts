// The changed answers on a real socket, and the real client on its other end.
import { openFeedbackApi } from '../../../../lib/adapters/feedback-api/index.ts';
import { sleep } from '../../../../lib/composition/system.ts';
import { startServer } from '../../../integration/feedback-api/scripted-server.ts';
import { fixed } from '../../../integration/feedback-api/client-context.ts';
import { applied, type Step } from '../fuzz-runner.ts';
import { CLIENT_ID, TOKEN } from './fuzzed-company.ts';
import { fakeTime, type Api, type FakeTime } from './exchanges.ts';
import { changeSending, send, type Sending } from './raw-response-steps.ts';

/** What is answered, and whether by the steps. */
export interface Answer {
  /** Null: it is not there. */
  readonly body: Buffer | null;
  readonly isChanged: boolean;
}

export interface Wire {
  /** A client for one run, whose answers are these. */
  open(answer: (path: string) => Answer, steps: readonly Step[]): Api & { readonly time: FakeTime };
  close(): Promise<void>;
}

/** Long enough for a healthy answer on a busy machine. */
const PATIENCE_MS = 150;
const DEADLINE_MS = 4_000;

export async function openWire(): Promise<Wire> {
  let answer: (path: string) => Answer = () => ({ body: null, isChanged: false });
  let steps: readonly Step[] = [];
  const server = await startServer(async (response, { path, query, headers }) => {
    const asked = `${path}${query.size === 0 ? '' : `?${encoded(query)}`}`;
    const { body, isChanged } = answer(asked);
    const right: Sending = {
      status: body === null ? 404 : 200,
      headers: { 'Content-Type': 'application/json' },
      body: body ?? Buffer.from('{}'),
      how: 'whole',
    };
    const sending = isChanged
      ? applied(right, steps, (one, kind, chance) =>
          changeSending(one, kind, chance, headers.authorization ?? ''),
        ).value
      : right;
    await send(response, sending);
  });
  return {
    open(answers, changes) {
      answer = answers;
      steps = changes;
      const time = fakeTime(async (signal) => {
        await sleep(DEADLINE_MS, signal);
      });
      const api = openFeedbackApi({
        baseUrl: server.url,
        credentials: fixed({ clientId: CLIENT_ID, apiToken: TOKEN }),
        random: () => 0.5,
        timeouts: { connectMs: 1_000, headersMs: PATIENCE_MS, bodyIdleMs: PATIENCE_MS },
        ...time,
      });
      return { client: api.client, source: api.source, close: () => api.close(), time };
    },
    close: async () => {
      await server[Symbol.asyncDispose]();
    },
  };
}

/** As the client writes it. */
function encoded(query: URLSearchParams): string {
  return [...query].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}
