// A report's revisions, also those that were superseded: their files stay, named by their content alone. It hides how
// they are found again, each by what the one after it says of it; files that no manifest ever named lie among them.
import { isDeepStrictEqual } from 'node:util';
import { changesSince } from '../domain/changes.ts';
import type { RevisionList } from '../domain/library.ts';
import type { Report } from '../domain/report.ts';
import type { Manifest } from '../domain/stored.ts';
import type { Access, Caller } from './access.ts';
import { seesFolder } from './access.ts';
import { Failure } from './failures.ts';
import type { ReportId, Shelf } from './shelf.ts';
import {
  findManifest,
  folderPrefix,
  isStoredFileKey,
  readFile,
  sha256Of,
  unlessDamaged,
} from './shelf.ts';
import { sideBySide } from './side-by-side.ts';

/** A report's JSON as it is stored. */
export interface ReportContent {
  readonly bytes: Uint8Array;
  /** Of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** What stands of a report; REPORT_NOT_FOUND also when the caller doesn't see it, REPORT_DAMAGED when it can't be told. */
export async function findSeen(access: Access, caller: Caller, id: ReportId): Promise<Manifest> {
  const isSeen = await seesFolder(access, caller, id);
  const manifest = isSeen ? await findManifest(access.shelf, id) : null;
  if (manifest === null) throw new Failure('REPORT_NOT_FOUND', id);
  return manifest;
}

/** The JSON that a manifest names; REPORT_DAMAGED when it is gone or has other bytes. */
export async function readContent(shelf: Shelf, { files }: Manifest): Promise<ReportContent> {
  return { bytes: await readFile(shelf, files.json), sha256: files.json.sha256 };
}

/** The JSON of a superseded revision; REPORT_NOT_FOUND when it can't be found again. */
export async function readOlderContent(
  shelf: Shelf,
  manifest: Manifest,
  revision: number,
): Promise<ReportContent> {
  const isOlder = revision < manifest.revision;
  const chain = isOlder ? await chainFrom(shelf, manifest, revision) : [];
  const found = chain.find(({ report }) => report.revision === revision);
  if (found !== undefined) return found.content;
  const { week, folder } = manifest;
  throw new Failure('REPORT_NOT_FOUND', { week, folder: folder.key, revision });
}

/** Every revision that can be found, newest first; REPORT_DAMAGED when not even what stands can be read. */
export async function listRevisions(shelf: Shelf, manifest: Manifest): Promise<RevisionList> {
  const chain = await chainFrom(shelf, manifest, 1);
  return {
    data: chain.map(({ report: { revision, asOf, status, summary, changes } }) => ({
      revision,
      asOf,
      status,
      responses: summary.responses,
      changes,
    })),
  };
}

interface Revision {
  readonly report: Report;
  readonly content: ReportContent;
}

/** From what stands down to that revision, or to the last one that can be found. */
async function chainFrom(
  shelf: Shelf,
  manifest: Manifest,
  oldest: number,
): Promise<readonly Revision[]> {
  const content = await readContent(shelf, manifest);
  let at: Revision | null = { report: shelf.reader.read(content.bytes), content };
  const chain: Revision[] = [];
  const others = manifest.revision > oldest ? await revisionsBeside(shelf, manifest) : [];
  while (at !== null) {
    chain.push(at);
    at = at.report.revision > oldest ? revisionBefore(at.report, others) : null;
  }
  return chain;
}

/** Nothing is made up: where none is the one, or it can't be told which, the chain ends. */
function revisionBefore(after: Report, others: readonly Revision[]): Revision | null {
  const { changes } = after;
  if (changes === null || changes.revision >= after.revision) return null;
  const named = others.filter(
    ({ report }) => report.revision === changes.revision && report.asOf === changes.asOf,
  );
  // Who lost the race for a revision may have read its data in the same instant.
  const fitting =
    named.length < 2
      ? named
      : named.filter(({ report }) => isDeepStrictEqual(changesSince(report, after), changes));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The sound reports beside the one that stands. */
async function revisionsBeside(shelf: Shelf, manifest: Manifest): Promise<readonly Revision[]> {
  const { week, folder, files } = manifest;
  const prefix = folderPrefix({ week, folder: folder.key });
  const names = await shelf.store.children(prefix);
  const keys = names
    .map((name) => `${prefix}${name}`)
    .filter((key) => isStoredFileKey(key) && key.endsWith('.json') && key !== files.json.key);
  const found = await sideBySide(keys, async (key): Promise<readonly Revision[]> => {
    const bytes = (await shelf.store.read(key))?.bytes ?? null;
    const sha256 = bytes === null ? '' : sha256Of(bytes);
    if (bytes === null || !key.startsWith(`${prefix}${sha256.slice(0, 24)}.`)) return [];
    const report = await unlessDamaged(() => shelf.reader.read(bytes));
    const isOwn = report?.week === week && report.folder.key === folder.key;
    return isOwn ? [{ report, content: { bytes, sha256 } }] : [];
  });
  return found.flat();
}
