// The retry policy of the job queue: whether a message whose job failed is retried, moved to the dead-letter queue or
// deleted. One exhaustive table classifies the failures.
import type { FailureCode } from '../../lib/shared/failure.ts';
import { Failure } from '../../lib/shared/failure.ts';

/** `maxReceiveCount` of the queue in the template. */
export const MAX_RECEIVES = 5;
const FIRST_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 900;

export type RetryDecision =
  /** Returned to the queue, to be received again. */
  | { readonly kind: 'retry'; readonly afterSeconds: number }
  /** Received the maximum number of times: the queue moves it to the dead-letter queue. */
  | { readonly kind: 'dead-letter' }
  /** Retrying can't succeed: the failure is recorded and the message deleted. */
  | { readonly kind: 'delete' };

/** `random` is uniform in [0, 1). */
export function decideRetry(error: unknown, receives: number, random: number): RetryDecision {
  // An unexpected error may be temporary, but not five times in a row.
  const canSucceed = !(error instanceof Failure) || isTemporary(error.code);
  if (!canSucceed) return { kind: 'delete' };
  if (receives >= MAX_RECEIVES) return { kind: 'dead-letter' };
  const delay = Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** Math.max(0, receives - 1));
  return { kind: 'retry', afterSeconds: Math.ceil(delay * (0.5 + random / 2)) };
}

function isTemporary(code: FailureCode): boolean {
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
