// How much of a run is in work at once.
import pLimit from 'p-limit';

/** Does work when there is room for it; bounds what is held in memory at once. */
export type Room = <T>(work: () => Promise<T>) => Promise<T>;

export interface Rooms {
  /** For looking a folder's report up and reading its surveys. */
  readonly folders: Room;
  readonly surveys: Room;
  /** For rendering and writing. */
  readonly commits: Room;
}

/**
 * As many folders in work as surveys: small folders keep all readers busy, and a large company
 * doesn't wait in memory. After `close`, nothing new begins.
 */
export function roomsFor(
  concurrency: number,
): Rooms & { readonly close: (reason: unknown) => void } {
  let closed: { readonly reason: unknown } | null = null;
  const room = (): Room => {
    const limit = pLimit(concurrency);
    return (work) =>
      limit(() => {
        if (closed !== null) throw closed.reason;
        return work();
      });
  };
  return {
    folders: room(),
    surveys: room(),
    commits: room(),
    close: (reason) => {
      closed ??= { reason };
    },
  };
}
