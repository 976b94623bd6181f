// From a request to its answer: who may ask, which bucket is meant, and what is to be done.
import { type Answer, elementsOf, empty, errorAnswer, S3Error, xml } from './s3-answer.ts';
import { listObjects } from './listing.ts';
import {
  type Bucket,
  deleteObject,
  deleteObjects,
  getObject,
  putObject,
} from './stored-objects.ts';
import { headerOf, parameterOf, type S3Request } from './s3-request.ts';
import { type Signing, type SigningKeys, verifySignature } from './sigv4.ts';

export interface Account extends SigningKeys {
  /** Twelve digits. */
  readonly owner: string;
  readonly buckets: Map<string, Bucket>;
}

/** What would change the answer and isn't done here is refused, lest a test believe in it. */
const UNKNOWN_PARAMETERS = [
  'acl',
  'attributes',
  'lifecycle',
  'tagging',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
];
const UNKNOWN_HEADERS = [
  'x-amz-acl',
  'x-amz-copy-source',
  'x-amz-security-token',
  'x-amz-server-side-encryption',
  'x-amz-storage-class',
  'x-amz-tagging',
];

export function answerTo(request: S3Request, body: Buffer, account: Account, now: number): Answer {
  try {
    return route(request, body, account, verifySignature(request, account, now), now);
  } catch (error) {
    if (error instanceof S3Error) return errorAnswer(error);
    throw error;
  }
}

function route(
  request: S3Request,
  body: Buffer,
  account: Account,
  signing: Signing,
  now: number,
): Answer {
  const { method, key } = request;
  if (request.bucket === '') return listBuckets(account);
  const has = (name: string): boolean => parameterOf(request, name) !== null;
  const isTold = (name: string): boolean => headerOf(request, name) !== null;
  if (UNKNOWN_PARAMETERS.some(has) || UNKNOWN_HEADERS.some(isTold)) {
    throw new S3Error(501, 'NotImplemented');
  }
  if (key !== '') {
    const bucket = bucketOf(request, account);
    if (method === 'PUT') return putObject(request, bucket, body, signing, now);
    if (method === 'GET' || method === 'HEAD') return getObject(request, bucket);
    if (method === 'DELETE') return deleteObject(request, bucket);
    throw new S3Error(405, 'MethodNotAllowed');
  }
  if (method === 'PUT') return createBucket(request, account);
  const bucket = bucketOf(request, account);
  if (method === 'HEAD') return empty(200, { 'x-amz-bucket-region': account.region });
  if (method === 'GET' && parameterOf(request, 'list-type') === '2') {
    return listObjects(request, bucket);
  }
  if (method === 'POST' && has('delete')) return deleteObjects(request, bucket, body, signing);
  throw new S3Error(501, 'NotImplemented');
}

/** Only the owner's own, and only where the request doesn't expect another owner. */
function bucketOf(request: S3Request, { owner, buckets }: Account): Bucket {
  const bucket = buckets.get(request.bucket);
  if (bucket === undefined) throw new S3Error(404, 'NoSuchBucket');
  const expected = headerOf(request, 'x-amz-expected-bucket-owner') ?? owner;
  if (expected !== bucket.owner || bucket.owner !== owner) throw new S3Error(403, 'AccessDenied');
  return bucket;
}

function createBucket(request: S3Request, { owner, buckets }: Account): Answer {
  if (buckets.has(request.bucket)) throw new S3Error(409, 'BucketAlreadyOwnedByYou');
  buckets.set(request.bucket, { owner, conditions: 'as-s3', objects: new Map() });
  return empty(200);
}

function listBuckets({ buckets }: Account): Answer {
  const all = [...buckets.keys()].map((Name) => `<Bucket>${elementsOf({ Name })}</Bucket>`);
  return xml(200, 'ListAllMyBucketsResult', `<Buckets>${all.join('')}</Buckets>`);
}
