// The commit protocol: parts named by their content first, the manifest last, one winner.
// It hides versions; callers hand in a report and get back the manifest that stands.
import type { Manifest, StoredFile } from '../ports/stored-records.ts';
import type { Report } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import { fileNameOf } from './report-repository.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { DocumentRenderer, RenderedFile, ReportRenderer } from '../ports/rendering.ts';
import type { ReportId, ReportRepository, StoredReport } from './report-repository.ts';
import { findManifest, folderPrefix, JSON_TYPE, manifestKey, contentName, sha256Of } from './report-repository.ts';

/** Where reports are found and new ones go. */
export interface CommitContext extends ReportRepository {
  readonly renderers: { readonly pdf: DocumentRenderer; readonly json: ReportRenderer };
  /** Addresses that open exactly these reports, by folder; the same for the same reports. Null where none are made. */
  readonly childLinks:
    ((children: readonly Manifest[]) => Promise<ReadonlyMap<number, string>>) | null;
}

/**
 * Renders and commits a report as revision 1, or in place of the manifest that it supersedes.
 * However many workers commit the same revision, one wins, and all get the winner's manifest.
 * `children`: what stands of the folders directly below; the document links to those that the report is made of.
 */
export async function commitReport(
  keeping: CommitContext,
  report: Report,
  superseded: StoredReport | null,
  children: readonly Manifest[] = [],
): Promise<{ readonly manifest: Manifest; readonly won: boolean }> {
  const id: ReportId = { week: report.week, folder: report.folder.key };
  const json = await keeping.renderers.json.render(report);
  const links = await linksIn(keeping, report, children);
  const pdf = await keeping.renderers.pdf.render(report, json, links);
  // The two are written in turn: a crash in between leaves parts that no manifest names.
  const files = {
    pdf: await keepPart(keeping.store, report, pdf),
    json: await keepPart(keeping.store, report, json),
  };
  const manifest: Manifest = {
    week: report.week,
    folder: { key: report.folder.key, name: report.folder.name },
    revision: report.revision,
    status: report.status,
    asOf: report.asOf,
    files,
    problems: report.problems,
  };
  const bytes = keeping.manifests.encode(manifest);
  const key = manifestKey(id);
  const won =
    superseded === null
      ? await keeping.store.create(key, bytes, JSON_TYPE)
      : await keeping.store.replace(key, bytes, superseded.version, JSON_TYPE);
  if (won) {
    keeping.memory?.saw(id, true);
    return { manifest, won };
  }
  const winner = await findManifest(keeping, id);
  if (winner === null) {
    // Only pruning removes manifests; the week is being taken away under us.
    throw new Failure('STORE_UNAVAILABLE', { key, reason: 'the manifest was removed meanwhile' });
  }
  // A write whose answer was lost and that was sent again finds itself there.
  const { pdf: pdfFile, json: jsonFile } = winner.files;
  const isOurs = pdfFile.sha256 === files.pdf.sha256 && jsonFile.sha256 === files.json.sha256;
  return { manifest: winner, won: isOurs && winner.revision === manifest.revision };
}

/** Only to the very revisions that the report tells of: another one could say something else. */
async function linksIn(
  { childLinks }: CommitContext,
  { subfolders }: Report,
  children: readonly Manifest[],
): Promise<ReadonlyMap<number, string>> {
  const told = children.filter(({ folder, revision }) =>
    subfolders.some((one) => one.key === folder.key && one.revision === revision),
  );
  return childLinks === null || told.length === 0 ? new Map() : childLinks(told);
}

async function keepPart(
  store: ObjectStore,
  { week, folder }: Report,
  file: RenderedFile,
): Promise<StoredFile> {
  const sha256 = sha256Of(file.bytes);
  const key = `${folderPrefix({ week, folder: folder.key })}${contentName(sha256)}.${file.extension}`;
  // Named by content: one that is there already is this one.
  await store.create(key, file.bytes, {
    contentType: file.contentType,
    fileName: `${fileNameOf({ week, folder })}.${file.extension}`,
  });
  return { key, bytes: file.bytes.byteLength, sha256 };
}
