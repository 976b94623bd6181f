// When S3 can't tell which of two writers was first, it asks both to try again. This hides how often and when.
import { answeredCode } from './s3-errors.ts';

const MAX_TRIES = 8;
const BASE_MS = 50;
const MAX_WAIT_MS = 2_000;
/** Not PreconditionFailed, which says that another writer has won. The SDK doesn't retry these. */
const CONFLICTS: readonly (string | null)[] = ['ConditionalRequestConflict', 'OperationAborted'];

export interface Waiting {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Resolves after so many milliseconds; ends early when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Tries again, with full jitter, as long as the answer is a conflict; the last one is thrown. */
export async function despiteConflicts<T>(
  { random, sleep }: Waiting,
  closed: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICTS.includes(answeredCode(error)) || tries >= MAX_TRIES) throw error;
      await sleep(random() * Math.min(MAX_WAIT_MS, BASE_MS * 2 ** tries), closed);
      if (closed.aborted) throw error;
    }
  }
}
