// Serves a number of small companies, and a large one if it is given, until the parent process exits.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import {
  openDataSet,
  startFeedbackService,
  type DataSet,
} from '../../../lib/feedback-service/index.ts';
import { inputOf, sendResult } from '../child.ts';
import { NOW } from './service-company.ts';
import { companiesInput, nameOf } from './companies-figures.ts';

const { directory, companies: count, large } = inputOf(companiesInput);
const clock = (): number => NOW;

async function writeCompany(name: string): Promise<string> {
  const place = join(directory, name);
  await mkdir(place, { recursive: true });
  const tokenSha256 = createHash('sha256').update(name).digest('hex');
  const survey = { key: 1, question: 1, timeZone: 'Europe/Helsinki', surveyType: 'TERMINAL' };
  const company = {
    credentials: [{ clientId: name, tokenSha256 }],
    questions: [{ key: 1, name: 'How was it?', locale: 'en', followUps: [] }],
    root: {
      ...{ key: 1, name },
      surveys: [{ ...survey, indexType: 'HAPPY', feedbackScale: 'FOUR' }],
    },
  };
  const lines = Array.from({ length: 100 }, (_, i) => {
    const ts = new Date(NOW - (i + 1) * 3_600_000).toISOString();
    return `${JSON.stringify({ survey: 1, ts, r: i % 4 })}\n`;
  });
  await writeFile(join(place, 'company.json'), JSON.stringify(company));
  await writeFile(join(place, 'feedback.ndjson'), lines.join(''));
  return place;
}

const places = large === null ? [] : [large];
for (let i = 0; i < count; i += 1) places.push(await writeCompany(nameOf(i)));
const sets: DataSet[] = [];
for (const place of places) sets.push(await openDataSet({ directory: place, clock }));
const service = await startFeedbackService({
  companies: sets.map(({ company }) => company),
  clock,
  onError: (error) => {
    throw error;
  },
});
sendResult(service.url);
process.stdin.resume().on('end', () => {
  void service.close().then(() => Promise.all(sets.map((set) => set.close())));
});
