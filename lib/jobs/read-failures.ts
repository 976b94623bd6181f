// Many objects looked at, of which some can't be read now: a few hold up nobody but themselves, more than a few end the
// look. It hides what is counted, and which failure is told in the end.
import { Failure } from '../shared/failure.ts';

/** A store that is away answers none of thousands: then there is no sense in asking on. */
const MOST_UNREAD = 10;

export interface ReadFailures {
  /** What was read; undefined when the store could not be read now. Fails with anything else, and beyond a few. */
  attempt<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** The first thing that could not be read; null when all was. */
  readonly first: () => Failure | null;
}

export function createReadFailures(): ReadFailures {
  const failures: Failure[] = [];
  return {
    first: () => failures[0] ?? null,
    async attempt(read) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'STORE_UNAVAILABLE') throw error;
        failures.push(error);
        if (failures.length > MOST_UNREAD) throw error;
        return undefined;
      }
    },
  };
}
