// How many reports, links and changes of settings callers can request within an hour: for each caller and folder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryCodecs, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { LimitContext } from '../../../lib/reports/request-limits.ts';
import { countLink, countReport, countSetting } from '../../../lib/reports/request-limits.ts';
import { accepted, callerOf } from '../../support/counted-requests.ts';
import { memoryStore } from '../../support/memory-store.ts';

const HOUR_MS = 3_600_000;

function open(): { readonly context: LimitContext; readonly time: { now: number } } {
  const time = { now: Date.parse('2026-11-19T08:00:00Z') };
  const repository = { store: memoryStore(), ...repositoryCodecs };
  return { context: { repository, codecs: deliveryCodecs, clock: () => time.now }, time };
}

for (const [what, count] of [
  ['requested links', countLink],
  ['requested reports', countReport],
  ['changes of settings', countSetting],
] as const) {
  describe(`the limit of ${what}`, () => {
    it('is a thousand an hour for a caller, and a hundred for a folder', async () => {
      const { context, time } = open();
      const forFolder = (i: number) => count(context, callerOf(i), 41);
      assert.equal(await accepted(150, forFolder), 100);
      const byCaller = (i: number) => count(context, callerOf('a'), 1_000 + i);
      assert.equal(await accepted(1_100, byCaller), 1_000);
      time.now += HOUR_MS - 1;
      for (const request of [forFolder, byCaller]) {
        assert.equal(await accepted(1, () => request(2_000)), 0);
      }
      time.now += 1;
      for (const request of [forFolder, byCaller]) {
        assert.equal(await accepted(1, () => request(2_000)), 1);
      }
    });

    it('does not concern the operator', async () => {
      const { context } = open();
      assert.equal(await accepted(150, () => count(context, WHOLE_COMPANY, 1)), 150);
    });
  });
}

describe('the limits of links, reports and settings', () => {
  it('are counted apart', async () => {
    const { context } = open();
    for (const count of [countLink, countReport, countSetting]) {
      assert.equal(await accepted(150, (i) => count(context, callerOf(i), 41)), 100);
    }
  });
});
