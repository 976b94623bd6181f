import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Silence, Volume } from '../../../../lib/domain/signals/volume.ts';
import { computeVolume, findSilence, usualDaysOf } from '../../../../lib/domain/signals/volume.ts';
import { fc } from '../../../support/property-settings.ts';

const WORKDAY = [20, 22, 18, 21, 19, 20];
const SATURDAY = [3, 2, 4, 3, 3, 2];
const USUAL_DAYS = [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, SATURDAY, [0, 0, 0, 0, 0, 0]];
const ALL = [0, 1, 2, 3, 4, 5, 6];
const NEW: Volume = { verdict: 'new', usual: null, ratio: null, z: null, p: null };

/** A week with these responses a day, open on the given days. */
function week(responses: readonly number[], open: readonly number[] = ALL) {
  return responses.map((count, day) => ({ responses: count, active: open.includes(day) }));
}

/** Weeks that have all their responses on Monday. */
function onMondays(totals: readonly number[]): readonly (readonly number[])[] {
  return ALL.map((day) => totals.map((total) => (day === 0 ? total : 0)));
}

function volumeOf(totals: readonly number[], responses: number): Volume {
  return computeVolume(onMondays(totals), week([responses, 0, 0, 0, 0, 0, 0]), true);
}

const TWELVE = [300, 310, 290, 305, 295, 300, 310, 290, 300, 305, 295, 300];

describe('the volume of a week', () => {
  it('has the documented verdicts', () => {
    const low = volumeOf(TWELVE, 150);
    assert.equal(low.verdict, 'low');
    assert.equal(low.usual, 300);
    assert.equal(low.ratio, 0.5);
    assert.equal(low.z?.toFixed(4), '-7.1556');
    // z = (n − μ)/√(φμ(1 + 1.57/m))
    const dispersion = (150 / low.z) ** 2 / (300 * (1 + 1.57 / 12));
    assert.equal(dispersion.toFixed(4), '1.2953');
    const usualVolume = volumeOf(TWELVE, 280);
    assert.equal(usualVolume.verdict, 'usual');
    assert.equal(usualVolume.z?.toFixed(4), '-0.9541');
  });

  it('is low from 30 % lost on and high when the usual week would have as much less', () => {
    const verdicts = [209, 210, 211, 428, 429].map((count) => volumeOf(TWELVE, count).verdict);
    assert.deepEqual(verdicts, ['low', 'low', 'usual', 'usual', 'high']);
    // 0.7 · 90 is less than 63 in floating point.
    const ninety = Array.from({ length: 12 }, () => 90);
    assert.equal(volumeOf(ninety, 50).verdict, 'low');
    const manyResponses = Array.from({ length: 12 }, () => 9000);
    assert.equal(volumeOf(manyResponses, 6300).verdict, 'low');
    assert.equal(volumeOf(manyResponses, 6301).verdict, 'usual');
  });

  it('is usual when a large loss is within the variation between weeks', () => {
    assert.equal(volumeOf([12, 15, 9, 14, 10, 13], 8).verdict, 'usual');
    assert.equal(volumeOf([100, 300, 120, 280, 90, 310], 60).verdict, 'usual');
  });

  it('is new with fewer than six weeks, ten responses or a whole active week', () => {
    assert.deepEqual(volumeOf([30, 30, 30, 30, 30], 30), NEW);
    assert.deepEqual(volumeOf([9, 9, 9, 10, 9, 9], 9), NEW);
    assert.equal(volumeOf([10, 10, 10, 10, 10, 10], 10).verdict, 'usual');
    assert.deepEqual(volumeOf([], 0), NEW);
    const days = week([150, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(computeVolume(onMondays(TWELVE), days, false), NEW);
  });

  it('is not moved by one odd week, and less sure with fewer weeks', () => {
    const weeksWithOddOne = TWELVE.with(4, 20);
    assert.equal(volumeOf(weeksWithOddOne, 150).verdict, 'low');
    assert.ok((volumeOf(TWELVE.slice(6), 200).z ?? NaN) > (volumeOf(TWELVE, 200).z ?? NaN));
  });
});

describe('the weeks that count as usual', () => {
  it('begin with the first press, and leave out weeks outside the active periods', () => {
    const days = (count: number): readonly number[] => [count, 0, 0, 0, 0, 0, 1];
    const emptyDays = [0, 0, 0, 0, 0, 0, 0];
    const usualDays = usualDaysOf([
      { days: emptyDays, active: true },
      { days: days(1), active: true },
      { days: emptyDays, active: true },
      { days: days(2), active: false },
      { days: days(3), active: true },
    ]);
    assert.deepEqual(usualDays, [
      [1, 0, 3],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [1, 0, 1],
    ]);
    const silent = usualDaysOf([{ days: emptyDays, active: true }]);
    assert.deepEqual(
      silent,
      ALL.map(() => []),
    );
  });
});

function silenceOf(
  responses: readonly number[],
  usualDays: readonly (readonly number[])[] = USUAL_DAYS,
  open: readonly number[] = ALL,
): Silence | null {
  return findSilence(usualDays, week(responses, open), NEW);
}

describe('days without a response', () => {
  it('finds a silence in the documented week, and not in the other one', () => {
    const silence = silenceOf([20, 18, 22, 21, 0, 0, 0]);
    assert.ok(silence !== null);
    assert.equal(silence.p.toExponential(3), '1.026e-10');
    assert.deepEqual(
      { ...silence, p: 0 },
      { fromDay: 4, days: 2, ongoing: true, expected: 23, p: 0 },
    );
    assert.equal(silenceOf([20, 18, 22, 21, 19, 0, 0]), null);
  });

  it('need about seven usual presses to prove a silence', () => {
    const usualDays = (usual: number) => ALL.map(() => [usual, usual, usual, usual, usual, usual]);
    assert.ok(silenceOf([9, 0, 9, 9, 9, 9, 9], usualDays(7)) !== null);
    assert.equal(silenceOf([9, 0, 9, 9, 9, 9, 9], usualDays(6)), null);
    assert.deepEqual(silenceOf([9, 0, 0, 9, 9, 9, 9], usualDays(4)), {
      fromDay: 1,
      days: 2,
      ongoing: false,
      expected: 8,
      p: Math.exp(-4) * Math.exp(-4),
    });
  });

  it('days without a response are less improbable when the counts of a weekday vary', () => {
    const varied = [5, 40, 10, 35, 8, 30];
    const usualDays = ALL.map(() => varied);
    assert.equal(silenceOf([20, 0, 20, 20, 20, 20, 20], usualDays), null);
    assert.ok(silenceOf([20, 0, 20, 20, 20, 20, 20]) !== null);
  });

  it('prefer the ongoing spell, then the longest, then the earliest', () => {
    const even = ALL.map(() => WORKDAY);
    assert.equal(silenceOf([0, 0, 20, 20, 20, 20, 0], even)?.fromDay, 6);
    assert.equal(silenceOf([0, 20, 0, 0, 20, 20, 20], even)?.fromDay, 2);
    assert.equal(silenceOf([20, 0, 20, 0, 20, 20, 20], even)?.fromDay, 1);
  });

  it('begin and end on open days, and continue over closed ones', () => {
    const fromSunday = [[0, 0, 0, 0, 0, 0], ...USUAL_DAYS.slice(1)];
    assert.deepEqual(
      { ...silenceOf([0, 0, 20, 20, 20, 3, 0], fromSunday), p: 0 },
      { fromDay: 1, days: 1, ongoing: false, expected: 20, p: 0 },
    );
    const even = ALL.map(() => WORKDAY);
    const closedOnWednesday = [0, 1, 3, 4, 5, 6];
    assert.deepEqual(
      { ...silenceOf([20, 0, 0, 0, 20, 20, 20], even, closedOnWednesday), p: 0 },
      { fromDay: 1, days: 2, ongoing: false, expected: 40, p: 0 },
    );
    assert.equal(silenceOf([20, 0, 1, 0, 20, 20, 20], even, closedOnWednesday)?.days, 1);
    assert.equal(silenceOf([20, 20, 0, 20, 20, 20, 20], even, closedOnWednesday), null);
    assert.equal(silenceOf([20, 20, 20, 20, 20, 0, 0], even, [0, 1, 2, 3, 4, 5])?.ongoing, true);
  });

  it('need six weeks of counts', () => {
    assert.equal(
      silenceOf(
        [0, 0, 0, 0, 0, 0, 0],
        USUAL_DAYS.map((counts) => counts.slice(1)),
      ),
      null,
    );
  });

  it('prove a silent week by its volume when no spell does', () => {
    // Responses come on another day each week: the median of each weekday is 0.
    const usualDays = ALL.map((day) => ALL.map((i) => (i === day ? 40 : 0)));
    const silentWeek = week([0, 0, 0, 0, 0, 0, 0]);
    const volume = computeVolume(usualDays, silentWeek, true);
    assert.equal(volume.verdict, 'low');
    assert.deepEqual(findSilence(usualDays, silentWeek, volume), {
      fromDay: 0,
      days: 7,
      ongoing: true,
      expected: 40,
      p: volume.p,
    });
    assert.equal(findSilence(usualDays, silentWeek, NEW), null);
    assert.equal(findSilence(usualDays, silentWeek, { ...volume, p: 0.05 }), null);
    const onePress = week([0, 0, 0, 0, 0, 0, 1]);
    assert.equal(findSilence(usualDays, onePress, volume), null);
  });

  it('have responses before and after them, and a p below 0.001, in any week', () => {
    const count = fc.oneof(fc.constant(0), fc.nat(40));
    const days = fc.array(fc.record({ responses: count, active: fc.boolean() }), {
      minLength: 7,
      maxLength: 7,
    });
    const usualWeeks = fc.array(fc.array(count, { minLength: 6, maxLength: 6 }), {
      minLength: 7,
      maxLength: 7,
    });
    fc.assert(
      fc.property(usualWeeks, days, (usualDays, thisWeek) => {
        const silence = findSilence(usualDays, thisWeek, NEW);
        if (silence === null) return;
        assert.ok(silence.p < 0.001 && silence.p >= 1e-12);
        assert.ok(silence.days >= 1 && silence.expected > 0);
        const first = thisWeek[silence.fromDay];
        assert.deepEqual([first?.responses, first?.active], [0, true]);
        const later = thisWeek.slice(silence.fromDay);
        assert.equal(
          silence.ongoing,
          later.every(({ responses }) => responses === 0),
        );
      }),
    );
  });
});
