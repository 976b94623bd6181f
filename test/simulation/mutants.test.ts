// The simulation sees what is wrong: wrong variants of the code, each found within a few schedules.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MUTANTS, seedThatShows } from './mutants.ts';

/** The first seed of each that shows it, so that the tests need not search. */
const SHOWN_BY: Readonly<Record<string, number>> = {
  'files under fixed keys': 5,
  'skip when a file exists': 5,
  'a conflict taken for a loss': 21,
  'no reading back when a write says no': 31,
  'acknowledge before commit': 13,
  'work that goes on after answering': 1,
  'a week is the last 168 hours': 1,
  'paging past the boundary': 1,
  'replace whatever is there': 6,
  'tell without a receipt': 1,
  'prune files before manifests': 2,
  'commit before the files': 1,
};

describe('a wrong variant', () => {
  for (const mutant of MUTANTS) {
    it(`is seen: ${mutant.name}`, async () => {
      const from = SHOWN_BY[mutant.name] ?? 1;
      // What is drawn may shift by an effect or two; the variant must show all the same.
      const seed = await seedThatShows(mutant, { from, most: 200 });
      assert.notEqual(seed, null, `${mutant.seenAs}: none of 200 schedules shows it`);
    });
  }
});
