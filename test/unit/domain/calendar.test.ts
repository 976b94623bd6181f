// Weeks in every time zone of the runtime. Expected values come from Intl and not from the tested code.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  firstStartOfWeek,
  dateOf,
  dayOf,
  firstInstantOf,
  isKnownZone,
  isoIn,
  isoOf,
  lastSettledWeek,
  endOfWeekEverywhere,
  parseWeek,
  weekdayOf,
  weekOf,
  weeksFrom,
  zonedWeek,
  type Week,
} from '../../../lib/domain/calendar.ts';

const HOUR = 3_600_000;

function week(name: string): Week {
  const parsedWeek = parseWeek(name);
  assert.ok(parsedWeek !== null, name);
  return parsedWeek;
}

describe('an ISO week', () => {
  it('is named by the year of its Thursday', () => {
    assert.equal(weekOf(dayOf('2026-01-01')).name, '2026-W01');
    assert.equal(weekOf(dayOf('2027-01-03')).name, '2026-W53');
    assert.equal(weekOf(dayOf('2024-12-30')).name, '2025-W01');
    assert.equal(dateOf(week('2026-W46').monday), '2026-11-09');
    assert.equal(weekdayOf(dayOf('2026-11-15')), 7);
  });

  it('is parsed only from a valid name', () => {
    for (const text of [
      '2025-W53',
      '9999-W52',
      'x2026-W46',
      '2026-W460',
      '2026-W54',
      '2026-W00',
      '2026-W1',
      '26-W01',
      '2026-46',
      '2026-W46 ',
      ' 2026-W46',
      '2026-11-09',
      '',
    ]) {
      assert.equal(parseWeek(text), null, text);
    }
    assert.equal(week('2026-W53').name, '2026-W53');
    // The last whose following Monday is still written with four digits of a year.
    assert.equal(week('9999-W51').monday, dayOf('9999-12-20'));
    assert.equal(weekOf(dayOf('0999-01-07')).name, '0999-W02');
  });

  it('follows the previous week without a gap for 100 years', () => {
    let current = week('2000-W01');
    for (let i = 0; i < 5200; i += 1) {
      const next = weeksFrom(current, 1);
      assert.equal(next.monday - current.monday, 7);
      assert.deepEqual(parseWeek(next.name), next);
      current = next;
    }
  });
});

describe('the last settled week', () => {
  it('ended in the last time zone at least the given hours ago', () => {
    const w46 = week('2026-W46');
    const weekEnd = Date.parse('2026-11-16T12:00:00Z');
    assert.equal(endOfWeekEverywhere(w46), weekEnd);
    assert.equal(lastSettledWeek(weekEnd + 6 * HOUR, 6).name, '2026-W46');
    assert.equal(lastSettledWeek(weekEnd + 6 * HOUR - 1, 6).name, '2026-W45');
    assert.equal(lastSettledWeek(weekEnd, 0).name, '2026-W46');
  });

  it('begins first in the easternmost time zone', () => {
    assert.equal(
      firstStartOfWeek(week('2026-W46')),
      zonedWeek(week('2026-W46'), 'Pacific/Kiritimati').start,
    );
  });
});

describe('a zone', () => {
  it('is valid by its name and its aliases, and never as an offset', () => {
    for (const name of ['Europe/Helsinki', 'Europe/Kyiv', 'Europe/Kiev', 'UTC', 'Asia/Kathmandu']) {
      assert.equal(isKnownZone(name), true, name);
    }
    for (const name of [
      '',
      '1Europe/Helsinki',
      'Mars/Olympus',
      '+02:00',
      '-0500',
      'Factory',
      'Europe/Helsinky',
    ]) {
      assert.equal(isKnownZone(name), false, name);
    }
  });
});

describe('a local week', () => {
  const LENGTHS: readonly (readonly [zone: string, week: string, hours: number, start: string])[] =
    [
      ['Europe/Helsinki', '2026-W46', 168, '2026-11-09T00:00:00+02:00'],
      ['Europe/Helsinki', '2026-W13', 167, '2026-03-23T00:00:00+02:00'],
      ['Europe/Helsinki', '2026-W43', 169, '2026-10-19T00:00:00+03:00'],
      ['Australia/Lord_Howe', '2026-W14', 168.5, '2026-03-30T00:00:00+11:00'],
      ['Australia/Lord_Howe', '2026-W40', 167.5, '2026-09-28T00:00:00+10:30'],
      ['Antarctica/Troll', '2026-W13', 166, '2026-03-23T00:00:00+00:00'],
      ['Pacific/Apia', '2011-W52', 144, '2011-12-26T00:00:00-10:00'],
      ['Asia/Kathmandu', '2026-W46', 168, '2026-11-09T00:00:00+05:45'],
      ['America/Phoenix', '2026-W11', 168, '2026-03-09T00:00:00-07:00'],
      ['UTC', '2026-W46', 168, '2026-11-09T00:00:00+00:00'],
      // A Monday midnight that doesn't exist begins at the first instant of the day.
      ['Asia/Tehran', '2021-W12', 167, '2021-03-22T01:00:00+04:30'],
      // A doubled one begins at the earlier; luxon by itself takes the later.
      ['Antarctica/Vostok', '2023-W51', 170, '2023-12-18T00:00:00+07:00'],
    ];
  for (const [zone, name, hours, start] of LENGTHS) {
    it(`${name} of ${zone} begins at ${start} and has ${hours} hours`, () => {
      const local = zonedWeek(week(name), zone);
      assert.equal(isoIn(zone, local.start), start);
      assert.equal(local.hours, hours);
    });
  }

  it('begins at the earlier of two midnights when clocks go back', () => {
    // At 00:01 the clock of St John's went back to 23:01, so that midnight came twice within an hour.
    const day = dayOf('2010-11-07');
    const zone = 'America/St_Johns';
    assert.equal(firstInstantOf(day, zone), Date.parse('2010-11-07T00:00:00-02:30'));
    assert.equal(firstInstantOf(day + 1, zone), Date.parse('2010-11-08T00:00:00-03:30'));
    // At 01:00 the clock of Havana goes back to midnight.
    assert.equal(
      firstInstantOf(dayOf('2026-11-01'), 'America/Havana'),
      Date.parse('2026-11-01T00:00:00-04:00'),
    );
  });

  it('begins at the first instant of a day that has no midnight', () => {
    for (const [date, zone, start] of [
      ['2026-03-08', 'America/Havana', '2026-03-08T01:00:00-04:00'],
      ['2026-03-29', 'Asia/Beirut', '2026-03-29T01:00:00+03:00'],
      ['2026-09-06', 'America/Santiago', '2026-09-06T01:00:00-03:00'],
    ] as const) {
      assert.equal(firstInstantOf(dayOf(date), zone), Date.parse(start), zone);
    }
  });

  it('has offsets with a colon, and milliseconds only when they are not 0', () => {
    assert.equal(isoOf(Date.parse('2026-11-09T00:00:00Z'), 345), '2026-11-09T05:45:00+05:45');
    assert.equal(
      isoOf(Date.parse('2026-11-09T00:00:00.25Z'), -210),
      '2026-11-08T20:30:00.250-03:30',
    );
  });
});
