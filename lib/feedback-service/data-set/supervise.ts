// A data set among several: one that cannot be opened is unavailable, and is opened as soon as its files
// are mended, while the others are served.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database/database.ts';
import { CompanyUnavailableError, type Company, type Credential } from '../company-store.ts';
import { openDataSet, type DataSet, type DataSetOptions } from './index.ts';
import { openCredentials } from './manage-credentials.ts';

export interface SupervisedOptions extends DataSetOptions {
  readonly onOpened: (dataSet: DataSet, durationMs: number) => void;
  /** Called for each attempt that fails, also for the first; must not throw. */
  readonly onFailed: (error: unknown) => void;
}

export interface SupervisedDataSet {
  readonly company: Company;
  readonly isServed: () => boolean;
  /** Cancels an import in progress: nothing of it is kept. */
  readonly close: () => Promise<void>;
}

/** How often requests make the files of an unavailable data set be looked at, ms. */
const fileCheckIntervalMs = 2_000;
/** Files are imported when nobody has written to them for this long: a part of one would be kept, ms. */
const quietMs = 10_000;
/** How often opening is tried again when not the files but the database prevented it, ms. */
const databaseRetryMs = 30_000;

/** Resolves after the first attempt. Further ones are started by requests and run beside them. */
export async function superviseDataSet(options: SupervisedOptions): Promise<SupervisedDataSet> {
  const { clock, onProgress = () => undefined, onOpened, onFailed } = options;
  let dataSet: DataSet | undefined;
  let credentials: readonly Credential[] | undefined;
  let files = await fingerprintFiles(options.directory);
  let [filesSince, nextLook, retryAt] = [clock(), 0, Infinity];
  let attempted: string | undefined;
  let attempt: Promise<void> | undefined;
  let isClosed = false;

  async function tryToOpen(): Promise<void> {
    attempted = files;
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

  async function look(): Promise<void> {
    const now = await fingerprintFiles(options.directory);
    if (now !== files) [files, filesSince] = [now, clock()];
    const isMended = files !== attempted && clock() - filesSince >= quietMs;
    if (isMended || clock() >= retryAt) await tryToOpen();
  }

  await tryToOpen();
  return {
    company: {
      credentials: async () => {
        if (dataSet !== undefined) return dataSet.company.credentials();
        if (clock() >= nextLook && attempt === undefined && !isClosed) {
          nextLook = clock() + fileCheckIntervalMs;
          attempt = look()
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

/** Whom a 503 is meant for; undefined where company.json or the database cannot be read either. */
async function readCredentials(
  options: SupervisedOptions,
): Promise<readonly Credential[] | undefined> {
  try {
    const credentials = await openCredentials({ ...options, patienceMs: 0 });
    try {
      return await credentials.list();
    } finally {
      await credentials.close();
    }
  } catch {
    return undefined;
  }
}

/** Another text when a file of the data set was written, added or removed. */
async function fingerprintFiles(directory: string): Promise<string> {
  const names = await readdir(directory).catch(() => []);
  const states = await Promise.all(
    // The files that the service itself writes begin with its name.
    names
      .filter((name) => !name.startsWith('service.'))
      .toSorted()
      .map(async (name) => {
        const found = await stat(join(directory, name), { bigint: true }).catch(() => undefined);
        return found === undefined ? name : [name, found.size, found.ino, found.ctimeNs].join(' ');
      }),
  );
  return states.join('\n');
}
