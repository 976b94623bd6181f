// Stores the fact tables of a report: one object for each table, replaced in place. They follow the manifest, which remains
// the only commit point: a missing or older file is written again from the stored report.
import type { Report } from '../domain/report.ts';
import type { FactFiles, FactRows, FactStamp, FactTableName } from '../ports/fact-tables.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ReportId, ReportRepository } from '../reports/report-repository.ts';
import { readReport } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import { rowsOfReport } from './report-rows.ts';

/** A store with reports from which fact tables are made. */
export interface FactContext {
  readonly repository: ReportRepository;
  readonly files: FactFiles;
}

const ATTRIBUTES = { contentType: 'application/vnd.apache.parquet' } as const;
const MAX_ATTEMPTS = 5;

/** All tables; that of folders is last. */
export const TABLES: readonly FactTableName[] = [
  'hours',
  'weeks',
  'groups',
  'follow_ups',
  'alerts',
  'problems',
  'folders',
];

/** facts/weeks/week=2026-W46/folder=41012.parquet */
export function factKey(table: FactTableName, { week, folder }: ReportId): string {
  return `${factPrefix(table, week)}folder=${folder}.parquet`;
}

export function factPrefix(table: FactTableName, week: string): string {
  return `facts/${table}/week=${week}/`;
}

/**
 * Writes the tables of a stored report. Tables without rows have no file, except to replace that of an earlier revision. The
 * file of `folders` is written last: where its stamp is current, all are. A file of a later revision stays.
 * Fails as the store does.
 */
export async function writeFacts(
  context: FactContext,
  report: Report,
  manifest: Manifest,
): Promise<void> {
  const rows = rowsOfReport(report);
  const stamp = stampOf(manifest);
  const id = { week: report.week, folder: report.folder.key };
  const others = TABLES.filter((table) => table !== 'folders');
  await Promise.all(others.map((table) => writeTable(context, id, table, rows, stamp)));
  await writeTable(context, id, 'folders', rows, stamp);
}

async function writeTable(
  { repository: { store }, files }: FactContext,
  id: ReportId,
  table: FactTableName,
  allRows: FactRows,
  stamp: FactStamp,
): Promise<void> {
  const key = factKey(table, id);
  const rows = allRows[table];
  const isFirstRevision = stamp.revision === 1;
  if (isFirstRevision && rows.length === 0) return;
  const bytes = files.encode(table, rows, stamp);
  if (isFirstRevision && (await store.create(key, bytes, ATTRIBUTES))) return;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const stored = await store.read(key);
    if (stored === null) {
      if (rows.length === 0 || (await store.create(key, bytes, ATTRIBUTES))) return;
      continue;
    }
    const current = files.readStamp(stored.bytes);
    if (current !== null && current.revision > stamp.revision) return;
    if (Buffer.compare(stored.bytes, bytes) === 0) return;
    if (await store.replace(key, bytes, stored.version, ATTRIBUTES)) return;
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: 'the object changed during each attempt' });
}

/** Whether the tables of a manifest's report are stored and current, by one read. Fails as the store does. */
export async function areFactsCurrent(
  { repository: { store }, files }: FactContext,
  manifest: Manifest,
): Promise<boolean> {
  const id = { week: manifest.week, folder: manifest.folder.key };
  const stored = await store.read(factKey('folders', id));
  const stamp = stored === null ? null : files.readStamp(stored.bytes);
  return (
    stamp !== null &&
    stamp.revision === manifest.revision &&
    stamp.json === manifest.files.json.sha256
  );
}

/** Writes the tables of a stored report again. Fails with REPORT_DAMAGED, or as the store does. */
export async function rebuildFacts(context: FactContext, manifest: Manifest): Promise<void> {
  await writeFacts(context, await readReport(context.repository, manifest), manifest);
}

function stampOf({ revision, files }: Manifest): FactStamp {
  return { revision, json: files.json.sha256 };
}
