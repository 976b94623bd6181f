// A reporting API whose zone tables are not ours: the real service, and in front of it a clock of its own that writes
// every timestamp of a survey's results with the offsets of that clock.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { CLIENT_ID, TOKEN } from '../../support/test-company.ts';
import type { Line } from '../../support/data-set.ts';
import { openCompany } from '../../support/data-set.ts';

export interface DriftingSurvey {
  readonly key: number;
  /** As the API tells it. */
  readonly timeZone: string;
  /** What the API's own tables say, in whole hours east of UTC. */
  readonly offsetHours: (instant: number) => number;
}

export interface DriftingApi extends AsyncDisposable {
  readonly url: string;
}

export const NOW = Date.parse('2026-11-19T08:00:00Z');
const RESULTS = /\/surveys\/(\d+)\/results\?/;

/** `presses` are those of every survey. */
export async function startDriftingApi(
  surveys: readonly DriftingSurvey[],
  presses: readonly Line[],
): Promise<DriftingApi> {
  await using opened = new AsyncDisposableStack();
  const company = await openCompany(
    {
      credentials: [
        { clientId: CLIENT_ID, tokenSha256: createHash('sha256').update(TOKEN).digest('hex') },
      ],
      structure: {
        questions: [{ key: 500, name: 'How was it?', locale: 'en', followUps: [] }],
        root: { key: 1, name: 'Acme', folders: [], surveys: surveys.map(inUtc) },
      },
      feedback: new Map(surveys.map(({ key }) => [key, presses])),
    },
    () => NOW,
  );
  opened.defer(() => company.close());
  const service = await startFeedbackService({ clock: () => NOW, companies: [company.company] });
  opened.defer(() => service.close());

  const clock = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const onward = request(`${service.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        answer.writeHead(response.statusCode ?? 500, { 'Content-Type': 'application/json' });
        answer.end(altered(path, Buffer.concat(chunks).toString(), surveys));
      });
    });
    onward.end();
  });
  clock.listen(0, '127.0.0.1');
  await once(clock, 'listening');
  opened.defer(() => {
    clock.closeAllConnections();
    clock.close();
  });
  const address = clock.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const all = opened.move();
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The service itself counts in UTC, whose hours are those of every zone with whole hours. */
function inUtc({ key }: DriftingSurvey) {
  return {
    key,
    question: 500,
    timeZone: 'UTC',
    activePeriods: [{ start: Date.parse('2026-01-01'), end: Date.parse('2030-01-01') }],
    surveyType: 'TERMINAL' as const,
    indexType: 'HAPPY' as const,
    feedbackScale: 'FOUR' as const,
    alertSpecifications: [],
  };
}

function altered(path: string, body: string, surveys: readonly DriftingSurvey[]): string {
  const results = RESULTS.exec(path);
  if (results === null) {
    // A survey's key comes before its zone in every answer.
    return surveys.reduce(
      (text, { key, timeZone }) =>
        text.replaceAll(
          new RegExp(`("key":${key},(?:(?!"key":[0-9]{4}|"timeZone").)*"timeZone":)"UTC"`, 'g'),
          `$1"${timeZone}"`,
        ),
      body,
    );
  }
  const survey = surveys.find(({ key }) => key === Number(results[1]));
  if (survey === undefined) return body;
  return body.replaceAll(/"ts":"([^"]+)"/g, (_, ts: string) => {
    const instant = Date.parse(ts);
    return `"ts":"${written(instant, survey.offsetHours(instant))}"`;
  });
}

function written(instant: number, hours: number): string {
  const local = new Date(instant + hours * HOUR_MS).toISOString().slice(0, -1);
  const size = String(Math.abs(hours)).padStart(2, '0');
  return hours === 0 ? `${local}Z` : `${local}${hours < 0 ? '-' : '+'}${size}00`;
}

/** The whole hours that a zone of the runtime is east of UTC, by Intl alone. */
export function offsetHoursIn(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
    const distance = (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) / HOUR_MS;
    return sign === '-' ? -distance : distance;
  };
}
