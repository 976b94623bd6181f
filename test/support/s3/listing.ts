// ListObjectsV2: pages of keys in the order of their UTF-8 bytes, with those below a delimiter as one.
import { elementsOf, S3Error, xml, type Answer } from './s3-answer.ts';
import type { Bucket } from './stored-objects.ts';
import { parameterOf, type S3Request } from './s3-request.ts';

const MAX_KEYS = 1000;

/** A key, or what many keys have in common up to the delimiter. */
interface Entry {
  readonly name: string;
  readonly isPrefix: boolean;
}

export function listObjects(request: S3Request, bucket: Bucket): Answer {
  const read = (name: string): string => parameterOf(request, name) ?? '';
  const maxKeys = readMaxKeys(parameterOf(request, 'max-keys'));
  const token = parameterOf(request, 'continuation-token');
  const from = token === null ? { name: read('start-after'), isPrefix: false } : opened(token);
  const found = entries([...bucket.objects.keys()], read('prefix'), read('delimiter'), from);
  const page = found.slice(0, maxKeys);
  const last = page.at(-1);
  const isTruncated = last !== undefined && found.length > page.length;

  const isUrl = read('encoding-type') === 'url';
  const shown = (text: string): string =>
    isUrl ? encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+') : text;
  const keys = page.filter(({ isPrefix }) => !isPrefix);
  const prefixes = page.filter(({ isPrefix }) => isPrefix);
  return xml(
    200,
    'ListBucketResult',
    [
      elementsOf({
        Name: request.bucket,
        Prefix: shown(read('prefix')),
        KeyCount: page.length,
        MaxKeys: maxKeys,
        IsTruncated: isTruncated,
        ...(isUrl ? { EncodingType: 'url' } : {}),
        ...(read('delimiter') === '' ? {} : { Delimiter: shown(read('delimiter')) }),
        ...(isTruncated ? { NextContinuationToken: sealed(last) } : {}),
      }),
      ...keys.map(({ name }) => {
        const object = bucket.objects.get(name);
        const elements = elementsOf({
          Key: shown(name),
          LastModified: new Date(object?.lastModified ?? 0).toISOString(),
          ETag: object?.etag ?? '',
          Size: object?.bytes.length ?? 0,
          StorageClass: 'STANDARD',
        });
        return `<Contents>${elements}</Contents>`;
      }),
      ...prefixes.map(
        ({ name }) => `<CommonPrefixes>${elementsOf({ Prefix: shown(name) })}</CommonPrefixes>`,
      ),
    ].join(''),
  );
}

function entries(
  keys: readonly string[],
  prefix: string,
  delimiter: string,
  from: Entry,
): readonly Entry[] {
  const found: Entry[] = [];
  for (const key of keys.filter((candidate) => candidate.startsWith(prefix)).sort(byBytes)) {
    const isDone = from.name !== '' && byBytes(key, from.name) <= 0;
    // A page that ended with a prefix has told all the keys below it.
    if (isDone || (from.isPrefix && key.startsWith(from.name))) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const entry =
      end === -1
        ? { name: key, isPrefix: false }
        : { name: key.slice(0, end + delimiter.length), isPrefix: true };
    if (found.at(-1)?.name !== entry.name || !entry.isPrefix) found.push(entry);
  }
  return found;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function readMaxKeys(text: string | null): number {
  if (text === null) return MAX_KEYS;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error(400, 'InvalidArgument');
  return Math.min(MAX_KEYS, Number(text));
}

// A token means nothing to whoever carries it.
function sealed({ name, isPrefix }: Entry): string {
  return Buffer.from(`${isPrefix ? 'p' : 'k'}${name}`).toString('base64');
}

function opened(token: string): Entry {
  const text = Buffer.from(token, 'base64').toString();
  if (!/^[pk]./s.test(text)) throw new S3Error(400, 'InvalidArgument');
  return { name: text.slice(1), isPrefix: text.startsWith('p') };
}
