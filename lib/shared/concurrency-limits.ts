// Concurrency limits of a run: bound the requests to the reporting API and the memory for reports.
import pLimit from 'p-limit';

/** Rendered reports are large, and rendering keeps one core busy: more of them would only wait in memory. */
const MAX_COMMITS = 8;
/** Folders that have been read and wait for rendering; at this number no further folder or survey is started. */
const MAX_WAITING_COMMITS = 8;

/**
 * Folders, and surveys, that are read for each request that may be in flight. A survey waits for answers and for its turn to be computed:
 * with one for each, requests were too few to use a connection again.
 */
const READ_AT_ONCE = 2;

/** Runs work as soon as the limit allows it. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface ConcurrencyLimits {
  /** For finding a folder's report and reading its surveys. */
  readonly folders: Limit;
  readonly surveys: Limit;
  /** For rendering and writing. */
  readonly commits: Limit;
}

/**
 * Allows as many folders as surveys: small folders keep all requests busy, and a large company does not wait in memory.
 * After `close`, no further work is started.
 */
export function createConcurrencyLimits(
  concurrency: number,
): ConcurrencyLimits & { readonly close: (reason: unknown) => void } {
  let closing: { readonly reason: unknown } | null = null;
  const unlessClosed = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== null) throw closing.reason;
    return work();
  };
  const commits = pLimit(Math.min(concurrency, MAX_COMMITS));
  let pausedReaders: (() => void)[] = [];
  // Waiting commits depend only on earlier commits, so the queue shrinks even while all readers are paused.
  const resumeReaders = (): void => {
    const readers = pausedReaders;
    pausedReaders = [];
    for (const resume of readers) resume();
  };
  /** A limit for reading, which pauses while too many commits wait. */
  const createReadLimit = (): Limit => {
    const limit = pLimit(concurrency * READ_AT_ONCE);
    return (work) =>
      limit(async () => {
        while (commits.pendingCount >= MAX_WAITING_COMMITS) {
          await new Promise<void>((resume) => pausedReaders.push(resume));
        }
        return unlessClosed(work);
      });
  };
  return {
    folders: createReadLimit(),
    surveys: createReadLimit(),
    commits: (work) => commits(unlessClosed, work).finally(resumeReaders),
    close: (reason) => {
      closing ??= { reason };
    },
  };
}
