// The configured SDK client: timeouts, retries, sockets, and the addressing style of buckets. Its errors become STORE_REFUSED
// and STORE_UNAVAILABLE; nothing but their codes is passed on, because they contain requests and headers.
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Failure } from '../../shared/failure.ts';

const CONNECT_MS = 3_000;
/** From sending to the first byte of the response, and between any two bytes of it. */
const REQUEST_MS = 15_000;
/** More sockets than a process has requests in flight, so that none waits. */
const AGENT = { keepAlive: true, maxSockets: 64 } as const;
/** Per request; the SDK backs off exponentially with jitter and corrects clock skew. */
const MAX_ATTEMPTS = 4;

/** Opens no connection yet. Region, credentials and endpoint come from the SDK's own configuration. */
export function createS3Client(): S3Client {
  const client = new S3Client({
    maxAttempts: MAX_ATTEMPTS,
    // The middleware never changes, so it is resolved once.
    cacheMiddleware: true,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      // Otherwise the SDK would only log a warning and continue to wait.
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_MS,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
  });
  // A server at a custom endpoint has no host name for each bucket.
  const { endpointProvider } = client.config;
  client.config.endpointProvider = (parameters, context) =>
    endpointProvider({ ...parameters, ForcePathStyle: parameters.Endpoint !== undefined }, context);
  return client;
}

/** The domains of AWS, from the SDK's table of partitions. */
const AWS_DOMAINS = [
  'amazonaws.com',
  'amazonaws.com.cn',
  'amazonaws.eu',
  'api.amazonwebservices.com.cn',
  'api.amazonwebservices.eu',
  'api.aws',
  'api.aws.hci.ic.gov',
  'api.aws.ic.gov',
  'api.aws.scloud',
  'api.cloud-aws.adc-e.uk',
  'c2s.ic.gov',
  'cloud.adc-e.uk',
  'csp.hci.ic.gov',
  'sc2s.sgov.gov',
];

/** Whether an address belongs to AWS, including private addresses in a VPC. */
export function isAwsAddress({ hostname }: URL): boolean {
  return AWS_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
}

/** Codes that need a change of the configuration, in addition to every 401 and 403. */
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

/** Transient in spite of their status: the SDK corrects the clock, and the server throttles. */
const TRANSIENT: ReadonlySet<string> = new Set(['RequestTimeTooSkewed', 'SlowDown']);

/** A reason for STORE_UNAVAILABLE that is not an error of the SDK. */
export class S3StoreError extends Error {}

/**
 * Runs `work`; an error of the SDK becomes STORE_REFUSED or STORE_UNAVAILABLE with the key and S3's code. The error itself
 * is left out, since it contains the request and its headers. A Failure is rethrown.
 */
export async function withS3Errors<T>(
  operation: string,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = safeReason(error);
    const code = isRefusal(error, reason) ? 'STORE_REFUSED' : 'STORE_UNAVAILABLE';
    throw new Failure(code, { operation, key, reason });
  }
}

function isRefusal(error: unknown, reason: string): boolean {
  if (TRANSIENT.has(reason)) return false;
  const status = responseStatus(error);
  // S3 reports a disabled or deleted KMS key as a bad request.
  return status === 401 || status === 403 || REFUSALS.has(reason) || reason.startsWith('KMS.');
}

function safeReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof S3StoreError) return error.message;
  // The SDK gives this error no name.
  if (error.message === 'Region is missing') return 'RegionMissing';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // The code comes from the server and could be any text.
  return /^[A-Za-z][A-Za-z0-9._]{0,63}$/.test(code) ? code : 'unknown';
}

/** S3's error code in a response; null for any other error. */
export function s3ErrorCode(error: unknown): string | null {
  return error instanceof S3ServiceException ? error.name : null;
}

/** The HTTP status of a response; null for any other error. */
export function responseStatus(error: unknown): number | null {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? null) : null;
}
