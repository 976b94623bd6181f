// Ends the wait for work that takes too long.
import { Failure } from '../shared/failure.ts';

/** Fails with DEADLINE after that time; the work itself is not ended. */
export async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Failure('DEADLINE', { afterMs: timeoutMs }));
  }, timeoutMs);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    // After the deadline the result of the cancelled work is ignored.
    work.catch(() => undefined);
  }
}
