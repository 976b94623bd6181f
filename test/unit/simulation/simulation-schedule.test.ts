// Some schedules of faults for every run of the tests; thousands are a script: `npm run campaign sim`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runSchedule } from '../../campaigns/simulation/simulation-schedule.ts';

describe('a schedule of faults', () => {
  it('ends with everything that is owed there, complete and true, and nothing lost, torn or doubled', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { violations } = await runSchedule(seed);
      assert.deepEqual(violations, [], `seed ${seed}: npm run campaign sim -- --seed ${seed}`);
    }
  });

  it('is the same whenever its seed is', async () => {
    const [first, again] = [
      await runSchedule(86, { keepsTrace: true }),
      await runSchedule(86, { keepsTrace: true }),
    ];
    assert(first.traced.length > 100);
    assert.deepEqual(again, first);
  });
});
