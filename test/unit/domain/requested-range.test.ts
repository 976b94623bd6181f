// Whether rows and alerts of a response lie in the requested range, at its very edges.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAlertRange, checkDays, checkHours } from '../../../lib/domain/requested-range.ts';
import { createAlert } from '../../support/test-facts.ts';

const HOUR = 3_600_000;
/** 2026-11-09 00:00 UTC. */
const START = Date.UTC(2026, 10, 9);
const RANGE = { start: START, end: START + 24 * HOUR };
const DAY = START / (24 * HOUR);

describe('the range of hourly counts', () => {
  const outsideCount = (localDay: number, hour: number, offsetMinutes = 0): number =>
    checkHours([{ localDay, hour, offsetMinutes, data: [1, 0, 0, 0] }], RANGE).outside;

  it('contains an hour that overlaps the range, and no hour that only touches it', () => {
    assert.deepEqual([outsideCount(DAY, 0), outsideCount(DAY, 23)], [0, 0]);
    assert.deepEqual([outsideCount(DAY - 1, 23), outsideCount(DAY + 1, 0)], [1, 1]);
  });

  it('uses the local time and offset of each row', () => {
    assert.deepEqual([outsideCount(DAY, 1, 120), outsideCount(DAY, 2, 120)], [1, 0]);
    assert.deepEqual([outsideCount(DAY + 1, 1, 120), outsideCount(DAY + 1, 2, 120)], [0, 1]);
    assert.equal(outsideCount(DAY, 0, 30), 0);
  });
});

describe('the range of daily counts', () => {
  const outsideCount = (localDay: number, hour = 0, offsetMinutes = 0): number =>
    checkDays([{ localDay, hour, offsetMinutes, data: [1, 0, 0, 0] }], RANGE).outside;

  it('contains a day that may overlap the range: one of autumn lasts 25 hours', () => {
    assert.deepEqual([outsideCount(DAY), outsideCount(DAY - 1)], [0, 0]);
    assert.deepEqual([outsideCount(DAY + 1), outsideCount(DAY - 2)], [1, 1]);
  });

  it('uses the local time and offset of each row', () => {
    assert.deepEqual([outsideCount(DAY + 1, 0, 60), outsideCount(DAY + 1, 1, 60)], [0, 1]);
    assert.deepEqual([outsideCount(DAY - 1, 0, 60), outsideCount(DAY - 1, 0, 120)], [1, 1]);
    assert.equal(outsideCount(DAY - 1, 1, 60), 0);
  });
});

describe('the range of alerts', () => {
  const countOutside = (beginAt: number, endAt: number | null): number =>
    checkAlertRange(
      [
        {
          ...createAlert('2026-11-09T00:00:00Z', null),
          beginTime: { at: beginAt, offsetMinutes: 0 },
          endTime: endAt === null ? null : { at: endAt, offsetMinutes: 0 },
        },
      ],
      RANGE,
    ).outside;

  it('contains an alert that begins or ends at an edge', () => {
    assert.equal(countOutside(RANGE.end, null), 0);
    assert.equal(countOutside(RANGE.end + 1, null), 1);
    assert.equal(countOutside(START - HOUR, START), 0);
    assert.equal(countOutside(START - HOUR, START - 1), 1);
  });

  it('contains an alert whose end is before its beginning, by its beginning', () => {
    assert.equal(countOutside(START + HOUR, START - HOUR), 0);
  });
});
