// A bucket as an object store with conditional writes and checksums, and signed links to its objects.
//
// A write whose response was lost is retried and then refused because of itself: `create` and `replace` return false though
// the object is theirs. A caller that needs to know reads the object.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ListedObject, ObjectStore, SignLink } from '../../ports/object-store.ts';
import {
  isSegment,
  keySegments,
  prefixSegments,
  SIGNED_SECONDS,
} from '../../ports/object-store.ts';
import {
  type ConflictRetryOptions,
  isVersion,
  putObject,
  readObject,
  readVersion,
  toObjectHeaders,
} from './s3-objects.ts';
import { contentDisposition } from '../../shared/content-disposition.ts';
import { createS3Client, S3StoreError, withS3Errors } from './s3-client.ts';
import { createConditionalWriteCheck, storeUnsuitable } from './conditional-write-probe.ts';

/** Attempts of a replacement that is refused although the version is the same: another writer may have restored it. */
const MAX_REPLACEMENTS = 2;

export interface S3StoreOptions extends ConflictRetryOptions {
  readonly bucket: string;
  /** The prefix of all keys; empty or ends with a slash. */
  readonly prefix: string;
  /** The AWS account that the bucket must belong to; null for any account. */
  readonly owner: string | null;
}

export interface S3Store {
  readonly store: Required<ObjectStore>;
  /** Fails as the store does, and with a TypeError for an invalid name. */
  readonly signLink: SignLink;
  /** Closes the connections. */
  readonly close: () => void;
}

/**
 * Opens a bucket as a store; credentials and endpoint come from the SDK's own configuration. Calls fail with STORE_REFUSED
 * where retries do not help (access, bucket, region, keys) and with STORE_UNAVAILABLE otherwise.
 */
export function openS3Store(options: S3StoreOptions): S3Store {
  const { bucket, prefix, owner } = options;
  prefixSegments(prefix);
  const client = createS3Client();
  const inBucket = {
    Bucket: bucket,
    ...(owner === null ? {} : { ExpectedBucketOwner: owner }),
  };
  const objectAt = (key: string) => ({ ...inBucket, Key: prefix + keySegments(key).join('/') });

  const connection = { client, conflictRetry: options };
  const checkConditionalWrites = createConditionalWriteCheck(connection, {
    ...inBucket,
    Key: prefix,
  });

  const store: Required<ObjectStore> = {
    async read(key) {
      const where = objectAt(key);
      return withS3Errors('read', key, () => readObject(client, where));
    },

    async readVersion(key) {
      const where = objectAt(key);
      return withS3Errors('read', key, () => readVersion(client, where));
    },

    async create(key, bytes, attributes) {
      const where = objectAt(key);
      const headers = toObjectHeaders(attributes);
      return withS3Errors('create', key, async () => {
        await checkConditionalWrites();
        return putObject(connection, where, bytes, headers, { IfNoneMatch: '*' });
      });
    },

    async replace(key, bytes, version, attributes) {
      const where = objectAt(key);
      const headers = toObjectHeaders(attributes);
      if (!isVersion(version)) return false;
      return withS3Errors('replace', key, async () => {
        await checkConditionalWrites();
        for (let tries = 1; tries <= MAX_REPLACEMENTS; tries += 1) {
          const isReplaced = await putObject(connection, where, bytes, headers, {
            IfMatch: version,
          });
          if (isReplaced) return true;
          if ((await readVersion(client, where)) !== version) return false;
        }
        throw storeUnsuitable('If-Match', 'refused though it held');
      });
    },

    async remove(key) {
      const command = new DeleteObjectCommand(objectAt(key));
      await withS3Errors('remove', key, () => client.send(command));
    },

    async children(below) {
      prefixSegments(below);
      const pages = listPages(client, { ...inBucket, Prefix: prefix + below, Delimiter: '/' });
      return withS3Errors('children', below, () => collectNames(pages, prefix + below));
    },

    async entries(below, fileName) {
      prefixSegments(below);
      const pages = listPages(client, { ...inBucket, Prefix: prefix + below });
      return withS3Errors('entries', below, () => collectObjects(pages, prefix, fileName));
    },
  };

  return {
    store,
    signLink: async ({ key, name, method = 'GET', disposition = 'attachment' }) => {
      const input = {
        ...objectAt(key),
        ResponseContentDisposition: contentDisposition(disposition, name),
      };
      const command =
        method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
      return withS3Errors('sign', key, () =>
        getSignedUrl(client, command, { expiresIn: SIGNED_SECONDS }),
      );
    },
    close: () => {
      client.destroy();
    },
  };
}

type ListedPages = AsyncIterable<ListObjectsV2CommandOutput>;

/** The segments that follow the path, ascending. Names that cannot be segments of keys are not this store's. */
async function collectNames(pages: ListedPages, path: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const page of pages) {
    for (const key of pageKeys(page)) names.add(key.slice(path.length).replace(/\/$/, ''));
  }
  return [...names].filter(isSegment).sort();
}

/** The objects of this store with their keys below the prefix of all keys, ascending. */
async function collectObjects(
  pages: ListedPages,
  prefix: string,
  fileName: string | undefined,
): Promise<readonly ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const page of pages) {
    for (const { Key: path, ETag: version } of page.Contents ?? []) {
      if (path === undefined || version === undefined) throw new S3StoreError('IncompleteAnswer');
      const key = path.slice(prefix.length);
      const segments = key.split('/');
      if (fileName !== undefined && segments.at(-1) !== fileName) continue;
      if (segments.every(isSegment)) objects.push({ key, version });
    }
  }
  return objects.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

async function* listPages(
  client: S3Client,
  where: { readonly Bucket: string; readonly Prefix: string; readonly Delimiter?: string },
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        ...where,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
    );
    yield page;
    const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    if (page.IsTruncated === true && (next === undefined || next === token)) {
      throw new S3StoreError('PagingStalled');
    }
    token = next;
  } while (token !== undefined);
}

/** Keys, and prefixes with the delimiter at their end. */
function pageKeys(page: ListObjectsV2CommandOutput): readonly string[] {
  const { Contents: objects = [], CommonPrefixes: prefixes = [] } = page;
  return [
    ...objects.flatMap(({ Key: key }) => key ?? []),
    ...prefixes.flatMap(({ Prefix: key }) => key ?? []),
  ];
}
