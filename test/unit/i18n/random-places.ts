// Random places with 61 weeks: levels that shift, slow changes, weeks without responses, few and many responses.
import type { GroupKey } from '../../../lib/domain/figures.ts';
import { fc } from '../../support/property-settings.ts';
import { countsOf, toHistory, WEEKS } from '../domain/signals/weekly-series.ts';
import type { PlaceCase } from './place-cases.ts';
import { HAPPY, placeOfHistory } from './place-cases.ts';

const PERIOD = fc.record({
  from: fc.integer({ min: 1, max: WEEKS - 1 }),
  weeks: fc.integer({ min: 1, max: 30 }),
  shift: fc.integer({ min: -45, max: 45 }),
});

const SERIES = fc.record({
  level: fc.integer({ min: 15, max: 90 }),
  slope: fc.constantFrom(0, 0, 0, -1, 1),
  responses: fc.constantFrom(8, 20, 39, 60, 150, 300, 1500),
  periods: fc.array(PERIOD, { maxLength: 3 }),
  last: fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 4 }),
  noise: fc.array(fc.integer({ min: -4, max: 4 }), { minLength: WEEKS, maxLength: WEEKS }),
  gaps: fc.array(fc.integer({ min: 0, max: WEEKS - 1 }), { maxLength: 4 }),
  start: fc.constantFrom(0, 0, 0, 20, 40, 55),
});

type Series = typeof SERIES extends fc.Arbitrary<infer T> ? T : never;

function indexesOf({ level, slope, periods, last, noise }: Series): readonly number[] {
  return noise.map((swing, week) => {
    const shifts = periods
      .filter(({ from, weeks }) => week >= from && week < from + weeks)
      .reduce((sum, { shift }) => sum + shift, 0);
    const own = last[week - (WEEKS - last.length)] ?? 0;
    const slow = slope * Math.max(0, week - 35);
    return Math.min(100, Math.max(0, level + shifts + swing + own + slow));
  });
}

export function randomPlaces(kind: GroupKey = HAPPY): fc.Arbitrary<PlaceCase> {
  return SERIES.map((series) => {
    const weeks = indexesOf(series).map((index, week) => {
      const isEmpty = week < series.start || series.gaps.includes(week);
      return countsOf(isEmpty ? 0 : series.responses, index, kind.feedbackScale);
    });
    return placeOfHistory(toHistory(weeks), kind);
  });
}
