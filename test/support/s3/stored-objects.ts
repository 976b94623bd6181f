// Objects and their operations: put, get, head and delete, with S3's conditions.
import { createHash } from 'node:crypto';
import {
  xmlElements,
  emptyResponse,
  S3Error,
  unescapeXml,
  xmlResponse,
  type S3Response,
} from './s3-response.ts';
import { readContent } from './request-body.ts';
import { verifyChecksums } from './checksums.ts';
import { headerOf, parameterOf, type S3Request } from './s3-request.ts';
import type { Signing } from './sigv4.ts';

export interface S3Object {
  readonly bytes: Buffer;
  /** With its quotes. */
  readonly etag: string;
  /** Content type and other headers of the put, and x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  /** As headers. */
  readonly checksums: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
}

/**
 * How a bucket treats the conditions of writes: as S3; as s3rver and fauxqs, which ignore them; with only `If-Match`
 * ignored; as Ceph's gateway 16.2, which ignores `If-None-Match: *` in versioned buckets and refuses a correct `If-Match`
 * in others; or as behind a proxy that makes ETags weak, which never match an `If-Match`.
 */
export type Conditions =
  'as-s3' | 'ignored' | 'if-match-ignored' | 'ceph-versioned' | 'ceph-unversioned' | 'weak-etags';

export interface Bucket {
  /** Twelve digits. */
  readonly owner: string;
  readonly conditions: Conditions;
  readonly objects: Map<string, S3Object>;
}

/** Stored headers, which a parameter response-… of a read overrides. */
const STORED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
] as const;

/** Checks the condition and writes synchronously, so that one of many writers wins. */
export function putObject(
  request: S3Request,
  bucket: Bucket,
  body: Buffer,
  signing: Signing,
  now: number,
): S3Response {
  const { bytes, trailers } = readContent(request, body, signing);
  const checksums = verifyChecksums(bytes, { ...request.headers, ...trailers });
  const current = bucket.objects.get(request.key);
  const { conditions } = bucket;
  const ignoresIfMatch = conditions === 'ignored' || conditions === 'if-match-ignored';
  const ifMatch = ignoresIfMatch ? undefined : request.headers['if-match'];
  const ignoresIfNoneMatch = conditions === 'ignored' || conditions === 'ceph-versioned';
  const ifNoneMatch = ignoresIfNoneMatch ? undefined : request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') throw new S3Error(501, 'NotImplemented');
  if (ifNoneMatch !== undefined && current !== undefined) {
    throw new S3Error(412, 'PreconditionFailed', { Condition: 'If-None-Match' });
  }
  if (ifMatch !== undefined) {
    if (current === undefined) throw new S3Error(404, 'NoSuchKey', { Key: request.key });
    if (conditions === 'ceph-unversioned' || !names(ifMatch, current.etag)) {
      throw new S3Error(412, 'PreconditionFailed', { Condition: 'If-Match' });
    }
  }
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
  const headers = storedHeaders(request);
  bucket.objects.set(request.key, { bytes, etag, headers, checksums, lastModified: now });
  return emptyResponse(200, { etag, ...checksums, 'x-amz-checksum-type': 'FULL_OBJECT' });
}

function storedHeaders(request: S3Request): Readonly<Record<string, string>> {
  const encoding = (request.headers['content-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== 'aws-chunked' && part !== '');
  const plainHeaders = STORED_HEADERS.filter((name) => name !== 'content-encoding');
  const meta = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  return {
    'content-type': 'binary/octet-stream',
    ...(encoding.length === 0 ? {} : { 'content-encoding': encoding.join(',') }),
    ...Object.fromEntries(
      plainHeaders.flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    ...Object.fromEntries(meta),
  };
}

/** Also for HEAD: the server omits the body. */
export function getObject(request: S3Request, { objects, conditions }: Bucket): S3Response {
  const object = objects.get(request.key);
  if (object === undefined) throw new S3Error(404, 'NoSuchKey', { Key: request.key });
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined && !names(ifMatch, object.etag)) {
    throw new S3Error(412, 'PreconditionFailed', { Condition: 'If-Match' });
  }
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && names(ifNoneMatch, object.etag)) {
    throw new S3Error(304, 'NotModified');
  }
  const range = rangeOf(request.headers['range'], object.bytes.length);
  const wantsChecksums = headerOf(request, 'x-amz-checksum-mode') === 'ENABLED' && range === null;
  const overrides = STORED_HEADERS.flatMap((name) => {
    const value = parameterOf(request, `response-${name}`);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...object.headers,
      etag: conditions === 'weak-etags' ? `W/${object.etag}` : object.etag,
      'accept-ranges': 'bytes',
      'last-modified': new Date(object.lastModified).toUTCString(),
      ...(wantsChecksums ? { ...object.checksums, 'x-amz-checksum-type': 'FULL_OBJECT' } : {}),
      ...(range === null
        ? {}
        : { 'content-range': `bytes ${range.start}-${range.end - 1}/${object.bytes.length}` }),
      ...Object.fromEntries(overrides),
    },
    body: range === null ? object.bytes : object.bytes.subarray(range.start, range.end),
  };
}

/** Whether a list of ETags names this one; `*` names all. */
function names(list: string, etag: string): boolean {
  return list.split(',').some((part) => [etag, etag.slice(1, -1), '*'].includes(part.trim()));
}

/** Half-open; null for all: no range, or one that S3 doesn't understand. */
function rangeOf(
  header: string | undefined,
  length: number,
): { readonly start: number; readonly end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? length : Math.min(length, Number(to) + 1);
  if (start >= end) throw new S3Error(416, 'InvalidRange');
  return { start, end };
}

export function deleteObject(request: S3Request, { objects }: Bucket): S3Response {
  objects.delete(request.key);
  return emptyResponse(204);
}

/** Deletes several objects; each is reported as deleted, whether it existed or not. */
export function deleteObjects(
  request: S3Request,
  { objects }: Bucket,
  body: Buffer,
  signing: Signing,
): S3Response {
  const { bytes } = readContent(request, body, signing);
  verifyChecksums(bytes, request.headers);
  const keys = [...bytes.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    unescapeXml(key),
  );
  if (keys.length === 0 || keys.length > 1000) throw new S3Error(400, 'MalformedXML');
  for (const key of keys) objects.delete(key);
  const deletedElements = keys.map((Key) => `<Deleted>${xmlElements({ Key })}</Deleted>`);
  return xmlResponse(200, 'DeleteResult', deletedElements.join(''));
}
