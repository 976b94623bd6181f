// The kinds of index that can have a target.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeViewOf } from '../../support/report-views.ts';
import { createReport } from '../../support/test-reports.ts';

describe('the kinds of index of a report', () => {
  it('are each known kind once, with the values that a target can have', () => {
    const surveys = ['HAPPY', 'NPS', 'HAPPY', 'CES'].map((indexType, i) => ({
      key: 211 + i,
      name: 'How was it?',
      indexType,
    }));
    const { indexKinds } = placeViewOf(createReport({ key: 21, name: 'Store', surveys }));
    assert.deepEqual(
      indexKinds.map(({ indexType, limits }) => [indexType, limits.lower, limits.upper]).toSorted(),
      [
        ['HAPPY', 0, 100],
        ['NPS', -100, 100],
      ],
    );
  });
});
