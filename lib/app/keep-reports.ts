// The commit protocol: parts named by their content first, the manifest last, one winner.
// It hides keys and versions; callers hand in a report and get back the manifest that stands.
import { createHash } from 'node:crypto';
import type { Plan, Manifest, StoredFile } from '../domain/stored.ts';
import type { Report } from '../domain/report.ts';
import { Failure } from './failures.ts';
import type {
  Codec,
  DocumentRenderer,
  ObjectStore,
  RenderedFile,
  ReportReader,
  ReportRenderer,
} from './ports.ts';

export interface Keeping {
  readonly store: ObjectStore;
  readonly manifests: Codec<Manifest>;
  readonly plans: Codec<Plan>;
  readonly reader: ReportReader;
  readonly renderers: { readonly pdf: DocumentRenderer; readonly json: ReportRenderer };
}

/** What stands where a report's manifest belongs, with what `commitReport` needs to supersede exactly it. */
export interface Standing {
  /** Null when it can't be read as a manifest: as good as none, until it is replaced. */
  readonly manifest: Manifest | null;
  readonly version: string;
}

const JSON_TYPE = { contentType: 'application/json' } as const;

/** Which report: everything about its place in the store follows from this. */
// A type, not an interface: it is told as the facts of a failure.
export type ReportId = Readonly<{ week: string; folder: number }>;

export async function findStanding(
  { store, manifests }: Keeping,
  id: ReportId,
): Promise<Standing | null> {
  const object = await store.read(manifestKey(id));
  if (object === null) return null;
  const manifest = await unlessDamaged(() => manifests.decode(object.bytes));
  return { manifest, version: object.version };
}

/** The manifest of a report, null when there is none; REPORT_DAMAGED when it can't be read. */
export async function findManifest(keeping: Keeping, id: ReportId): Promise<Manifest | null> {
  const standing = await findStanding(keeping, id);
  if (standing === null) return null;
  if (standing.manifest === null) throw new Failure('REPORT_DAMAGED', { ...id, what: 'manifest' });
  return standing.manifest;
}

/** What was read, or null when it is damaged. */
export async function unlessDamaged<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'REPORT_DAMAGED') return null;
    throw error;
  }
}

/** The bytes of a file that a manifest names; REPORT_DAMAGED when they are gone or not what it says. */
async function readFile({ store }: Keeping, file: StoredFile): Promise<Uint8Array> {
  const object = await store.read(file.key);
  if (object === null) throw new Failure('REPORT_DAMAGED', { key: file.key, reason: 'missing' });
  if (sha256Of(object.bytes) !== file.sha256) {
    throw new Failure('REPORT_DAMAGED', { key: file.key, reason: 'other bytes' });
  }
  return object.bytes;
}

export async function readReport(keeping: Keeping, { files }: Manifest): Promise<Report> {
  return keeping.reader.read(await readFile(keeping, files.json));
}

/**
 * Renders and commits a report as revision 1, or in place of the manifest that it supersedes.
 * However many workers commit the same revision, one wins, and all get the winner's manifest.
 */
export async function commitReport(
  keeping: Keeping,
  report: Report,
  superseded: Standing | null,
): Promise<{ readonly manifest: Manifest; readonly won: boolean }> {
  const id: ReportId = { week: report.week, folder: report.folder.key };
  const json = await keeping.renderers.json.render(report);
  const pdf = await keeping.renderers.pdf.render(report, json);
  // The two are written in turn: a crash in between leaves parts that no manifest names.
  const files = {
    pdf: await keepPart(keeping.store, id, pdf),
    json: await keepPart(keeping.store, id, json),
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
  if (won) return { manifest, won };
  const winner = await findManifest(keeping, id);
  if (winner === null) {
    // Only pruning removes manifests; the week is being taken away under us.
    throw new Failure('STORE_UNAVAILABLE', { key, reason: 'the manifest was removed meanwhile' });
  }
  return { manifest: winner, won };
}

/** Writes what a week owes unless it is written; sets `doneAt` once when nothing is missing any more. */
export async function keepPlan({ store, plans }: Keeping, plan: Plan): Promise<void> {
  const key = `weeks/${plan.week}/plan.json`;
  if (await store.create(key, plans.encode(plan), JSON_TYPE)) return;
  const object = await store.read(key);
  if (object === null || plan.doneAt === null) return;
  const standing = plans.decode(object.bytes);
  if (standing.doneAt !== null) return;
  // Losing this race means that somebody else has just written the same.
  await store.replace(
    key,
    plans.encode({ ...standing, doneAt: plan.doneAt }),
    object.version,
    JSON_TYPE,
  );
}

function manifestKey({ week, folder }: ReportId): string {
  return `${folderPrefix({ week, folder })}manifest.json`;
}

/** Whether a key is that of a report's file, so that nothing else in the store is ever handed out. */
export function isStoredFileKey(key: string): boolean {
  return /^weeks\/\d{4}-W\d{2}\/folders\/\d{1,16}\/[0-9a-f]{24}\.(pdf|json)$/.test(key);
}

function folderPrefix({ week, folder }: ReportId): string {
  return `weeks/${week}/folders/${folder}/`;
}

async function keepPart(store: ObjectStore, id: ReportId, file: RenderedFile): Promise<StoredFile> {
  const sha256 = sha256Of(file.bytes);
  // 96 bits tell a folder's few files apart, and leave a path that fits on a line.
  const key = `${folderPrefix(id)}${sha256.slice(0, 24)}.${file.extension}`;
  // Named by content: one that is there already is this one.
  await store.create(key, file.bytes, { contentType: file.contentType });
  return { key, bytes: file.bytes.byteLength, sha256 };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
