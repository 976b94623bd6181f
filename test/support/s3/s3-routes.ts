// Routes a request: checks access, finds the bucket, and calls the operation.
import {
  type S3Response,
  xmlElements,
  emptyResponse,
  errorResponse,
  S3Error,
  xmlResponse,
} from './s3-response.ts';
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

/** Refuses parameters and headers that are not implemented and would change the response. */
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

export function answerTo(
  request: S3Request,
  body: Buffer,
  account: Account,
  now: number,
): S3Response {
  try {
    return route(request, body, account, verifySignature(request, account, now), now);
  } catch (error) {
    if (error instanceof S3Error) return errorResponse(error);
    throw error;
  }
}

function route(
  request: S3Request,
  body: Buffer,
  account: Account,
  signing: Signing,
  now: number,
): S3Response {
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
  if (method === 'HEAD') return emptyResponse(200, { 'x-amz-bucket-region': account.region });
  if (method === 'GET' && parameterOf(request, 'list-type') === '2') {
    return listObjects(request, bucket);
  }
  if (method === 'POST' && has('delete')) return deleteObjects(request, bucket, body, signing);
  throw new S3Error(501, 'NotImplemented');
}

/** Only the account's own buckets, and only when the request expects no other owner. */
function bucketOf(request: S3Request, { owner, buckets }: Account): Bucket {
  const bucket = buckets.get(request.bucket);
  if (bucket === undefined) throw new S3Error(404, 'NoSuchBucket');
  const expected = headerOf(request, 'x-amz-expected-bucket-owner') ?? owner;
  if (expected !== bucket.owner || bucket.owner !== owner) throw new S3Error(403, 'AccessDenied');
  return bucket;
}

function createBucket(request: S3Request, { owner, buckets }: Account): S3Response {
  if (buckets.has(request.bucket)) throw new S3Error(409, 'BucketAlreadyOwnedByYou');
  buckets.set(request.bucket, { owner, conditions: 'as-s3', objects: new Map() });
  return emptyResponse(200);
}

function listBuckets({ buckets }: Account): S3Response {
  const bucketElements = [...buckets.keys()].map(
    (Name) => `<Bucket>${xmlElements({ Name })}</Bucket>`,
  );
  return xmlResponse(
    200,
    'ListAllMyBucketsResult',
    `<Buckets>${bucketElements.join('')}</Buckets>`,
  );
}
