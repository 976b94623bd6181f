// The configured SDK client: timeouts, retries, sockets, and the addressing style of buckets.
import { S3Client } from '@aws-sdk/client-s3';

const CONNECT_MS = 3_000;
/** From sending to the first byte of the response, and between any two bytes of it. */
const REQUEST_MS = 15_000;
/** More sockets than a process has requests in flight, so that none waits. */
const AGENT = { keepAlive: true, maxSockets: 64 } as const;
/** Per request; the SDK backs off exponentially with jitter and corrects clock skew. */
const MAX_ATTEMPTS = 4;

/** Opens no connection yet. Region, credentials and endpoint default to the SDK's own configuration. */
export function createS3Client(region: string | null): S3Client {
  const client = new S3Client({
    ...(region === null ? {} : { region }),
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
