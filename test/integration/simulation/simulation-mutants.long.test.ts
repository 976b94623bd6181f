// The simulation detects each mutant of the deployment.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  SIMULATION_MUTANTS,
  findDetectingSeed,
} from '../../campaigns/simulation/simulation-mutants.ts';

describe('the simulation', () => {
  for (const mutant of SIMULATION_MUTANTS) {
    it(`detects the mutant: ${mutant.name}`, async () => {
      // Small changes of the code shift the random draws, so the test accepts a later seed.
      const seed = await findDetectingSeed(mutant, { from: mutant.firstSeed, count: 200 });
      assert.notEqual(seed, null, `${mutant.brokenRule}: not detected in 200 schedules`);
    });
  }
});
