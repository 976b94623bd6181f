// Validation of object keys and the error for an invalid one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keySegments, prefixSegments } from '../../../lib/ports/object-store.ts';

describe('an object key', () => {
  it('is split at its slashes, like a prefix, which may be empty', () => {
    assert.deepEqual(keySegments('weeks/2026-W46/plan.json'), ['weeks', '2026-W46', 'plan.json']);
    assert.deepEqual(prefixSegments('weeks/2026-W46/'), ['weeks', '2026-W46']);
    assert.deepEqual(prefixSegments(''), []);
  });

  it('is rejected with at most 200 of its characters in the error', () => {
    assert.throws(() => keySegments('a b'), new TypeError('not a key of an object: "a b"'));
    assert.throws(() => prefixSegments('a'), new TypeError('not a prefix of objects: "a"'));
    const shortenedKey = `"${' '.repeat(200)}"`;
    assert.throws(
      () => keySegments(' '.repeat(201)),
      new TypeError(`not a key of an object: ${shortenedKey}`),
    );
  });
});
