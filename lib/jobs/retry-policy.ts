// The retry policy of the job queue: whether a message whose job failed is retried, moved to the dead-letter queue or
// deleted, by the class of the failure.
import type { FailureCode } from '../shared/failure.ts';
import { classOfFailure, Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/report-inputs.ts';
import { MAX_RECEIVES } from '../ports/job-queue.ts';

/** Whether the queue moves a message to its dead-letter queue unless it is deleted now. */
export function isLastReceive({
  attributes,
}: {
  readonly attributes: { readonly ApproximateReceiveCount: string };
}): boolean {
  return Number(attributes.ApproximateReceiveCount) >= MAX_RECEIVES;
}

const FIRST_DELAY_SECONDS = 60;
const MAX_DELAY_SECONDS = 900;
/**
 * SQS keeps a received message invisible for at most twelve hours. In a longer pause of the reporting API, the message is
 * received during the pause, and then waits again. The pause itself is limited by MAX_SHARED_PAUSE_MS, and the wait of one call
 * by MAX_WAIT_IN_CALL_MS, of lib/adapters/feedback-api/retry-timing.ts.
 */
const MAX_MESSAGE_PAUSE_SECONDS = 11 * 3_600;

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

/** Seconds until the time that the reporting API has named (Retry-After), up to eleven hours; 0 where it named none. */
export function secondsUntilRetry(error: unknown, now: Instant): number {
  const retryAt = error instanceof Failure ? error.facts['retryAt'] : undefined;
  if (typeof retryAt !== 'string') return 0;
  return Math.min(
    MAX_MESSAGE_PAUSE_SECONDS,
    Math.max(0, Math.ceil((Date.parse(retryAt) - now) / 1000)),
  );
}

/** The reporting API, an operator or the infrastructure can correct all but what the job itself asks for. */
function isTemporary(code: FailureCode): boolean {
  switch (classOfFailure(code)) {
    case 'malformed':
    case 'unprocessable':
    case 'not-found':
    case 'forbidden':
    case 'gone':
    case 'invalid-input':
      return false;
    case 'upstream-unavailable':
    case 'upstream-invalid':
    case 'internal':
    case 'unavailable':
    case 'too-many':
      return true;
  }
}
