// How much of a run is in work at once.
import pLimit from 'p-limit';

/** A drawn report is large, and drawing is work for one core: more of them only wait in memory. */
const MOST_COMMITS = 8;
/** Folders that have been read and wait to be drawn: with so many no folder and no survey is begun. */
const MOST_WAITING = 8;

/** Does work when there is room for it; bounds what is held in memory at once. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface ConcurrencyLimits {
  /** For looking a folder's report up and reading its surveys. */
  readonly folders: Limit;
  readonly surveys: Limit;
  /** For rendering and writing. */
  readonly commits: Limit;
}

/**
 * As many folders in work as surveys: small folders keep all readers busy, and a large company
 * doesn't wait in memory. After `close`, nothing new begins.
 */
export function createConcurrencyLimits(
  concurrency: number,
): ConcurrencyLimits & { readonly close: (reason: unknown) => void } {
  let closed: { readonly reason: unknown } | null = null;
  const unlessClosed = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== null) throw closed.reason;
    return work();
  };
  const commits = pLimit(Math.min(concurrency, MOST_COMMITS));
  let held: (() => void)[] = [];
  // What waits here waits for nobody but those before it, so it gets shorter whatever is held back.
  const drawn = (): void => {
    const all = held;
    held = [];
    for (const goOn of all) goOn();
  };
  /** Reading, which brings more to draw. */
  const readingRoom = (): Limit => {
    const room = pLimit(concurrency);
    return (work) =>
      room(async () => {
        while (commits.pendingCount >= MOST_WAITING) {
          await new Promise<void>((goOn) => held.push(goOn));
        }
        return unlessClosed(work);
      });
  };
  return {
    folders: readingRoom(),
    surveys: readingRoom(),
    commits: (work) => commits(unlessClosed, work).finally(drawn),
    close: (reason) => {
      closed ??= { reason };
    },
  };
}
