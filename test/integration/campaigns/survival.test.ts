// A little of what the campaigns do, for every run of the tests; the whole, with real processes, is a script:
// `npm run campaign survive -- all`.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { randomFrom } from '../../support/test-reports.ts';
import { MOMENTS, openGate } from '../../campaigns/survival/kill-proxy.ts';
import type { Moment } from '../../campaigns/survival/kill-proxy.ts';
import { killSites } from '../../campaigns/survival/kill-sites.ts';
import { soak } from '../../campaigns/survival/soak.ts';
import { tileZones } from '../../campaigns/survival/all-zone-weeks.ts';

describe('weeks of work', () => {
  it('end complete and true while a hundredth of everything goes wrong', async () => {
    const { violations, told } = await soak({ seed: 3, weeks: 2, folders: 12, rate: 0.01 });
    assert.deepEqual(violations, [], told);
  });

  it('tile time where clocks do what they do nowhere else', () => {
    const { violations, told } = tileZones({ zones: ['Antarctica/Vostok'] });
    assert.deepEqual(violations, [], told);
  });
});

describe('a gate', () => {
  /** What happens to one request when the process that sends it is killed at the moment. */
  async function strikeAt(moment: Moment): Promise<readonly string[]> {
    const happened: string[] = [];
    const { promise: done, resolve: isDone } = Promise.withResolvers<undefined>();
    const behind = createServer((_, answer) => {
      happened.push('done');
      isDone(undefined);
      answer.end('x');
    }).listen(0, '127.0.0.1');
    await once(behind, 'listening');
    const address = behind.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const sender = new AbortController();
    const { promise: killed, resolve } = Promise.withResolvers<undefined>();
    const gate = await openGate({
      to: `http://127.0.0.1:${port}`,
      nameOf: ({ method = '' }) => method,
      arrives: () => moment,
      kill: () => {
        happened.push('killed');
        if (moment !== 'after') sender.abort();
        resolve(undefined);
        return Promise.resolve();
      },
    });
    const answer = await fetch(gate.url, { method: 'PUT', body: 'b', signal: sender.signal })
      .then((response) => response.text())
      .catch(() => 'unheard');
    await killed;
    if (moment !== 'before') await done;
    await gate.close();
    behind.closeAllConnections();
    behind.close();
    await once(behind, 'close');
    return [...happened, answer];
  }

  it('has a process killed before an effect, during it, and after it', async () => {
    assert.deepEqual(await strikeAt('before'), ['killed', 'unheard']);
    assert.deepEqual(await strikeAt('during, and it still happens'), ['killed', 'done', 'unheard']);
    assert.deepEqual(await strikeAt('during, and the answer is lost'), [
      'done',
      'killed',
      'unheard',
    ]);
    assert.deepEqual(await strikeAt('after'), ['done', 'killed', 'x']);
  });
});

describe('kills', () => {
  it('strike everything that is written at every moment before they strike what is only read', () => {
    const effects = new Map([
      [1, ['GET plan 1', 'PUT pdf 1', 'PUT manifest 1']],
      [2, ['GET plan 1', 'SendMessageBatch 1']],
    ]);
    const sites = [...killSites(effects, 15, randomFrom(4)).values()].flat();
    assert.equal(sites.length, 15);
    const struck = sites.flatMap((site) =>
      site.kind === 'effect' ? [`${site.effect} ${site.moment}`] : [],
    );
    const writes = ['PUT pdf 1', 'PUT manifest 1', 'SendMessageBatch 1'];
    assert.deepEqual(
      struck.toSorted(),
      writes.flatMap((write) => MOMENTS.map((moment) => `${write} ${moment}`)).toSorted(),
    );
  });
});
