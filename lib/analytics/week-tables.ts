// The fact tables of a week: one object for each table, and a record with their hashes that is written before them, so that a slow
// writer notices a later one before each table. Both follow the manifests, which remain the only commit point: what is missing or
// older is written again from the stored reports.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { pMapIterable } from 'p-map';
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type {
  CellRow,
  ColumnTableWriter,
  FactFiles,
  FactTableName,
  RowColumns,
} from '../ports/fact-tables.ts';
import { FACT_TABLE_NAMES, FACT_TABLES, FACTS_VERSION } from '../ports/fact-tables.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { Manifest, TabledReport, TableFile, WeekTables } from '../ports/stored-records.ts';
import type { ReportRepository, StoredValue } from '../reports/report-repository.ts';
import {
  nullIfUnreadable,
  readReport,
  readValidated,
  readValue,
  sha256Of,
  TOO_MANY_WRITERS,
  weekTablesKey,
  writeRecord,
} from '../reports/report-repository.ts';
import {
  listFolderKeys,
  manifestIn,
  parseWeeks,
  readStoredReports,
} from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { KeptRows } from './kept-rows.ts';
import { compactRowsOf } from './report-rows.ts';

/** A store with reports from which fact tables are made. */
export interface FactContext {
  readonly repository: ReportRepository;
  readonly files: FactFiles;
}

interface WriteOptions {
  readonly now: Instant;
  /** Manifests that were read just now; others are read. */
  readonly known?: readonly Manifest[];
  /** Manifests of reports that this process has just made, whose shape it does not check again. */
  readonly made?: readonly Manifest[];
  /** Rows of these, which are then not read. */
  readonly kept?: Pick<KeptRows, 'take'>;
  /** Whether more reports of the week will follow soon: then tables are written once in an hour. */
  readonly isWorkOutstanding?: boolean;
  /** Whether the tables are made and compared although they are those of the current reports. */
  readonly isForced?: boolean;
}

/** Counts of the reports of a week. */
export interface WrittenTables {
  /** Whose rows were missing or older, or in a damaged table. */
  readonly written: number;
  readonly current: number;
  /** Whose rows could not be made: the stored report is damaged, or of a later release. */
  readonly damaged: number;
}

/** Of the layout: beside the files of earlier releases, a pattern over `facts/` would find rows twice. */
const LAYOUT = 'v2';
const ATTRIBUTES = { contentType: 'application/vnd.apache.parquet' } as const;
/** Tables of a week are written so often while its reports are being made. */
const INTERVAL_MS = HOUR_MS;
const MAX_ATTEMPTS = 5;
/** Reports that are read ahead: those of large folders are megabytes. */
const READ_AHEAD = 8;

/** facts/v2/weeks/week=2026-W46/part.parquet */
export function tableKey(table: FactTableName, week: string): string {
  return `facts/${LAYOUT}/${table}/week=${week}/part.parquet`;
}

/** The record of a week's tables; its value is null when it is damaged, or its stamp is not that of its reports. */
export function findWeekTables(
  { store, weekTables }: Pick<ReportRepository, 'store' | 'weekTables'>,
  week: string,
): Promise<StoredValue<WeekTables> | null> {
  return readValue(store, weekTables, weekTablesKey(week), (record) =>
    record.stamp === stampOf(record.reports) ? weekTablesKey(record.week) : null,
  );
}

/** The bytes of a table; null when they are missing, or not those of the record. */
export async function readTableBytes(
  store: Pick<ObjectStore, 'read'>,
  { week, tables }: WeekTables,
  table: FactTableName,
): Promise<Uint8Array | null> {
  const { sha256 } = tables[table];
  const object = await readValidated(store, tableKey(table, week), ({ bytes }) =>
    sha256Of(bytes) === sha256 ? bytes : null,
  );
  return object?.value ?? null;
}

/**
 * Writes the tables of a week unless they are those of its current reports, and removes the files of earlier releases once they have
 * the rows of every report. A writer that was not alone tries again until the tables match the record. Fails as the store does.
 */
export async function writeWeekTables(
  context: FactContext,
  week: string,
  { known: read = [], made = [], ...options }: WriteOptions,
): Promise<WrittenTables> {
  const { repository } = context;
  const known = [...read, ...made];
  const own = new Set(made.map(({ files }) => files.json.sha256));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // Read before the manifests, so that a record is never replaced by one of earlier reports.
    const storedRecord = await findWeekTables(repository, week);
    const knownNow = attempt === 1 && !hasLaterReports(storedRecord, known) ? known : [];
    const sources = await readManifests(repository, week, knownNow);
    const { manifests } = sources;
    const counts = await writeOnce(context, week, { storedRecord, manifests, own, ...options });
    if (counts === null) continue;
    const damaged = counts.damaged + sources.damaged;
    // Those of a report that can't be read any more are its only rows.
    if (damaged === 0) await removeOldFiles(repository.store, week);
    return { ...counts, damaged };
  }
  throw new Failure('STORE_UNAVAILABLE', { key: weekTablesKey(week), reason: TOO_MANY_WRITERS });
}

/** Whether manifests were read before those from which the tables were made. */
function hasLaterReports(
  record: StoredValue<WeekTables> | null,
  manifests: readonly Manifest[],
): boolean {
  const revisions = new Map(manifests.map(({ folder, revision }) => [folder.key, revision]));
  const reports = record?.value?.reports ?? [];
  return reports.some(({ folder, revision }) => revision > (revisions.get(folder) ?? Infinity));
}

interface WeekToWrite extends Omit<WriteOptions, 'known' | 'made'> {
  readonly storedRecord: StoredValue<WeekTables> | null;
  readonly manifests: readonly Manifest[];
  /** SHA-256 of the JSON files that this process has made. */
  readonly own: ReadonlySet<string>;
}

/** Null when another writer was first, or has begun since. */
async function writeOnce(
  context: FactContext,
  week: string,
  { storedRecord, now, isWorkOutstanding = false, isForced = false, ...sourceReports }: WeekToWrite,
): Promise<WrittenTables | null> {
  const { store, weekTables } = context.repository;
  const sources = sourceReports.manifests.map(sourceOf).toSorted((a, b) => a.folder - b.folder);
  const before = storedRecord?.value ?? null;
  const none = { written: 0, current: sources.length, damaged: 0 };
  if (sources.length === 0 && storedRecord === null) return none;
  const isCurrent = before !== null && isMadeOf(before, sources);
  if (isCurrent && !isForced && (await areIntact(store, before))) return none;
  if (before !== null && !isCurrent && isWorkOutstanding && now < nextAt(before)) return none;

  const { tables, damaged } = await makeTables(context, sourceReports);
  const reports = sources.map((source) => ({ ...source, hasRows: !damaged.has(source.folder) }));
  const record: WeekTables = {
    week,
    factsVersion: FACTS_VERSION,
    stamp: stampOf(sources),
    at: new Date(now).toISOString(),
    reports,
    tables: mapTables((table) => tables[table].file),
  };
  const isSame = before !== null && isDeepStrictEqual({ ...record, at: before.at }, before);
  const version = storedRecord?.version ?? null;
  const isFirst =
    isSame || (await writeRecord(store, weekTables, weekTablesKey(week), record, version));
  if (!isFirst) return null;
  const isLast = async (): Promise<boolean> => {
    const stored = await findWeekTables(context.repository, week);
    return isDeepStrictEqual(stored?.value?.tables, record.tables);
  };
  let hasChanged = false;
  for (const table of FACT_TABLE_NAMES) {
    const change = await putTable(store, tableKey(table, week), tables[table].bytes(), isLast);
    if (change === 'overtaken') return null;
    hasChanged ||= change === 'written';
  }
  if (!(await isLast())) return null;
  const written = hasChanged ? countChanged(before, reports) : 0;
  return { written, current: reports.length - damaged.size - written, damaged: damaged.size };
}

function sourceOf({ folder, revision, files: { json } }: Manifest): ReportSource {
  return { folder: folder.key, revision, json: json.sha256, jsonBytes: json.bytes };
}

type ReportSource = Omit<TabledReport, 'hasRows'>;

/** Whether the tables have the rows of exactly these reports. */
function isMadeOf(
  { factsVersion, stamp, reports }: WeekTables,
  sources: readonly ReportSource[],
): boolean {
  const hasAllRows = reports.every(({ hasRows }) => hasRows);
  return factsVersion === FACTS_VERSION && stamp === stampOf(sources) && hasAllRows;
}

function stampOf(sources: readonly ReportSource[]): string {
  const lines = sources.map(({ folder, revision, json }) => `${folder} ${revision} ${json}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

async function areIntact(store: ObjectStore, record: WeekTables): Promise<boolean> {
  const tables = await mapConcurrent(FACT_TABLE_NAMES, (table) =>
    readTableBytes(store, record, table),
  );
  return !tables.includes(null);
}

function nextAt({ at }: WeekTables): Instant {
  return Date.parse(at) + INTERVAL_MS;
}

/** Reports whose rows differ from those before; all where only files had other bytes than the record says. */
function countChanged(before: WeekTables | null, reports: readonly TabledReport[]): number {
  const withRows = reports.filter(({ hasRows }) => hasRows);
  const known = new Set(before?.reports.map((report) => JSON.stringify(report)));
  const isOther = before?.factsVersion !== FACTS_VERSION;
  const changed = withRows.filter((report) => isOther || !known.has(JSON.stringify(report)));
  return changed.length === 0 ? withRows.length : changed.length;
}

async function readManifests(
  repository: ReportRepository,
  week: string,
  known: readonly Manifest[],
): Promise<{ readonly manifests: readonly Manifest[]; readonly damaged: number }> {
  const knownFolders = new Set(known.map(({ folder }) => folder.key));
  const folders = await listFolderKeys(repository.store, week);
  const others = folders.filter((folder) => !knownFolders.has(folder));
  const reports = await readStoredReports(repository, week, others);
  const manifests = others.flatMap((folder) => manifestIn(reports, folder) ?? []);
  return { manifests: [...known, ...manifests], damaged: reports.size - manifests.length };
}

// ── files ───────────────────────────────────────────────────────────────────────────────────────

interface MadeTable {
  readonly file: TableFile;
  readonly bytes: () => Uint8Array;
}

/** The tables of reports, by folder; `damaged`: folders whose reports can't be read. */
async function makeTables(
  context: FactContext,
  { manifests, own, kept }: Pick<WeekToWrite, 'manifests' | 'own' | 'kept'>,
): Promise<{
  readonly tables: Readonly<Record<FactTableName, MadeTable>>;
  readonly damaged: ReadonlySet<number>;
}> {
  const { repository, files } = context;
  const writers = mapTables((table) => createTable(files.openTable(FACT_TABLES[table])));
  const damaged = new Set<number>();
  const reports = pMapIterable(
    manifests.toSorted((a, b) => a.folder.key - b.folder.key),
    async (manifest) => ({
      folder: manifest.folder.key,
      rows:
        kept?.take(manifest) ??
        (await nullIfUnreadable(async () =>
          compactRowsOf(
            await readReport(repository, manifest, own.has(manifest.files.json.sha256)),
          ),
        )),
    }),
    { concurrency: READ_AHEAD },
  );
  for await (const { folder, rows } of reports) {
    if (rows === null) damaged.add(folder);
    else for (const table of FACT_TABLE_NAMES) writers[table].add(rows[table]);
  }
  return { tables: mapTables((table) => writers[table].end()), damaged };
}

function createTable(writer: ColumnTableWriter) {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  let count = 0;
  const add = (piece: Uint8Array): void => {
    if (piece.byteLength === 0) return;
    hash.update(piece);
    pieces.push(piece);
    bytes += piece.byteLength;
  };
  return {
    add(rows: readonly CellRow[] | RowColumns): void {
      const isCompact = 'columns' in rows;
      count += isCompact ? rows.rows : rows.length;
      add(isCompact ? writer.writeColumns(rows) : writer.write(rows));
    },
    end(): MadeTable {
      add(writer.end());
      const file = { bytes, sha256: hash.digest('hex'), rows: count };
      return { file, bytes: () => Buffer.concat(pieces) };
    },
  };
}

/**
 * Replaces a table that has other bytes. `isLast`: whether no later writer has begun; one that begins after this was read writes the
 * table in another version, so that a late request of this writer has no effect.
 */
async function putTable(
  store: ObjectStore,
  key: string,
  bytes: Uint8Array,
  isLast: () => Promise<boolean>,
): Promise<'written' | 'same' | 'overtaken'> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const storedTable = await store.read(key);
    if (storedTable !== null && Buffer.compare(storedTable.bytes, bytes) === 0) return 'same';
    if (!(await isLast())) return 'overtaken';
    const isWritten =
      storedTable === null
        ? await store.create(key, bytes, ATTRIBUTES)
        : await store.replace(key, bytes, storedTable.version, ATTRIBUTES);
    if (isWritten) return 'written';
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: TOO_MANY_WRITERS });
}

function mapTables<T>(map: (table: FactTableName) => T): Readonly<Record<FactTableName, T>> {
  return {
    hours: map('hours'),
    weeks: map('weeks'),
    folder_weeks: map('folder_weeks'),
    follow_ups: map('follow_ups'),
    alerts: map('alerts'),
    folders: map('folders'),
    problems: map('problems'),
  };
}

// ── earlier releases ────────────────────────────────────────────────────────────────────────────

/** Earlier releases stored a file for each table and folder, at `facts/{table}/week={week}/folder={folder}.parquet`. */
async function oldPrefixes(store: ObjectStore): Promise<readonly string[]> {
  const tables = (await store.children('facts/')).filter((name) => name !== LAYOUT);
  return tables.map((table) => `facts/${table}/`);
}

async function removeOldFiles(store: ObjectStore, week: string): Promise<void> {
  for (const prefix of await oldPrefixes(store)) {
    const ofWeek = `${prefix}week=${week}/`;
    const names = await store.children(ofWeek);
    await mapConcurrent(
      names,
      (name) => store.remove(`${ofWeek}${name}`),
      SMALL_OBJECT_CONCURRENCY,
    );
  }
}

/**
 * Writes the tables of the newest week that has files of earlier releases, and removes these; null where there is none. Weeks with
 * tables keep the files of reports that can't be read.
 */
export async function replaceOldFiles(context: FactContext, now: Instant): Promise<string | null> {
  const { store } = context.repository;
  const names = await mapConcurrent(await oldPrefixes(store), (prefix) => store.children(prefix));
  const weeks = parseWeeks(names.flat().map((name) => name.replace(/^week=/, '')));
  for (const { name } of weeks.toReversed()) {
    const record = (await findWeekTables(context.repository, name))?.value ?? null;
    if (record?.reports.some(({ hasRows }) => !hasRows) === true) continue;
    await writeWeekTables(context, name, { now });
    return name;
  }
  return null;
}
