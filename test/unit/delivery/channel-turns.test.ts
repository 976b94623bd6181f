// Messages to one webhook wait their turn; none is sent after its receiver has refused one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createChannelTurns } from '../../../lib/delivery/channel-turns.ts';

const HOOK = 'https://chat.example.com/hook';
const OTHER = 'https://chat.example.com/other';
const RATES = { slack: 1, teams: 4, generic: 10 };

describe('the turns of a webhook', () => {
  it('come at its rate, and do not delay another receiver', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    const turns = createChannelTurns(RATES);
    const taken: string[] = [];
    const take = async (receiver: string, kind: 'slack' | 'teams' | null): Promise<void> => {
      if (await turns.take(receiver, kind)) taken.push(receiver);
    };
    const takes = [
      ...[HOOK, HOOK, HOOK].map((receiver) => take(receiver, 'slack')),
      ...[OTHER, OTHER].map((receiver) => take(receiver, 'teams')),
      ...['event', 'event', 'event'].map((receiver) => take(receiver, null)),
    ];
    const counts: (readonly number[])[] = [];
    for (const ms of [0, 250, 750, 1000]) {
      t.mock.timers.tick(ms);
      await new Promise((resolve) => void setImmediate(resolve));
      const count = (receiver: string): number => taken.filter((name) => name === receiver).length;
      counts.push([count(HOOK), count(OTHER), count('event')]);
    }
    await Promise.all(takes);
    assert.deepEqual(counts, [
      [1, 1, 3],
      [1, 2, 3],
      [2, 2, 3],
      [3, 2, 3],
    ]);
  });

  it('end for those that wait too', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
    const turns = createChannelTurns(RATES);
    const takes = [HOOK, HOOK].map((receiver) => turns.take(receiver, 'slack'));
    t.mock.timers.tick(0);
    assert.equal(await takes[0], true);
    turns.end(HOOK);
    t.mock.timers.tick(1000);
    assert.equal(await takes[1], false);
    assert.equal(await turns.take(HOOK, 'slack'), false);
  });
});
