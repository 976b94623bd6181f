// Stores the fact tables of a report: one object for each table, replaced in place. They follow the manifest, which remains
// the only commit point: a missing or older file is written again from the stored report.
import type { Report } from '../domain/report.ts';
import type { FactFiles, FactTableName } from '../ports/fact-tables.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ReportId, ReportRepository } from '../reports/report-repository.ts';

/** A store with reports from which fact tables are made. */
export interface FactContext {
  readonly repository: ReportRepository;
  readonly files: FactFiles;
}

/** facts/weeks/week=2026-W46/folder=41012.parquet */
export function factKey(table: FactTableName, { week, folder }: ReportId): string {
  return `${factPrefix(table, week)}folder=${folder}.parquet`;
}

export function factPrefix(table: FactTableName, week: string): string {
  return `facts/${table}/week=${week}/`;
}

/**
 * Writes the tables of a report that was just committed or read. Tables without rows have no file, unless one of an earlier
 * revision has to be replaced. The file of `folders` is written last: where its stamp is current, all are. A file of a later
 * revision stays. Fails as the store does.
 */
export async function writeFacts(
  context: FactContext,
  report: Report,
  manifest: Manifest,
): Promise<void> {
  await Promise.reject(
    new Error(
      `not built: ${factKey('folders', { week: manifest.week, folder: report.folder.key })}${context.files.readStamp(new Uint8Array())?.json ?? ''}`,
    ),
  );
}

/** Whether the tables of a manifest's report are stored and current, by one read. Fails as the store does. */
export async function areFactsCurrent(context: FactContext, manifest: Manifest): Promise<boolean> {
  return Promise.reject(
    new Error(`not built: ${context.repository.store.toString()}${manifest.week}`),
  );
}

/** Writes the tables of a stored report again. Fails with REPORT_DAMAGED, or as the store does. */
export async function rebuildFacts(context: FactContext, manifest: Manifest): Promise<void> {
  await Promise.reject(
    new Error(`not built: ${context.repository.store.toString()}${manifest.week}`),
  );
}
