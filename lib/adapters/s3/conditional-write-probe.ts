// Whether a server does conditional writes as S3 does. It is found out with an object that is written for it, since
// servers that ignore a condition, or refuse one that holds, answer like those that keep it.
import { randomUUID } from 'node:crypto';
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Failure } from '../../shared/failure.ts';
import { toObjectHeaders } from './s3-objects.ts';
import { isAwsAddress } from './s3-client.ts';
import { telling } from './s3-errors.ts';
import {
  type WriteCondition,
  type S3Connection,
  isVersion,
  type ObjectAddress,
  putObject,
  readObject,
} from './s3-objects.ts';

/**
 * How the key of a probe begins. Every function may write below `requests/`, and no listing tells of a name with a dot
 * in front.
 */
const PROBE_PREFIX = 'requests/.probe-';
/** An ETag that no object has. */
const UNUSED_ETAG = `"${'0'.repeat(32)}"`;

/**
 * To be awaited before a write; it asks the server once, and again after it had no answer. AWS is not asked. Fails with
 * STORE_UNSUITABLE, or as other calls do.
 */
export function createConditionalWriteCheck(
  connection: S3Connection,
  { Key: prefix, ...bucket }: ObjectAddress,
): () => Promise<void> {
  let check: Promise<void> | null = null;
  return () =>
    (check ??= telling('probe', PROBE_PREFIX, async () => {
      const where = { ...bucket, Key: `${prefix}${PROBE_PREFIX}${randomUUID()}` };
      // Signed for the address alone, which the SDK takes from variables or files.
      const address = await getSignedUrl(connection.client, new GetObjectCommand(where));
      if (!isAwsAddress(new URL(address))) await probeConditionalWrites(connection, where);
    }).catch((error: unknown) => {
      const isKnown = error instanceof Failure && error.code === 'STORE_UNSUITABLE';
      if (!isKnown) check = null;
      throw error;
    }));
}

/**
 * What is stored decides where an answer can mislead: a write whose answer was lost is sent again and is refused then.
 */
async function probeConditionalWrites(connection: S3Connection, where: ObjectAddress): Promise<void> {
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
    if (isCreatedAgain || created.text !== 'first') throw storeUnsuitable('If-None-Match: *', 'ignored');
    if (await write('third', { IfMatch: UNUSED_ETAG })) throw storeUnsuitable('If-Match', 'ignored');
    if (isVersion(created.version)) await write('fourth', { IfMatch: created.version });
    if ((await read())?.text !== 'fourth') throw storeUnsuitable('If-Match', 'refused though it held');
  } finally {
    // Where objects may not be removed, a few bytes stay, which no listing tells of.
    await connection.client.send(new DeleteObjectCommand(where)).catch(() => undefined);
  }
}

export function storeUnsuitable(
  condition: 'If-None-Match: *' | 'If-Match',
  fault: 'ignored' | 'refused though it held',
): Failure {
  return new Failure('STORE_UNSUITABLE', { condition, fault });
}
