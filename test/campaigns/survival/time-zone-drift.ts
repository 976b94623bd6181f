// A reporting API with different time zone tables: a proxy of the feedback service that rewrites the timestamps of a
// survey's results with other offsets.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { CLIENT_ID, TOKEN } from '../../support/test-company.ts';
import type { FeedbackLine } from '../../support/data-set.ts';
import { openTestCompany } from '../../support/data-set.ts';

export interface DriftingSurvey {
  readonly key: number;
  /** The time zone in answers. */
  readonly timeZone: string;
  /** Offset according to the API in whole hours east of UTC. */
  readonly offsetHours: (instant: number) => number;
}

export interface DriftingApi extends AsyncDisposable {
  readonly url: string;
}

export const NOW = Date.parse('2026-11-19T08:00:00Z');
const RESULTS = /\/surveys\/(\d+)\/results\?/;

/** Every survey has the same feedback. */
export async function startDriftingApi(
  surveys: readonly DriftingSurvey[],
  feedback: readonly FeedbackLine[],
): Promise<DriftingApi> {
  await using resources = new AsyncDisposableStack();
  const company = await openTestCompany(
    {
      credentials: [
        { clientId: CLIENT_ID, tokenSha256: createHash('sha256').update(TOKEN).digest('hex') },
      ],
      structure: {
        questions: [{ key: 500, name: 'How was it?', locale: 'en', followUps: [] }],
        root: { key: 1, name: 'Acme', folders: [], surveys: surveys.map(inUtc) },
      },
      feedback: new Map(surveys.map(({ key }) => [key, feedback])),
    },
    () => NOW,
  );
  resources.defer(() => company.close());
  const service = await startFeedbackService({ clock: () => NOW, companies: [company.company] });
  resources.defer(() => service.close());

  const clock = createServer((incoming, answer) => {
    // The client of a test has a clock of its own.
    answer.sendDate = false;
    const path = incoming.url ?? '/';
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const forwarded = request(`${service.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        answer.writeHead(response.statusCode ?? 500, { 'Content-Type': 'application/json' });
        answer.end(changeBody(path, Buffer.concat(chunks).toString(), surveys));
      });
    });
    forwarded.end();
  });
  clock.listen(0, '127.0.0.1');
  await once(clock, 'listening');
  resources.defer(() => {
    clock.closeAllConnections();
    clock.close();
  });
  const address = clock.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const disposables = resources.move();
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

/** The service counts in UTC; its hours equal those of every zone with a whole-hour offset. */
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

function changeBody(path: string, body: string, surveys: readonly DriftingSurvey[]): string {
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
    return `"ts":"${formatTime(instant, survey.offsetHours(instant))}"`;
  });
}

function formatTime(instant: number, hours: number): string {
  const local = new Date(instant + hours * HOUR_MS).toISOString().slice(0, -1);
  const size = String(Math.abs(hours)).padStart(2, '0');
  return hours === 0 ? `${local}Z` : `${local}${hours < 0 ? '-' : '+'}${size}00`;
}

/** Offset of a time zone in hours east of UTC, according to Intl. */
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
