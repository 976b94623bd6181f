// Supervises a data set of a service with several: while it cannot be opened, the others are served, and
// it is opened when its files have been corrected.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database/database.ts';
import { CompanyUnavailableError, type Company, type Credential } from '../company-store.ts';
import { openDataSet, type DataSet, type DataSetOptions } from './index.ts';
import { openCredentials } from './data-set-credentials.ts';

export interface SupervisedOptions extends DataSetOptions {
  readonly onOpened: (dataSet: DataSet, durationMs: number) => void;
  /** Called for each failed attempt, including the first; must not throw. */
  readonly onFailed: (error: unknown) => void;
}

export interface SupervisedDataSet {
  readonly company: Company;
  readonly isServed: () => boolean;
  /** Cancels an import in progress, of which nothing is stored. */
  readonly close: () => Promise<void>;
}

/** Minimum time between checks of the files of an unavailable data set; requests trigger them. */
const fileCheckIntervalMs = 2_000;
/** Files must be unchanged for this long before they are imported, or incomplete ones could be imported. */
const quietMs = 10_000;
/** Delay before the next attempt when the database, not the files, caused the failure. */
const databaseRetryMs = 30_000;

/** Resolves after the first attempt. Requests start further attempts in the background. */
export async function superviseDataSet(options: SupervisedOptions): Promise<SupervisedDataSet> {
  const { clock, onProgress = () => undefined, onOpened, onFailed } = options;
  let dataSet: DataSet | undefined;
  let credentials: readonly Credential[] | undefined;
  let files = await fingerprintFiles(options.directory);
  let [filesUnchangedSince, nextCheckAt, retryAt] = [clock(), 0, Infinity];
  let attemptedFiles: string | undefined;
  let attempt: Promise<void> | undefined;
  let isClosed = false;

  async function tryToOpen(): Promise<void> {
    attemptedFiles = files;
    retryAt = Infinity;
    const startedAt = clock();
    try {
      dataSet = await openDataSet({
        ...options,
        onProgress: (progress) => {
          if (isClosed) throw new Error('The data set was closed during its import.');
          onProgress(progress);
        },
      });
      onOpened(dataSet, clock() - startedAt);
    } catch (error) {
      if (isClosed) return;
      onFailed(error);
      if (error instanceof DatabaseError) retryAt = clock() + databaseRetryMs;
      else credentials = await readCredentials(options);
    }
  }

  async function checkFiles(): Promise<void> {
    const currentFiles = await fingerprintFiles(options.directory);
    if (currentFiles !== files) [files, filesUnchangedSince] = [currentFiles, clock()];
    const areNewFilesComplete =
      files !== attemptedFiles && clock() - filesUnchangedSince >= quietMs;
    if (areNewFilesComplete || clock() >= retryAt) await tryToOpen();
  }

  await tryToOpen();
  return {
    company: {
      credentials: async () => {
        if (dataSet !== undefined) return dataSet.company.credentials();
        if (clock() >= nextCheckAt && attempt === undefined && !isClosed) {
          nextCheckAt = clock() + fileCheckIntervalMs;
          attempt = checkFiles()
            .catch(onFailed)
            .finally(() => {
              attempt = undefined;
            });
        }
        throw new CompanyUnavailableError(
          `The data set ${options.directory} could not be opened.`,
          credentials,
        );
      },
      get store() {
        if (dataSet === undefined) throw new Error('The data set is not open.');
        return dataSet.company.store;
      },
    },
    isServed: () => dataSet !== undefined,
    close: async () => {
      isClosed = true;
      await attempt;
      await dataSet?.close();
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

/** Changes when a file of the data set is written, added or removed. */
async function fingerprintFiles(directory: string): Promise<string> {
  const names = await readdir(directory).catch(() => []);
  const states = await Promise.all(
    // The names of the files that the service itself writes begin with `service.`.
    names
      .filter((name) => !name.startsWith('service.'))
      .toSorted()
      .map(async (name) => {
        const stats = await stat(join(directory, name), { bigint: true }).catch(() => undefined);
        return stats === undefined ? name : [name, stats.size, stats.ino, stats.ctimeNs].join(' ');
      }),
  );
  return states.join('\n');
}
