// Measures all ways to parse the same rows in alternating batches in one warm process.
import { readResultRows } from '../../../lib/adapters/feedback-api/result-rows.ts';
import { parseJson } from '../../../lib/adapters/feedback-api/parse-json.ts';
import { toHourCounts } from '../../../lib/adapters/feedback-api/to-domain.ts';
import { checkShape } from '../../../lib/adapters/feedback-api/fields.ts';
import { results } from '../../../lib/adapters/feedback-api/response-schemas.ts';
import { endOfWeekEverywhere } from '../../../lib/domain/calendar.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import { sendResult } from '../child.ts';
import { cpuPerCall } from '../bench-samples.ts';
import { benchWeek, resultsBody } from '../upstream/bodies.ts';
import { kindOf } from '../upstream/upstream-company.ts';
import { WAYS, type Way } from './parse-figures.ts';

const BATCHES = 15;
const DAY_MS = 24 * 3_600_000;

const kind = kindOf(100_000);
const body = Buffer.from(resultsBody(kind));
const week = benchWeek();
const survey = {
  key: 100_000,
  question: { key: 1, name: 'How was your visit today?', locale: 'en' },
  folder: { key: 1, name: 'Store' },
  timeZone: kind.timeZone,
  activePeriods: [],
  surveyType: 'TERMINAL',
  indexType: 'HAPPY',
  feedbackScale: kind.feedbackScale,
};
const rules = { minResponses: 10, reversedScale: 'display', settleHours: 6 } as const;

const ways: Readonly<Record<Way, () => unknown>> = {
  json: () => {
    const value: unknown = JSON.parse(body.toString());
    return value;
  },
  // Iterates to the last row, because rows are parsed lazily.
  rows: () => [...(readResultRows(body) ?? [])],
  week: () =>
    buildSurveyWeek(
      { survey, hours: readResultRows(body) ?? [], history: [], followUps: null, alerts: [] },
      { week, asOf: endOfWeekEverywhere(week) + DAY_MS, rules, path: [], settings: NO_SETTINGS },
    ),
  schema: () => checkShape(results, parseJson(body)).map(toHourCounts),
};

const rows = readResultRows(body);
if (rows === null) throw new Error('the rows are not read on the short way');
const cpuMs: Record<Way, number[]> = { json: [], rows: [], week: [], schema: [] };
for (const way of WAYS) await cpuPerCall(ways[way], { warmUp: 100, batches: 0, batchSize: 0 });
for (let batch = 0; batch < BATCHES; batch += 1) {
  for (const way of WAYS) {
    const figures = await cpuPerCall(ways[way], { warmUp: 2, batches: 1, batchSize: 30 });
    cpuMs[way].push(...figures);
  }
}
sendResult({ rows: [...rows].length, bytes: body.byteLength, cpuMs });
