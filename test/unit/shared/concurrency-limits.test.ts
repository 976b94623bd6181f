// Concurrency limits of a run: reading never gets far ahead of rendering, and all work ends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createConcurrencyLimits } from '../../../lib/shared/concurrency-limits.ts';

const FOLDERS = Array.from({ length: 300 }, (_, i) => i);

describe('createConcurrencyLimits', () => {
  for (const itemKind of ['folders', 'surveys'] as const) {
    it(`pauses the reading of ${itemKind} while too many commits wait`, async () => {
      const limits = createConcurrencyLimits(32);
      let [readCount, drawn, most] = [0, 0, 0];
      await Promise.all(
        FOLDERS.map(async () => {
          await limits[itemKind](async () => {
            await setImmediate();
            readCount += 1;
            most = Math.max(most, readCount - drawn);
          });
          await limits.commits(async () => {
            for (let turn = 0; turn < 20; turn += 1) await setImmediate();
            drawn += 1;
          });
        }),
      );
      assert.deepEqual([readCount, drawn], [FOLDERS.length, FOLDERS.length]);
      // Those being drawn, those that may wait, and those that were being read already.
      assert(most <= 8 + 8 + 2 * 32, `${most} were held`);
    });
  }

  it('rejects all waiting work with the reason when it is closed', async () => {
    const limits = createConcurrencyLimits(32);
    const reason = new Error('one has failed');
    const outcomes = await Promise.allSettled(
      FOLDERS.map(async (i) => {
        await limits.folders(() => setImmediate());
        await limits.commits(async () => {
          await setImmediate();
          if (i === 20) limits.close(reason);
        });
      }),
    );
    const refusedOutcomes = outcomes.filter(({ status }) => status === 'rejected');
    assert(refusedOutcomes.length > 200 && refusedOutcomes.length < FOLDERS.length);
    assert(
      refusedOutcomes.every(
        (outcome) => outcome.status === 'rejected' && outcome.reason === reason,
      ),
    );
  });
});
