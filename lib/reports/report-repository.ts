// Keys of reports; reading reports, plans and files; conditional writes of records. commit.ts writes reports.
import { createHash } from 'node:crypto';
import type { Plan, Manifest, StoredFile, WeekTables } from '../ports/stored-records.ts';
import type { Report } from '../domain/report.ts';
import type { FailureCode } from '../shared/failure.ts';
import { Failure } from '../shared/failure.ts';
import type { Codec, ObjectStore, StoredObject } from '../ports/object-store.ts';
import type { ReportReader } from '../ports/rendering.ts';
import type { SettingsCodecs } from '../ports/settings.ts';
import type { ProcessCache } from './process-cache.ts';

export interface ReportRepository {
  readonly store: ObjectStore;
  readonly manifests: Codec<Manifest>;
  readonly plans: Codec<Plan>;
  readonly weekTables: Codec<WeekTables>;
  readonly reader: ReportReader;
  readonly settings: SettingsCodecs;
  /** For a process that does many jobs. */
  readonly cache?: ProcessCache;
}

/** The manifest of a report, with the version that `commitReport` needs to replace exactly it. */
export type StoredReport = StoredValue<Manifest>;

/** Identifies a report; its keys in the store follow from this. */
// A type, not an interface, so that it can be the facts of a failure.
export type ReportId = Readonly<{ week: string; folder: number }>;

export async function findStoredReport(
  repository: ReportRepository,
  id: ReportId,
): Promise<StoredReport | null> {
  const key = manifestKey(id);
  return readValue(repository.store, repository.manifests, key, keyOfManifest);
}

/** The manifest of a report; null when it is missing or damaged. */
export async function findIntactManifest(
  repository: ReportRepository,
  id: ReportId,
): Promise<Manifest | null> {
  return (await findStoredReport(repository, id))?.value ?? null;
}

/** The manifest of a report, null when it is missing; fails with REPORT_DAMAGED when it can't be read. */
export async function findManifest(
  repository: ReportRepository,
  id: ReportId,
): Promise<Manifest | null> {
  const storedReport = await findStoredReport(repository, id);
  if (storedReport === null) return null;
  if (storedReport.value === null) throw new Failure('REPORT_DAMAGED', { ...id, what: 'manifest' });
  return storedReport.value;
}

/** A stored object, decoded. */
export interface StoredValue<T> {
  /** Null when it can't be decoded or contradicts its key: treated as missing, until it is replaced. */
  readonly value: T | null;
  readonly version: string;
}

/** The only key under which a record is valid; null for a record that contradicts itself. */
export type KeyOf<T> = (record: T) => string | null;

export interface SizedValue<T> extends StoredValue<T> {
  /** Bytes, as stored. */
  readonly size: number;
}

/**
 * Reads and decodes the object at a key; null when there is none. `keyOf`: null for records that don't name their key. Fails
 * as the store does.
 */
export async function readValue<T>(
  store: Pick<ObjectStore, 'read'>,
  codec: Pick<Codec<T>, 'decode'>,
  key: string,
  keyOf: KeyOf<T> | null,
): Promise<SizedValue<T> | null> {
  const storedValue = await readValidated(store, key, async ({ bytes }) => {
    const value = await nullIfDamaged(() => codec.decode(bytes));
    return value === null || keyOf === null || keyOf(value) === key ? value : null;
  });
  if (storedValue === null) return null;
  const { value, object } = storedValue;
  return { value, version: object.version, size: object.bytes.length };
}

/**
 * Reads an object and validates it. Where `validate` returns null the object is read once more: a store that sends no
 * checksum may have delivered a corrupted byte.
 */
export async function readValidated<T>(
  store: Pick<ObjectStore, 'read'>,
  key: string,
  validate: (object: StoredObject) => T | null | Promise<T | null>,
): Promise<{ readonly object: StoredObject; readonly value: T | null } | null> {
  const readOnce = async () => {
    const object = await store.read(key);
    return object === null ? null : { object, value: await validate(object) };
  };
  const firstResult = await readOnce();
  return firstResult === null || firstResult.value !== null ? firstResult : readOnce();
}

/** The result of `read`, or null when it fails with REPORT_DAMAGED. */
export function nullIfDamaged<T>(read: () => T | Promise<T>): Promise<T | null> {
  return nullIfFails(['REPORT_DAMAGED'], read);
}

/** As `nullIfDamaged`, also for REPORT_OLDER: where a report is replaced because that was asked for. */
export function nullIfReplaceable<T>(read: () => T | Promise<T>): Promise<T | null> {
  return nullIfFails(['REPORT_DAMAGED', 'REPORT_OLDER'], read);
}

/**
 * As `nullIfDamaged`, also for REPORT_NEWER and REPORT_OLDER: where a report that can't be read is neither replaced nor made a
 * part of another.
 */
export function nullIfUnreadable<T>(read: () => T | Promise<T>): Promise<T | null> {
  return nullIfFails(['REPORT_DAMAGED', ...OTHER_VERSION], read);
}

/** Whether a report could not be read because this release does not read its version. */
export function isOfOtherVersion(error: unknown): boolean {
  return error instanceof Failure && OTHER_VERSION.includes(error.code);
}

const OTHER_VERSION: readonly FailureCode[] = ['REPORT_NEWER', 'REPORT_OLDER'];

async function nullIfFails<T>(
  codes: readonly FailureCode[],
  read: () => T | Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Failure && codes.includes(error.code)) return null;
    throw error;
  }
}

/** The bytes of a file that a manifest names; fails with REPORT_DAMAGED when they are missing or differ. */
export async function readFile(
  { store }: ReportRepository,
  { key, sha256 }: StoredFile,
): Promise<Uint8Array> {
  const storedFile = await readValidated(store, key, ({ bytes }) =>
    sha256Of(bytes) === sha256 ? bytes : null,
  );
  if (storedFile === null) throw new Failure('REPORT_DAMAGED', { key, reason: 'missing' });
  if (storedFile.value === null)
    throw new Failure('REPORT_DAMAGED', { key, reason: 'other bytes' });
  return storedFile.value;
}

/** Whether a file is stored: an address of a missing one leads readers to an error page of the store. */
export async function hasFile(
  { store }: Pick<ReportRepository, 'store'>,
  { key }: Pick<StoredFile, 'key'>,
): Promise<boolean> {
  const nameStart = key.lastIndexOf('/') + 1;
  return (await store.children(key.slice(0, nameStart))).includes(key.slice(nameStart));
}

/** The content of a stored file, with the hash that identifies it. */
export interface HashedFile {
  readonly bytes: Uint8Array;
  /** Hash of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** Reads a file whose key contains its hash; null when it is missing, REPORT_DAMAGED when the hash differs. */
export async function readFileNamedByHash(
  store: Pick<ObjectStore, 'read'>,
  key: string,
): Promise<HashedFile | null> {
  const storedFile = await readValidated(store, key, ({ bytes }) => {
    const sha256 = sha256Of(bytes);
    return key
      .split('/')
      .at(-1)
      ?.startsWith(`${contentName(sha256)}.`) === true
      ? { bytes, sha256 }
      : null;
  });
  if (storedFile === null) return null;
  if (storedFile.value === null)
    throw new Failure('REPORT_DAMAGED', { key, reason: 'other bytes' });
  return storedFile.value;
}

/** `isOwn`: this process has made the report. */
export async function readReport(
  repository: ReportRepository,
  { files }: Manifest,
  isOwn = false,
): Promise<Report> {
  return repository.reader.read(await readFile(repository, files.json), isOwn);
}

export interface StoredPlan extends StoredValue<Plan> {
  /** Present when it is the plan of another week, which is neither used nor replaced. */
  readonly otherWeek?: string;
}

/** The stored plan of a week; null when there is none. */
export async function findStoredPlan(
  repository: ReportRepository,
  week: string,
): Promise<StoredPlan | null> {
  const { store, cache, plans } = repository;
  const key = planKey(week);
  const cached = cache?.findPlan(key) ?? null;
  // Reading the plan of a large company takes longer than asking for its version, and validating it longer still.
  if (cached !== null && (await store.readVersion?.(key)) === cached.version) {
    return { value: cached.plan, version: cached.version };
  }
  const storedPlan = await readValidated(store, key, ({ bytes, version }) =>
    cached?.version === version ? cached.plan : nullIfDamaged(() => plans.decode(bytes)),
  );
  if (storedPlan === null) return null;
  const { value, object } = storedPlan;
  const { version } = object;
  if (value !== null && value.week !== week) return { value: null, otherWeek: value.week, version };
  if (value !== null) cache?.storePlan(key, version, value);
  return { value, version };
}

/** The plan of a week; null when there is none that can be read. */
export async function readPlan(repository: ReportRepository, week: string): Promise<Plan | null> {
  return (await findStoredPlan(repository, week))?.value ?? null;
}

/** Attributes of manifests, plans and other records. */
export const JSON_ATTRIBUTES = { contentType: 'application/json' } as const;

// ── keys ────────────────────────────────────────────────────────────────────────────────────────

export function planKey(week: string): string {
  return `weeks/${week}/plan.json`;
}

/** Of the record of a week's fact tables. */
export function weekTablesKey(week: string): string {
  return `weeks/${week}/facts.json`;
}

export function manifestKey({ week, folder }: ReportId): string {
  return `${folderPrefix({ week, folder })}manifest.json`;
}

/** A manifest that names files of another folder contradicts itself: what may be read follows from the key. */
export function keyOfManifest({ week, folder, files }: Manifest): string | null {
  const id: ReportId = { week, folder: folder.key };
  const isOwn = ({ key }: StoredFile): boolean => key.startsWith(folderPrefix(id));
  return isOwn(files.pdf) && isOwn(files.json) ? manifestKey(id) : null;
}

/** Whether a key is that of a report's file, so that no other object is ever served. */
export function isStoredFileKey(key: string): boolean {
  return /^weeks\/\d{4}-W\d{2}\/folders\/\d{1,16}\/[0-9a-f]{24}\.(pdf|json)$/.test(key);
}

/** The content part of a file's name: 96 bits distinguish a folder's few files, and the path fits on a line. */
export function contentName(sha256: string): string {
  return sha256.slice(0, 24);
}

export function folderPrefix({ week, folder }: ReportId): string {
  return `weeks/${week}/folders/${folder}/`;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Creates a record (`version` null) or replaces it in this version; false when another writer was first. */
export function writeRecord<T>(
  store: Pick<ObjectStore, 'create' | 'replace'>,
  codec: Pick<Codec<T>, 'encode'>,
  key: string,
  record: T,
  version: string | null,
): Promise<boolean> {
  const bytes = codec.encode(record);
  return version === null
    ? store.create(key, bytes, JSON_ATTRIBUTES)
    : store.replace(key, bytes, version, JSON_ATTRIBUTES);
}

/** One of the competing writers succeeds in each round. */
const MAX_ATTEMPTS = 25;
/** The reason of STORE_UNAVAILABLE when each attempt lost against another writer. */
export const TOO_MANY_WRITERS = 'too many writers';

/**
 * Writes what `change` returns for the stored record, which is null when it is missing or damaged; computed again when another
 * writer was first. Nothing is written for null, nor for the record itself. Returns the stored record, or null if
 * `change` returned null.
 */
export async function updateRecord<T>(
  store: Pick<ObjectStore, 'read' | 'create' | 'replace'>,
  codec: Codec<T>,
  key: string,
  change: (record: T | null) => T | null,
  read: () => Promise<StoredValue<T> | null> = () => readValue(store, codec, key, null),
): Promise<T | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const storedRecord = await read();
    const current = storedRecord?.value ?? null;
    const record = change(current);
    if (record === null || record === current) return record;
    if (await writeRecord(store, codec, key, record, storedRecord?.version ?? null)) return record;
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: TOO_MANY_WRITERS });
}
