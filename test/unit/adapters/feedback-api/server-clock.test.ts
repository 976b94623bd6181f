import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createServerClock } from '../../../../lib/adapters/feedback-api/server-clock.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');
const HOUR = 3_600_000;

function headersAt(instant: number, age?: string) {
  return { date: new Date(instant).toUTCString(), ...(age === undefined ? {} : { age }) };
}

describe('the clock of the reporting API', () => {
  it('is that of its last answer with a valid date', () => {
    const clock = createServerClock(() => NOW);
    const codes = () => clock.compare('refused').map(({ code }) => code);
    assert.deepEqual(codes(), []);
    clock.record(headersAt(NOW - HOUR));
    assert.deepEqual(codes(), ['CLOCK_DIFFERS']);
    for (const date of [undefined, '', '2020-01-01', ['a', 'b']]) clock.record({ date });
    assert.deepEqual(codes(), ['CLOCK_DIFFERS']);
    clock.record(headersAt(NOW - HOUR, '3600'));
    assert.deepEqual(codes(), []);
  });

  it('fails with both times when it differs by more than a day, unless that is noted only', () => {
    const clock = createServerClock(() => NOW);
    clock.record(headersAt(NOW + 24 * HOUR));
    assert.equal(clock.compare('refused').length, 1);
    clock.record(headersAt(NOW + 24 * HOUR + 1000));
    assert.throws(() => clock.compare('refused'), {
      code: 'CLOCK_WRONG',
      facts: { api: '2026-11-17T12:00:01.000Z', here: '2026-11-16T12:00:00.000Z' },
    });
    assert.equal(clock.compare('noted').length, 1);
  });
});
