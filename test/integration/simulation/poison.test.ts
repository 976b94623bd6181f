// A folder whose report throws, never ends or ends the process: others do not wait for it, and those above wait a day. When it ends
// the process, the others of its job wait until the job has been received three times and is divided.
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
/** Minutes until a folder has a report, after all were due. */
const LIMITS = { sibling: 2, siblingOfEndedProcess: 10, above: 16 * 60 + 15 };

describe('a folder whose report can’t be made for 60 hours', () => {
  for (const poison of POISONS) {
    it(`delays others by at most its job and is reported missing above after a day when it ${poison}`, async () => {
      for (const [folder, above] of ABOVE) {
        const outcome = await runPoisonScenario(folder, poison);
        const { minutes, lacking, violations } = outcome;
        const limitOf = (key: number): number | null => {
          if (key === folder) return null;
          if (above.includes(key)) return LIMITS.above;
          return poison === 'ends the process' ? LIMITS.siblingOfEndedProcess : LIMITS.sibling;
        };
        for (const key of FOLDERS) {
          const limit = limitOf(key);
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
