// What is told about an object beside its bytes, for the browsers that download it.
import type { ObjectAttributes } from '../../ports/object-store.ts';

/** Headers of an object, as PutObject takes them. */
export interface ObjectHeaders {
  readonly ContentType: string;
  readonly CacheControl: string;
  readonly ContentDisposition?: string;
  readonly Metadata: Record<string, string>;
}

/** TypeError when the file name isn't one. */
export function headersOf({ contentType, fileName }: ObjectAttributes): ObjectHeaders {
  return {
    ContentType: contentType,
    // Every link is another address, so a cache would never answer: it would only keep reports lying about.
    CacheControl: 'private, no-store',
    // S3 can't send this header; a proxy in front of it can, from here.
    Metadata: { 'x-content-type-options': 'nosniff' },
    ...(fileName === undefined ? {} : { ContentDisposition: disposition('attachment', fileName) }),
  };
}

/** The header that names a file to browsers; TypeError when the name isn't visible ASCII without quotes. */
export function disposition(how: 'attachment' | 'inline', name: string): string {
  if (!/^[!#-[\]-~]{1,200}$/.test(name)) {
    throw new TypeError(`not a file name: ${JSON.stringify(name.slice(0, 200))}`);
  }
  return `${how}; filename="${name}"`;
}
