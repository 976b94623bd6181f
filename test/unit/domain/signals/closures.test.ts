import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  closureCountsOf,
  mergeClosureCounts,
  sharedDays,
  withoutSharedDays,
} from '../../../../lib/domain/signals/closures.ts';
import type { ClosureCounts } from '../../../../lib/domain/signals/model.ts';
import { findSilence } from '../../../../lib/domain/signals/silence.ts';
import type { DailyWeek } from '../../../../lib/domain/signals/silence.ts';
import { fc } from '../../../support/property-settings.ts';
import { parseDailyWeeks } from './daily-weeks.ts';
import type { Vector } from './vectors.ts';
import { assertResults, parseSeries, vectorsOf } from './vectors.ts';

describe('the vectors of closures', () => {
  for (const vector of vectorsOf('closures')) {
    it(`has the results of ${vector.title}`, () => {
      const { open, empty } = countsOf(vector);
      const days = sharedDays(open, empty);
      assertResults(vector, {
        open: open.join(','),
        empty: empty.join(','),
        days: days.length === 0 ? null : days.join('+'),
      });
    });
  }
});

describe('the vectors of shared closures', () => {
  for (const vector of vectorsOf('shared')) {
    it(`has the results of ${vector.title}`, () => {
      const [days = '', week = '', closed = ''] = ['days', 'week', 'closed'].map((name) =>
        vector.arguments.get(name),
      );
      const silence = findSilence([...parseDailyWeeks(days), ...parseDailyWeeks(week)]);
      const { spell } = silence;
      const otherDays =
        spell === null
          ? null
          : withoutSharedDays(
              { ...silence, ...spell, p: silence.p },
              closed.split(',').map(Number),
            );
      assertResults(
        vector,
        otherDays === null ? { spell: null } : { spell, ...spell, ...otherDays },
      );
    });
  }
});

describe('closures', () => {
  it('are counted by time zone, zones by name', () => {
    const counts = (timeZone: string): ClosureCounts => ({
      timeZone,
      open: [1, 1, 1, 1, 1, 0, 0],
      empty: [0, 1, 0, 0, 0, 0, 0],
      shared: [],
    });
    const zones = ['Europe/Helsinki', 'Asia/Tokyo', 'Europe/Helsinki', 'Europe/Helsinki'];
    assert.deepEqual(mergeClosureCounts(zones.map((zone) => [counts(zone)])), [
      { ...counts('Asia/Tokyo'), shared: [] },
      {
        timeZone: 'Europe/Helsinki',
        open: [3, 3, 3, 3, 3, 0, 0],
        empty: [0, 3, 0, 0, 0, 0, 0],
        shared: [2],
      },
    ]);
  });

  it('leave out surveys whose usual days are not known', () => {
    const [week] = parseDailyWeeks('0.0.0.0.0.0.0');
    assert.ok(week !== undefined);
    assert.deepEqual(closureCountsOf('Asia/Tokyo', week, findSilence([week])), []);
  });

  it('are the same for all surveys at once as for parts merged in any order', () => {
    const counts = fc.array(fc.nat(9), { minLength: 7, maxLength: 7 });
    const zone = fc.record({
      timeZone: fc.constantFrom('Asia/Tokyo', 'Europe/Helsinki', 'UTC'),
      open: counts,
      empty: counts,
      shared: fc.constant([]),
    });
    fc.assert(
      fc.property(fc.array(zone, { maxLength: 12 }), fc.nat(12), (zones, at) => {
        const lists = zones.map((part) => [part]);
        const parts = [lists.slice(at).toReversed(), lists.slice(0, at)];
        assert.deepEqual(
          mergeClosureCounts(parts.map(mergeClosureCounts)),
          mergeClosureCounts(lists),
        );
      }),
    );
  });

  it('leave a spell with its open days', () => {
    const usual = [20, 20, 20, 20, 20, null, 20];
    const p = usual.map((count) => (count === null ? null : 0.01));
    const spell = { fromDay: 5, usual, p, weekBeforeEmpty: false };
    assert.deepEqual(withoutSharedDays(spell, []), {
      fromDay: 5,
      days: 2,
      expected: 40,
      p: 0.0001,
    });
    assert.equal(withoutSharedDays(spell, [7]), null);
  });

  it('leave an ongoing spell as it is when none of its days is shared', () => {
    const day = fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 30 }) }, fc.constant(0));
    const days = fc.array(day, { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(fc.array(days, { minLength: 12, maxLength: 12 }), fc.nat(6), (earlier, last) => {
        const toWeek = (responses: readonly number[]): DailyWeek => ({
          responses,
          outside: responses.map(() => false),
        });
        const week = [20, 20, 20, 20, 20, 20, 20].map((n, i) => (i < last ? n : 0));
        const silence = findSilence([...earlier, week].map(toWeek));
        const { spell } = silence;
        if (spell === null || !spell.ongoing) return;
        const { fromDay, days: count, expected, p } = spell;
        const ongoing = { ...silence, fromDay };
        const shared = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday < fromDay);
        assert.deepEqual(withoutSharedDays(ongoing, shared), {
          fromDay,
          days: count,
          expected,
          p,
        });
        const fewer = withoutSharedDays(ongoing, [7]);
        assert.ok(fewer === null || (fewer.days <= count && fewer.p >= p));
      }),
    );
  });
});

/** The open and empty surveys that a vector gives, or those of its surveys, each as many times as it says. */
function countsOf({ arguments: values }: Vector): Pick<ClosureCounts, 'open' | 'empty'> {
  const surveys = values.get('surveys');
  if (surveys === undefined) {
    const numbersOf = (name: string): readonly number[] =>
      parseSeries(values.get(name) ?? '').map(Number);
    return { open: numbersOf('open'), empty: numbersOf('empty') };
  }
  const lists = surveys.split(';').flatMap((survey) => {
    const weeks = survey.split('/').flatMap(parseDailyWeeks);
    const week = weeks.at(-1);
    assert.ok(week !== undefined);
    const counts = closureCountsOf('UTC', week, findSilence(weeks));
    return Array.from({ length: Number(values.get('times')) }, () => counts);
  });
  const [merged] = mergeClosureCounts(lists);
  assert.ok(merged !== undefined);
  return merged;
}
