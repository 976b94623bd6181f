// Stores the fact tables of a report: one object for each table, replaced in place. They follow the manifest, which remains
// the only commit point: a missing or older file is written again from the stored report.
import type { Report } from '../domain/report.ts';
import type { FactFiles, FactRows, FactStamp, FactTableName } from '../ports/fact-tables.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ReportId, ReportRepository } from '../reports/report-repository.ts';
import { nullIfUnreadable, readReport } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, settleAll, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { rowsOfReport } from './report-rows.ts';

/** A store with reports from which fact tables are made. */
export interface FactContext {
  readonly repository: ReportRepository;
  readonly files: FactFiles;
}

const ATTRIBUTES = { contentType: 'application/vnd.apache.parquet' } as const;
const MAX_ATTEMPTS = 5;

const OTHER_TABLES = [
  'hours',
  'weeks',
  'folder_weeks',
  'follow_ups',
  'alerts',
  'problems',
] as const;
export const TABLES: readonly FactTableName[] = [...OTHER_TABLES, 'folders'];

/** facts/weeks/week=2026-W46/folder=41012.parquet */
export function factKey(table: FactTableName, { week, folder }: ReportId): string {
  return `${weekPrefix(table, week)}${fileName(folder)}`;
}

function weekPrefix(table: FactTableName, week: string): string {
  return `facts/${table}/week=${week}/`;
}

function fileName(folder: number): string {
  return `folder=${folder}.parquet`;
}

/**
 * Writes the tables of a stored report where they are missing or differ, and returns whether any was. Tables without rows
 * have no file, except to replace an earlier one. The file of `folders` is written last and names the tables that have rows. A
 * file of a later revision stays. `isNew`: none was stored before, which saves reading them. Fails as the store does.
 */
export async function writeFacts(
  context: FactContext,
  report: Report,
  manifest: Manifest,
  isNew = false,
): Promise<boolean> {
  const rows = rowsOfReport(report);
  const write = (table: FactTableName): Promise<boolean> =>
    writeTable(context, manifest, { table, rows, isNew });
  const areWritten = await settleAll(OTHER_TABLES.map(write));
  return (await write('folders')) || areWritten.includes(true);
}

async function writeTable(
  { repository: { store }, files }: FactContext,
  manifest: Manifest,
  { table, rows, isNew }: { table: FactTableName; rows: FactRows; isNew: boolean },
): Promise<boolean> {
  const key = factKey(table, { week: manifest.week, folder: manifest.folder.key });
  const isEmpty = rows[table].length === 0;
  if (isNew && isEmpty) return false;
  const tables = TABLES.filter((name) => rows[name].length > 0);
  const stamp = { ...stampOf(manifest), ...(table === 'folders' ? { tables } : {}) };
  const bytes = files.encode(table, rows[table], stamp);
  if (isNew && (await store.create(key, bytes, ATTRIBUTES))) return true;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const storedFile = await store.read(key);
    if (storedFile === null) {
      if (isEmpty) return false;
      if (await store.create(key, bytes, ATTRIBUTES)) return true;
    } else {
      const isLater = (files.readStamp(storedFile.bytes)?.revision ?? 0) > manifest.revision;
      if (isLater || Buffer.compare(storedFile.bytes, bytes) === 0) return false;
      if (await store.replace(key, bytes, storedFile.version, ATTRIBUTES)) return true;
    }
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: 'it changed during each attempt' });
}

/** For commits: writes the tables of each new report. A failure is passed on, and the planner or `verify` makes up for it. */
export function createFactWriter(
  open: () => Promise<FactContext>,
  onFailed: (error: unknown, manifest: Manifest) => void,
): (report: Report, manifest: Manifest) => Promise<void> {
  return async (report, manifest) => {
    try {
      await writeFacts(await open(), report, manifest, manifest.revision === 1);
    } catch (error) {
      onFailed(error, manifest);
    }
  };
}

/**
 * The reports of which a table is missing, or of another revision: by one listing per table and week, and few reads each. Fails as
 * the store does.
 */
export async function findOutdatedFacts(
  context: FactContext,
  manifests: readonly Manifest[],
): Promise<readonly Manifest[]> {
  const { store } = context.repository;
  const weeks = new Set(manifests.map(({ week }) => week));
  const prefixes = [...weeks].flatMap((week) =>
    OTHER_TABLES.map((table) => weekPrefix(table, week)),
  );
  const listedKeys = await mapConcurrent(prefixes, async (prefix) =>
    (await store.children(prefix)).map((name) => prefix + name),
  );
  const storedKeys = new Set(listedKeys.flat());
  const current = await mapConcurrent(
    manifests,
    (manifest) => hasCurrentFacts(context, manifest, storedKeys),
    SMALL_OBJECT_CONCURRENCY,
  );
  return manifests.filter((_, i) => current[i] === false);
}

async function hasCurrentFacts(
  { repository: { store }, files }: FactContext,
  manifest: Manifest,
  storedKeys: ReadonlySet<string>,
): Promise<boolean> {
  const keyOf = (table: FactTableName): string =>
    factKey(table, { week: manifest.week, folder: manifest.folder.key });
  const readCurrentStamp = async (table: FactTableName): Promise<FactStamp | null> => {
    const storedFile = await store.read(keyOf(table));
    const stamp = storedFile === null ? null : files.readStamp(storedFile.bytes);
    return stamp !== null && isStampOf(manifest, stamp) ? stamp : null;
  };
  const { tables } = (await readCurrentStamp('folders')) ?? {};
  if (tables === undefined) return false;
  for (const table of OTHER_TABLES) {
    const isStored = storedKeys.has(keyOf(table));
    const hasRows = tables.includes(table);
    if (hasRows && !isStored) return false;
    // Without rows, a current file is an empty one in place of an earlier revision's.
    if (!hasRows && isStored && (await readCurrentStamp(table)) === null) return false;
  }
  return true;
}

/** Whether a file was made from the manifest's report. */
export function isStampOf({ revision, files }: Manifest, stamp: FactStamp): boolean {
  return stamp.revision === revision && stamp.json === files.json.sha256;
}

/** Counts of reports. */
export interface FactRepair {
  /** Whose tables were missing or older than the report. */
  readonly written: number;
  /** Whose tables could not be made: the stored report is damaged. */
  readonly damaged: number;
  /** Whose tables are still to be written. */
  readonly left: number;
}

/** Tables of so many reports are written at one tick of the planner: some seconds of its time. */
const MAX_REPAIRED = 500;

/** Writes the tables of reports of which one is missing or of another revision, without the reporting API; of at most `MAX_REPAIRED`. */
export async function repairFacts(
  context: FactContext,
  manifests: readonly Manifest[],
): Promise<FactRepair> {
  const outdated = await findOutdatedFacts(context, manifests);
  const results = await mapConcurrent(outdated.slice(0, MAX_REPAIRED), (manifest) =>
    nullIfUnreadable(async () =>
      writeFacts(context, await readReport(context.repository, manifest), manifest),
    ),
  );
  const damaged = results.filter((result) => result === null).length;
  return { written: results.length - damaged, damaged, left: outdated.length - results.length };
}

function stampOf({ revision, files }: Manifest): FactStamp {
  return { revision, json: files.json.sha256 };
}
