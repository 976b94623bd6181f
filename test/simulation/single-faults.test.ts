// One fault at one call: some for every run of the tests, all of them in `npm run sim`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { everySingleFault, runWithFault, SMALL } from './single-faults.ts';

/** Of nearly a thousand; no divisor of the numbers of faults, so that each kind comes at each kind of call. */
const EVERY = 31;

describe('a single fault', () => {
  it('at any call, before or after its effect, ends well', async () => {
    const all = await everySingleFault(SMALL);
    assert(all.length > 500, `${all.length} faults`);
    for (const which of all.filter((_, i) => i % EVERY === 0)) {
      const { violations, struck } = await runWithFault(SMALL, which);
      assert(struck, 'the fault has happened');
      assert.deepEqual(violations, [], JSON.stringify(which));
    }
  });
});
