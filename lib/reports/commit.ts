// The commit protocol: both files are written first, under keys from their content; the manifest last, by a
// conditional write that only one of several writers wins.
import type { Manifest, StoredFile } from '../ports/stored-records.ts';
import type { Report } from '../domain/report.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import { NO_SETTINGS } from '../domain/signals/folder-settings.ts';
import { Failure } from '../shared/failure.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { DocumentRenderer, RenderedFile, ReportRenderer } from '../ports/rendering.ts';
import { downloadName } from './download-name.ts';
import type { ReadPlaceNotes } from './place-notes.ts';
import { createNotesReader, notedFolders } from './place-notes.ts';
import type { ReportId, ReportRepository, StoredReport } from './report-repository.ts';
import {
  contentName,
  findIntactManifest,
  findManifest,
  folderPrefix,
  manifestKey,
  sha256Of,
  writeRecord,
} from './report-repository.ts';
import { settingsDigest } from './report-settings.ts';
import { isWholePdf } from './whole-pdf.ts';

/** A repository that reports can be committed to. */
export interface CommitContext extends ReportRepository {
  readonly renderers: { readonly pdf: DocumentRenderer; readonly json: ReportRenderer };
  /** The release that runs, for the manifest. */
  readonly release?: string;
  /** Creates addresses that open exactly these reports, by folder; deterministic. Null when links are disabled. */
  readonly childLinks:
    ((children: readonly Manifest[]) => Promise<ReadonlyMap<number, string>>) | null;
}

export interface CommittedInput {
  /** Current reports of the folders directly below; the PDF links to those that the report contains. */
  readonly children?: readonly Manifest[];
  /** What the report was made with. */
  readonly settings?: FolderSettings;
  /** Those of a run that makes many reports; default: the notes are read for this one. */
  readonly readNotes?: ReadPlaceNotes;
}

/**
 * Renders a report and commits it as revision 1, or in place of the stored report that it supersedes.
 * When several workers commit the same revision, one wins, and all of them get the winner's manifest.
 */
export async function commitReport(
  context: CommitContext,
  report: Report,
  superseded: StoredReport | null,
  {
    children = [],
    settings = NO_SETTINGS,
    readNotes = createNotesReader(context),
  }: CommittedInput = {},
): Promise<{ readonly manifest: Manifest; readonly won: boolean }> {
  const { store, renderers, release } = context;
  const id: ReportId = { week: report.week, folder: report.folder.key };
  const json = await renderers.json.render(report);
  const links = await createLinks(context, report, children);
  const notes = await readNotes(notedFolders(report));
  const pdf = await renderers.pdf.render(report, json, links, notes);
  if (!isWholePdf(pdf.bytes)) {
    throw new Failure('RENDERING_FAILED', { ...id, reason: 'the PDF has no end' });
  }
  // A crash between these writes leaves files that no manifest names.
  const files = {
    pdf: await storeFile(store, report, pdf),
    json: await storeFile(store, report, json),
  };
  const digest = settingsDigest(settings);
  const manifest: Manifest = {
    week: report.week,
    folder: { key: report.folder.key, name: report.folder.name },
    revision: report.revision,
    status: report.status,
    asOf: report.asOf,
    files,
    problems: report.problems,
    ...(release === undefined ? {} : { madeBy: release }),
    ...(digest === undefined ? {} : { settings: digest }),
    contains: Object.fromEntries(report.subfolders.map(({ key, revision }) => [key, revision])),
  };
  const key = manifestKey(id);
  const version = superseded?.version ?? null;
  const isCommitted = await writeRecord(store, context.manifests, key, manifest, version);
  if (isCommitted) return { manifest, won: isCommitted };
  const winner = await findManifest(context, id);
  if (winner === null) {
    // Only pruning removes manifests: the week is being removed.
    throw new Failure('STORE_UNAVAILABLE', { key, reason: 'the manifest was removed meanwhile' });
  }
  // A conditional write whose response was lost and that was retried loses against itself.
  const { pdf: pdfFile, json: jsonFile } = winner.files;
  const isOurs = pdfFile.sha256 === files.pdf.sha256 && jsonFile.sha256 === files.json.sha256;
  return { manifest: winner, won: isOurs && winner.revision === manifest.revision };
}

/**
 * Links to the reports of direct children, in exactly the revisions that the report contains, since others could contradict
 * it; and to the current reports of deeper folders in the attention list, of which it contains no revision.
 */
async function createLinks(
  context: CommitContext,
  { week, folder, subfolders, summary }: Report,
  children: readonly Manifest[],
): Promise<ReadonlyMap<number, string>> {
  const { childLinks } = context;
  const contained = children.filter(({ folder, revision }) =>
    subfolders.some((subfolder) => subfolder.key === folder.key && subfolder.revision === revision),
  );
  if (childLinks === null) return new Map();
  const ownFolders = new Set([folder.key, ...subfolders.map(({ key }) => key)]);
  const deeper = new Set(
    summary.attention.entries
      .map((entry) => entry.folder.key)
      .filter((key) => !ownFolders.has(key)),
  );
  const manifests = await Promise.all(
    [...deeper].map((key) => findIntactManifest(context, { week, folder: key })),
  );
  const linked = [...contained, ...manifests.flatMap((manifest) => manifest ?? [])];
  return linked.length === 0 ? new Map() : childLinks(linked);
}

async function storeFile(
  store: ObjectStore,
  { week, folder }: Report,
  file: RenderedFile,
): Promise<StoredFile> {
  const sha256 = sha256Of(file.bytes);
  const key = `${folderPrefix({ week, folder: folder.key })}${contentName(sha256)}.${file.extension}`;
  // The key contains the hash: an existing object has the same bytes.
  await store.create(key, file.bytes, {
    contentType: file.contentType,
    fileName: downloadName({ week, folder }, file.extension),
  });
  return { key, bytes: file.bytes.byteLength, sha256 };
}
