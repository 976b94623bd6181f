// Kills the bundled worker between a commit and everything that follows it, and the bundled planner at its own writes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KillMoment } from '../../campaigns/survival/kill-proxy.ts';
import type { KillSetup } from '../../campaigns/survival/kills.ts';
import { invokeAndKill, openKillSetup } from '../../campaigns/survival/kills.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { NOW } from '../../support/test-company.ts';

const TICK_MS = 15 * 60_000;
const COMMITTED: KillMoment = 'during, and the answer is lost';

/** One tick, killed at an effect of the planner, if any. */
async function tick(
  { cloud, planner }: KillSetup,
  n: number,
  killAt: { readonly effect: string; readonly moment: KillMoment } | null = null,
): Promise<boolean> {
  const site = killAt === null ? null : ({ kind: 'effect', ...killAt } as const);
  const event = scheduleEvent(NOW + n * TICK_MS);
  return (await invokeAndKill(cloud, planner, event, { site })).isKilled;
}

/** Kills the worker at the first commit of each waiting job; no message is received again. */
async function dieAtCommits({ cloud, worker, deliveries }: KillSetup): Promise<void> {
  for (let next = await deliveries.next(); next !== null; next = await deliveries.next()) {
    const site = { kind: 'effect', effect: 'PUT manifest 1', moment: COMMITTED } as const;
    const { isKilled } = await invokeAndKill(cloud, worker, next.event, { site });
    assert.ok(isKilled);
    await next.settle({ result: { batchItemFailures: [] } });
  }
}

/** The announcements of all reports that are stored. */
async function announcementsOfStored({ store }: KillSetup): Promise<readonly string[]> {
  const entries = await store.entries('weeks/2026-W46/folders/');
  return entries
    .flatMap(({ key }) => {
      const [, folder] = /folders\/(\d+)\/manifest\.json$/.exec(key) ?? [];
      return folder === undefined ? [] : [`2026-W46 ${folder} r1`];
    })
    .toSorted();
}

describe('a report whose worker was killed after the commit, and whose message does not come again', () => {
  it('is announced once by the next tick of the planner', async () => {
    await using setup = await openKillSetup();
    await tick(setup, 0);
    await dieAtCommits(setup);
    const expected = await announcementsOfStored(setup);
    assert.ok(expected.length > 0);
    assert.deepEqual(await setup.cloud.notifications(), []);
    await tick(setup, 1);
    assert.deepEqual((await setup.cloud.notifications()).toSorted(), expected);
    await tick(setup, 2);
    assert.deepEqual((await setup.cloud.notifications()).toSorted(), expected);
  });
});
