// One object of a bucket: its headers, conditional writes with retries of conflicts, whole reads, and its version.
import { hash } from 'node:crypto';
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectAttributes, StoredObject } from '../../ports/object-store.ts';
import { contentDisposition } from '../../shared/content-disposition.ts';
import { s3ErrorCode, responseStatus, S3StoreError } from './s3-client.ts';

/** Attempts to read an object completely: the SDK retries requests, not bodies. */
const MAX_READS = 3;

export interface S3Connection {
  readonly client: S3Client;
  readonly conflictRetry: ConflictRetryOptions;
}

export interface ObjectAddress {
  readonly Bucket: string;
  readonly Key: string;
  readonly ExpectedBucketOwner?: string;
}

export type WriteCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string };

/** Returns whether the condition held; throws any other error. */
export async function putObject(
  { client, conflictRetry }: S3Connection,
  where: ObjectAddress,
  bytes: Uint8Array,
  headers: ObjectHeaders,
  condition: WriteCondition,
): Promise<boolean> {
  const command = new PutObjectCommand({
    ...where,
    ...headers,
    ...condition,
    Body: bytes,
    // The SDK's own takes longer.
    ChecksumSHA256: hash('sha256', bytes, 'base64'),
  });
  try {
    await retryConflicts(conflictRetry, () => client.send(command));
    return true;
  } catch (error) {
    if (responseStatus(error) === 412) return false;
    // The object was removed.
    if ('IfMatch' in condition && s3ErrorCode(error) === 'NoSuchKey') return false;
    throw error;
  }
}

/** The whole object; null when it does not exist. The SDK verifies the checksum while it reads. */
export async function readObject(
  client: S3Client,
  where: ObjectAddress,
): Promise<StoredObject | null> {
  const command = new GetObjectCommand({ ...where, ChecksumMode: 'ENABLED' });
  for (let reads = 1; ; reads += 1) {
    const output = await getObject(client, command);
    if (output === null) return null;
    const { Body: body, ETag: version } = output;
    if (body === undefined || version === undefined) throw new S3StoreError('IncompleteAnswer');
    try {
      const bytes = await body.transformToByteArray();
      return { bytes, version };
    } catch (error) {
      if (reads >= MAX_READS) throw translateReadError(error);
    }
  }
}

/** Null when the object does not exist. */
async function getObject(
  client: S3Client,
  command: GetObjectCommand,
): Promise<GetObjectCommandOutput | null> {
  try {
    return await client.send(command);
  } catch (error) {
    if (s3ErrorCode(error) === 'NoSuchKey') return null;
    throw error;
  }
}

/** The SDK's error for a wrong checksum has neither a name nor a code. */
function translateReadError(error: unknown): unknown {
  const isUnnamed = error instanceof Error && error.name === 'Error' && !('code' in error);
  return isUnnamed ? new S3StoreError('ChecksumMismatch') : error;
}

/** Whether a text can be an ETag. '' is not: the SDK would send no condition; '*' would match any object. */
export function isVersion(text: string): boolean {
  return /^"[!#-~]+"$/.test(text);
}

/** The version of an object; null when it does not exist. */
export async function readVersion(client: S3Client, where: ObjectAddress): Promise<string | null> {
  try {
    return (await client.send(new HeadObjectCommand(where))).ETag ?? null;
  } catch (error) {
    if (responseStatus(error) === 404) return null;
    throw error;
  }
}

// ── headers ─────────────────────────────────────────────────────────────────────────────────────

/** Headers of an object, as parameters of PutObject. */
export interface ObjectHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
  readonly ContentDisposition?: string;
  readonly Metadata: Record<string, string>;
}

/** Fails with a TypeError for an invalid file name. */
export function toObjectHeaders({ contentType, fileName }: ObjectAttributes): ObjectHeaders {
  return {
    ContentType: contentType,
    // Every link has a different address, so a cache would never be hit, and would store reports outside the bucket.
    CacheControl: 'private, no-store',
    // S3 cannot send this header; a proxy in front of it can take it from the metadata.
    Metadata: { 'x-content-type-options': 'nosniff' },
    ...(fileName === undefined
      ? {}
      : { ContentDisposition: contentDisposition('attachment', fileName) }),
  };
}

// ── conflicts ───────────────────────────────────────────────────────────────────────────────────

const MAX_TRIES = 8;
const BASE_MS = 50;
const MAX_WAIT_MS = 2_000;
/** The SDK does not retry these. PreconditionFailed is not one: it means that another writer has won. */
const CONFLICTS: readonly (string | null)[] = ['ConditionalRequestConflict', 'OperationAborted'];

export interface ConflictRetryOptions {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * Retries with full jitter while S3 responds with a conflict, and throws the last one: when S3 cannot decide which of two
 * writers was first, it refuses both.
 */
export async function retryConflicts<T>(
  { random, sleep }: ConflictRetryOptions,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICTS.includes(s3ErrorCode(error)) || tries >= MAX_TRIES) throw error;
      await sleep(random() * Math.min(MAX_WAIT_MS, BASE_MS * 2 ** tries));
    }
  }
}
