// A sample of single faults and pairs of faults; `npm run campaign sim` runs all of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlacedFault } from '../../campaigns/simulation/fault-plan.ts';
import type { FaultScenario } from '../../campaigns/simulation/placed-faults.ts';
import {
  listSingleFaults,
  listSecondFaults,
  ONE_FOLDER,
  runWithFaults,
  TWO_FOLDERS,
} from '../../campaigns/simulation/placed-faults.ts';

/** One of this many of nearly a thousand faults is tested; coprime to the numbers of fault kinds, so that the sample has each kind at each kind of call. */
const EVERY = 31;
/** One of this many of 300 first faults, and of 200 second faults after each. */
const EVERY_FIRST = 13;
const EVERY_SECOND = 41;

async function assertPasses(
  scenario: FaultScenario,
  faults: readonly PlacedFault[],
): Promise<void> {
  const { violations, occurred: struck } = await runWithFaults(scenario, faults);
  assert.equal(struck, faults.length, `injected: ${JSON.stringify(faults)}`);
  assert.deepEqual(violations, [], JSON.stringify(faults));
}

describe('a single fault', () => {
  it('a fault at any call, before or after its effect, leaves complete and correct reports', async () => {
    const faults = await listSingleFaults(TWO_FOLDERS);
    assert(faults.length > 500, `${faults.length} faults`);
    for (const fault of faults.filter((_, i) => i % EVERY === 0))
      await assertPasses(TWO_FOLDERS, [fault]);
  });
});

describe('two faults', () => {
  it('faults at any two calls leave complete and correct reports', async () => {
    const firsts = (await listSingleFaults(ONE_FOLDER)).filter((_, i) => i % EVERY_FIRST === 0);
    for (const first of firsts) {
      const seconds = (await listSecondFaults(ONE_FOLDER, first)).filter(
        (_, i) => i % EVERY_SECOND === 0,
      );
      for (const second of seconds) await assertPasses(ONE_FOLDER, [first, second]);
    }
  });
});
