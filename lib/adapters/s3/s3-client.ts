// The SDK's client as reports need it: limits of time, few but certain retries, and how buckets are addressed.
import { S3Client } from '@aws-sdk/client-s3';

const CONNECT_MS = 3_000;
/** From sending to the first byte of the answer, and at most so long a silence after it. */
const REQUEST_MS = 15_000;
/** More than a process has requests under way, so that none waits for a socket. */
const AGENT = { keepAlive: true, maxSockets: 64 } as const;
/** Of each request; the SDK waits longer each time, with jitter, and corrects a wrong clock. */
const MAX_ATTEMPTS = 4;

/** Opens no connection yet. Region, credentials and endpoint are what the SDK's own configuration says. */
export function createS3Client(region: string | null): S3Client {
  const client = new S3Client({
    ...(region === null ? {} : { region }),
    maxAttempts: MAX_ATTEMPTS,
    // Nothing is added to a client's steps later: they are put together once.
    cacheMiddleware: true,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      // Or the SDK would log a line and wait on.
      throwOnRequestTimeout: true,
      socketTimeout: REQUEST_MS,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
  });
  // A server that is named by its endpoint has no host name for every bucket.
  const { endpointProvider } = client.config;
  client.config.endpointProvider = (parameters, context) =>
    endpointProvider({ ...parameters, ForcePathStyle: parameters.Endpoint !== undefined }, context);
  return client;
}

/** Ends of AWS's host names, from the SDK's table of partitions. */
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

/** Whether an address is one of AWS's own, private ones of a VPC included. */
export function isAwsAddress({ hostname }: URL): boolean {
  return AWS_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`));
}
