// Where reports are found: the keys of a store, and what is read there. It hides where things lie
// and how damage shows; keep-reports.ts puts things there.
import { createHash } from 'node:crypto';
import type { Plan, Manifest, StoredFile } from '../ports/stored-records.ts';
import type { FolderName, Report } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import type { Codec, ObjectStore, StoredObject } from '../ports/object-store.ts';
import type { ReportReader } from '../ports/rendering.ts';
import type { ProcessCache } from './process-cache.ts';

export interface ReportRepository {
  readonly store: ObjectStore;
  readonly manifests: Codec<Manifest>;
  readonly plans: Codec<Plan>;
  readonly reader: ReportReader;
  /** Where one process does many jobs. */
  readonly memory?: ProcessCache;
}

/** What stands where a report's manifest belongs, with what `commitReport` needs to supersede exactly it. */
export interface StoredReport {
  /** Null when it can't be read as a manifest: as good as none, until it is replaced. */
  readonly manifest: Manifest | null;
  readonly version: string;
}

/** Which report: everything about its place in the store follows from this. */
// A type, not an interface: it is told as the facts of a failure.
export type ReportId = Readonly<{ week: string; folder: number }>;

export async function findReport(
  { store, manifests, memory }: ReportRepository,
  id: ReportId,
): Promise<StoredReport | null> {
  const found = await readValue(store, manifests, manifestKey(id));
  const manifest = found?.value ?? null;
  memory?.saw(id, manifest !== null);
  return found === null ? null : { manifest, version: found.version };
}

/** The manifest of a report; null when there is none that can be read. */
export async function readManifest(repository: ReportRepository, id: ReportId): Promise<Manifest | null> {
  return (await findReport(repository, id))?.manifest ?? null;
}

/** The manifest of a report, null when there is none; REPORT_DAMAGED when it can't be read. */
export async function findManifest(repository: ReportRepository, id: ReportId): Promise<Manifest | null> {
  const standing = await findReport(repository, id);
  if (standing === null) return null;
  if (standing.manifest === null) throw new Failure('REPORT_DAMAGED', { ...id, what: 'manifest' });
  return standing.manifest;
}

/** An object of a store, as what it stands for. */
export interface StoredValue<T> {
  /** Null when it can't be read: as good as none. */
  readonly value: T | null;
  readonly version: string;
  /** Bytes, as stored. */
  readonly size: number;
}

/** What is stored at a key; null when nothing is. Fails as the store does. */
export async function readValue<T>(
  store: Pick<ObjectStore, 'read'>,
  codec: Pick<Codec<T>, 'decode'>,
  key: string,
): Promise<StoredValue<T> | null> {
  const stored = await readValidated(store, key, ({ bytes }) =>
    nullIfDamaged(() => codec.decode(bytes)),
  );
  if (stored === null) return null;
  const { value, object } = stored;
  return { value, version: object.version, size: object.bytes.length };
}

/**
 * Reads an object as what `check` makes of it. Where that is null it is read once more: a byte may have changed on the
 * way from a store that sends no checksum.
 */
export async function readValidated<T>(
  store: Pick<ObjectStore, 'read'>,
  key: string,
  check: (object: StoredObject) => T | null | Promise<T | null>,
): Promise<{ readonly object: StoredObject; readonly value: T | null } | null> {
  const readOnce = async () => {
    const object = await store.read(key);
    return object === null ? null : { object, value: await check(object) };
  };
  const first = await readOnce();
  return first === null || first.value !== null ? first : readOnce();
}

/** What was read, or null when it is damaged. */
export async function nullIfDamaged<T>(read: () => T | Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'REPORT_DAMAGED') return null;
    throw error;
  }
}

/** The bytes of a file that a manifest names; REPORT_DAMAGED when they are gone or not what it says. */
export async function readFile({ store }: ReportRepository, { key, sha256 }: StoredFile): Promise<Uint8Array> {
  const stored = await readValidated(store, key, ({ bytes }) =>
    sha256Of(bytes) === sha256 ? bytes : null,
  );
  if (stored === null) throw new Failure('REPORT_DAMAGED', { key, reason: 'missing' });
  if (stored.value === null) throw new Failure('REPORT_DAMAGED', { key, reason: 'other bytes' });
  return stored.value;
}

/** A stored file that is named by its content alone. */
export interface ContentReference {
  readonly bytes: Uint8Array;
  /** Of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** The content of a file by its key, which names it; null when it is gone, REPORT_DAMAGED when it is another. */
export async function readFileByHash(
  store: Pick<ObjectStore, 'read'>,
  key: string,
): Promise<ContentReference | null> {
  const stored = await readValidated(store, key, ({ bytes }) => {
    const sha256 = sha256Of(bytes);
    return key
      .split('/')
      .at(-1)
      ?.startsWith(`${contentName(sha256)}.`) === true
      ? { bytes, sha256 }
      : null;
  });
  if (stored === null) return null;
  if (stored.value === null) throw new Failure('REPORT_DAMAGED', { key, reason: 'other bytes' });
  return stored.value;
}

export async function readReport(repository: ReportRepository, { files }: Manifest): Promise<Report> {
  return repository.reader.read(await readFile(repository, files.json));
}

/** What a week owes, as it was planned; null when nobody has. The plan is null when it can't be read. */
export async function findStoredPlan(
  { store, plans, memory }: ReportRepository,
  week: string,
): Promise<{ readonly plan: Plan | null; readonly version: string } | null> {
  const key = planKey(week);
  const stored = await readValidated(
    store,
    key,
    // Of a large company it takes longer to check than to fetch.
    ({ bytes, version }) =>
      memory?.planOf(key, version) ?? nullIfDamaged(() => plans.decode(bytes)),
  );
  if (stored === null) return null;
  const { value: plan, object } = stored;
  const { version } = object;
  if (plan !== null) memory?.keepPlan(key, version, plan);
  return { plan, version };
}

/** What a week owes; null when there is no plan that can be read. */
export async function readPlan(repository: ReportRepository, week: string): Promise<Plan | null> {
  return (await findStoredPlan(repository, week))?.plan ?? null;
}

/** How manifests, plans and the like are kept. */
export const JSON_TYPE = { contentType: 'application/json' } as const;

// ── keys ────────────────────────────────────────────────────────────────────────────────────────

export function planKey(week: string): string {
  return `weeks/${week}/plan.json`;
}

export function manifestKey({ week, folder }: ReportId): string {
  return `${folderPrefix({ week, folder })}manifest.json`;
}

/** Whether a key is that of a report's file, so that nothing else in the store is ever handed out. */
export function isStoredFileKey(key: string): boolean {
  return /^weeks\/\d{4}-W\d{2}\/folders\/\d{1,16}\/[0-9a-f]{24}\.(pdf|json)$/.test(key);
}

/** How a file is named by its content: 96 bits tell a folder's few files apart, and leave a path that fits on a line. */
export function contentName(sha256: string): string {
  return sha256.slice(0, 24);
}

export function folderPrefix({ week, folder }: ReportId): string {
  return `weeks/${week}/folders/${folder}/`;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A name that every file system takes: "helsinki-airport-2026-W46", without an extension. */
export function fileNameOf({ folder, week }: { folder: FolderName; week: string }): string {
  const slug = folder.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `${slug === '' ? `folder-${folder.key}` : slug}-${week}`;
}
