import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RefusalReport } from '../../../lib/feedback-service/index.ts';
import {
  createRefusalLimiter,
  requestSource,
} from '../../../lib/feedback-service/http/authentication.ts';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import {
  basic,
  clientId,
  noon,
  serve,
  sha256,
  token,
} from '../../support/feedback-service/served-company.ts';

const { signal: gone } = new AbortController();

/** Refusals at a time of the test's own; pauses end at once unless they are held. */
function refusals({ isHeld = false } = {}) {
  const pauses: number[] = [];
  const reports: RefusalReport[] = [];
  const time = { now: noon };
  const { admit, delay, close } = createRefusalLimiter({
    clock: () => time.now,
    pause: async (ms, signal) => {
      pauses.push(ms);
      if (isHeld && !signal.aborted) {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
      }
    },
    onRefused: (report) => reports.push(report),
  });
  const refuse = (address: string, clientIds: readonly string[] = []): Promise<void> =>
    delay({ address, clientIds, disconnected: gone });
  return { refuse, admit, delay, close, pauses, reports, time };
}

describe('a refusal', () => {
  it('is delayed for longer each time, for its own source alone, up to 5 s', async () => {
    const { refuse, pauses, time } = refusals();
    for (let i = 0; i < 8; i += 1) await refuse('192.0.2.1');
    assert.deepEqual(pauses, [100, 200, 400, 800, 1600, 3200, 5000, 5000]);
    await refuse('192.0.2.2');
    assert.equal(pauses.at(-1), 100);
    time.now += 16 * 60_000;
    await refuse('192.0.2.1');
    assert.equal(pauses.at(-1), 100);
  });

  it('remembers a bounded number of sources, those refused last', async () => {
    const { refuse, pauses } = refusals();
    await refuse('first');
    await refuse('kept');
    for (let i = 0; i < 9_998; i += 1) await refuse(`source ${i}`);
    await refuse('kept');
    assert.equal(pauses.at(-1), 200);
    await refuse('another');
    await refuse('first');
    assert.equal(pauses.at(-1), 100);
  });

  it('is not delayed when 1,000 others are, and these end when the service closes', async () => {
    const { refuse, close, pauses } = refusals({ isHeld: true });
    const heldRefusals = Array.from({ length: 1_000 }, (_, i) => refuse(`source ${i}`));
    await assert.rejects(refuse('one more'), { code: 'CREDENTIALS_LIMITED' });
    assert.equal(pauses.length, 1_000);
    close();
    await Promise.all(heldRefusals);
  });

  it('is not delayed after its client disconnects', async () => {
    const { delay } = refusals({ isHeld: true });
    const client = new AbortController();
    const delayed = delay({ address: '192.0.2.1', clientIds: [], disconnected: client.signal });
    client.abort();
    await delayed;
  });

  it('keeps its source from further guesses while 20 are delayed, and no other source', async () => {
    const { refuse, admit, close } = refusals({ isHeld: true });
    const heldRefusals = Array.from({ length: 20 }, () => {
      admit('192.0.2.1');
      return refuse('192.0.2.1');
    });
    assert.throws(() => {
      admit('192.0.2.1');
    }, /CREDENTIALS_LIMITED/);
    await assert.rejects(refuse('192.0.2.1'), { code: 'CREDENTIALS_LIMITED' });
    admit('192.0.2.2');
    close();
    await Promise.all(heldRefusals);
    admit('192.0.2.1');
  });

  it('is reported once a minute for its source, with address, number and digests of client ids', async () => {
    const { refuse, reports, time } = refusals();
    const digest = (id: string): string => sha256(id).slice(0, 8);
    await refuse('192.0.2.1', ['acme']);
    for (let i = 0; i < 9; i += 1) await refuse('192.0.2.1', [`client ${i}`]);
    await refuse('192.0.2.2', ['acme', 'acme']);
    assert.deepEqual(reports, [
      { address: '192.0.2.1', requests: 1, clients: [digest('acme')] },
      { address: '192.0.2.2', requests: 1, clients: [digest('acme')] },
    ]);
    time.now += 60_000;
    await refuse('192.0.2.1');
    const clients = [0, 1, 2, 3, 4].map((i) => digest(`client ${i}`));
    assert.deepEqual(reports[2], { address: '192.0.2.1', requests: 10, clients });
    assert.equal(reports.length, 3);
  });

  it('is in one of at most 60 reports a minute, and counted in a later one of its source', async () => {
    const { refuse, reports, time } = refusals();
    for (let i = 0; i < 70; i += 1) await refuse(`source ${i}`);
    assert.equal(reports.length, 60);
    time.now += 60_000;
    await refuse('source 69');
    assert.deepEqual(reports[60], { address: 'source 69', requests: 2, clients: [] });
  });

  it('counts for one source when one host can choose the address', () => {
    const networks = {
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2',
      '2001:db8:1:2::9': '2001:db8:1:2',
      '2001:db8::9': '2001:db8:0:0',
      '::1': '0:0:0:0',
      'fe80::1%eth0': 'fe80:0:0:0',
      '::ffff:192.0.2.1': '192.0.2.1',
      '192.0.2.1': '192.0.2.1',
    };
    for (const [address, source] of Object.entries(networks)) {
      assert.equal(requestSource(address), source, address);
    }
  });
});

describe('a service', () => {
  it('answers 429 to a source of wrong credentials before it checks more, while 20 of its refusals are delayed', async (t) => {
    const held = Promise.withResolvers<undefined>();
    const full = Promise.withResolvers<undefined>();
    let paused = 0;
    const { ask } = await serve(t, companyOf([survey(11)]), {
      pause: () => {
        paused += 1;
        if (paused === 20) full.resolve(undefined);
        return held.promise;
      },
    });
    const statusOf = async (password: string): Promise<number> => {
      const authorization = basic(clientId, password);
      const { status, headers } = await ask('/v1/folders', { headers: { authorization } });
      assert.equal(headers.get('retry-after'), status === 429 ? '30' : null);
      return status;
    };
    const heldRequests = Array.from({ length: 20 }, () => statusOf('wrong'));
    await full.promise;
    // Otherwise the answer would tell the right password from wrong ones.
    assert.deepEqual([await statusOf('wrong'), await statusOf(token)], [429, 429]);
    held.resolve(undefined);
    assert.deepEqual(new Set(await Promise.all(heldRequests)), new Set([401]));
    assert.equal(await statusOf(token), 200);
  });

  it('delays the answer to wrong credentials, but not to valid or absent ones', async (t) => {
    const pauses: number[] = [];
    const reports: RefusalReport[] = [];
    const { ask } = await serve(t, companyOf([survey(11)]), {
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
      onRefused: (report) => reports.push(report),
    });
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await ask('/v1/folders', { headers })).status;
    const right = { authorization: basic(clientId, token) };
    // Clients of the standard library of Python and others first ask without credentials.
    assert.equal(await statusOf({}), 401);
    assert.equal(await statusOf(right), 200);
    assert.deepEqual([pauses, reports], [[], []]);
    assert.equal(await statusOf({ authorization: basic(clientId, 'wrong') }), 401);
    assert.equal(await statusOf({ authorization: 'Basic' }), 401);
    assert.equal(await statusOf(right), 200);
    assert.deepEqual(pauses, [100, 200]);
    assert.deepEqual(reports, [
      { address: '127.0.0.1', requests: 1, clients: [sha256(clientId).slice(0, 8)] },
    ]);
  });
});
