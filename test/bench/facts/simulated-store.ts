// A child process that stores fact tables and manifests of a year, from a few reports whose keys and weeks are changed, and the
// JSON reports that the same questions need.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { findWeekTables, writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { folderPrefix, manifestKey, sha256Of } from '../../../lib/reports/report-repository.ts';
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
const otherwise: Report = firstModel;
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

/** The report of any folder in a week, as it would be read from its JSON. */
function reportOf(folder: number, week: string): Report {
  if (folder === REGION) return { ...region, week };
  const store = folder - STORE;
  return storeReport(models[store % MODELS] ?? otherwise, store, week);
}

/** Stores a manifest whose JSON would have the folder alone as its content. */
async function storeManifest({ week, folder, surveys }: Report): Promise<Manifest> {
  const id = { week, folder: folder.key };
  surveyWeeks += surveys.length;
  const prefix = folderPrefix(id);
  const manifest = {
    ...pattern,
    week,
    folder: { key: folder.key, name: folder.name },
    revision: 1,
    files: {
      pdf: { ...pattern.files.pdf, key: `${prefix}a.pdf` },
      json: {
        key: `${prefix}a.json`,
        bytes: pattern.files.json.bytes,
        sha256: sha256Of(Buffer.from(String(folder.key))),
      },
    },
  };
  await storeFile(manifestKey(id), manifests.encode(manifest));
  return manifest;
}

const jsonPath = (week: string, folder: number): string => `json/${week}/${folder}.json`;

async function storeWeek(week: string): Promise<void> {
  const keys = [REGION, ...Array.from({ length: stores }, (_, store) => STORE + store)];
  const known: Manifest[] = [];
  for (const key of keys) {
    const report = reportOf(key, week);
    known.push(await storeManifest(report));
    if (key === STORE || key === REGION || week === weeks.at(-1)) {
      const { bytes: content } = await json.render(report);
      await storeFile(jsonPath(week, key), content);
    }
  }
  const store = openFolderStore({ root });
  const repository = {
    ...repositoryCodecs,
    store: {
      ...store,
      read: (key: string) => {
        const [, folder] = /folders\/(\d+)\/a\.json$/.exec(key) ?? [];
        return folder === undefined
          ? store.read(key)
          : Promise.resolve({ bytes: Buffer.from(folder), version: '' });
      },
    },
    reader: { read: (content: Uint8Array) => reportOf(Number(Buffer.from(content)), week) },
  };
  const before = cpuMs();
  await writeWeekTables({ repository, files }, week, { now: 0, known });
  encodingMs += cpuMs() - before;
  const record = await findWeekTables(repository, week);
  for (const table of FACT_TABLE_NAMES) {
    bytes[table] = (bytes[table] ?? 0) + (record?.value?.tables[table].bytes ?? 0);
    counts[table] = (counts[table] ?? 0) + 1;
  }
}

for (let i = part; i < weeks.length; i += parts) await storeWeek(weeks[i] ?? '');
sendResult({ bytes, files: counts, surveyWeeks, cpuMs: encodingMs });
