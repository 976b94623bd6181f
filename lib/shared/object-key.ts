// Which keys there are, in every store. A key that isn’t one is a mistake of ours, never of the store.

/**
 * No dot in front: '.', '..' and the store's own files can't be named, and hidden files aren't objects.
 * What is left means the same in a path, a URL and an S3 key.
 */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isSegment(name: string): boolean {
  return SEGMENT.test(name);
}

/** The segments of a key; TypeError when it isn't one. */
export function segmentsOf(key: string): readonly string[] {
  const segments = key.split('/');
  if (!segments.every(isSegment)) throw new TypeError(`not a key of an object: ${shown(key)}`);
  return segments;
}

/** The segments of a prefix, which ends in a slash or is empty; TypeError when it isn't one. */
export function segmentsOfPrefix(prefix: string): readonly string[] {
  const segments = prefix.split('/');
  if (segments.pop() !== '' || !segments.every(isSegment)) {
    throw new TypeError(`not a prefix of objects: ${shown(prefix)}`);
  }
  return segments;
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
