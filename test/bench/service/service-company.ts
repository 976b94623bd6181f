// The company of the benchmark: 20,000 surveys in 2,000 folders; one survey is huge, two hundred are busy and the
// others are hardly used. The same seed creates the same lines on every machine.
import { createHash } from 'node:crypto';
import { createRandom } from '../../support/test-reports.ts';
import type { Work } from './service-figures.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

const DAYS = 13 * 7;
/** A Monday; clocks go back in both Europe and America before the end. */
const START = Date.UTC(2026, 7, 10);
export const NOW = START + DAYS * DAY_MS;

/** With the offset of the last week. */
const ZONES = [
  ['Europe/Helsinki', '+0200'],
  ['Europe/Berlin', '+0100'],
  ['Europe/London', '+0000'],
  ['America/New_York', '-0500'],
  ['America/Los_Angeles', '-0800'],
  ['Asia/Tokyo', '+0900'],
  ['Asia/Kolkata', '+0530'],
  ['Australia/Sydney', '+1100'],
] as const;

const FOLDERS = 2000;
const SURVEYS_IN_FOLDER = 10;
const SURVEYS = FOLDERS * SURVEYS_IN_FOLDER;
/** So that 2,000 folders lie at most five deep. */
const FOLDERS_IN_FOLDER = 7;
const QUESTIONS = 40;
const OPTIONS = 8;
const BUSY = 200;
export const HUGE = 1;
/** Share of all events: a fifth for the huge survey, 250 a week for each busy one. */
const HUGE_SHARE = 0.21;
const BUSY_SHARE = 0.65;

const CLIENT = 'bench';
export const AUTHORIZATION = `Basic ${Buffer.from(`${CLIENT}:${CLIENT}`).toString('base64')}`;
export const CREDENTIALS = [
  { clientId: CLIENT, tokenSha256: createHash('sha256').update(CLIENT).digest('hex') },
];

const TEXTS = [
  'Quick and friendly, thank you.',
  'The queue was far too long today, and nobody opened a second till.',
  'Could not find what I came for.',
  'Clean, well lit, easy to find. Prices have gone up a lot since summer, though.',
  'Très bien !',
  'とても良かったです。',
];

function busyKey(index: number): number {
  return 97 * (1 + index);
}

function buttonsOf(survey: number): number {
  return survey % 5 === 0 ? 5 : 4;
}

function zoneOf(survey: number): (typeof ZONES)[number] {
  return ZONES[survey % ZONES.length] ?? ZONES[0];
}

export function companyText(): string {
  return JSON.stringify({
    credentials: CREDENTIALS,
    questions: Array.from({ length: QUESTIONS }, (_, key) => questionOf(key)),
    root: folderOf(0),
  });
}

function questionOf(key: number): object {
  const followUps = Array.from({ length: OPTIONS }, (_, i) => ({
    key: optionOf(key, i),
    name: `Option ${i} of question ${key}`,
    kind: i % 2 === 0 ? 'painPoint' : 'highlight',
  }));
  return { key, name: `How was your visit to department ${key}?`, locale: 'en', followUps };
}

function optionOf(question: number, index: number): number {
  return question * OPTIONS + index;
}

function folderOf(index: number): object {
  const children = Array.from(
    { length: FOLDERS_IN_FOLDER },
    (_, i) => index * FOLDERS_IN_FOLDER + i + 1,
  ).filter((child) => child < FOLDERS);
  return {
    key: index + 1,
    name: `Store ${index + 1}`,
    folders: children.map(folderOf),
    surveys: Array.from({ length: SURVEYS_IN_FOLDER }, (_, i) =>
      surveyOf(index * SURVEYS_IN_FOLDER + i + 1),
    ),
  };
}

function surveyOf(key: number): object {
  return {
    key,
    question: key % QUESTIONS,
    timeZone: zoneOf(key)[0],
    activePeriods: [{ start: iso(START), end: iso(NOW + DAYS * DAY_MS) }],
    surveyType: hasDevices(key) ? 'TERMINAL' : 'WEB',
    indexType: 'HAPPY',
    feedbackScale: buttonsOf(key) === 4 ? 'FOUR' : 'FIVE',
    alertSpecifications: key % 10 === 0 ? [specificationOf(key)] : [],
  };
}

function specificationOf(survey: number): object {
  return survey % 20 === 0
    ? {
        key: 1,
        alertType: 'negative',
        parameters: { windowMin: 60, threshold: 30, countThreshold: 3 },
      }
    : {
        key: 1,
        alertType: 'indexThreshold',
        parameters: { windowMin: 120, threshold: 40, thresholdType: 'under' },
      };
}

function hasDevices(survey: number): boolean {
  return survey % 6 !== 0;
}

/** Lines of feedback by time, all surveys mixed, as a queue would have written them. */
export function* companyLines(seed: number, events: number): Generator<string> {
  const random = createRandom(seed);
  let survey = HUGE;
  let device = 0;
  let at = START;
  for (let i = 0; i < events; i += 1) {
    // Some repeated responses, which the misuse filter processes.
    if (random() < 0.03) at += SECOND_MS;
    else {
      survey = anySurvey(random);
      device = Math.floor(random() * 3);
      at = openingAt((i + 0.5) / events);
    }
    const commonFields = { survey, ts: iso(at) };
    yield JSON.stringify({
      ...commonFields,
      ...feedbackOf(survey, device, commonFields.ts, random),
    });
  }
}

function anySurvey(random: () => number): number {
  const which = random();
  if (which < HUGE_SHARE) return HUGE;
  const share = random();
  return which < HUGE_SHARE + BUSY_SHARE
    ? busyKey(Math.floor(share * BUSY))
    : 1 + Math.floor(share * SURVEYS);
}

/** Sixteen hours a day are open; `share` of the whole time. */
function openingAt(share: number): number {
  const day = Math.floor(share * DAYS);
  const seconds = Math.floor((share * DAYS - day) * 16 * 3600);
  return START + day * DAY_MS + 6 * HOUR_MS + seconds * SECOND_MS;
}

function feedbackOf(survey: number, device: number, ts: string, random: () => number): object {
  const buttons = buttonsOf(survey);
  const kind = random();
  if (kind < 0.02) {
    const data = Array.from({ length: buttons }, () => Math.floor(random() * 9));
    return { ts: `${ts.slice(0, 13)}:00:00Z`, data };
  }
  const r = Math.floor(Math.sqrt(random()) * buttons);
  const text = TEXTS[Math.floor(random() * TEXTS.length)];
  if (kind < 0.025) return { o: { r, text } };
  return {
    r,
    ...(hasDevices(survey) ? { device: `terminal-${survey}-${device}` } : {}),
    ...(kind < 0.12 ? { f: optionOf(survey % QUESTIONS, Math.floor(random() * OPTIONS)) } : {}),
    ...(kind > 0.96 ? { text } : {}),
    ...(kind > 0.98 ? { relevance: 0.5, spam: false } : {}),
  };
}

function iso(ts: number): string {
  return new Date(ts).toISOString();
}

/** What a client that makes weekly reports asks of the last week, on every busy survey. */
export function pathsOf(work: Work): readonly string[] {
  if (work === 'folders') return ['/v1/folders?surveys=true'];
  return Array.from({ length: BUSY }, (_, i) => {
    const key = busyKey(i);
    const offset = encodeURIComponent(zoneOf(key)[1]);
    const [start, end] = [NOW - 7 * DAY_MS, NOW].map((at) => iso(at).slice(0, -1) + offset);
    const range = `date_start=${start}&date_end=${end}`;
    return `/v1/surveys/${key}/${work}?${work === 'results' ? 'truncate=hour&' : ''}${range}`;
  });
}
