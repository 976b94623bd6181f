// A report's revisions, also those that were superseded: their files stay, named by their content alone. It hides how
// they are found again, each by what the one after it says of it; files that no manifest ever named lie among them.
import { isDeepStrictEqual } from 'node:util';
import { changesSince } from '../../domain/report-changes.ts';
import type { RevisionList } from '../responses.ts';
import type { Report } from '../../domain/report.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { canSeeFolder } from '../../reports/access.ts';
import { Failure } from '../../shared/failure.ts';
import type {
  ContentReference,
  ReportId,
  ReportRepository,
} from '../../reports/report-repository.ts';
import {
  findManifest,
  folderPrefix,
  isStoredFileKey,
  readFile,
  readFileByHash,
  readReport,
  nullIfDamaged,
} from '../../reports/report-repository.ts';
import { mapConcurrent } from '../../shared/map-concurrent.ts';

/** What stands of a report; REPORT_NOT_FOUND also when the caller doesn't see it, REPORT_DAMAGED when it can't be told. */
export async function findVisibleReport(
  access: Access,
  caller: Caller,
  id: ReportId,
): Promise<Manifest> {
  const isSeen = await canSeeFolder(access, caller, id);
  const manifest = isSeen ? await findManifest(access.repository, id) : null;
  if (manifest === null) throw new Failure('REPORT_NOT_FOUND', id);
  return manifest;
}

/** The JSON that a manifest names; REPORT_DAMAGED when it is gone or has other bytes. */
export async function readContent(
  repository: ReportRepository,
  { files }: Manifest,
): Promise<ContentReference> {
  return { bytes: await readFile(repository, files.json), sha256: files.json.sha256 };
}

/** The JSON of a superseded revision; REPORT_NOT_FOUND when it can't be found again. */
export async function readOlderContent(
  repository: ReportRepository,
  manifest: Manifest,
  revision: number,
): Promise<ContentReference> {
  const isOlder = revision < manifest.revision;
  const chain = isOlder ? await chainFrom(repository, manifest, revision) : [];
  const entry = chain.find((one) => one.revision === revision) ?? null;
  const found = entry === null ? null : await readOwn(repository, manifest, entry.key);
  if (found !== null) return found.content;
  const { week, folder } = manifest;
  throw new Failure('REPORT_NOT_FOUND', { week, folder: folder.key, revision });
}

/** Every revision that can be found, newest first; REPORT_DAMAGED when not even what stands can be read. */
export async function listRevisions(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<RevisionList> {
  const chain = await chainFrom(repository, manifest, 1);
  return { data: chain.map(({ key: _, ...revision }) => revision) };
}

/** All that is held of a revision: reports can be large, and whoever sees one can have many made. */
type Entry = RevisionList['data'][number] & { readonly key: string };

function entryOf(key: string, { revision, asOf, status, summary, changes }: Report): Entry {
  return { key, revision, asOf, status, responses: summary.responses, changes };
}

/** From what stands down to that revision, or to the last one that can be found. */
async function chainFrom(
  repository: ReportRepository,
  manifest: Manifest,
  oldest: number,
): Promise<readonly Entry[]> {
  let at: Entry | null = entryOf(manifest.files.json.key, await readReport(repository, manifest));
  const others = manifest.revision > oldest ? await revisionsBeside(repository, manifest) : [];
  const chain: Entry[] = [];
  while (at !== null) {
    chain.push(at);
    at = at.revision > oldest ? await revisionBefore(repository, manifest, at, others) : null;
  }
  return chain;
}

/** Nothing is made up: where none is the one, or it can't be told which, the chain ends. */
async function revisionBefore(
  repository: ReportRepository,
  manifest: Manifest,
  { key, revision, changes }: Entry,
  others: readonly Entry[],
): Promise<Entry | null> {
  if (changes === null || changes.revision >= revision) return null;
  const named = others.filter(
    (one) => one.revision === changes.revision && one.asOf === changes.asOf,
  );
  if (named.length < 2) return named[0] ?? null;
  // Who lost the race for a revision may have read its data in the same instant.
  const after = await readOwn(repository, manifest, key);
  const fitting: Entry[] = [];
  for (const one of named) {
    const before = await readOwn(repository, manifest, one.key);
    if (after === null || before === null) return null;
    const isFitting = isDeepStrictEqual(changesSince(before.report, after.report), changes);
    if (isFitting) fitting.push(one);
  }
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The sound reports beside the one that stands. */
async function revisionsBeside(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<readonly Entry[]> {
  const prefix = prefixOf(manifest);
  const names = await repository.store.children(prefix);
  const keys = names
    .map((name) => `${prefix}${name}`)
    .filter((key) => isStoredFileKey(key) && key.endsWith('.json'))
    .filter((key) => key !== manifest.files.json.key);
  const found = await mapConcurrent(keys, async (key): Promise<readonly Entry[]> => {
    const own = await readOwn(repository, manifest, key);
    return own === null ? [] : [entryOf(key, own.report)];
  });
  return found.flat();
}

/** A report by its key; null when it is gone, or no sound one of that folder and week. */
async function readOwn(
  { store, reader }: ReportRepository,
  manifest: Manifest,
  key: string,
): Promise<{ readonly report: Report; readonly content: ContentReference } | null> {
  if (!key.startsWith(prefixOf(manifest))) return null;
  const content = await nullIfDamaged(() => readFileByHash(store, key));
  if (content === null) return null;
  const report = await nullIfDamaged(() => reader.read(content.bytes));
  const isOwn = report?.week === manifest.week && report.folder.key === manifest.folder.key;
  return isOwn ? { report, content } : null;
}

function prefixOf({ week, folder }: Manifest): string {
  return folderPrefix({ week, folder: folder.key });
}
