// Puts an object with one signed request instead of the SDK's middleware, which takes most of the processor time of a write.
// Credentials, signature, connections and timeouts are those of the SDK's client. Only the two usual answers are handled here:
// after any other, and where the address needs more than an ordinary signature, the caller sends the SDK's command, which
// retries, corrects the clock and explains failures.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ObjectAddress, ObjectHeaders, WriteCondition } from './s3-objects.ts';

/** Whether the condition held; null when the SDK must decide. Never throws. */
export type DirectPut = (
  where: ObjectAddress,
  bytes: Uint8Array,
  headers: ObjectHeaders,
  condition: WriteCondition,
) => Promise<boolean | null>;

/** S3 refuses signatures from 15 minutes on. */
const MAX_CLOCK_OFFSET_MS = 5 * 60_000;

/** `bucket`: every object is in it. */
export function createDirectPut(client: S3Client, bucket: Omit<ObjectAddress, 'Key'>): DirectPut {
  let found: ReturnType<typeof findBucket> | null = null;
  return async (where, bytes, headers, condition) => {
    try {
      found ??= findBucket(client, bucket);
      const place = await found;
      // The SDK measures the clock's difference with each answer, and only it signs with a corrected time.
      const isWrongClock = Math.abs(client.config.systemClockOffset) > MAX_CLOCK_OFFSET_MS;
      return place === null || isWrongClock
        ? null
        : await put(client, place, where, bytes, headers, condition);
    } catch {
      found = null;
      return null;
    }
  };
}

interface RequestHandler {
  handle(request: object): Promise<{
    readonly response: { readonly statusCode: number; readonly body: Readable };
  }>;
}

type Bucket = Awaited<ReturnType<typeof findBucket>> & object;

/** Null where requests have a signature of another kind, as those to several regions or with sessions of a bucket. */
async function findBucket(client: S3Client, bucket: Omit<ObjectAddress, 'Key'>) {
  const key = 'a';
  // Signed only to get the address and the scope of signatures.
  const address = new URL(
    await getSignedUrl(client, new GetObjectCommand({ ...bucket, Key: key })),
  );
  const [, , region, service] = address.searchParams.get('X-Amz-Credential')?.split('/') ?? [];
  const isOrdinary =
    address.searchParams.get('X-Amz-Algorithm') === 'AWS4-HMAC-SHA256' &&
    !address.searchParams.has('X-Amz-S3session-Token');
  if (!isOrdinary || region === undefined || service !== 's3') return null;
  const scheme = { name: 'sigv4', signingName: service, signingRegion: region, properties: {} };
  return {
    signer: await client.config.signer(scheme),
    address,
    path: address.pathname.slice(0, -key.length),
  };
}

async function put(
  { config }: S3Client,
  { signer, address, path }: Bucket,
  where: ObjectAddress,
  bytes: Uint8Array,
  headers: ObjectHeaders,
  condition: WriteCondition,
): Promise<boolean | null> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const request = {
    method: 'PUT',
    protocol: address.protocol,
    hostname: address.hostname,
    ...(address.port === '' ? {} : { port: Number(address.port) }),
    path: path + where.Key.split('/').map(encodeURIComponent).join('/'),
    query: {},
    headers: {
      host: address.host,
      'content-length': String(bytes.byteLength),
      'content-type': headers.ContentType,
      'cache-control': headers.CacheControl,
      ...(headers.ContentDisposition === undefined
        ? {}
        : { 'content-disposition': headers.ContentDisposition }),
      ...Object.fromEntries(
        Object.entries(headers.Metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]),
      ),
      ...('IfMatch' in condition
        ? { 'if-match': condition.IfMatch }
        : { 'if-none-match': condition.IfNoneMatch }),
      ...(where.ExpectedBucketOwner === undefined
        ? {}
        : { 'x-amz-expected-bucket-owner': where.ExpectedBucketOwner }),
      'x-amz-sdk-checksum-algorithm': 'SHA256',
      'x-amz-checksum-sha256': sha256.toString('base64'),
      'x-amz-content-sha256': sha256.toString('hex'),
    },
    body: bytes,
  };
  const handler: RequestHandler = config.requestHandler;
  const { response } = await handler.handle(await signer.sign(request));
  // Otherwise the connection could not be used again.
  response.body.on('error', () => undefined).resume();
  if (response.statusCode === 200) return true;
  return response.statusCode === 412 ? false : null;
}
