// Supervises the data set of a running service: what is stored is served at once, and new or changed
// files are imported by another process.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import {
  CompanyUnavailableError,
  type Company,
  type CompanyPlace,
  type Credential,
} from '../company-store.ts';
import { openCredentials } from './data-set-credentials.ts';
import { DataSetError } from './data-set-problem.ts';
import type { ImportOptions, ImportOutcome } from './import-data-set.ts';
import { removeOldDrafts } from './import-drafts.ts';
import { startImport, type RunningImport } from './import-in-process.ts';
import { readLastEventTime } from './last-event.ts';
import { openDatabase } from './location.ts';
import { createRevocationsReader } from './revocations.ts';
import { openStoredCompany } from './stored-company.ts';

export interface SupervisedOptions extends ImportOptions {
  readonly onImported: (outcome: ImportOutcome, durationMs: number) => void;
  /** Called when the database cannot be used or nothing could be imported; must not throw. */
  readonly onFailed: (error: unknown) => void;
}

export interface DataSetState {
  /** False until something has been imported. */
  readonly isServed: boolean;
  readonly isImporting: boolean;
  /** UTC milliseconds of the end of the last import; undefined before the first one. */
  readonly importedAt: number | undefined;
  /** Why files are left out at present. */
  readonly faults: readonly DataSetError[];
}

export interface SupervisedDataSet {
  readonly company: Company;
  readonly state: () => DataSetState;
  /** UTC milliseconds; undefined when there are no events. Rejects with a DatabaseError when the database cannot be read. */
  readonly lastEventAt: () => Promise<number | undefined>;
  /** Imports new files without waiting until the folder is quiet. Never rejects. */
  readonly importNow: () => Promise<void>;
  /** Called by a timer: imports when the files have changed and are quiet. Never rejects. */
  readonly checkFiles: () => Promise<void>;
  /** Ends an import in progress, of which nothing is stored. */
  readonly close: () => Promise<void>;
}

const checkIntervalMs = 2_000;
/** Reading the states of all files of many companies every two seconds would be too expensive. */
const checkAllIntervalMs = 30_000;
/** Files must be unchanged for this long before they are imported, or incomplete ones could be imported. */
const quietMs = 10_000;
/** Delay before the next attempt when the database or the process, not the files, caused the failure. */
const retryMs = 30_000;
/** An import also erases texts whose retention is over. */
const dayMs = 86_400_000;
const companyFile = 'company.json';

/** Resolves when what is stored can be served. */
export async function superviseDataSet(options: SupervisedOptions): Promise<SupervisedDataSet> {
  const { directory, clock, onImported, onFailed } = options;
  const revocations = createRevocationsReader(directory);
  let database: Database | undefined;
  let stored: Company | undefined;
  let fileCredentials: readonly Credential[] | undefined;
  let files: FileStates = new Map();
  let filesUnchangedSince = clock();
  let folder = '';
  let checkedAllAt = -Infinity;
  let attemptedFiles: FileStates | undefined;
  let retryAt = Infinity;
  let faults: readonly DataSetError[] = [];
  let importedAt: number | undefined;
  let running: RunningImport | undefined;
  let work: Promise<void> | undefined;
  let isClosed = false;

  const place: CompanyPlace = {
    directory,
    ...(options.database === undefined ? {} : { database: options.database }),
  };

  async function openStored(): Promise<void> {
    database ??= await openDatabase(options);
    stored ??= await openStoredCompany(database, { ...place, clock, revocations });
  }

  /** The problems of files that have not changed since they were found. */
  function currentFaults(): readonly DataSetError[] {
    const isUnchanged = (name: string): boolean => files.get(name) === attemptedFiles?.get(name);
    // Whether a file is valid depends on company.json, too.
    if (!isUnchanged(companyFile)) return [];
    return faults.filter((fault) => [...fault.files].every(isUnchanged));
  }

  async function importFiles(knownFaults: readonly DataSetError[]): Promise<void> {
    attemptedFiles = files;
    retryAt = Infinity;
    const startedAt = clock();
    try {
      await openStored();
      running = startImport(options, new Set(knownFaults.flatMap((fault) => [...fault.files])));
      const outcome = await running.outcome;
      faults = [...knownFaults, ...outcome.faults];
      importedAt = clock();
      await openStored();
      onImported(outcome, clock() - startedAt);
    } catch (error) {
      if (isClosed) return;
      onFailed(error);
      if (error instanceof DataSetError) faults = [error];
      else retryAt = clock() + retryMs;
      if (stored === undefined) fileCredentials = await readCredentials(options);
    } finally {
      running = undefined;
    }
  }

  /** One piece of work at a time; a second one waits for the first. */
  function enqueue(next: () => Promise<void>): Promise<void> {
    const current = (work ?? Promise.resolve())
      .then(() => (isClosed ? undefined : next()))
      .catch(onFailed)
      .finally(() => {
        if (work === current) work = undefined;
      });
    work = current;
    return current;
  }

  /** Checks all files when one may have been added, removed or replaced, is awaited, or from time to time. */
  async function checkFolder(): Promise<void> {
    const currentFolder = await readFolderState(directory);
    const isAwaited = attemptedFiles === undefined || !areEqual(files, attemptedFiles);
    const isDue = clock() - checkedAllAt >= checkAllIntervalMs || clock() >= retryAt;
    if (currentFolder === folder && !isAwaited && !isDue && faults.length === 0) return;
    folder = currentFolder;
    await checkFiles();
  }

  async function checkFiles(): Promise<void> {
    checkedAllAt = clock();
    const currentFiles = await readFileStates(directory);
    if (!areEqual(currentFiles, files)) [files, filesUnchangedSince] = [currentFiles, clock()];
    const areNewFilesComplete =
      (attemptedFiles === undefined || !areEqual(files, attemptedFiles)) &&
      clock() - filesUnchangedSince >= quietMs;
    const isDayOver = importedAt !== undefined && clock() - importedAt >= dayMs;
    if (areNewFilesComplete || isDayOver || clock() >= retryAt) await importFiles(currentFaults());
  }

  const timer = setInterval(() => {
    if (work === undefined) void enqueue(checkFolder);
  }, checkIntervalMs);
  timer.unref();
  await openStored().catch(onFailed);
  await removeOldDrafts(directory, clock());
  return {
    company: {
      credentials: async () => {
        if (stored !== undefined) return stored.credentials();
        throw new CompanyUnavailableError(
          `Nothing of the data set ${directory} has been imported yet.`,
          fileCredentials,
        );
      },
      get store() {
        if (stored === undefined) throw new Error('The data set is not open.');
        return stored.store;
      },
      place,
    },
    state: () => ({
      isServed: stored !== undefined,
      isImporting: running !== undefined,
      importedAt,
      faults,
    }),
    lastEventAt: async () =>
      database === undefined || stored === undefined ? undefined : readLastEventTime(database),
    importNow: () =>
      enqueue(async () => {
        files = await readFileStates(directory);
        await importFiles([]);
      }),
    checkFiles: () => enqueue(checkFiles),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      running?.stop();
      await work;
      await database?.close();
    },
  };
}

/** The callers that get a 503; undefined when company.json or the database cannot be read. */
async function readCredentials(
  options: SupervisedOptions,
): Promise<readonly Credential[] | undefined> {
  try {
    const credentials = await openCredentials({ ...options, maxWaitMs: 0 });
    try {
      return await credentials.list();
    } finally {
      await credentials.close();
    }
  } catch {
    return undefined;
  }
}

/** By name; a state changes when its file is written, added or removed. */
type FileStates = ReadonlyMap<string, string>;

async function readFileStates(directory: string): Promise<FileStates> {
  const names = await readdir(directory).catch(() => []);
  const states = await Promise.all(
    // The names of the files that the service itself writes begin with `service.`.
    names
      .filter((name) => !name.startsWith('service.'))
      .toSorted()
      .map(async (name) => {
        const stats = await stat(join(directory, name), { bigint: true }).catch(() => undefined);
        const state = stats === undefined ? '' : [stats.size, stats.ino, stats.ctimeNs].join(' ');
        return [name, state] as const;
      }),
  );
  return new Map(states);
}

/** Changes when a file is added, removed or renamed, and when company.json is written. */
async function readFolderState(directory: string): Promise<string> {
  const states = await Promise.all(
    [directory, join(directory, companyFile)].map(async (path) => {
      const stats = await stat(path, { bigint: true }).catch(() => undefined);
      return stats === undefined ? '' : [stats.size, stats.ino, stats.ctimeNs].join(' ');
    }),
  );
  return states.join(' ');
}

function areEqual(one: FileStates, other: FileStates): boolean {
  return one.size === other.size && [...one].every(([name, state]) => other.get(name) === state);
}
