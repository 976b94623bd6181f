// A small company with data of every kind, served by the feedback service.
import { createHash } from 'node:crypto';
import type { Credentials } from '../../../../lib/ports/secrets.ts';
import { startFeedbackService } from '../../../../lib/feedback-service/index.ts';
import { openTestCompany, type CompanyData, type FeedbackLine } from '../../../support/data-set.ts';
import { canary } from '../../../support/secret-markers.ts';

export const CLIENT_ID = canary('client id');
export const TOKEN = canary('token', '/+=');
export const NOW = Date.parse('2026-11-19T08:00:00Z');
export const WEEK = '2026-W46';
const MONDAY = Date.parse('2026-11-09T00:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const DATA: Omit<CompanyData, 'credentials'> = {
  structure: {
    questions: [
      {
        key: 500,
        name: 'How was your visit?',
        locale: 'en',
        followUps: [
          { key: 501, name: 'Queues', kind: 'painPoint' },
          { key: 502, name: 'Prices', kind: 'painPoint' },
          { key: 503, name: 'Staff', kind: 'highlight' },
        ],
      },
    ],
    root: {
      key: 1,
      name: 'Acme',
      surveys: [survey(11, 'Asia/Kathmandu', 'NPS', 'FIVE')],
      folders: [
        {
          key: 2,
          name: 'Store Å',
          folders: [],
          surveys: [
            survey(21, 'Europe/Helsinki', 'HAPPY', 'FOUR'),
            survey(22, 'America/St_Johns', 'AVERAGE', 'FIVE_REVERSED'),
          ],
        },
      ],
    },
  },
  feedback: new Map([11, 21, 22].map((key) => [key, createFeedback(key)])),
};

function survey(
  key: number,
  timeZone: string,
  indexType: 'HAPPY' | 'NPS' | 'AVERAGE',
  feedbackScale: 'FOUR' | 'FIVE' | 'FIVE_REVERSED',
): CompanyData['structure']['root']['surveys'][number] {
  return {
    key,
    question: 500,
    timeZone,
    activePeriods: [
      { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2030-01-01T00:00:00Z') },
    ],
    surveyType: 'TERMINAL',
    indexType,
    feedbackScale,
    alertSpecifications: [
      {
        key: key * 10,
        alertType: 'feedbackCount',
        parameters: { windowMin: 60, countThreshold: 1, responseFilter: [0] },
      },
    ],
  };
}

/** Two weeks with four responses a day, some with a follow-up or a text. */
function createFeedback(key: number): readonly FeedbackLine[] {
  return Array.from({ length: 14 * 4 }, (_, i): FeedbackLine => {
    const r = (i * (key % 7) + i) % 4;
    const ts = MONDAY + (Math.floor(i / 4) - 7) * DAY + (9 + 2 * (i % 4)) * HOUR + key;
    const open = { text: `Text ${i} of ${key}`, isOldWebItem: false };
    if (i % 4 === 3) return { ts, r, open };
    return i % 3 === 0 ? { ts, r, followUp: r < 2 ? 501 + (i % 2) : 503 } : { ts, r };
  });
}

export interface ServedCompany {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveCompany(
  { clientId, apiToken }: Credentials = { clientId: CLIENT_ID, apiToken: TOKEN },
): Promise<ServedCompany> {
  const tokenSha256 = createHash('sha256').update(apiToken).digest('hex');
  const data = { ...DATA, credentials: [{ clientId, tokenSha256 }] };
  const company = await openTestCompany(data, () => NOW);
  const service = await startFeedbackService({
    clock: () => NOW,
    companies: [company.company],
    // Small limits, so that lists have several pages.
    caps: { openFeedback: 6, rawWithOpenFeedback: 25, raw: 40, alerts: 4 },
  });
  return {
    url: service.url,
    close: async () => {
      await service.close();
      await company.close();
    },
  };
}
