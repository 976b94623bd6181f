import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standardError } from '../../../../lib/domain/figures.ts';
import { indexOf } from '../../../../lib/domain/scale.ts';
import { rankLeaves, standingLow } from '../../../../lib/domain/signals/standing.ts';
import type { RankedLeaf, Ranking } from '../../../../lib/domain/signals/standing.ts';
import { Z_95 } from '../../../../lib/domain/signals/statistics.ts';
import { fc } from '../../../support/property-settings.ts';
import { assertResults, vectorsOf } from './vectors.ts';

/** With more places, only those outside the funnel have a rank. */
const MAX_PRINTED_PLACES = 30;
const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;

function leavesOf(lists: readonly (readonly number[])[]): readonly RankedLeaf[] {
  return lists.map((data, survey) => ({ folder: 1000 - survey, survey, data }));
}

function rankingOf(lists: readonly (readonly number[])[]): Ranking {
  const ranking = rankLeaves(leavesOf(lists), HAPPY_FOUR);
  assert.ok(ranking !== null);
  return ranking;
}

describe('the vectors of the ranking', () => {
  for (const vector of vectorsOf('ranking')) {
    it(`has the results of ${vector.title}`, () => {
      const ranking = rankingOf(parsePlaces(vector.arguments.get('d') ?? ''));
      const { target, tau, places } = ranking;
      assertResults(vector, {
        target,
        tau,
        order: places.map(({ survey }) => survey).join('+'),
        // A rank that is not printed may be any: so few places have no other reason.
        ranks: places
          .map(({ rank }) => rank ?? { from: 1, to: places.length })
          .map(({ from, to }) => `${String(from)}-${String(to)}`)
          .join('+'),
        printed: places
          .filter(({ rank }) => rank !== null)
          .map(({ survey }) => survey)
          .join('+'),
        standingLow: standingLow(ranking)
          .map(({ survey }) => survey)
          .join('+'),
        zLast: places.at(-1)?.z,
      });
    });
  }
});

describe('the ranking', () => {
  const COUNTS = fc.oneof(
    fc.array(fc.nat(60), { minLength: 4, maxLength: 4 }),
    fc.constant([0, 0, 0, 1]),
    fc.constant([0, 0, 0, 400]),
    fc.constant([10, 20, 30, 40]),
  );
  const LISTS = fc.array(COUNTS, { minLength: 1, maxLength: 60 });

  it('counts the places that are clearly better and clearly worse', () => {
    fc.assert(
      fc.property(LISTS, (lists) => {
        const ranking = rankLeaves(leavesOf(lists), HAPPY_FOUR);
        if (ranking === null) return;
        const { places } = ranking;
        const isBetter = (a: readonly number[], b: readonly number[]): boolean => {
          const [indexOfA, indexOfB] = [a, b].map((data) => indexOf(data, 'HAPPY', 'FOUR') ?? NaN);
          const [errorOfA, errorOfB] = [a, b].map((data) => standardError(data, HAPPY_FOUR) ?? NaN);
          assert.ok(indexOfA !== undefined && indexOfB !== undefined);
          assert.ok(errorOfA !== undefined && errorOfB !== undefined);
          return indexOfA - indexOfB > Z_95 * Math.sqrt(errorOfA ** 2 + errorOfB ** 2);
        };
        for (const [position, { survey, rank }] of places.entries()) {
          const data = lists[survey] ?? [];
          const better = lists.filter((other) => isBetter(other, data)).length;
          const worse = lists.filter((other) => isBetter(data, other)).length;
          if (rank === null && places.length > MAX_PRINTED_PLACES) continue;
          const { from, to } = rank ?? { from: 1, to: places.length };
          assert.deepEqual({ from, to }, { from: 1 + better, to: places.length - worse });
          assert.ok(from <= position + 1 && position + 1 <= to);
        }
      }),
    );
  });

  it('prints no rank that may be any, and of many places only those outside the funnel', () => {
    fc.assert(
      fc.property(LISTS, (lists) => {
        const places = rankLeaves(leavesOf(lists), HAPPY_FOUR)?.places ?? [];
        for (const { rank, z } of places) {
          if (rank === null) continue;
          assert.ok(rank.from > 1 || rank.to < places.length);
          assert.ok(places.length <= MAX_PRINTED_PLACES || Math.abs(z ?? 0) > 3);
        }
      }),
    );
  });

  it('does not depend on the order of the leaves', () => {
    fc.assert(
      fc.property(LISTS, (lists) => {
        const leaves = leavesOf(lists);
        assert.deepEqual(
          rankLeaves(leaves.toReversed(), HAPPY_FOUR),
          rankLeaves(leaves, HAPPY_FOUR),
        );
      }),
    );
  });

  it('is null without responses and for an unknown kind', () => {
    assert.equal(rankLeaves(leavesOf([[0, 0, 0, 0]]), HAPPY_FOUR), null);
    const unknown = { indexType: 'OTHER', feedbackScale: 'FOUR' };
    assert.equal(rankLeaves(leavesOf([[1, 2, 3, 4]]), unknown), null);
  });

  it('tests eight places and more, and prints all ranks of thirty', () => {
    const halves = (count: number) =>
      Array.from({ length: count }, (_, i) => (i % 2 === 0 ? [160, 0, 0, 40] : [40, 0, 0, 160]));
    const zOf = (count: number) => rankingOf(halves(count)).places[0]?.z;
    assert.equal(zOf(7), null);
    assert.notEqual(zOf(8), null);
    const rankOf = (count: number) => rankingOf(halves(count)).places[0]?.rank;
    assert.deepEqual([rankOf(30), rankOf(31)], [{ from: 1, to: 15 }, null]);
  });

  it('leaves out places without responses', () => {
    const { places } = rankingOf([
      [0, 0, 0, 0],
      [1, 0, 0, 2],
    ]);
    assert.deepEqual(
      places.map(({ survey }) => survey),
      [1],
    );
  });

  it('orders places with the same index by key', () => {
    const places = rankingOf([
      [1, 0, 0, 2],
      [0, 0, 0, 1],
      [2, 0, 0, 4],
    ]).places;
    assert.deepEqual(
      places.map(({ survey }) => survey),
      [1, 0, 2],
    );
    const sameSurvey = [3, 1, 2].map((folder) => ({ folder, survey: 1, data: [1, 0, 0, 2] }));
    assert.deepEqual(
      rankLeaves(sameSurvey, HAPPY_FOUR)?.places.map(({ folder }) => folder),
      [1, 2, 3],
    );
  });
});

/** Counts of the places, `*k` for k places with the same. */
function parsePlaces(text: string): readonly (readonly number[])[] {
  return text.split(',').flatMap((place) => {
    const [counts = '', times = '1'] = place.split('*');
    return Array.from({ length: Number(times) }, () => counts.split('.').map(Number));
  });
}
