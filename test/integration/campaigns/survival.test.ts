// How the survival campaigns kill processes. Short runs: survival.long.test.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { createRandom } from '../../support/test-reports.ts';
import { KILL_MOMENTS, startKillProxy } from '../../campaigns/survival/kill-proxy.ts';
import type { KillMoment } from '../../campaigns/survival/kill-proxy.ts';
import { planKills } from '../../campaigns/survival/kill-sites.ts';

describe('the kill proxy', () => {
  /** The events of one request when its process is killed at the moment. */
  async function killAt(moment: KillMoment): Promise<readonly string[]> {
    const events: string[] = [];
    const { promise: answered, resolve: resolveDone } = Promise.withResolvers<undefined>();
    const behind = createServer((_, answer) => {
      events.push('done');
      resolveDone(undefined);
      answer.end('x');
    }).listen(0, '127.0.0.1');
    await once(behind, 'listening');
    const address = behind.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const sender = new AbortController();
    const { promise: killed, resolve } = Promise.withResolvers<undefined>();
    const gate = await startKillProxy({
      targetUrl: `http://127.0.0.1:${port}`,
      nameOf: ({ method = '' }) => method,
      onEffect: () => moment,
      kill: () => {
        events.push('killed');
        if (moment !== 'after') sender.abort();
        resolve(undefined);
        return Promise.resolve();
      },
    });
    const answer = await fetch(gate.url, { method: 'PUT', body: 'b', signal: sender.signal })
      .then((response) => response.text())
      .catch(() => 'no answer');
    await killed;
    if (moment !== 'before') await answered;
    await gate.close();
    behind.closeAllConnections();
    behind.close();
    await once(behind, 'close');
    return [...events, answer];
  }

  it('kills a process before, during or after an effect', async () => {
    assert.deepEqual(await killAt('before'), ['killed', 'no answer']);
    assert.deepEqual(await killAt('during, and it still happens'), ['killed', 'done', 'no answer']);
    assert.deepEqual(await killAt('during, and the answer is lost'), [
      'done',
      'killed',
      'no answer',
    ]);
    assert.deepEqual(await killAt('after'), ['done', 'killed', 'x']);
  });
});

describe('the plan of kills', () => {
  it('covers every write at every moment before any read', () => {
    const effects = new Map([
      ['1', ['GET plan 1', 'PUT pdf 1', 'PUT manifest 1']],
      ['1 again', ['GET plan 1', 'SendMessageBatch 1']],
    ]);
    const sites = [...planKills(effects, 15, createRandom(4)).values()].flat();
    assert.equal(sites.length, 15);
    const killedEffects = sites.flatMap((site) =>
      site.kind === 'effect' ? [`${site.effect} ${site.moment}`] : [],
    );
    const writes = ['PUT pdf 1', 'PUT manifest 1', 'SendMessageBatch 1'];
    assert.deepEqual(
      killedEffects.toSorted(),
      writes.flatMap((write) => KILL_MOMENTS.map((moment) => `${write} ${moment}`)).toSorted(),
    );
  });
});
