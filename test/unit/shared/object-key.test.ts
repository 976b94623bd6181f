// Validation of object keys and the error for an invalid one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { segmentsOf, segmentsOfPrefix } from '../../../lib/shared/object-key.ts';

describe('an object key', () => {
  it('is split at its slashes, like a prefix, which may be empty', () => {
    assert.deepEqual(segmentsOf('weeks/2026-W46/plan.json'), ['weeks', '2026-W46', 'plan.json']);
    assert.deepEqual(segmentsOfPrefix('weeks/2026-W46/'), ['weeks', '2026-W46']);
    assert.deepEqual(segmentsOfPrefix(''), []);
  });

  it('is rejected with at most 200 of its characters in the error', () => {
    assert.throws(() => segmentsOf('a b'), new TypeError('not a key of an object: "a b"'));
    assert.throws(() => segmentsOfPrefix('a'), new TypeError('not a prefix of objects: "a"'));
    const cut = `"${' '.repeat(200)}"`;
    assert.throws(
      () => segmentsOf(' '.repeat(201)),
      new TypeError(`not a key of an object: ${cut}`),
    );
  });
});
