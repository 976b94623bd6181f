// One object of a bucket: written under a condition, read whole, and its version.
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoredObject } from '../../ports/object-store.ts';
import type { ObjectHeaders } from './object-attributes.ts';
import { despiteConflicts, type Waiting } from './conflict-retry.ts';
import { answeredCode, statusOf, StoreError } from './s3-errors.ts';

/** Of an object whose bytes don't arrive whole: the SDK retries requests, not bodies. */
const MAX_READS = 3;

export interface Connection {
  readonly client: S3Client;
  readonly waiting: Waiting;
  /** Aborted when the store is closed. */
  readonly closed: AbortSignal;
}

export interface ObjectAddress {
  readonly Bucket: string;
  readonly Key: string;
  readonly ExpectedBucketOwner?: string;
}

export type Condition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string };

/** Whether the condition held; what else goes wrong is thrown. */
export async function putObject(
  { client, waiting, closed }: Connection,
  where: ObjectAddress,
  bytes: Uint8Array,
  headers: ObjectHeaders,
  condition: Condition,
): Promise<boolean> {
  const command = new PutObjectCommand({
    ...where,
    ...headers,
    ...condition,
    Body: bytes,
    ChecksumAlgorithm: 'SHA256',
  });
  try {
    await despiteConflicts(waiting, closed, () => client.send(command));
    return true;
  } catch (error) {
    if (statusOf(error) === 412) return false;
    // The object to be replaced was removed.
    if ('IfMatch' in condition && answeredCode(error) === 'NoSuchKey') return false;
    throw error;
  }
}

/** The whole object; null when there is none. The SDK compares the checksum while the bytes are read. */
export async function readObject(
  client: S3Client,
  where: ObjectAddress,
): Promise<StoredObject | null> {
  const command = new GetObjectCommand({ ...where, ChecksumMode: 'ENABLED' });
  for (let reads = 1; ; reads += 1) {
    const answer = await getObject(client, command);
    if (answer === null) return null;
    const { Body: body, ETag: version } = answer;
    if (body === undefined || version === undefined) throw new StoreError('IncompleteAnswer');
    try {
      const bytes = await body.transformToByteArray();
      return { bytes, version };
    } catch (error) {
      if (reads >= MAX_READS) throw damagedOr(error);
    }
  }
}

/** Null when there is no such object. */
async function getObject(
  client: S3Client,
  command: GetObjectCommand,
): Promise<GetObjectCommandOutput | null> {
  try {
    return await client.send(command);
  } catch (error) {
    if (answeredCode(error) === 'NoSuchKey') return null;
    throw error;
  }
}

/** Bytes that came whole but aren't those of the checksum are an error without name or code to the SDK. */
function damagedOr(error: unknown): unknown {
  const isNameless = error instanceof Error && error.name === 'Error' && !('code' in error);
  return isNameless ? new StoreError('ChecksumMismatch') : error;
}

/** No object has another. Above all not '', with which the SDK would send no condition, nor '*'. */
export function isVersion(text: string): boolean {
  return /^"[!#-~]+"$/.test(text);
}

/** The version of an object; null when there is no such object. */
export async function versionAt(client: S3Client, where: ObjectAddress): Promise<string | null> {
  try {
    return (await client.send(new HeadObjectCommand(where))).ETag ?? null;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
