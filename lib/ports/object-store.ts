// Where objects are stored; the folder and s3 adapters implement it.

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** Changes whenever the object does; for `replace`. */
  readonly version: string;
}

/** An object without its bytes. */
export interface ListedObject {
  readonly key: string;
  /** As `read` gives it. */
  readonly version: string;
}

export interface ObjectAttributes {
  readonly contentType: string;
  /** What a browser calls the file when a person downloads it; visible ASCII without quotes. */
  readonly fileName?: string;
}

/**
 * A store of whole objects under slash-separated keys relative to its root. Reads see every finished write.
 * Every call fails with STORE_UNAVAILABLE when the store can't do it, with STORE_REFUSED when it may not.
 */
export interface ObjectStore {
  read(key: string): Promise<StoredObject | null>;
  /** Creates an object that isn't there; false and no effect when there is one (If-None-Match: *). */
  create(key: string, bytes: Uint8Array, attributes: ObjectAttributes): Promise<boolean>;
  /** Replaces the very version that was read; false and no effect when it has changed (If-Match). */
  replace(
    key: string,
    bytes: Uint8Array,
    version: string,
    attributes: ObjectAttributes,
  ): Promise<boolean>;
  /** The names directly below a prefix that ends in a slash, ascending by code unit: 'a/b' and 'a/b/c' give 'b' once. */
  children(prefix: string): Promise<readonly string[]>;
  /**
   * All objects below a prefix that ends in a slash, ascending by key, by code unit. `named`: only those whose key ends
   * in this segment; a store may have to read what it tells of.
   */
  entries(prefix: string, named?: string): Promise<readonly ListedObject[]>;
  /** Removes an object; nothing happens when there is none. */
  remove(key: string): Promise<void>;
}

/** What a signed link lives for, in every store. */
export const SIGNED_SECONDS = 300;

/** Makes a link to a stored file that works without credentials, at once and for no longer than that. */
export type SignLink = (file: {
  readonly key: string;
  /** The method that the link is for: S3 refuses a signature with any other. Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** What the browser calls it. */
  readonly name: string;
  /** Whether the browser saves the file or shows it where it can; default: it saves it. */
  readonly disposition?: 'attachment' | 'inline';
}) => Promise<string>;

/** How a value is written to the store and read back; `decode` fails with REPORT_DAMAGED. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}
