// Ticks of the planner every quarter of an hour: a week is compared with the store once an hour, and at once when a report has
// become due or a person starts the planner.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHandler } from '../../../functions/plan-week/handler.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/domain/calendar.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../../lib/jobs/weeks-to-plan.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { weeklyRun } from '../../support/plan-and-worker.ts';

const TICK_MS = 15 * MINUTE_MS;
/** Tuesday at noon, when only W46 is open and it has settled in every zone. */
const NOON = Date.parse('2026-11-17T12:00:00Z');

function open(timeZone = 'Europe/Helsinki', now = NOON) {
  const company = memoryCompany({
    key: 1,
    folders: [
      { key: 21, surveys: [{ key: 211 }] },
      { key: 31, surveys: [{ key: 311, timeZone }] },
    ],
  });
  const run = weeklyRun(company, { now: new Date(now).toISOString() });
  const lines: object[] = [];
  const { planning } = run;
  const handle = createHandler({
    clock: () => run.now,
    weeks: (tick) => weeksToPlan(tick, 6).slice(-1),
    plan: (week, tick) => planWeek(planning, week, tick),
    log: createLog({
      write: (line) => lines.push({ ...parse(line) }),
      clock: () => run.now,
      context: {},
    }),
  });
  return {
    company,
    run,
    handle,
    metric: (name: string): unknown =>
      Object.entries(lines.at(-1) ?? {}).find(([key]) => key === name)?.[1],
    /** A tick of the schedule, which returns whether the week was compared. */
    tick: async (afterMs: number): Promise<boolean> => {
      run.now = now + afterMs;
      const earlierCount = company.calls.get('folders') ?? 0;
      await handle(scheduleEvent(run.now));
      return (company.calls.get('folders') ?? 0) > earlierCount;
    },
  };
}

function parse(text: string): object {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}

describe('ticks every quarter of an hour', () => {
  it('compare a week once an hour, and read two objects otherwise', async () => {
    const { run, tick, metric } = open();
    const compared: boolean[] = [];
    for (let i = 0; i < 9; i += 1) {
      compared.push(await tick(i * TICK_MS));
      if (i % 4 !== 1) continue;
      assert.deepEqual(
        [metric('ReportsOwed'), metric('DueButMissing'), metric('JobsEnqueued')],
        [3, 3, 0],
      );
      run.store.resetCalls();
      await tick(i * TICK_MS);
      const { read, entries, children, create, replace } = run.store.calls;
      assert.deepEqual([read, entries + children + create + replace], [2, 0]);
    }
    assert.deepEqual(
      compared,
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => i % 4 === 0),
    );
  });

  it('retry a partial report after one hour, then every two, and count it from a day after it was due', async () => {
    // When the reports of a survey in UTC are due.
    const { company, run, tick, metric } = open('UTC', Date.parse('2026-11-16T06:00:00Z'));
    company.broken.add(211);
    const countAfter = async (afterMs: number) => {
      await tick(afterMs);
      await run.drain();
      return metric('PartialForADay');
    };
    const sentAfter: number[] = [];
    for (let afterMs = 0; afterMs < 6 * HOUR_MS; afterMs += TICK_MS) {
      const earlierCount = run.sent.length;
      assert.equal(await countAfter(afterMs), 0);
      if (run.sent.length > earlierCount) sentAfter.push(afterMs / HOUR_MS);
    }
    assert.deepEqual(sentAfter, [0, 1, 3, 5]);
    assert.equal(await countAfter(DAY_MS - MINUTE_MS), 0);
    assert.equal(await countAfter(DAY_MS + HOUR_MS), 2, 'the folder and the one above');
    company.broken.clear();
    await countAfter(DAY_MS + 3 * HOUR_MS);
    assert.equal(await countAfter(DAY_MS + 4 * HOUR_MS), 0);
  });

  it('compare it at once when a report has become due', async () => {
    // In Kathmandu, 5:45 hours ahead, six o'clock is a quarter past midnight in UTC.
    const { tick } = open('Asia/Kathmandu', Date.parse('2026-11-16T00:00:00Z'));
    const compared = [];
    for (let i = 0; i < 4; i += 1) compared.push(await tick(i * TICK_MS));
    assert.deepEqual(compared, [true, true, false, false]);
  });

  it('compare it when a person starts the planner, and when Lambda repeats the tick', async () => {
    const { company, run, tick, handle } = open();
    await tick(0);
    assert.equal(await tick(0), true);
    run.now = NOON + TICK_MS;
    const earlierCount = company.calls.get('folders') ?? 0;
    await handle({});
    assert.equal(company.calls.get('folders'), earlierCount + 1);
  });

  it('ask a reporting API that is down once an hour, and say that the number of late reports is unknown', async () => {
    const { company, tick, metric } = open();
    company.isDown = true;
    await assert.rejects(tick(0), { code: 'UPSTREAM_UNAVAILABLE' });
    assert.equal(await tick(TICK_MS), false);
    assert.equal(metric('DueButMissing'), undefined);
    company.isDown = false;
    assert.equal(await tick(4 * TICK_MS), true);
    assert.equal(metric('DueButMissing'), 3);
  });

  it('compare it again when its record is damaged or was written by a clock that was ahead', async () => {
    const { run, tick } = open();
    await tick(DAY_MS);
    assert.equal(await tick(0), true);
    const key = 'requests/2026-W46/planner.json';
    const { version } = (await run.store.read(key)) ?? assert.fail();
    await run.store.replace(key, new TextEncoder().encode('{'), version, { contentType: 'x' });
    assert.equal(await tick(TICK_MS), true);
    assert.equal(await tick(2 * TICK_MS), false);
  });
});
