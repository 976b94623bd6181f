// Bounded concurrency, and waiting for work that was started together.
import pMap from 'p-map';

/** Hides the latency of the store and bounds how many reports are in memory. */
const DEFAULT_CONCURRENCY = 8;
/** For objects of a few hundred bytes. */
export const SMALL_OBJECT_CONCURRENCY = 32;

/**
 * Maps each item; the results have the order of the items. After a failure no further item is started, and the
 * returned promise is rejected only when every started item has ended.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
  concurrency = DEFAULT_CONCURRENCY,
): Promise<readonly R[]> {
  const running = new Set<Promise<R>>();
  const track = (item: T): Promise<R> => {
    const result = map(item);
    running.add(result);
    const remove = (): void => void running.delete(result);
    result.then(remove, remove);
    return result;
  };
  try {
    return await pMap(items, track, { concurrency });
  } finally {
    await Promise.allSettled(running);
  }
}

/** Like Promise.all, but rejects only when every promise has settled, so that no work continues after the failure. */
export async function settleAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
