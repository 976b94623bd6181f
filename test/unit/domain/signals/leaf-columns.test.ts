import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { childPart, ownPart } from '../../../../lib/domain/signals/folder-judgement.ts';
import { comparePlaces } from '../../../../lib/domain/signals/folder-list.ts';
import { toColumns, toLeaves } from '../../../../lib/domain/signals/leaf-columns.ts';
import type { Leaf } from '../../../../lib/domain/signals/model.ts';
import { fc } from '../../../support/property-settings.ts';
import { arbitrarySurvey, surveyOf } from './arbitrary-surveys.ts';

const SHOP = { key: 123_456, name: 'Shop' } as const;
const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const PLACES = 20_000;

/** Figures with as many digits as computed ones have. */
function figureOf(i: number): number {
  return 10 / (3 + (i % 97));
}

function leafOf(i: number): Leaf {
  return {
    folder: 100_000 + i,
    survey: 200_000 + i,
    data: [i % 20, i % 40, i % 90, 100 + (i % 90)],
    usual: 60 + figureOf(i),
    listed: {
      state: 'usual',
      lower: 55 + figureOf(i),
      upper: 65 + figureOf(i),
      usualScore: null,
      trend: Array.from({ length: 13 }, (_, week) => 55 + ((i + week) % 11)),
    },
    level: {
      difference: 0,
      sd: figureOf(i + 1),
      difference4: figureOf(i + 2),
      sd4: figureOf(i + 3),
      lastDifference: figureOf(i + 4),
      yearDifference: figureOf(i + 5),
    },
    volume: {
      difference: figureOf(i + 6),
      sd: figureOf(i + 7),
      difference4: figureOf(i + 8),
      sd4: figureOf(i + 9),
    },
    pending: null,
  };
}

const bytesOf = (leaves: readonly Leaf[], isRoot: boolean): number =>
  JSON.stringify(toColumns(leaves, isRoot)).length;

describe('leaves in columns', () => {
  it('are the same leaves after they are read back', () => {
    fc.assert(
      fc.property(fc.array(arbitrarySurvey, { maxLength: 10 }), (surveys) => {
        const own = ownPart(
          surveys.map((values, i) => surveyOf(i + 1, SHOP, values)),
          [],
        );
        const columns = own.groups.map((group) => ({
          ...group,
          leaves: toColumns(group.leaves, false),
        }));
        const stored = structuredClone(columns);
        assert.deepEqual(
          childPart(stored, own).groups.map(({ leaves }) => leaves),
          own.groups.map(({ leaves }) => leaves.toSorted(comparePlaces)),
        );
      }),
    );
  });

  it('have only what lists show, counts, usual level and standard deviation in the report of the root folder', () => {
    const [leaf] = toLeaves(toColumns([leafOf(1)], true), HAPPY_FOUR);
    assert.ok(leaf !== undefined && leaf.level.difference !== null);
    assert.deepEqual(Object.keys(toColumns([leafOf(1)], true)), [
      'folder',
      'survey',
      'data',
      'c',
      'sd',
      'listed',
    ]);
  });

  it('take less than 4 MB for 20,000 places in the report of the root folder', () => {
    const leaves = Array.from({ length: PLACES }, (_, i) => leafOf(i));
    assert.ok(bytesOf(leaves, true) < 4e6);
    assert.ok(bytesOf(leaves, false) < 7e6);
  });
});
