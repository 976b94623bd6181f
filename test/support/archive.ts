// Stores filled with committed reports, for tests that read a whole store.
import { openFolderStore } from '../../lib/adapters/folder/index.ts';
import {
  jobRecordCodec,
  jsonRenderer,
  plannerRecordCodec,
  repositoryCodecs,
} from '../../lib/adapters/json/index.ts';
import type { ObjectStore } from '../../lib/ports/object-store.ts';
import { commitReport } from '../../lib/reports/commit.ts';
import { writePlan } from '../../lib/reports/plan.ts';
import { findStoredReport } from '../../lib/reports/report-repository.ts';
import type { WeekStatusContext } from '../../lib/jobs/week-status.ts';
import type { Report } from '../../lib/domain/report.ts';
import type { JobRecord, Manifest } from '../../lib/ports/stored-records.ts';
import { fakePdfRenderer } from './blank-pdf.ts';
import type { FolderSketch } from './test-reports.ts';
import { createReport } from './test-reports.ts';

export function openFolderArchive(folder: string): WeekStatusContext {
  return openArchive(openFolderStore({ root: folder }));
}

export function openArchive(store: ObjectStore): WeekStatusContext {
  return {
    store,
    ...repositoryCodecs,
    records: jobRecordCodec,
    planner: plannerRecordCodec,
  };
}

/** Commits the next revision, with a PDF file of a few bytes. */
export async function commitTestReport(
  archive: WeekStatusContext,
  report: Report,
): Promise<Manifest> {
  const commitContext = {
    ...archive,
    childLinks: null,
    renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
  };
  const currentReport = await findStoredReport(archive, {
    week: report.week,
    folder: report.folder.key,
  });
  return (await commitReport(commitContext, report, currentReport)).manifest;
}

/** A chain of three folders of one survey each: 1 → 2 → 21. */
export const STORE: FolderSketch = sketch(21, 'Store');
export const NORTH: FolderSketch = { ...sketch(2, 'North'), folders: [STORE] };
export const ACME: FolderSketch = { ...sketch(1, 'Acme'), folders: [NORTH] };

function sketch(key: number, name: string): FolderSketch {
  return { key, name, surveys: [{ key: key * 10, name: 'How was it?', volume: 200 }] };
}

/** Commits and plans the reports of the three folders: 21 is due first, 2 and 1 nine hours later. */
export async function commitThreeReports(archive: WeekStatusContext, week: string): Promise<void> {
  for (const folder of [STORE, NORTH, ACME])
    await commitTestReport(archive, createReport(folder, { week }));
  await writePlanOfThree(archive, week);
}

export async function writePlanOfThree(
  archive: WeekStatusContext,
  week: string,
  isDone = true,
): Promise<void> {
  await writePlan(archive, {
    week,
    folders: [
      { key: 1, parent: null, dueAt: '2026-11-16T13:00:00.000Z' },
      { key: 2, parent: 1, dueAt: '2026-11-16T13:00:00.000Z' },
      { key: 21, parent: 2, dueAt: '2026-11-16T04:00:00.000Z' },
    ],
    doneAt: isDone ? '2026-11-16T18:00:00.000Z' : null,
  });
}

export async function storeJobRecord(archive: WeekStatusContext, record: JobRecord): Promise<void> {
  const key = `requests/${record.week}/${record.folder}.json`;
  await archive.store.create(key, archive.records.encode(record), {
    contentType: 'application/json',
  });
}

/** Replaces the bytes of an object. */
export async function replaceBytes(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array,
): Promise<void> {
  const object = await store.read(key);
  if (object === null) throw new TypeError(`${key} does not exist`);
  await store.replace(key, bytes, object.version, { contentType: 'application/octet-stream' });
}

/** All keys of the store, ascending. */
export async function listKeys(store: ObjectStore, prefix = ''): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const name of await store.children(prefix)) {
    const below = await listKeys(store, `${prefix}${name}/`);
    keys.push(...(below.length === 0 ? [`${prefix}${name}`] : below));
  }
  return keys;
}
