import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import {
  formatTimestamp,
  parseBound,
  parseTimestamp,
} from '../../../lib/feedback-service/timestamp.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';

const names = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Asuncion',
  'America/Havana',
  'America/Phoenix',
  'America/Scoresbysund',
  'America/St_Johns',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/Helsinki',
  'Pacific/Apia',
  'Pacific/Chatham',
] as const;
const zoneName = fc.constantFrom(...names);
const instant = fc.integer({
  min: Date.UTC(1995, 0, 1) / 1000,
  max: Date.UTC(2045, 0, 1) / 1000,
});

/** What the runtime itself shows on the wall, in ms as if UTC. */
function wallOf(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day, hour, minute, second] = [
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
  ].map((type) => [...parts].find(([partType]) => partType === type)?.[1] ?? NaN);
  return Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second);
}

describe('a zone', () => {
  it('has the local time of the runtime at any instant', () => {
    fc.assert(
      fc.property(zoneName, instant, (name, seconds) => {
        const at = seconds * 1000;
        assert.equal(at + timeZoneOf(name).offsetAt(at), wallOf(at, name));
      }),
      { numRuns: 400 },
    );
  });

  it('finds the first instant that shows a local time or, where it is skipped, a later one', () => {
    fc.assert(
      fc.property(zoneName, instant, (name, seconds) => {
        const zone = timeZoneOf(name);
        const local = Math.floor(seconds / 1800) * 1_800_000;
        const firstInstant = zone.firstInstantOf(local);
        assert.ok(firstInstant + zone.offsetAt(firstInstant) >= local);
        // No earlier minute within a day shows this time or later.
        for (let back = 1; back <= 26 * 60; back += 1) {
          const before = firstInstant - back * 60_000;
          assert.ok(before + zone.offsetAt(before) < local);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('finds none, one or two instants for a local time', () => {
    const zone = timeZoneOf('Europe/Helsinki');
    assert.deepEqual(zone.instantsOf(Date.UTC(2026, 2, 29, 3, 30)), []);
    assert.deepEqual(zone.instantsOf(Date.UTC(2026, 2, 29, 4)), [Date.UTC(2026, 2, 29, 1)]);
    assert.deepEqual(zone.instantsOf(Date.UTC(2026, 9, 25, 3, 30)), [
      Date.UTC(2026, 9, 25, 0, 30),
      Date.UTC(2026, 9, 25, 1, 30),
    ]);
  });

  it('does not depend on the year that is requested first', () => {
    const years = [2026, 1931, 2199, 1960, 2026];
    const offsets = years.map((year) => timeZoneOf('Europe/Berlin').offsetAt(Date.UTC(year, 6, 1)));
    assert.deepEqual(
      offsets.map((offset) => offset / 3_600_000),
      [2, 1, 2, 1, 2],
    );
  });
});

describe('a timestamp', () => {
  it('is parsed as it was formatted, and has no colon in its offset', () => {
    fc.assert(
      fc.property(zoneName, instant, fc.integer({ min: 0, max: 999 }), (name, seconds, ms) => {
        const at = seconds * 1000 + ms;
        const text = formatTimestamp(at, timeZoneOf(name));
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d{4})$/);
        assert.equal(parseTimestamp(text), at);
      }),
    );
  });

  it('ends with Z where the offset is 0', () => {
    const zone = timeZoneOf('Europe/London');
    assert.equal(formatTimestamp(Date.UTC(2026, 0, 1), zone), '2026-01-01T00:00:00.000Z');
    assert.equal(formatTimestamp(Date.UTC(2026, 6, 1), zone), '2026-07-01T01:00:00.000+0100');
  });

  it('rounds finer bounds up to the next millisecond, so that no earlier event is included', () => {
    assert.equal(parseBound('1970-01-01T00:00:00.0010000Z'), 1);
    assert.equal(parseBound('1970-01-01T00:00:00.0010001Z'), 2);
    assert.equal(parseBound('1970-01-01T00:00:00.9999Z'), 1000);
  });

  it('the timestamp of an event is rounded down, so that no event moves into the next day', () => {
    assert.equal(parseTimestamp('1970-01-01T23:59:59.9999Z'), 86_399_999);
  });
});
