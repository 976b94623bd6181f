// One fault at one call, and two in one run: some for every run of the tests, all of them in `npm run campaign sim`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlacedFault } from '../../campaigns/simulation/fault-plan.ts';
import type { Story } from '../../campaigns/simulation/placed-faults.ts';
import {
  everyFault,
  everySecond,
  LONE,
  runWithFaults,
  SMALL,
} from '../../campaigns/simulation/placed-faults.ts';

/** Of nearly a thousand; no divisor of the numbers of faults, so that each kind comes at each kind of call. */
const EVERY = 31;
/** Of three hundred first faults, and of two hundred second ones after each. */
const EVERY_FIRST = 13;
const EVERY_SECOND = 41;

async function endsWell(story: Story, faults: readonly PlacedFault[]): Promise<void> {
  const { violations, struck } = await runWithFaults(story, faults);
  assert.equal(struck, faults.length, `they have come: ${JSON.stringify(faults)}`);
  assert.deepEqual(violations, [], JSON.stringify(faults));
}

describe('a single fault', () => {
  it('at any call, before or after its effect, ends well', async () => {
    const all = await everyFault(SMALL);
    assert(all.length > 500, `${all.length} faults`);
    for (const fault of all.filter((_, i) => i % EVERY === 0)) await endsWell(SMALL, [fault]);
  });
});

describe('two faults', () => {
  it('at any two calls end well, also where the second meets what the first has set going', async () => {
    const firsts = (await everyFault(LONE)).filter((_, i) => i % EVERY_FIRST === 0);
    for (const first of firsts) {
      const seconds = (await everySecond(LONE, first)).filter((_, i) => i % EVERY_SECOND === 0);
      for (const second of seconds) await endsWell(LONE, [first, second]);
    }
  });
});
