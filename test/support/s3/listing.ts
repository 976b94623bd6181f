// ListObjectsV2: pages of keys in the order of their UTF-8 bytes, with those below a delimiter as one.
import { xmlElements, S3Error, xmlResponse, type S3Response } from './s3-response.ts';
import type { Bucket } from './stored-objects.ts';
import { parameterOf, type S3Request } from './s3-request.ts';

const MAX_KEYS = 1000;

/** A key, or the common prefix of several keys up to the delimiter. */
interface ListedName {
  readonly name: string;
  readonly isPrefix: boolean;
}

export function listObjects(request: S3Request, bucket: Bucket): S3Response {
  const read = (name: string): string => parameterOf(request, name) ?? '';
  const maxKeys = readMaxKeys(parameterOf(request, 'max-keys'));
  const token = parameterOf(request, 'continuation-token');
  const from = token === null ? { name: read('start-after'), isPrefix: false } : decodeToken(token);
  const listedEntries = entries(
    [...bucket.objects.keys()],
    read('prefix'),
    read('delimiter'),
    from,
  );
  const page = listedEntries.slice(0, maxKeys);
  const lastEntry = page.at(-1);
  const isTruncated = lastEntry !== undefined && listedEntries.length > page.length;

  const isUrl = read('encoding-type') === 'url';
  const encodeName = (text: string): string =>
    isUrl ? encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+') : text;
  const keys = page.filter(({ isPrefix }) => !isPrefix);
  const prefixes = page.filter(({ isPrefix }) => isPrefix);
  return xmlResponse(
    200,
    'ListBucketResult',
    [
      xmlElements({
        Name: request.bucket,
        Prefix: encodeName(read('prefix')),
        KeyCount: page.length,
        MaxKeys: maxKeys,
        IsTruncated: isTruncated,
        ...(isUrl ? { EncodingType: 'url' } : {}),
        ...(read('delimiter') === '' ? {} : { Delimiter: encodeName(read('delimiter')) }),
        ...(isTruncated ? { NextContinuationToken: encodeToken(lastEntry) } : {}),
      }),
      ...keys.map(({ name }) => {
        const object = bucket.objects.get(name);
        const elements = xmlElements({
          Key: encodeName(name),
          LastModified: new Date(object?.lastModified ?? 0).toISOString(),
          ETag: object?.etag ?? '',
          Size: object?.bytes.length ?? 0,
          StorageClass: 'STANDARD',
        });
        return `<Contents>${elements}</Contents>`;
      }),
      ...prefixes.map(
        ({ name }) =>
          `<CommonPrefixes>${xmlElements({ Prefix: encodeName(name) })}</CommonPrefixes>`,
      ),
    ].join(''),
  );
}

function entries(
  keys: readonly string[],
  prefix: string,
  delimiter: string,
  from: ListedName,
): readonly ListedName[] {
  const listedNames: ListedName[] = [];
  for (const key of keys.filter((candidate) => candidate.startsWith(prefix)).sort(byBytes)) {
    const isDone = from.name !== '' && byBytes(key, from.name) <= 0;
    // A page that ended with a prefix covers all keys below it.
    if (isDone || (from.isPrefix && key.startsWith(from.name))) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const entry =
      end === -1
        ? { name: key, isPrefix: false }
        : { name: key.slice(0, end + delimiter.length), isPrefix: true };
    if (listedNames.at(-1)?.name !== entry.name || !entry.isPrefix) listedNames.push(entry);
  }
  return listedNames;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function readMaxKeys(text: string | null): number {
  if (text === null) return MAX_KEYS;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error(400, 'InvalidArgument');
  return Math.min(MAX_KEYS, Number(text));
}

// Tokens are opaque to clients.
function encodeToken({ name, isPrefix }: ListedName): string {
  return Buffer.from(`${isPrefix ? 'p' : 'k'}${name}`).toString('base64');
}

function decodeToken(token: string): ListedName {
  const text = Buffer.from(token, 'base64').toString();
  if (!/^[pk]./s.test(text)) throw new S3Error(400, 'InvalidArgument');
  return { name: text.slice(1), isPrefix: text.startsWith('p') };
}
