// What the SDK throws, as the store's two failures. It hides messages, requests and headers: an error of the SDK
// holds them all.
import { S3ServiceException } from '@aws-sdk/client-s3';
import { Failure } from '../../shared/failure.ts';

/** Answers that stay the same until somebody changes the configuration; beside every 401 and 403. */
const REFUSALS: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'CredentialsProviderError',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'InvalidBucketName',
  'InvalidToken',
  'NoSuchBucket',
  'PermanentRedirect',
  'RegionMissing',
  'TokenProviderError',
]);

/** Not for ever, in spite of their status: the SDK corrects the clock, or the server had enough. */
const TRANSIENT: ReadonlySet<string> = new Set(['RequestTimeTooSkewed', 'SlowDown']);

/** A reason why the store can't do it that the SDK doesn't see. */
export class S3StoreError extends Error {}

/**
 * What the SDK throws becomes STORE_REFUSED or STORE_UNAVAILABLE with the key and S3's code.
 * The error itself is left out: it has the request with its headers. A Failure stays what it is.
 */
export async function telling<T>(
  operation: string,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = failureReason(error);
    const code = isRefusal(error, reason) ? 'STORE_REFUSED' : 'STORE_UNAVAILABLE';
    throw new Failure(code, { operation, key, reason });
  }
}

function isRefusal(error: unknown, reason: string): boolean {
  if (TRANSIENT.has(reason)) return false;
  const status = statusOf(error);
  // A key of KMS that is disabled or gone is told as a wrong request.
  return status === 401 || status === 403 || REFUSALS.has(reason) || reason.startsWith('KMS.');
}

function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof S3StoreError) return error.message;
  // The SDK has no name for it.
  if (error.message === 'Region is missing') return 'RegionMissing';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // A server's answer could be anything.
  return /^[A-Za-z][A-Za-z0-9._]{0,63}$/.test(code) ? code : 'unknown';
}

/** S3's code of an answer; null for everything else. */
export function answeredCode(error: unknown): string | null {
  return error instanceof S3ServiceException ? error.name : null;
}

/** The HTTP status of an answer; null for everything else. */
export function statusOf(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}
