import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildLeague, dispersionOf } from '../../../../lib/domain/signals/league.ts';
import type { League, LeagueLeaf, LeaguePlace } from '../../../../lib/domain/signals/league.ts';
import { standardError } from '../../../../lib/domain/figures.ts';
import { indexOf } from '../../../../lib/domain/scale.ts';
import { fc } from '../../../support/property-settings.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;

/** The documented example; the surveys are numbered from 1. */
const PLACES: readonly (readonly number[])[] = [
  [17, 16, 60, 126],
  [20, 10, 30, 40],
  [0, 0, 0, 3],
  [60, 30, 60, 150],
  [30, 20, 60, 190],
  [40, 20, 60, 180],
  [100, 60, 70, 70],
  [35, 25, 60, 180],
  [8, 4, 10, 28],
  [48, 32, 55, 165],
];

function leavesOf(lists: readonly (readonly number[])[]): readonly LeagueLeaf[] {
  return lists.map((data, i) => ({ folder: 100 + i, survey: i + 1, data }));
}

function leagueOf(lists: readonly (readonly number[])[]): League {
  const league = buildLeague(leavesOf(lists), HAPPY_FOUR);
  assert.ok(league !== null);
  return league;
}

function placeOf(league: League, survey: number): LeaguePlace {
  const place = league.places.find((candidate) => candidate.survey === survey);
  assert.ok(place !== undefined);
  return place;
}

function close(actual: number | null, expected: number, within = 5e-5): void {
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= within,
    `${actual} is not ${expected}`,
  );
}

describe('a league', () => {
  const league = leagueOf(PLACES);

  it('has the target, dispersion and tau of the documented example', () => {
    assert.equal(league.basis, 'funnel');
    close(league.target, 69.7207);
    close(league.tau, 6.2722);
    const estimates = PLACES.map((data) => ({
      index: indexOf(data, 'HAPPY', 'FOUR') ?? NaN,
      error: standardError(data, HAPPY_FOUR) ?? NaN,
    }));
    close(dispersionOf(estimates, league.target).phi, 6.7783);
  });

  it('has the places of the documented example', () => {
    const first = placeOf(league, 1);
    close(first.shrunkIndex, 77.4036);
    assert.deepEqual([first.rankFrom, first.rankTo, first.funnel], [1, 6, null]);
    const smallPlace = placeOf(league, 3);
    assert.deepEqual([smallPlace.index, smallPlace.responses], [100, 3]);
    close(smallPlace.rankScore, 70.1332);
    close(smallPlace.shrunkIndex, 73.0357);
    assert.deepEqual([smallPlace.rankFrom, smallPlace.rankTo], [1, 8]);
    const low = placeOf(league, 7);
    close(low.z, -3.6267);
    assert.equal(low.funnel, 'low');
    close(low.shrunkIndex, 48.3083);
    assert.deepEqual([low.rankFrom, low.rankTo], [10, 10]);
    // The two-sided normal p of 3.6267.
    close(low.p, 2.871e-4, 5e-7);
  });

  it('calls a place high above the funnel', () => {
    const mirrored = leagueOf(PLACES.map((data) => data.toReversed()));
    close(placeOf(mirrored, 7).z, 3.6267);
    assert.equal(placeOf(mirrored, 7).funnel, 'high');
  });

  it('calls a place low only beyond 3 standard deviations', () => {
    // Ten equal places keep the funnel narrow.
    const placeWith = (unhappy: number): LeaguePlace =>
      placeOf(
        leagueOf([
          [unhappy, 0, 0, 200 - unhappy],
          ...Array.from({ length: 10 }, () => [600, 0, 0, 1400]),
        ]),
        1,
      );
    const within = placeWith(78);
    assert.ok(within.z !== null && within.z < -2 && within.z > -3);
    assert.equal(within.funnel, null);
    const beyond = placeWith(85);
    assert.ok(beyond.z !== null && beyond.z < -3);
    assert.equal(beyond.funnel, 'low');
  });

  it('orders places by descending rank score, then by key', () => {
    const scores = league.places.map(({ rankScore }) => rankScore);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    const equal = leagueOf([
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [9, 0, 0, 1],
    ]);
    assert.deepEqual(
      equal.places.map(({ survey }) => survey),
      [1, 2, 3],
    );
  });

  it('compares intervals alone with fewer than 8 places', () => {
    const seven = leagueOf(PLACES.slice(0, 7));
    assert.equal(seven.basis, 'intervals');
    assert.ok(seven.tau !== null && seven.tau > 0);
    for (const { z, p, funnel, shrunkIndex } of seven.places) {
      assert.deepEqual([z, p, funnel], [null, null, null]);
      assert.notEqual(shrunkIndex, null);
    }
    assert.equal(leagueOf(PLACES.slice(0, 8)).basis, 'funnel');
  });

  it('has no tau and no shrunk index with fewer than 3 places', () => {
    const two = leagueOf(PLACES.slice(0, 2));
    assert.equal(two.tau, null);
    assert.deepEqual(
      two.places.map(({ shrunkIndex }) => shrunkIndex),
      [null, null],
    );
    assert.notEqual(leagueOf(PLACES.slice(0, 3)).tau, null);
  });

  it('leaves out places without responses', () => {
    assert.deepEqual(leagueOf([...PLACES, [0, 0, 0, 0]]), league);
  });

  it('is null without responses, or for an unknown index type or scale', () => {
    assert.equal(buildLeague([], HAPPY_FOUR), null);
    assert.equal(buildLeague(leavesOf([[0, 0, 0, 0]]), HAPPY_FOUR), null);
    const leaves = leavesOf(PLACES);
    assert.equal(buildLeague(leaves, { indexType: 'SPARKLE', feedbackScale: 'FOUR' }), null);
    assert.equal(buildLeague(leaves, { indexType: 'HAPPY', feedbackScale: 'SIX' }), null);
  });

  it('has tau 0 and the target as every shrunk index when all places are equal', () => {
    const equal = leagueOf(Array.from({ length: 9 }, () => [10, 10, 10, 10]));
    assert.equal(equal.tau, 0);
    for (const place of equal.places) {
      assert.equal(place.shrunkIndex, 50);
      assert.deepEqual([place.rankFrom, place.rankTo], [1, 9]);
    }
  });
});

describe('any league', () => {
  const counts = fc.array(fc.nat(60), { minLength: 5, maxLength: 5 });
  const indexTypes = fc.constantFrom('HAPPY', 'AVERAGE', 'NPS');
  const lists = fc.array(counts, { maxLength: 14 });
  const shuffled = lists.chain((data) => {
    const leaves = leavesOf(data);
    const { length } = leaves;
    return fc.tuple(
      fc.constant(leaves),
      fc.shuffledSubarray([...leaves], { minLength: length, maxLength: length }),
    );
  });

  it('has ranks within 1 and the number of places, the best one first', () => {
    fc.assert(
      fc.property(lists, indexTypes, (data, indexType) => {
        const places = buildLeague(leavesOf(data), { indexType, feedbackScale: 'FIVE' })?.places;
        for (const { rankFrom, rankTo } of places ?? []) {
          assert.ok(1 <= rankFrom && rankFrom <= rankTo && rankTo <= (places ?? []).length);
        }
      }),
    );
  });

  it('has each shrunk index between the index and the target', () => {
    fc.assert(
      fc.property(lists, indexTypes, (data, indexType) => {
        const league = buildLeague(leavesOf(data), { indexType, feedbackScale: 'FIVE' });
        if (league === null) return;
        for (const { shrunkIndex, index } of league.places) {
          if (shrunkIndex === null) continue;
          assert.ok(shrunkIndex >= Math.min(index, league.target) - 1e-9);
          assert.ok(shrunkIndex <= Math.max(index, league.target) + 1e-9);
        }
      }),
    );
  });

  it('does not depend on the order of the leaves', () => {
    fc.assert(
      fc.property(shuffled, indexTypes, ([leaves, order], indexType) => {
        const group = { indexType, feedbackScale: 'FIVE' };
        assert.deepEqual(buildLeague(order, group), buildLeague(leaves, group));
      }),
    );
  });
});
