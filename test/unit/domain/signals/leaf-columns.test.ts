import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { childPart, ownPart } from '../../../../lib/domain/signals/folder-judgement.ts';
import { comparePlaces } from '../../../../lib/domain/signals/folder-list.ts';
import {
  differenceOf,
  toColumns,
  toLeaves,
  toRankedLeaves,
} from '../../../../lib/domain/signals/leaf-columns.ts';
import type { Leaf, PendingLeaf } from '../../../../lib/domain/signals/model.ts';
import { factsOfCounts } from '../../../../lib/domain/signals/survey-judgement.ts';
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

const FACTS = factsOfCounts(
  { folder: SHOP, path: [], survey: { key: 7, name: 'How was it?' } },
  HAPPY_FOUR,
  { index: 60, usual: 70, responses: 300 },
);
const LEVEL = {
  difference: -20,
  sd: 3,
  difference4: -8,
  sd4: 2,
  lastDifference: -4,
  yearDifference: -6,
} as const;
const VOLUME = { difference: -0.5, sd: 0.25, difference4: -0.375, sd4: 0.125 } as const;
const SIGNS = {
  verdict: 'low',
  verdictLast: 'usual',
  beforeLow: true,
  beforeHigh: false,
} as const;

/** A survey of 40 presses with the index 50, usually 70. */
function leafWith(survey: number, pending: PendingLeaf | null): Leaf {
  const data = [20, 0, 0, 20];
  return {
    folder: 1,
    survey,
    data,
    usual: 70,
    listed: null,
    level: LEVEL,
    volume: VOLUME,
    pending,
  };
}

const WITH_EVIDENCE = leafWith(1, {
  facts: FACTS,
  level: { evidence: { ...LEVEL, ...SIGNS, small: true, responses4: 90, refFrom: 3, refTo: 50 } },
  volume: {
    evidence: {
      ...VOLUME,
      verdict: 'high',
      verdictLast: null,
      beforeLow: false,
      beforeHigh: true,
      lastDifference: -0.25,
      asLastYear: true,
    },
  },
});
const WITH_JUDGEMENTS = leafWith(1, {
  facts: FACTS,
  level: {
    judgement: { states: [], material: true, peerFolder: SHOP, relative: -20, common: 0 },
  },
  volume: { judgement: { state: 'volumeLow', strength: 4, impact: 120, held: false } },
});

const COUNTS = { folder: [1], survey: [1], data: [[20, 0, 0, 20]], c: [70], sd: [3] };
const MEASURES = { difference4: [-8], sd4: [2], lastDifference: [-4], yearDifference: [-6] };
const VOLUME_MEASURES = { difference: [-0.5], sd: [0.25], difference4: [-0.375], sd4: [0.125] };

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

  it('of surveys that are judged have their measures, and neither evidence nor judgements', () => {
    assert.deepEqual(toColumns([leafWith(1, null)], false), {
      ...COUNTS,
      ...MEASURES,
      volume: VOLUME_MEASURES,
    });
  });

  it('have the evidence of surveys that are not judged, and no judgements beside it', () => {
    const columns = toColumns([WITH_EVIDENCE], false);
    assert.deepEqual(columns, {
      ...COUNTS,
      ...MEASURES,
      verdict: ['low'],
      verdictLast: ['usual'],
      before: [['low']],
      small: [true],
      responses4: [90],
      refFrom: [3],
      refTo: [50],
      volume: {
        ...VOLUME_MEASURES,
        verdict: ['high'],
        verdictLast: [null],
        before: [['high']],
        lastDifference: [-0.25],
        asLastYear: [true],
      },
      entry: [FACTS],
    });
    assert.deepEqual(toLeaves(columns, HAPPY_FOUR), [WITH_EVIDENCE]);
  });

  it('have the judgements of surveys of which only one measure is judged, beside what is not', () => {
    const { pending } = WITH_JUDGEMENTS;
    const evidence = WITH_EVIDENCE.pending;
    assert.ok(pending !== null && evidence !== null);
    for (const { level, volume } of [
      pending,
      { ...pending, volume: evidence.volume },
      { ...pending, level: evidence.level },
      { ...pending, level: { judgement: null } },
    ]) {
      const leaf = leafWith(1, { facts: FACTS, level, volume });
      const columns = toColumns([leaf], false);
      assert.deepEqual(
        columns.levelJudgement,
        'judgement' in level ? [level.judgement] : undefined,
      );
      assert.deepEqual(
        columns.volumeJudgement,
        'judgement' in volume ? [volume.judgement] : undefined,
      );
      assert.deepEqual(toLeaves(columns, HAPPY_FOUR), [leaf]);
    }
  });

  it('have what lists show of each survey, and the usual score where there is one', () => {
    const listed = {
      state: 'still',
      lower: 60,
      upper: 80,
      usualScore: null,
      trend: [55, null],
    } as const;
    const known = { ...leafWith(1, null), listed };
    const unknown = leafWith(2, null);
    const columns = toColumns([known, unknown], false);
    assert.deepEqual(columns.listed, {
      state: ['still', null],
      lower: [60, null],
      upper: [80, null],
      trend: [[55, null], []],
    });
    const ofNps = { ...known, listed: { ...listed, usualScore: 72 } };
    const columnsOfNps = toColumns([ofNps, { ...known, survey: 2 }], false);
    assert.deepEqual(columnsOfNps.listed?.usualScore, [72, null]);
    assert.deepEqual(
      toLeaves(columnsOfNps, HAPPY_FOUR).map((leaf) => leaf.listed),
      [ofNps.listed, listed],
    );
  });

  it('have the counts from which surveys are ranked', () => {
    assert.deepEqual(toRankedLeaves(toColumns([leafWith(7, null), leafWith(3, null)], true)), [
      { folder: 1, survey: 3, data: [20, 0, 0, 20] },
      { folder: 1, survey: 7, data: [20, 0, 0, 20] },
    ]);
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

describe('the difference from the usual level', () => {
  it('is known from ten responses on, for a known index', () => {
    assert.equal(differenceOf([5, 0, 0, 5], 70, HAPPY_FOUR), -20);
    assert.equal(differenceOf([5, 0, 0, 4], 70, HAPPY_FOUR), null);
    assert.equal(differenceOf([5, 0, 0, 5], null, HAPPY_FOUR), null);
    assert.equal(differenceOf([5, 0, 0, 5], 70, { ...HAPPY_FOUR, indexType: 'OTHER' }), null);
  });
});
