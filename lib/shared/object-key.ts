// Validates object keys, the same in every store. An invalid key is a programming error and throws a TypeError.

/**
 * No leading dot: '.', '..' and hidden files, such as the store's own, are not valid.
 * The remaining characters mean the same in a path, a URL and an S3 key.
 */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

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
