// The point of a chart that a reader chooses by pointer or key.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearestPoint, pointAfterKey } from '../../../lib/web/ui/chart-points.ts';
import { fc } from '../../support/property-settings.ts';

describe('the point nearest to the pointer', () => {
  it('is that with the least distance', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { minLength: 1 });
    fc.assert(
      fc.property(distinct, fc.integer({ min: -50, max: 1050 }), (places, x) => {
        const nearest = nearestPoint(
          places.map((place) => ({ x: place })),
          x,
        );
        const distances = places.map((place) => Math.abs(place - x));
        assert.equal(distances[nearest ?? -1], Math.min(...distances));
      }),
    );
  });

  it('is none without points', () => {
    assert.equal(nearestPoint([], 5), null);
  });
});

describe('the arrow keys of a chart', () => {
  it('move by one point and stop at the ends', () => {
    assert.equal(pointAfterKey('ArrowLeft', 12, 13, false), 11);
    assert.equal(pointAfterKey('ArrowRight', 12, 13, false), 12);
    assert.equal(pointAfterKey('ArrowLeft', 0, 13, false), 0);
    assert.equal(pointAfterKey('Home', 7, 13, false), 0);
    assert.equal(pointAfterKey('End', 7, 13, false), 12);
  });

  it('follow the mirrored drawing, except for up and down', () => {
    assert.equal(pointAfterKey('ArrowLeft', 5, 13, true), 6);
    assert.equal(pointAfterKey('ArrowRight', 5, 13, true), 4);
    assert.equal(pointAfterKey('ArrowUp', 5, 13, true), 6);
    assert.equal(pointAfterKey('ArrowDown', 5, 13, true), 4);
  });

  it('leave other keys and empty charts alone', () => {
    assert.equal(pointAfterKey('Tab', 5, 13, false), null);
    assert.equal(pointAfterKey('ArrowLeft', 0, 0, false), null);
  });
});
