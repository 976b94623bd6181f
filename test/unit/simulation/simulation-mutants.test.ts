// The simulation sees what is wrong: wrong variants of the code, each shown by one schedule.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MUTANTS, seedThatShows } from '../../campaigns/simulation/simulation-mutants.ts';

describe('a wrong variant', () => {
  for (const mutant of MUTANTS) {
    it(`is seen: ${mutant.name}`, async () => {
      // What is drawn may shift by an effect or two; the variant must show all the same.
      const seed = await seedThatShows(mutant, { from: mutant.shownBy, most: 200 });
      assert.notEqual(seed, null, `${mutant.seenAs}: none of 200 schedules shows it`);
    });
  }
});
