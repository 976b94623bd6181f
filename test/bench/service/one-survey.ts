// A survey with predictable events, some of which share one instant at the end of a page.

import { createRandom } from '../../support/test-reports.ts';
import { CREDENTIALS } from './service-company.ts';

export const SURVEY = 1;

const START = Date.UTC(2020, 0, 1);
/** Where the API's longest page is cut, and how many on both sides share its last instant. */
const PAGE = 150_000;
const AROUND = 1500;

export interface BenchPress {
  readonly ts: number;
  readonly r: number;
}

export function surveyText(): string {
  return JSON.stringify({
    credentials: CREDENTIALS,
    questions: [{ key: 1, name: 'How was it?', locale: 'en', followUps: [] }],
    root: {
      key: 1,
      name: 'Everything',
      surveys: [
        {
          key: SURVEY,
          question: 1,
          timeZone: 'Europe/Helsinki',
          surveyType: 'TERMINAL',
          indexType: 'HAPPY',
          feedbackScale: 'FOUR',
        },
      ],
    },
  });
}

/** By time; events of one instant in the order of their lines. */
export function* presses(seed: number, events: number): Generator<BenchPress> {
  const random = createRandom(seed);
  let ts = START;
  for (let i = 0; i < events; i += 1) {
    const isAtCut = i > PAGE - AROUND && i < PAGE + AROUND;
    // Older devices report several events with one timestamp.
    if (!isAtCut && random() < 0.7) ts += 1 + Math.floor(random() * 300_000);
    yield { ts, r: Math.floor(random() * 4) };
  }
}

export function* surveyLines(seed: number, events: number): Generator<string> {
  for (const { ts, r } of presses(seed, events)) {
    yield JSON.stringify({ survey: SURVEY, ts: new Date(ts).toISOString(), r });
  }
}
