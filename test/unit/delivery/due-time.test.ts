// When messages are due: weekdays, zones, and days on which clocks change.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS, isoIn, parseWeek, weekOf } from '../../../lib/domain/calendar.ts';
import {
  deliveryPeriod,
  isWithin,
  weeksToDeliver,
  nextAttemptAt,
} from '../../../lib/delivery/due-time.ts';

function weekNamed(name: string): Week {
  return parseWeek(name) ?? assert.fail();
}

function dueAt(week: string, weekday: number, time: string, timeZone: string): string {
  const { from } = deliveryPeriod(weekNamed(week), { weekday, time, timeZone });
  return isoIn(timeZone, from);
}

describe('a message is due', () => {
  it('at the local time of the weekday after the week', () => {
    assert.equal(dueAt('2026-W46', 1, '08:00', 'Europe/Helsinki'), '2026-11-16T08:00:00+02:00');
    assert.equal(dueAt('2026-W46', 1, '08:00', 'America/New_York'), '2026-11-16T08:00:00-05:00');
    assert.equal(dueAt('2026-W46', 1, '00:00', 'Pacific/Kiritimati'), '2026-11-16T00:00:00+14:00');
    assert.equal(dueAt('2026-W46', 3, '23:59', 'Asia/Kathmandu'), '2026-11-18T23:59:00+05:45');
    assert.equal(dueAt('2026-W46', 7, '08:30', 'UTC'), '2026-11-22T08:30:00+00:00');
  });

  it('at the first existing moment after a time that clocks skip', () => {
    assert.equal(dueAt('2026-W12', 7, '03:30', 'Europe/Helsinki'), '2026-03-29T04:00:00+03:00');
    assert.equal(dueAt('2026-W09', 7, '02:15', 'America/New_York'), '2026-03-08T03:00:00-04:00');
  });

  it('at the first of two moments at which clocks show the time', () => {
    assert.equal(dueAt('2026-W42', 7, '03:30', 'Europe/Helsinki'), '2026-10-25T03:30:00+03:00');
    assert.equal(dueAt('2026-W43', 7, '01:30', 'America/New_York'), '2026-11-01T01:30:00-04:00');
  });

  it('at the same clock time before and after a change of clocks', () => {
    assert.equal(dueAt('2026-W42', 1, '08:00', 'Europe/Berlin'), '2026-10-19T08:00:00+02:00');
    assert.equal(dueAt('2026-W43', 1, '08:00', 'Europe/Berlin'), '2026-10-26T08:00:00+01:00');
  });

  it('for seven days, the last instant excluded', () => {
    const dueTime = { weekday: 2, time: '08:00', timeZone: 'UTC' };
    const period = deliveryPeriod(weekNamed('2026-W46'), dueTime);
    assert.equal(period.from, Date.UTC(2026, 10, 17, 8));
    assert.equal(isWithin(period, period.from - 1), false);
    assert.equal(isWithin(period, period.from), true);
    assert.equal(isWithin(period, period.from + 7 * DAY_MS - 1), true);
    assert.equal(isWithin(period, period.from + 7 * DAY_MS), false);
  });

  it('when "ready" from the end of the week in the first zone until its successor has settled', () => {
    const { from, until } = deliveryPeriod(weekNamed('2026-W46'), 'ready');
    assert.equal(new Date(from).toISOString(), '2026-11-15T10:00:00.000Z');
    assert.equal(new Date(until).toISOString(), '2026-11-24T12:00:00.000Z');
  });
});

describe('the weeks whose messages can be due', () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Helsinki', 'UTC'];
  it('contain every week in the period of any subscription', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('00:00', '08:00', '23:59'),
        fc.constantFrom(...zones),
        (hours, weekday, time, timeZone) => {
          const now = Date.UTC(2026, 0, 1) + hours * HOUR_MS;
          const names = weeksToDeliver(now).map(({ name }) => name);
          for (let back = 0; back <= 6; back += 1) {
            const week = weekOf(Math.floor(now / DAY_MS) + 1 - 7 * back);
            const isDue = [{ weekday, time, timeZone }, 'ready' as const].some((when) =>
              isWithin(deliveryPeriod(week, when), now),
            );
            if (isDue) assert.ok(names.includes(week.name), `${week.name} at ${now}`);
          }
        },
      ),
    );
  });

  it('contain a week from its end in the first zone until the end of the last attempts', () => {
    const isContained = (now: number): boolean =>
      weeksToDeliver(now).some(({ name }) => name === '2026-W46');
    const from = Date.UTC(2026, 10, 15, 10);
    // A message that is due on Sunday evening in the last zone can begin seven days later, and is tried for a day.
    const until = Date.UTC(2026, 11, 1, 12);
    assert.deepEqual([from - 1, from, until - 1, until].map(isContained), [
      ...[false, true],
      ...[true, false],
    ]);
  });

  it('are at most four', () => {
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const weeks = weeksToDeliver(Date.UTC(2026, 10, 16) + hour * HOUR_MS);
      assert.ok(weeks.length >= 2 && weeks.length <= 4, `${weeks.length} weeks`);
    }
  });
});

describe('the next attempt follows', () => {
  const first = Date.UTC(2026, 10, 16, 8);
  const firstAttemptAt = new Date(first).toISOString();
  const delayMinutes = (attempts: number, random = 0): number | null => {
    const next = nextAttemptAt({ attempts, firstAttemptAt }, null, first, () => random);
    return next === null ? null : (next - first) / 60_000;
  };

  it('after 1, 2, 4 and at most 60 minutes', () => {
    assert.deepEqual(
      [1, 2, 3, 6, 7, 8, 50].map((n) => delayMinutes(n)),
      [1, 2, 4, 32, 60, 60, 60],
    );
  });

  it('up to a half earlier at random', () => {
    assert.equal(delayMinutes(7, 0.5), 45);
    assert.ok((delayMinutes(7, 0.999_999) ?? 0) >= 30);
  });

  it('when the receiver says', () => {
    assert.equal(
      nextAttemptAt({ attempts: 1, firstAttemptAt }, 900, first, () => 0),
      first + 900_000,
    );
  });

  it('no earlier when the receiver says "at once"', () => {
    assert.equal(
      nextAttemptAt({ attempts: 3, firstAttemptAt }, 0, first, () => 0),
      first + 240_000,
    );
  });

  it('at most a day after the first one', () => {
    const attempt = { attempts: 20, firstAttemptAt };
    assert.equal(
      nextAttemptAt(attempt, null, first + DAY_MS - HOUR_MS, () => 0),
      null,
    );
    assert.notEqual(
      nextAttemptAt(attempt, null, first + DAY_MS - HOUR_MS - 1, () => 0),
      null,
    );
  });
});
