// What becomes of a message whose job failed: another try a little later, the dead letters, or nothing more.
// One exhaustive table says which failures time can mend.
import type { FailureCode } from '../../lib/shared/failure.ts';
import { Failure } from '../../lib/shared/failure.ts';

/** How often the queue gives a message before it goes to the dead letters; the template says the same. */
export const MOST_RECEIVES = 5;
const FIRST_WAIT_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 900;

export type RetryDecision =
  /** Given back to the queue, to be received again. */
  | { readonly kind: 'again'; readonly afterSeconds: number }
  /** Received as often as the queue gives it: the queue moves it to the dead letters. */
  | { readonly kind: 'dead' }
  /** Trying again changes nothing: the message is deleted and the failure is on record. */
  | { readonly kind: 'done' };

/** `chance` is uniform in [0, 1). */
export function decideRetry(error: unknown, receives: number, chance: number): RetryDecision {
  // A bug may be one of a bad moment; five times in a row it is not.
  const isWorthwhile = !(error instanceof Failure) || canTimeMend(error.code);
  if (!isWorthwhile) return { kind: 'done' };
  if (receives >= MOST_RECEIVES) return { kind: 'dead' };
  const wait = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.max(0, receives - 1));
  return { kind: 'again', afterSeconds: Math.ceil(wait * (0.5 + chance / 2)) };
}

function canTimeMend(code: FailureCode): boolean {
  switch (code) {
    case 'FOLDER_NOT_FOUND':
    case 'WEEK_INVALID':
    case 'WEEK_NOT_CLOSED':
    case 'NOTHING_OWED':
    case 'REPORT_NOT_FOUND':
    case 'REPORT_GONE':
    case 'CURSOR_INVALID':
    case 'JOB_INVALID':
    case 'EVENT_SHAPE':
    case 'CONFIG_INVALID':
    case 'LINK_INVALID':
    case 'LINK_EXPIRED':
    case 'LINK_REVOKED':
    case 'LINK_NOT_FOUND':
      return false;
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TLS':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_UNAUTHORIZED':
    case 'UPSTREAM_NOT_FOUND':
    case 'UPSTREAM_REJECTED':
    case 'UPSTREAM_CLOSED':
    case 'UPSTREAM_REDIRECT':
    case 'UPSTREAM_NOT_JSON':
    case 'UPSTREAM_ENCODING':
    case 'RESPONSE_TOO_LARGE':
    case 'TOO_DEEP':
    case 'JSON_FORBIDDEN_KEY':
    case 'SHAPE_MISMATCH':
    case 'KEY_INVALID':
    case 'TS_INVALID':
    case 'COUNT_INVALID':
    case 'OUT_OF_RANGE':
    case 'PAGING_STALLED':
    case 'PAGING_INCONSISTENT':
    case 'FOLDER_CYCLE':
    case 'TREE_TOO_LARGE':
    case 'JOB_FAILED':
    case 'DEADLINE':
    case 'QUEUE_UNAVAILABLE':
    case 'DELIVERY_FAILED':
    case 'SECRET_UNAVAILABLE':
    case 'SECRET_INVALID':
    case 'STORE_UNAVAILABLE':
    case 'STORE_REFUSED':
    case 'STORE_UNSUITABLE':
    case 'REPORT_DAMAGED':
      return true;
  }
}
