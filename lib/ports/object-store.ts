// Where objects are stored; the folder and s3 adapters implement it.
import type { FileName } from '../shared/content-disposition.ts';

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** Changes whenever the object does; for `replace`. */
  readonly version: string;
}

/** A listed object, without its bytes. */
export interface ListedObject {
  readonly key: string;
  /** As `read` returns it. */
  readonly version: string;
}

export interface ObjectAttributes {
  readonly contentType: string;
  /** Of a download. */
  readonly fileName?: FileName;
}

/**
 * A store of whole objects under slash-separated keys relative to its root. Reads see every finished write.
 * Every call fails with STORE_UNAVAILABLE when the store can't be reached, with STORE_REFUSED when access is denied.
 */
export interface ObjectStore {
  read(key: string): Promise<StoredObject | null>;
  /** The version that `read` would return, without the bytes. Absent where it would cost as much. */
  readonly readVersion?: (key: string) => Promise<string | null>;
  /** Creates an object; false and no effect when it exists (If-None-Match: *). */
  create(key: string, bytes: Uint8Array, attributes: ObjectAttributes): Promise<boolean>;
  /** Replaces an object in this version; false and no effect when it has changed (If-Match). */
  replace(
    key: string,
    bytes: Uint8Array,
    version: string,
    attributes: ObjectAttributes,
  ): Promise<boolean>;
  /** The names directly below a prefix that ends in a slash, ascending by code unit: 'a/b' and 'a/b/c' yield 'b' once. */
  children(prefix: string): Promise<readonly string[]>;
  /**
   * All objects below a prefix that ends in a slash, ascending by key, by code unit. `lastSegment`: only those whose key
   * ends in this segment. A store may have to read the objects that it lists.
   */
  entries(prefix: string, lastSegment?: string): Promise<readonly ListedObject[]>;
  /** Removes an object; no effect when there is none. */
  remove(key: string): Promise<void>;
}

/** Lifetime of a signed link, in every store. */
export const SIGNED_SECONDS = 300;

/** Creates a link to a stored file that works without credentials for `SIGNED_SECONDS`. */
export type SignLink = (file: {
  readonly key: string;
  /** S3 rejects the signature with any other method. Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** Of the download. */
  readonly name: FileName;
  /** Whether the browser saves the file (default) or displays it. */
  readonly disposition?: 'attachment' | 'inline';
}) => Promise<string>;

/** Converts a value to stored bytes and back; `decode` fails with REPORT_DAMAGED. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

/**
 * No leading dot: '.', '..' and hidden files, such as the store's own, are not valid.
 * The remaining characters mean the same in a path, a URL and an S3 key.
 */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._=-]*$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** The segments of a key; throws a TypeError for an invalid key. */
export function keySegments(key: string): readonly string[] {
  const segments = key.split('/');
  if (!segments.every(isSegment)) throw new TypeError(`not a key of an object: ${quoted(key)}`);
  return segments;
}

/** The segments of a prefix, which ends in a slash or is empty; throws a TypeError for an invalid one. */
export function prefixSegments(prefix: string): readonly string[] {
  const segments = prefix.split('/');
  if (segments.pop() !== '' || !segments.every(isSegment)) {
    throw new TypeError(`not a prefix of objects: ${quoted(prefix)}`);
  }
  return segments;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
