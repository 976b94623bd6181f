// A small company served by the feedback service, behind a proxy that tests use to inject faults.
import { createHash } from 'node:crypto';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach } from 'node:test';
import { startFeedbackService } from '../../lib/feedback-service/index.ts';
import { openTestCompany, type FeedbackLine } from './data-set.ts';
import { canary } from './secret-markers.ts';

export const CLIENT_ID = canary('client id');
export const TOKEN = canary('token');

/** The clock of the company; it has feedback for the last completed week and the week before. */
export const NOW = Date.parse('2026-11-19T08:00:00Z');
const MONDAY = Date.parse('2026-11-09T00:00:00Z');
const HOUR = 3_600_000;

const questions = [
  {
    key: 500,
    name: 'How was your visit?',
    locale: 'en',
    followUps: [
      { key: 501, name: 'Queues', kind: 'painPoint' as const },
      { key: 502, name: 'Staff', kind: 'highlight' as const },
    ],
  },
];

function survey(key: number, timeZone: string, end = Date.parse('2030-01-01T00:00:00Z')) {
  return {
    key,
    question: 500,
    timeZone,
    activePeriods: [{ start: Date.parse('2026-01-01T00:00:00Z'), end }],
    surveyType: 'TERMINAL' as const,
    indexType: 'HAPPY' as const,
    feedbackScale: 'FOUR' as const,
    alertSpecifications: [
      {
        key: key * 10,
        alertType: 'feedbackCount' as const,
        parameters: { windowMin: 60, countThreshold: 2, responseFilter: [0] },
      },
    ],
  };
}

/** Root 1 → North 2 → Store 21 (surveys 211, 212) and Store 22 (221); South 3 (31); Closed 4 (41, ended); Empty 5. */
const root = {
  key: 1,
  name: 'Acme',
  surveys: [],
  folders: [
    {
      key: 2,
      name: 'North',
      surveys: [],
      folders: [
        {
          key: 21,
          name: 'Store Å',
          folders: [],
          surveys: [survey(211, 'Europe/Helsinki'), survey(212, 'Asia/Kathmandu')],
        },
        { key: 22, name: 'Store B', folders: [], surveys: [survey(221, 'America/Phoenix')] },
      ],
    },
    { key: 3, name: 'South', folders: [], surveys: [survey(31, 'Pacific/Auckland')] },
    {
      key: 4,
      name: 'Closed',
      folders: [],
      surveys: [survey(41, 'Europe/Helsinki', Date.parse('2026-06-01T00:00:00Z'))],
    },
    { key: 5, name: 'Nothing here', folders: [], surveys: [] },
  ],
};

/** Two weeks of feedback during opening hours, some with a follow-up. */
function presses(key: number): readonly { ts: number; r: number; followUp?: number }[] {
  return Array.from({ length: 14 * 8 }, (_, i) => {
    const r = (i * (key % 7) + i) % 4;
    const ts = MONDAY + (Math.floor(i / 8) - 7) * 24 * HOUR + (8 + (i % 8)) * HOUR + key;
    return i % 3 === 0 ? { ts, r, followUp: r < 2 ? 501 : 502 } : { ts, r };
  });
}

export interface TestCompany {
  /** URL of the proxy. */
  readonly url: string;
  /** Paths with queries of all requests. */
  readonly requests: string[];
  /** Answers a request instead of the service; false forwards it. */
  answerInstead: (path: string, answer: ServerResponse) => boolean;
  /** Changes an answer of the service. */
  changeBody: (path: string, body: string) => string;
  /** Adds feedback, like from a device that was offline. */
  addFeedback(survey: number, presses: readonly FeedbackLine[]): Promise<void>;
  /** Removes all faults and recorded requests. */
  reset(): void;
  close(): Promise<void>;
}

/** Environment variables of a program that uses its API. */
export function apiEnvironment({
  url,
}: Pick<TestCompany, 'url'>): Readonly<Record<string, string>> {
  return { FEEDBACK_API_URL: url, FEEDBACK_API_CLIENT_ID: CLIENT_ID, FEEDBACK_API_TOKEN: TOKEN };
}

export async function startTestCompany(): Promise<TestCompany> {
  const feedback = new Map<number, readonly FeedbackLine[]>(
    [211, 212, 221, 31].map((key) => [key, presses(key)]),
  );
  const tokenSha256 = createHash('sha256').update(TOKEN).digest('hex');
  const open = async () => {
    const structure = { questions, root };
    const credentials = [{ clientId: CLIENT_ID, tokenSha256 }];
    const openedCompany = await openTestCompany({ credentials, structure, feedback }, () => NOW);
    const service = await startFeedbackService({
      clock: () => NOW,
      companies: [openedCompany.company],
    });
    const close = async (): Promise<void> => {
      await service.close();
      await openedCompany.close();
    };
    return { url: service.url, close };
  };
  let service = await open();
  const wire = createServer((incoming, answer) => {
    const path = incoming.url ?? '/';
    // The company's clock stands still, and clients would compare theirs with it or with that of this server.
    answer.sendDate = false;
    acme.requests.push(path);
    if (acme.answerInstead(path, answer)) return;
    const { 'accept-encoding': _, ...headers } = incoming.headers;
    const onward = request(`${service.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = acme.changeBody(path, Buffer.concat(chunks).toString());
        answer.writeHead(response.statusCode ?? 500, {
          'Content-Type': response.headers['content-type'] ?? 'application/json',
        });
        answer.end(body);
      });
    });
    onward.on('error', () => answer.destroy());
    onward.end();
  });
  const { promise: listening, resolve } = Promise.withResolvers<undefined>();
  wire.listen(0, '127.0.0.1', () => {
    resolve(undefined);
  });
  await listening;
  const acme: TestCompany = {
    url: `http://127.0.0.1:${addressOf(wire.address()).port}`,
    requests: [],
    answerInstead: noFault,
    changeBody: unchanged,
    reset: () => {
      acme.requests.length = 0;
      acme.answerInstead = noFault;
      acme.changeBody = unchanged;
    },
    addFeedback: async (survey, late) => {
      feedback.set(survey, [...(feedback.get(survey) ?? []), ...late]);
      const before = service;
      service = await open();
      await before.close();
    },
    close: async () => {
      wire.closeAllConnections();
      wire.close();
      await service.close();
    },
  };
  return acme;
}

/** For all tests of a file: without faults at the start of each, and closed after the last. */
export async function companyOfTests(): Promise<TestCompany> {
  const company = await startTestCompany();
  beforeEach(() => {
    company.reset();
  });
  after(() => company.close());
  return company;
}

const noFault: TestCompany['answerInstead'] = () => false;
const unchanged: TestCompany['changeBody'] = (_path, body) => body;

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address;
}
