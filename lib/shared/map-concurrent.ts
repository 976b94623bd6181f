// Many objects of a store looked at, some at a time.
import { settleAll } from './settle-all.ts';

/** Enough to hide the way to the store, and few enough to hold in memory what is read. */
const WHOLE_OBJECTS = 8;
/** For objects of a few hundred bytes. */
export const SMALL_OBJECTS = 32;

/** Does the work for each item; the results come in order of the items. After a failure nothing new begins. */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = WHOLE_OBJECTS,
): Promise<readonly R[]> {
  const results: R[] = [];
  // Shared: each item goes to one worker.
  const waiting = items.entries();
  let hasFailed = false;
  await settleAll(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (const [i, item] of waiting) {
        if (hasFailed) return;
        try {
          results[i] = await work(item);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    }),
  );
  return results;
}
