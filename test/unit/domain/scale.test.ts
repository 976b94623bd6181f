// The documented examples of the index rules.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { addTo, indexOf, npsGroup, sumCounts } from '../../../lib/domain/scale.ts';

const VECTORS: readonly (readonly [data: number[], happy: number, average: number, nps: number])[] =
  [
    [[17, 16, 60, 126], 78.2344, 3.347, 42.4658],
    [[4, 2, 12, 23, 51], 81.25, 4.25, 35.8696],
    [[4, 8, 12, 16], 66.6667, 3, 10],
    [[11, 13, 35, 53], 72.0238, 3.1607, 25.8929],
    [[0, 0, 5, 0, 0], 50, 3, -100],
  ];

function close(actual: number | null, expected: number): void {
  assert.ok(actual !== null && Math.abs(actual - expected) < 5e-5, `${actual} is not ${expected}`);
}

describe('an index', () => {
  for (const [data, happy, average, nps] of VECTORS) {
    it(`the index of ${JSON.stringify(data)} is HAPPY ${happy}, AVERAGE ${average}, NPS ${nps}`, () => {
      const scale = data.length === 4 ? 'FOUR' : 'FIVE';
      close(indexOf(data, 'HAPPY', scale), happy);
      close(indexOf(data, 'AVERAGE', scale), average);
      close(indexOf(data, 'NPS', scale), nps);
    });
  }

  it('computes the index of several surveys from summed counts and never as a mean of indexes', () => {
    const surveys = [
      [4, 8, 12, 16],
      [7, 5, 23, 37],
    ];
    assert.deepEqual(sumCounts(surveys), [11, 13, 35, 53]);
  });

  it('is null without responses, and for an unknown type or scale', () => {
    for (const kind of ['HAPPY', 'AVERAGE', 'NPS']) {
      assert.equal(indexOf([0, 0, 0, 0], kind, 'FOUR'), null);
    }
    assert.equal(indexOf([1, 2, 3, 4], 'SPARKLE', 'FOUR'), null);
    assert.equal(indexOf([1, 2, 3, 4, 5, 6], 'HAPPY', 'SIX'), null);
  });

  it('reads FIVE_REVERSED worst first like FIVE: only the display is reversed', () => {
    assert.equal(indexOf([1, 0, 0, 0, 0], 'HAPPY', 'FIVE_REVERSED'), 0);
  });

  it('stays within its range for any counts', () => {
    const counts = fc.array(fc.nat(100_000), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(counts, (data) => {
        const happy = indexOf(data, 'HAPPY', 'FIVE') ?? 0;
        const average = indexOf(data, 'AVERAGE', 'FIVE') ?? 1;
        const nps = indexOf(data, 'NPS', 'FIVE') ?? 0;
        return (
          happy >= 0 && happy <= 100 && average >= 1 && average <= 5 && nps >= -100 && nps <= 100
        );
      }),
    );
  });
});

describe('the NPS groups', () => {
  it('count every button below the two best as a detractor, including the neutral one of five', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((i) => npsGroup(i, 5)),
      ['detractor', 'detractor', 'detractor', 'passive', 'promoter'],
    );
    assert.deepEqual(
      [0, 1, 2, 3].map((i) => npsGroup(i, 4)),
      ['detractor', 'detractor', 'passive', 'promoter'],
    );
  });
});

describe('counts added to a scale', () => {
  it('may be shorter than the scale; responses beyond the buttons are counted as excluded', () => {
    const additionOf = (data: readonly number[], flips = false) => {
      const sum = [1, 0, 0, 1];
      return { leftOut: addTo(sum, data, flips), sum };
    };
    assert.deepEqual(additionOf([1, 2]), { leftOut: 0, sum: [2, 2, 0, 1] });
    assert.deepEqual(additionOf([1, 2], true), { leftOut: 0, sum: [1, 0, 2, 2] });
    const sum = [0, 0];
    assert.equal(addTo(sum, [3, 4]), 0);
    assert.deepEqual(sum, [3, 4]);
    assert.deepEqual(additionOf([1, 2, 3, 4, 0]), { leftOut: 0, sum: [2, 2, 3, 5] });
    assert.deepEqual(additionOf([1, 2, 3, 4, 5, 6]), { leftOut: 11, sum: [2, 2, 3, 5] });
  });
});
