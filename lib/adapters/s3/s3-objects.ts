// One object of a bucket: written under a condition, read whole, and its version.
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectAttributes, StoredObject } from '../../ports/object-store.ts';
import { answeredCode, statusOf, S3StoreError } from './s3-errors.ts';

/** Of an object whose bytes don't arrive whole: the SDK retries requests, not bodies. */
const MAX_READS = 3;

export interface S3Connection {
  readonly client: S3Client;
  readonly waiting: ConflictRetryOptions;
  /** Aborted when the store is closed. */
  readonly closed: AbortSignal;
}

export interface ObjectAddress {
  readonly Bucket: string;
  readonly Key: string;
  readonly ExpectedBucketOwner?: string;
}

export type WriteCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string };

/** Whether the condition held; what else goes wrong is thrown. */
export async function putObject(
  { client, waiting, closed }: S3Connection,
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
    if (body === undefined || version === undefined) throw new S3StoreError('IncompleteAnswer');
    try {
      const bytes = await body.transformToByteArray();
      return { bytes, version };
    } catch (error) {
      if (reads >= MAX_READS) throw translateReadError(error);
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
function translateReadError(error: unknown): unknown {
  const isNameless = error instanceof Error && error.name === 'Error' && !('code' in error);
  return isNameless ? new S3StoreError('ChecksumMismatch') : error;
}

/** No object has another. Above all not '', with which the SDK would send no condition, nor '*'. */
export function isVersion(text: string): boolean {
  return /^"[!#-~]+"$/.test(text);
}

/** The version of an object; null when there is no such object. */
export async function readVersion(client: S3Client, where: ObjectAddress): Promise<string | null> {
  try {
    return (await client.send(new HeadObjectCommand(where))).ETag ?? null;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

// ── headers ─────────────────────────────────────────────────────────────────────────────────────

/** Headers of an object, as PutObject takes them. */
export interface ObjectHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
  readonly ContentDisposition?: string;
  readonly Metadata: Record<string, string>;
}

/** TypeError when the file name isn't one. */
export function toObjectHeaders({ contentType, fileName }: ObjectAttributes): ObjectHeaders {
  return {
    ContentType: contentType,
    // Every link is another address, so a cache would never answer: it would only keep reports lying about.
    CacheControl: 'private, no-store',
    // S3 can't send this header; a proxy in front of it can, from here.
    Metadata: { 'x-content-type-options': 'nosniff' },
    ...(fileName === undefined ? {} : { ContentDisposition: contentDisposition('attachment', fileName) }),
  };
}

/** The header that names a file to browsers; TypeError when the name isn't visible ASCII without quotes. */
export function contentDisposition(how: 'attachment' | 'inline', name: string): string {
  if (!/^[!#-[\]-~]{1,200}$/.test(name)) {
    throw new TypeError(`not a file name: ${JSON.stringify(name.slice(0, 200))}`);
  }
  return `${how}; filename="${name}"`;
}

// ── conflicts ───────────────────────────────────────────────────────────────────────────────────

const MAX_TRIES = 8;
const BASE_MS = 50;
const MAX_WAIT_MS = 2_000;
/** Not PreconditionFailed, which says that another writer has won. The SDK doesn't retry these. */
const CONFLICTS: readonly (string | null)[] = ['ConditionalRequestConflict', 'OperationAborted'];

export interface ConflictRetryOptions {
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Resolves after so many milliseconds; ends early when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Tries again, with full jitter, as long as the answer is a conflict; the last one is thrown. */
export async function despiteConflicts<T>(
  { random, sleep }: ConflictRetryOptions,
  closed: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!CONFLICTS.includes(answeredCode(error)) || tries >= MAX_TRIES) throw error;
      await sleep(random() * Math.min(MAX_WAIT_MS, BASE_MS * 2 ** tries), closed);
      if (closed.aborted) throw error;
    }
  }
}
