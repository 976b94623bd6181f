// Weeks of surveys as differences from what is usual, added up.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addStandardWeeks, compareParts } from '../../../../lib/domain/signals/standard-weeks.ts';

describe('the sum of parts', () => {
  it('is empty without parts', () => {
    assert.deepEqual(addStandardWeeks([]), []);
  });

  it('adds folders before surveys, and surveys in the order of their keys and folders', () => {
    const parts = [
      { folder: 1, survey: 9 },
      { folder: 7, survey: 0 },
      { folder: 2, survey: 0 },
      { folder: 8, survey: null },
      { folder: 3, survey: null },
    ];
    const sorted = [
      { folder: 3, survey: null },
      { folder: 8, survey: null },
      { folder: 2, survey: 0 },
      { folder: 7, survey: 0 },
      { folder: 1, survey: 9 },
    ];
    assert.deepEqual(parts.toSorted(compareParts), sorted);
    assert.deepEqual(parts.toReversed().toSorted(compareParts), sorted);
  });
});
