import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { computeFigures, halfWidthOf, verdictOfChange } from '../../../lib/domain/figures.ts';
import { rankPlaces, createRankScore } from '../../../lib/domain/ranking.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const NPS_FIVE = { indexType: 'NPS', feedbackScale: 'FIVE' } as const;

function close(actual: number | null, expected: number, within = 5e-5): void {
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= within,
    `${actual} is not ${expected}`,
  );
}

describe('the significance of a change', () => {
  it('computes the half-widths of the documented example, whose change is not clear', () => {
    const figures = computeFigures([25, 20, 60, 110], [17, 16, 60, 126], HAPPY_FOUR, 10);
    close(figures.previousIndex, 78.2344);
    close(figures.index, 72.8682);
    close(halfWidthOf([17, 16, 60, 126], HAPPY_FOUR), 4.04, 5e-3);
    close(figures.change, -5.3662);
    close(figures.changeHalfWidth, 6.074);
    assert.equal(figures.changeIsClear, false);
  });

  it('computes the half-width of equal responses as if there were one more at each end', () => {
    const figures = computeFigures([0, 0, 0, 12], [0, 0, 0, 0], HAPPY_FOUR, 10);
    assert.equal(figures.index, 100);
    close(figures.halfWidth, halfWidthOf([1, 0, 0, 13], HAPPY_FOUR) ?? NaN, 1e-9);
  });

  it('treats detractors on different buttons as equal responses for NPS', () => {
    const figures = computeFigures([3, 4, 5, 0, 0], [0, 0, 0, 0, 0], NPS_FIVE, 10);
    assert.equal(figures.index, -100);
    close(figures.halfWidth, halfWidthOf([4, 4, 5, 0, 1], NPS_FIVE) ?? NaN, 1e-9);
  });

  it('never calls a change clear with fewer responses than the minimum in either week', () => {
    const fewCounts = [0, 0, 0, 9];
    const manyCounts = [90, 0, 0, 1];
    assert.equal(computeFigures(fewCounts, manyCounts, HAPPY_FOUR, 10).changeIsClear, false);
    assert.equal(computeFigures(manyCounts, fewCounts, HAPPY_FOUR, 10).changeIsClear, false);
    assert.equal(computeFigures(fewCounts, manyCounts, HAPPY_FOUR, 9).changeIsClear, true);
  });

  it('has no change, half-width or verdict when a week has no responses', () => {
    const figures = computeFigures([1, 2, 3, 4], [0, 0, 0, 0], HAPPY_FOUR, 10);
    assert.equal(figures.change, null);
    assert.equal(figures.changeHalfWidth, null);
    assert.equal(figures.changeIsClear, null);
    const silent = computeFigures([0, 0, 0, 0], [1, 2, 3, 4], HAPPY_FOUR, 10);
    assert.deepEqual([silent.halfWidth, silent.change, silent.changeHalfWidth], [null, null, null]);
  });

  it('has a positive half-width for any responses', () => {
    const counts = fc.array(fc.nat(50), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, fc.constantFrom('HAPPY', 'AVERAGE', 'NPS'), (data, indexType) => {
        const width = halfWidthOf(data, { indexType, feedbackScale: 'FIVE' });
        return data.every((n) => n === 0) ? width === null : width !== null && width > 0;
      }),
    );
  });
});

/** Every answer by itself, and the standard deviation of all of them by its definition. */
function deviation(answers: readonly number[]): number {
  const mean = answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
  const squares = answers.map((answer) => (answer - mean) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / answers.length);
}

function answersOf(data: readonly number[], valueOf: (button: number) => number): number[] {
  return data.flatMap((count, button) => Array.from({ length: count }, () => valueOf(button)));
}

describe('a half-width', () => {
  const data = [3, 1, 4, 1, 5];
  const n = 14;

  it('is 1.96 standard errors of the responses, in the unit of the index', () => {
    const group = (indexType: string) => ({ indexType, feedbackScale: 'FIVE' });
    const spread = deviation(answersOf(data, (button) => button));
    close(halfWidthOf(data, group('AVERAGE')), (1.96 * spread) / Math.sqrt(n), 1e-12);
    close(halfWidthOf(data, group('HAPPY')), (1.96 * 25 * spread) / Math.sqrt(n), 1e-12);
    const npsOf = (button: number): number => (button === 4 ? 100 : button === 3 ? 0 : -100);
    const nps = deviation(answersOf(data, npsOf));
    close(halfWidthOf(data, NPS_FIVE), (1.96 * nps) / Math.sqrt(n), 1e-12);
  });

  it('the half-width of responses on one button equals that with one more response at each end, for every index type', () => {
    for (const indexType of ['HAPPY', 'AVERAGE', 'NPS']) {
      const group = { indexType, feedbackScale: 'FIVE' };
      close(halfWidthOf([0, 0, 6, 0, 0], group), halfWidthOf([1, 0, 6, 0, 1], group) ?? NaN, 1e-12);
    }
  });

  it('the half-width of responses on adjacent detractor buttons is corrected only for NPS', () => {
    const happy = { indexType: 'HAPPY', feedbackScale: 'FIVE' };
    const spread = deviation(answersOf([3, 4, 0, 0, 0], (button) => button));
    close(halfWidthOf([3, 4, 0, 0, 0], happy), (1.96 * 25 * spread) / Math.sqrt(7), 1e-12);
  });

  it('is null for an unknown index type', () => {
    assert.equal(halfWidthOf(data, { indexType: 'SPARKLE', feedbackScale: 'FIVE' }), null);
  });
});

describe('a verdict on a change', () => {
  const change = (size: number | null, halfWidth: number | null, isClear: boolean | null) => ({
    change: size,
    changeHalfWidth: halfWidth,
    changeIsClear: isClear,
  });

  it('is a clear rise or fall, normal variation, or too few responses', () => {
    assert.equal(verdictOfChange(change(5, 2, true)), 'clearRise');
    assert.equal(verdictOfChange(change(-5, 2, true)), 'clearFall');
    assert.equal(verdictOfChange(change(1, 2, false)), 'normal');
    assert.equal(verdictOfChange(change(2, 2, false)), 'normal');
    assert.equal(verdictOfChange(change(-5, 2, false)), 'tooFew');
  });

  it('is null where a figure is missing', () => {
    assert.equal(verdictOfChange(change(null, 2, false)), null);
    assert.equal(verdictOfChange(change(5, null, false)), null);
    assert.equal(verdictOfChange(change(5, 2, null)), null);
  });

  it('is clear only with the minimum number of responses in both weeks', () => {
    const [ten, nine] = [
      [10, 0, 0, 0],
      [0, 0, 0, 9],
    ];
    assert.equal(computeFigures([0, 0, 0, 10], ten, HAPPY_FOUR, 10).changeIsClear, true);
    assert.equal(computeFigures(nine, ten, HAPPY_FOUR, 10).changeIsClear, false);
    assert.equal(computeFigures(ten, nine, HAPPY_FOUR, 10).changeIsClear, false);
  });
});

describe('the ranking', () => {
  const place = (name: string, key: number, data: number[]) => ({
    survey: key,
    name,
    figures: { ...computeFigures(data, [0, 0, 0, 0], HAPPY_FOUR, 10), ...HAPPY_FOUR },
  });
  const A = place('A', 1, [17, 16, 60, 126]);
  const B = place('B', 2, [0, 0, 0, 3]);
  const C = place('C', 3, [20, 10, 30, 40]);

  it('orders the documented example A, B, C: an index of three presses is weighted towards the mean', () => {
    const rankedPlaces = rankPlaces([C, B, A]);
    assert.deepEqual(
      rankedPlaces.map(({ name }) => name),
      ['A', 'B', 'C'],
    );
    const scores = [76.779, 74.5217, 68.7567];
    rankedPlaces.forEach(({ rankScore: score }, i) => {
      close(score, scores[i] ?? NaN);
    });
    assert.equal(rankedPlaces[1]?.index, 100);
  });

  it('ignores places without responses', () => {
    const silent = place('silent', 4, [0, 0, 0, 0]);
    assert.deepEqual(rankPlaces([A, B, C, silent]), rankPlaces([A, B, C]));
  });

  it('orders places with the same score by key', () => {
    const equalPlaces = [9, 4, 7].map((key) => place(`${key}`, key, [1, 2, 3, 4]));
    assert.deepEqual(
      rankPlaces(equalPlaces).map(({ survey }) => survey),
      [4, 7, 9],
    );
  });

  it('ranks each index type separately, and lists an unknown type without a score', () => {
    const unknown = { indexType: 'SPARKLE', feedbackScale: 'FOUR' } as const;
    const oddPlace = {
      ...A,
      figures: { ...computeFigures([1, 1, 1, 1], [], unknown, 10), ...unknown },
    };
    const rankedPlaces = rankPlaces([oddPlace, A, B, C]);
    assert.deepEqual(
      rankedPlaces.map(({ indexType, rankScore: score }) => [indexType, score !== null]),
      [
        ['HAPPY', true],
        ['HAPPY', true],
        ['HAPPY', true],
        ['SPARKLE', false],
      ],
    );
  });

  it('identifies a place by its folder or by its survey, never by both', () => {
    const folder = { folder: 8, name: 'F', figures: A.figures };
    assert.deepEqual(
      rankPlaces([A, folder]).map((ranked) => Object.keys(ranked).slice(0, 2)),
      [
        ['survey', 'name'],
        ['folder', 'name'],
      ],
    );
  });

  it('weights a score towards the mean of its own index type only', () => {
    const nps = {
      survey: 9,
      name: 'N',
      figures: { ...computeFigures([0, 0, 0, 0, 50], [], NPS_FIVE, 10), ...NPS_FIVE },
    };
    const [, , , only] = rankPlaces([A, B, C, nps]);
    assert.equal(only?.rankScore, 100);
    assert.deepEqual(rankPlaces([A, B, C, nps]).slice(0, 3), rankPlaces([A, B, C]));
  });

  it("has scores between the place's index and the mean", () => {
    const sample = fc.record({
      index: fc.double({ min: 0, max: 100, noNaN: true }),
      responses: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1 }), (peers) => {
        const total = peers.reduce((sum, p) => sum + p.responses, 0);
        const mean = peers.reduce((sum, p) => sum + p.index * p.responses, 0) / total;
        const scoreOf = createRankScore(peers);
        return peers.every((peer) => {
          const score = scoreOf(peer) ?? NaN;
          const [low, high] = [Math.min(peer.index, mean), Math.max(peer.index, mean)];
          return score >= low - 1e-9 && score <= high + 1e-9;
        });
      }),
    );
  });
});
