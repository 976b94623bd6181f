// Laws that hold for the signal of every series of weeks.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexLimits, responsesOf, sumCounts } from '../../../../lib/domain/scale.ts';
import { computeSignal, usualDataOf } from '../../../../lib/domain/signals/signal.ts';
import type { WeekCounts } from '../../../../lib/domain/signals/usual-level.ts';
import { fc } from '../../../support/property-settings.ts';

const MIN_RESPONSES = 10;

const week = (position: number): string => `2026-W${String(position + 1).padStart(2, '0')}`;

const toTrend = (weeks: readonly (readonly number[])[]): readonly WeekCounts[] =>
  weeks.map((data, position) => ({ week: week(position), data }));

const COUNT = fc.oneof(fc.nat(30), fc.nat(2000), fc.constant(0));
const WEEK = fc.oneof(
  { weight: 8, arbitrary: fc.array(COUNT, { minLength: 4, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant([0, 0, 0, 0]) },
  { weight: 1, arbitrary: fc.constant([1, 2, 3, 3]) },
);
const TREND = fc.array(WEEK, { minLength: 13, maxLength: 13 }).map(toTrend);
const KIND = fc.constantFrom('HAPPY', 'AVERAGE', 'NPS');

/** A level without noise, and its responses a week in hundreds. */
const STEADY = fc.record({
  level: fc.integer({ min: 30, max: 95 }),
  hundreds: fc.integer({ min: 1, max: 20 }),
});
const steadyWeek = (index: number, hundreds: number): readonly number[] => [
  hundreds * (100 - index),
  0,
  0,
  hundreds * index,
];

describe('the signal of every series', () => {
  it('has limits within the scale, around the usual level', () => {
    fc.assert(
      fc.property(TREND, KIND, (trend, indexType) => {
        const signal = computeSignal(trend, { indexType, feedbackScale: 'FOUR' }, MIN_RESPONSES);
        const limits = indexLimits(indexType, 'FOUR');
        if (signal.usual === null) return;
        assert.ok(limits !== null && signal.lower !== null && signal.upper !== null);
        assert.ok(limits.lower <= signal.lower && signal.lower <= signal.usual);
        assert.ok(signal.usual <= signal.upper && signal.upper <= limits.upper);
        assert.ok(signal.p !== null && 0 < signal.p && signal.p <= 1);
        assert.ok((signal.sd ?? 0) > (signal.extraSd ?? NaN));
      }),
    );
  });

  it('mirrors better and worse when the scale is reversed', () => {
    const mirrored = { better: 'worse', worse: 'better' } as const;
    fc.assert(
      fc.property(TREND, fc.constantFrom('HAPPY', 'AVERAGE'), (trend, indexType) => {
        const group = { indexType, feedbackScale: 'FOUR' };
        const signal = computeSignal(trend, group, MIN_RESPONSES);
        const reversed = computeSignal(
          trend.map(({ week: name, data }) => ({ week: name, data: data.toReversed() })),
          group,
          MIN_RESPONSES,
        );
        const { verdict } = signal;
        assert.equal(
          reversed.verdict,
          verdict === 'better' || verdict === 'worse' ? mirrored[verdict] : verdict,
        );
        // Only a rise is a return to the earlier level.
        const symmetric = [signal, reversed].map(({ reasons }) =>
          reasons.filter((reason) => reason !== 'backToEarlier'),
        );
        assert.deepEqual(symmetric[1], symmetric[0]);
        assert.equal(reversed.since, signal.since);
        assert.equal(reversed.phaseSince, signal.phaseSince);
        if (signal.p === null || reversed.p === null || signal.difference === null) return;
        assert.ok(Math.abs(reversed.p - signal.p) <= 1e-6 * signal.p);
        assert.ok(Math.abs((reversed.difference ?? NaN) + signal.difference) < 1e-9);
        assert.ok(Math.abs((reversed.lost ?? 0) + (signal.lost ?? 0)) < 1e-6);
      }),
    );
  });

  it('is usual when a steady level returns after one to three weeks of 25 points less', () => {
    fc.assert(
      fc.property(STEADY, fc.integer({ min: 1, max: 3 }), ({ level, hundreds }, badWeeks) => {
        const weeks = Array.from({ length: 13 }, (_, i) =>
          steadyWeek(i < 12 && i >= 12 - badWeeks ? level - 25 : level, hundreds),
        );
        const group = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
        const signal = computeSignal(toTrend(weeks), group, MIN_RESPONSES);
        assert.equal(signal.verdict, 'usual');
        assert.ok(Math.abs((signal.usual ?? 0) - level) < 1e-9);
      }),
    );
  });

  it('ignores counts of weeks below the minimum', () => {
    const smallCounts = fc.constantFrom([0, 0, 0, 0], [9, 0, 0, 0], [0, 0, 0, 9], [1, 2, 3, 3]);
    const weeksWithGaps = fc.array(fc.option(WEEK, { nil: null, freq: 3 }), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        weeksWithGaps,
        WEEK,
        smallCounts,
        smallCounts,
        KIND,
        (weeks, last, a, b, indexType) => {
          const group = { indexType, feedbackScale: 'FOUR' };
          const [first, second] = [a, b].map((gap) =>
            computeSignal(
              toTrend([...weeks.map((data) => data ?? gap), last]),
              group,
              MIN_RESPONSES,
            ),
          );
          assert.deepEqual(first, second);
        },
      ),
    );
  });

  it('begins a deviation within the weeks of the usual level, and explains every verdict', () => {
    fc.assert(
      fc.property(TREND, KIND, (trend, indexType) => {
        const signal = computeSignal(trend, { indexType, feedbackScale: 'FOUR' }, MIN_RESPONSES);
        const deviates = signal.verdict === 'better' || signal.verdict === 'worse';
        assert.equal(signal.reasons.length > 0, deviates);
        assert.equal(signal.since !== null, deviates);
        assert.equal(signal.lost !== null, deviates);
        if (signal.since === null) return;
        assert.ok(signal.phaseSince !== null && signal.phaseSince <= signal.since);
        assert.equal(trend[13 - (signal.weeks ?? 0)]?.week, signal.since);
        if (!signal.reasons.includes('levelChanged')) {
          assert.equal((signal.difference ?? 0) > 0, signal.verdict === 'better');
          assert.equal((signal.lost ?? 0) < 0, signal.verdict === 'better');
        }
      }),
    );
  });

  it('takes the usual counts from as many weeks as the usual level', () => {
    fc.assert(
      fc.property(TREND, (trend) => {
        const group = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
        const signal = computeSignal(trend, group, MIN_RESPONSES);
        const { usualData, usualWeeks } = usualDataOf(trend, signal, MIN_RESPONSES);
        assert.equal(usualWeeks, signal.weeksUsed);
        if (usualData === null) return;
        const all = sumCounts(trend.map(({ data }) => data));
        assert.ok(responsesOf(usualData) <= responsesOf(all));
      }),
    );
  });
});
