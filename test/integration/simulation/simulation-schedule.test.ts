// A sample of simulated schedules; `npm run campaign sim` runs thousands.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runSchedule } from '../../campaigns/simulation/simulation-schedule.ts';

describe('a schedule of faults', () => {
  it('ends with every expected report stored once, complete and correct', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { violations } = await runSchedule(seed);
      assert.deepEqual(violations, [], `seed ${seed}: npm run campaign sim -- --seed ${seed}`);
    }
  });

  it('runs the same for the same seed', async () => {
    const [first, again] = [
      await runSchedule(86, { recordsTrace: true }),
      await runSchedule(86, { recordsTrace: true }),
    ];
    assert(first.trace.length > 100);
    assert.deepEqual(again, first);
  });
});
