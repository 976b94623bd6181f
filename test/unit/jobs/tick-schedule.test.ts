// When the planner of one process runs, by a clock and a monotonic time that the test moves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import type { TickOutcome } from '../../../lib/jobs/tick-schedule.ts';
import { createTickSchedule, HEARTBEAT_MS } from '../../../lib/jobs/tick-schedule.ts';

const START = Date.parse('2026-11-16T00:00:00Z');

function setUp() {
  const time = { monotonic: 0, offset: START };
  const ticks: { readonly minute: number; readonly isScheduled: boolean }[] = [];
  const next: { outcome: TickOutcome } = { outcome: { hasFailed: false, nextDueAt: null } };
  const schedule = createTickSchedule({
    clock: () => time.monotonic + time.offset,
    monotonic: () => time.monotonic,
    run: ({ now, isScheduled }) => {
      ticks.push({ minute: (now - START) / MINUTE_MS, isScheduled });
      return Promise.resolve(next.outcome);
    },
  });
  return {
    ...{ time, next, schedule },
    /** Ticks since the last call. */
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += HEARTBEAT_MS) {
        await schedule.beat();
        time.monotonic += HEARTBEAT_MS;
      }
      return ticks.splice(0);
    },
  };
}

describe('the schedule of one process', () => {
  it('compares all weeks at the start, and ticks hourly', async () => {
    const { pass } = setUp();
    assert.deepEqual(await pass(2.5 * HOUR_MS), [
      { minute: 0, isScheduled: false },
      { minute: 60, isScheduled: true },
      { minute: 120, isScheduled: true },
    ]);
    assert.equal((await pass(7 * DAY_MS)).length, 7 * 24);
  });

  it('ticks when a report becomes due', async () => {
    const { pass, next } = setUp();
    next.outcome = { hasFailed: false, nextDueAt: START + 17 * MINUTE_MS };
    const minutes = (await pass(1.5 * HOUR_MS)).map(({ minute }) => minute);
    assert.deepEqual(minutes, [0, 17, 77]);
  });

  it('compares again five minutes after a failure', async () => {
    const { pass, next, schedule } = setUp();
    next.outcome = { hasFailed: true, nextDueAt: null };
    assert.deepEqual(await pass(6 * MINUTE_MS), [
      { minute: 0, isScheduled: false },
      { minute: 5, isScheduled: false },
    ]);
    assert.equal(schedule.lastSuccessAt(), null);
    next.outcome = { hasFailed: false, nextDueAt: null };
    assert.deepEqual(await pass(10 * MINUTE_MS), [{ minute: 10, isScheduled: false }]);
  });

  it('compares when that is requested, and after the clock has jumped in either direction', async () => {
    const { pass, schedule, time } = setUp();
    await pass(MINUTE_MS);
    schedule.request();
    assert.equal((await pass(MINUTE_MS)).length, 1);
    for (const jump of [DAY_MS, -2 * DAY_MS, 30_000]) {
      time.offset += jump;
      const ticks = await pass(MINUTE_MS);
      const expected = Math.abs(jump) > MINUTE_MS ? [false] : [];
      assert.deepEqual(
        ticks.map(({ isScheduled }) => isScheduled),
        expected,
        String(jump),
      );
    }
  });

  it('begins no tick when it is closed', async () => {
    const { pass, schedule } = setUp();
    await schedule.close();
    assert.deepEqual(await pass(2 * HOUR_MS), []);
  });
});
