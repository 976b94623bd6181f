// A child process that stores fact tables and manifests of a year, from a few reports whose keys and weeks are changed, and the
// JSON reports that the same questions need.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { factKey, TABLES } from '../../../lib/analytics/fact-files.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { manifestKey, sha256Of } from '../../../lib/reports/report-repository.ts';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createReport } from '../../support/test-reports.ts';
import { cpuMs } from '../bench-samples.ts';
import { inputOf, sendResult } from '../child.ts';
import {
  REGION,
  ROOT_FOLDER,
  STORE,
  storeInput,
  STORES_IN_REGION,
  SURVEYS_IN_STORE,
} from './facts-figures.ts';

/** Different stores, each of which stands for many. */
const MODELS = 8;

const { root, stores, weeks, part, parts } = inputOf(storeInput);
const files = parquetFiles();
const { manifests } = repositoryCodecs;
const json = jsonRenderer();
const bytes: Record<string, number> = {};
const counts: Record<string, number> = {};
let encodingMs = 0;
let surveyWeeks = 0;

const models = Array.from({ length: MODELS }, (_, i) =>
  createReport(
    {
      key: 1,
      name: `Store ${i + 1}`,
      surveys: Array.from({ length: SURVEYS_IN_STORE }, (__, survey) => ({
        key: survey + 1,
        name: 'How was your visit today?',
        volume: 400 + 60 * i,
        mood: 0.55 + 0.03 * i,
        ...(survey === 0 ? { alerts: [{ alertType: 'negative', from: 100, to: 102 }] } : {}),
      })),
    },
    { seed: i + 1 },
  ),
);
const [firstModel] = models;
if (firstModel === undefined) throw new TypeError('no model');
const pattern = await commitTestReport(openArchive(memoryStore()), firstModel);

/** The report of a store in a week. */
function storeReport(model: Report, store: number, week: string): Report {
  const path = [
    { key: ROOT_FOLDER, name: 'Northwind Markets' },
    { key: regionOf(store), name: `Region ${regionOf(store)}` },
  ];
  const folder = { key: STORE + store, name: `Store ${store}`, path };
  const keyOf = (survey: number): number => (STORE + store) * 100 + survey;
  return {
    ...model,
    week,
    folder,
    surveys: model.surveys.map((survey) => ({ ...survey, key: keyOf(survey.key) })),
  };
}

function regionOf(store: number): number {
  return REGION + Math.floor(store / STORES_IN_REGION);
}

async function storeFile(key: string, content: Uint8Array): Promise<void> {
  const path = join(root, key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function storeReportFiles(report: Report): Promise<void> {
  const { week, folder } = report;
  const id = { week, folder: folder.key };
  const sha256 = sha256Of(Buffer.from(`${week} ${folder.key}`));
  const stamp = { revision: 1, json: sha256 };
  const before = cpuMs();
  const rows = rowsOfReport(report);
  const encoded = TABLES.filter((table) => rows[table].length > 0).map(
    (table) => [table, files.encode(table, rows[table], stamp)] as const,
  );
  encodingMs += cpuMs() - before;
  surveyWeeks += report.surveys.length;
  for (const [table, content] of encoded) {
    bytes[table] = (bytes[table] ?? 0) + content.byteLength;
    counts[table] = (counts[table] ?? 0) + 1;
    await storeFile(factKey(table, id), content);
  }
  const manifest = {
    ...pattern,
    week,
    folder: { key: folder.key, name: folder.name },
    revision: 1,
    files: { ...pattern.files, json: { ...pattern.files.json, sha256 } },
  };
  await storeFile(manifestKey(id), manifests.encode(manifest));
}

const jsonPath = (week: string, folder: number): string => `json/${week}/${folder}.json`;

for (let store = part; store < stores; store += parts) {
  const model = models[store % MODELS] ?? firstModel;
  for (const week of weeks) {
    const report = storeReport(model, store, week);
    await storeReportFiles(report);
    if (store === 0 || week === weeks.at(-1)) {
      const { bytes: content } = await json.render(report);
      await storeFile(jsonPath(week, report.folder.key), content);
    }
  }
}
if (part === 0) {
  const folders = Array.from({ length: Math.min(STORES_IN_REGION, stores) }, (_, store) => ({
    key: STORE + store,
    name: `Store ${store}`,
    surveys: Array.from({ length: SURVEYS_IN_STORE }, (__, survey) => ({
      key: (STORE + store) * 100 + survey,
      name: 'How was your visit today?',
      mood: 0.5 + store / 400,
    })),
  }));
  const region = createReport({ key: REGION, name: 'Region', folders });
  for (const week of weeks) {
    const ofWeek = { ...region, week };
    await storeReportFiles(ofWeek);
    const { bytes: content } = await json.render(ofWeek);
    await storeFile(jsonPath(week, REGION), content);
  }
}
sendResult({ bytes, files: counts, surveyWeeks, cpuMs: encodingMs });
