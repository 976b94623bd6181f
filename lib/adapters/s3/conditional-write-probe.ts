// Checks that a server implements conditional writes as S3 does. It writes a probe object, since the responses of servers
// that ignore a condition, or refuse one that holds, look like correct ones.
import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Failure } from '../../shared/failure.ts';
import {
  isVersion,
  type ObjectAddress,
  putObject,
  readObject,
  type S3Connection,
  toObjectHeaders,
  type WriteCondition,
} from './s3-objects.ts';
import { isAwsAddress, withS3Errors } from './s3-client.ts';

/**
 * The prefix of the probe's key. Every function may write below `requests/`, and listings omit names that begin with a
 * dot.
 */
const PROBE_PREFIX = 'requests/.probe-';
/** An ETag that no object has. */
const UNUSED_ETAG = `"${'0'.repeat(32)}"`;

/**
 * Returns a function to call before each write. It probes the server once, and again after a failed probe; AWS is never
 * probed. Fails with STORE_UNSUITABLE, or as other calls do.
 */
export function createConditionalWriteCheck(
  connection: S3Connection,
  { Key: prefix, ...bucket }: ObjectAddress,
): () => Promise<void> {
  let check: Promise<void> | null = null;
  return () =>
    (check ??= withS3Errors('probe', PROBE_PREFIX, async () => {
      const where = { ...bucket, Key: `${prefix}${PROBE_PREFIX}${randomUUID()}` };
      // Signed only to get the address, which the SDK reads from variables or files.
      const address = await getSignedUrl(connection.client, new GetObjectCommand(where));
      if (!isAwsAddress(new URL(address))) await probeConditionalWrites(connection, where);
    }).catch((error: unknown) => {
      const isConclusive = error instanceof Failure && error.code === 'STORE_UNSUITABLE';
      if (!isConclusive) check = null;
      throw error;
    }));
}

/** Checks the stored object, not the responses: a write whose response was lost is retried and then refused. */
async function probeConditionalWrites(
  connection: S3Connection,
  where: ObjectAddress,
): Promise<void> {
  const headers = toObjectHeaders({ contentType: 'text/plain' });
  const write = (text: string, condition: WriteCondition): Promise<boolean> =>
    putObject(connection, where, new TextEncoder().encode(text), headers, condition);
  const read = async () => {
    const object = await readObject(connection.client, where);
    return object === null ? null : { ...object, text: new TextDecoder().decode(object.bytes) };
  };
  try {
    await write('first', { IfNoneMatch: '*' });
    const isCreatedAgain = await write('second', { IfNoneMatch: '*' });
    const created = await read();
    if (created === null) throw storeUnsuitable('If-None-Match: *', 'refused though it held');
    if (isCreatedAgain || created.text !== 'first')
      throw storeUnsuitable('If-None-Match: *', 'ignored');
    if (await write('third', { IfMatch: UNUSED_ETAG }))
      throw storeUnsuitable('If-Match', 'ignored');
    if (isVersion(created.version)) await write('fourth', { IfMatch: created.version });
    if ((await read())?.text !== 'fourth')
      throw storeUnsuitable('If-Match', 'refused though it held');
  } finally {
    // Without the permission to delete, a few bytes remain, which listings omit.
    await connection.client.send(new DeleteObjectCommand(where)).catch(() => undefined);
  }
}

export function storeUnsuitable(
  condition: 'If-None-Match: *' | 'If-Match',
  fault: 'ignored' | 'refused though it held',
): Failure {
  return new Failure('STORE_UNSUITABLE', { condition, fault });
}
