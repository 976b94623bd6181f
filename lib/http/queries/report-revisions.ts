// Finds the revisions of a report, including superseded ones. Their files are stored under hashes of their content, next
// to files that no manifest has named: a revision is found by the changes that the next one lists.
import { isDeepStrictEqual } from 'node:util';
import { compareRevisions } from '../../domain/report-changes.ts';
import type { RevisionList } from '../responses.ts';
import type { Report } from '../../domain/report.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { canSeeFolder } from '../../reports/access.ts';
import { Failure } from '../../shared/failure.ts';
import type { HashedFile, ReportId, ReportRepository } from '../../reports/report-repository.ts';
import { listReportFiles, readReportFile } from '../../reports/report-files.ts';
import { findManifest, readFile, readReport } from '../../reports/report-repository.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';

/** The manifest of a report. REPORT_NOT_FOUND also when the caller doesn't see it; REPORT_DAMAGED when it can't be read. */
export async function findVisibleReport(
  access: Access,
  caller: Caller,
  id: ReportId,
): Promise<Manifest> {
  const isVisible = await canSeeFolder(access, caller, id);
  const manifest = isVisible ? await findManifest(access.repository, id) : null;
  if (manifest === null) throw new Failure('REPORT_NOT_FOUND', id);
  return manifest;
}

/** The JSON of a report, which is read when it is needed. */
export interface ReportContent {
  /** Hash of the bytes, in lower-case hex. */
  readonly sha256: string;
  readonly read: () => Promise<Uint8Array>;
}

/** `revision`: undefined for the current one; REPORT_NOT_FOUND when it can't be found. */
export async function findContent(
  repository: ReportRepository,
  manifest: Manifest,
  revision: number | undefined,
): Promise<ReportContent> {
  const { json } = manifest.files;
  if (revision === undefined || revision === manifest.revision) {
    return { sha256: json.sha256, read: () => readFile(repository, json) };
  }
  const { sha256, bytes } = await readOlderContent(repository, manifest, revision);
  return { sha256, read: () => Promise.resolve(bytes) };
}

/** The JSON of a superseded revision; REPORT_NOT_FOUND when it can't be found. */
async function readOlderContent(
  repository: ReportRepository,
  manifest: Manifest,
  revision: number,
): Promise<HashedFile> {
  const isOlder = revision < manifest.revision;
  const chain = isOlder ? await readRevisionChain(repository, manifest, revision) : [];
  const entry = chain.find((candidate) => candidate.revision === revision) ?? null;
  const storedFile =
    entry === null ? null : await readReportFile(repository, idOf(manifest), entry.key);
  if (storedFile !== null) return storedFile.content;
  const { week, folder } = manifest;
  throw new Failure('REPORT_NOT_FOUND', { week, folder: folder.key, revision });
}

/** Every revision that can be found, newest first; REPORT_DAMAGED when the current one can't be read. */
export async function listRevisions(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<RevisionList> {
  const chain = await readRevisionChain(repository, manifest, 1);
  return { data: chain.map(({ key: _, ...revision }) => revision) };
}

/** The part of a revision that stays in memory: reports can be large and have many revisions. */
type RevisionEntry = RevisionList['data'][number] & { readonly key: string };

function toEntry(key: string, { revision, asOf, status, summary, changes }: Report): RevisionEntry {
  return { key, revision, asOf, status, responses: summary.responses, changes };
}

/** From the current revision down to `oldest`, or to the last one that can be found. */
async function readRevisionChain(
  repository: ReportRepository,
  manifest: Manifest,
  oldest: number,
): Promise<readonly RevisionEntry[]> {
  let entry: RevisionEntry | null = toEntry(
    manifest.files.json.key,
    await readReport(repository, manifest),
  );
  const otherEntries =
    manifest.revision > oldest ? await readOtherRevisions(repository, manifest) : [];
  const chain: RevisionEntry[] = [];
  while (entry !== null) {
    chain.push(entry);
    entry =
      entry.revision > oldest
        ? await findPrecedingRevision(repository, manifest, entry, otherEntries)
        : null;
  }
  return chain;
}

/** Null, which ends the chain, when no file or more than one can be the preceding revision. */
async function findPrecedingRevision(
  repository: ReportRepository,
  manifest: Manifest,
  { key, revision, changes }: RevisionEntry,
  otherEntries: readonly RevisionEntry[],
): Promise<RevisionEntry | null> {
  if (changes === null || changes.revision >= revision) return null;
  const candidates = otherEntries.filter(
    (entry) => entry.revision === changes.revision && entry.asOf === changes.asOf,
  );
  if (candidates.length < 2) return candidates[0] ?? null;
  // Two workers that made the same revision may have read their data in the same millisecond.
  const after = await readReportFile(repository, idOf(manifest), key);
  const matches: RevisionEntry[] = [];
  for (const candidate of candidates) {
    const before = await readReportFile(repository, idOf(manifest), candidate.key);
    if (after === null || before === null) return null;
    const isMatch = isDeepStrictEqual(compareRevisions(before.report, after.report), changes);
    if (isMatch) matches.push(candidate);
  }
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** The readable report files besides the current one. */
async function readOtherRevisions(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<readonly RevisionEntry[]> {
  const keys = await listReportFiles(repository, idOf(manifest));
  const otherKeys = keys.filter((key) => key !== manifest.files.json.key);
  const entries = await mapConcurrent(otherKeys, async (key): Promise<readonly RevisionEntry[]> => {
    const storedFile = await readReportFile(repository, idOf(manifest), key);
    return storedFile === null ? [] : [toEntry(key, storedFile.report)];
  });
  return entries.flat();
}

function idOf({ week, folder }: Manifest): ReportId {
  return { week, folder: folder.key };
}
