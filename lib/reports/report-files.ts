// The JSON files of a report: those of its revisions, and others that no manifest has named. They are stored under hashes of their
// content.
import type { Report } from '../domain/report.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { HashedFile, ReportId, ReportRepository } from './report-repository.ts';
import {
  folderPrefix,
  isStoredFileKey,
  nullIfDamaged,
  nullIfUnreadable,
  readFileNamedByHash,
} from './report-repository.ts';

export interface ReportFile {
  readonly report: Report;
  readonly content: HashedFile;
}

/** Their keys. */
export async function listReportFiles(
  { store }: Pick<ReportRepository, 'store'>,
  id: ReportId,
): Promise<readonly string[]> {
  const prefix = folderPrefix(id);
  const names = await store.children(prefix);
  return names
    .map((name) => `${prefix}${name}`)
    .filter((key) => isStoredFileKey(key) && key.endsWith('.json'));
}

/** Null when it is missing, damaged, of a version that is not read, or of another folder or week. */
export async function readReportFile(
  { store, reader }: ReportRepository,
  id: ReportId,
  key: string,
): Promise<ReportFile | null> {
  if (!key.startsWith(folderPrefix(id))) return null;
  const content = await nullIfDamaged(() => readFileNamedByHash(store, key));
  if (content === null) return null;
  const report = await nullIfUnreadable(() => reader.read(content.bytes));
  const isSameReport = report?.week === id.week && report.folder.key === id.folder;
  return isSameReport ? { report, content } : null;
}

/**
 * The last revision of a report whose manifest can't be read, or a later one; 0 for none. Each revision has a file of its own, so
 * that their number is at least that of a revision whose file can't be read either.
 */
export async function findLastRevision(
  repository: ReportRepository,
  id: ReportId,
): Promise<number> {
  const keys = await listReportFiles(repository, id);
  const revisions = await mapConcurrent(
    keys,
    async (key) => (await readReportFile(repository, id, key))?.report.revision ?? keys.length,
  );
  return Math.max(0, ...revisions);
}
