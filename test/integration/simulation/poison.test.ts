// A folder whose report throws, never ends or ends the process: others do not wait for it, and those above wait a day.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runPoisonScenario } from '../../campaigns/simulation/poison-scenario.ts';
import { POISONS } from '../../campaigns/simulation/poisoned-folders.ts';

/** Folders above each folder that is poisoned. */
const ABOVE = new Map([
  [21, [2, 1]],
  [2, [1]],
  [1, []],
]);
const FOLDERS = [1, 2, 21, 22, 31];

describe('a folder whose report can’t be made for 60 hours', () => {
  for (const poison of POISONS) {
    it(`delays no sibling and is reported missing above after a day when it ${poison}`, async () => {
      for (const [folder, above] of ABOVE) {
        const outcome = await runPoisonScenario(folder, poison);
        const { minutes, lacking, violations } = outcome;
        for (const key of FOLDERS) {
          const limit = key === folder ? null : above.includes(key) ? 16 * 60 + 15 : 2;
          const made = minutes.get(key) ?? null;
          const isInTime = limit === null ? made === null : made !== null && made <= limit;
          assert(isInTime, `${folder} ${poison}: ${key} after ${made ?? 'never'} minutes`);
        }
        assert.deepEqual(lacking.toSorted(), above.toSorted());
        assert.deepEqual(violations, []);
        // Sixty hours of a planner that repeats the job hourly would cost more than a hundred.
        assert(outcome.messages <= 24, `${outcome.messages} messages`);
        assert(outcome.deadLetters <= 16, `${outcome.deadLetters} dead letters`);
      }
    });
  }
});
