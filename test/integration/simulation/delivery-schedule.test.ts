// A sample of simulated deliveries; `npm run campaign deliveries` runs thousands.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runDeliverySchedule } from '../../campaigns/deliveries/delivery-schedule.ts';

describe('a schedule of faults', () => {
  it('ends with every message sent once or with a reason why it was not', async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const { violations, counts } = await runDeliverySchedule(seed);
      assert.deepEqual(violations, [], `npm run campaign deliveries -- --seed ${seed}`);
      assert.ok((counts.get('receipt report sent') ?? 0) > 0, `seed ${seed}`);
    }
  });

  it('runs the same for the same seed', async () => {
    const [first, again] = [
      await runDeliverySchedule(7, { recordsTrace: true }),
      await runDeliverySchedule(7, { recordsTrace: true }),
    ];
    assert.ok(first.trace.length > 100);
    assert.deepEqual(again, first);
  });
});
