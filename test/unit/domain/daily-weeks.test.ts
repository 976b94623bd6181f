import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, dayOf, daysFrom, firstInstantOf } from '../../../lib/domain/calendar.ts';
import type { LocalDay } from '../../../lib/domain/calendar.ts';
import { dailyWeeks } from '../../../lib/domain/daily-weeks.ts';
import type { ActivePeriod } from '../../../lib/domain/report-inputs.ts';
import { isActive } from '../../../lib/domain/membership.ts';
import { fc } from '../../support/property-settings.ts';

const MONDAY = dayOf('2026-10-19');

function outsideDays(
  periods: readonly ActivePeriod[],
  timeZone: string,
  mondays: readonly LocalDay[] = [MONDAY],
): readonly boolean[] {
  return dailyWeeks(mondays, () => 0, periods, timeZone).flatMap(({ outside }) => outside);
}

describe('the weeks of a survey by day', () => {
  it('have the responses of each day from Monday', () => {
    const weeks = dailyWeeks([MONDAY - 7, MONDAY], (day) => day - MONDAY + 7, [], 'Asia/Tokyo');
    assert.deepEqual(
      weeks.map(({ responses }) => responses),
      [
        [0, 1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12, 13],
      ],
    );
  });

  it('have no day outside the active periods of a survey without any', () => {
    assert.ok(outsideDays([], 'Asia/Tokyo').every((isOutside) => !isOutside));
  });

  it('have days outside that no period touches, by the clock of the survey', () => {
    const timeZone = 'Europe/Helsinki';
    const tuesday = firstInstantOf(MONDAY + 1, timeZone);
    const periods = [
      { start: tuesday - 1, end: tuesday },
      { start: firstInstantOf(MONDAY + 5, timeZone), end: null },
    ];
    assert.deepEqual(outsideDays(periods, timeZone), [false, true, true, true, true, false, false]);
  });

  it('have days outside exactly where no period intersects the day, also when clocks change', () => {
    const zones = fc.constantFrom(
      'Europe/Helsinki',
      'America/Havana',
      'Australia/Lord_Howe',
      'Asia/Beirut',
      'UTC',
    );
    const instant = fc.oneof(
      fc.integer({ min: (MONDAY - 1) * DAY_MS, max: (MONDAY + 22) * DAY_MS }),
      fc
        .integer({ min: -1, max: 22 })
        .map((day) => firstInstantOf(MONDAY + day, 'Europe/Helsinki')),
      fc.integer({ min: -1, max: 22 }).map((day) => firstInstantOf(MONDAY + day, 'America/Havana')),
    );
    const period = fc.record({ start: instant, end: fc.option(instant) });
    const mondays = [MONDAY, MONDAY + 7, MONDAY + 14];
    fc.assert(
      fc.property(fc.array(period, { minLength: 1, maxLength: 3 }), zones, (periods, timeZone) => {
        const expected = mondays.flatMap(daysFrom).map(
          (day) =>
            !isActive(periods, {
              start: firstInstantOf(day, timeZone),
              end: firstInstantOf(day + 1, timeZone),
            }),
        );
        assert.deepEqual(outsideDays(periods, timeZone, mondays), expected);
      }),
    );
  });
});
