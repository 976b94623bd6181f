// How much callers can request within a period: for each caller, receiver and folder.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countMessage, countSubscription } from '../../../lib/delivery/message-limits.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { accepted, callerOf, refusalOf } from '../../support/counted-requests.ts';
import { createDeliveryParts } from '../../support/delivery/delivery-parts.ts';
import { memoryStore } from '../../support/memory-store.ts';

const HOUR_MS = 3_600_000;
const chatOf = (folder: number, host: string, path: string | number) =>
  ({ folder, channel: 'slack', address: `https://${host}/${path}` }) as const;

function open() {
  const { context, time } = createDeliveryParts(memoryStore());
  return { context, time };
}

describe('the limit of what callers request', () => {
  it('is twenty new subscriptions an hour for a caller', async () => {
    const { context, time } = open();
    const request = (i: number) =>
      countSubscription(context, callerOf('a'), chatOf(i + 1, `host-${i}.example`, 'x'));
    assert.equal(await accepted(50, request), 20);
    time.now += HOUR_MS - 1;
    assert.equal(await accepted(50, request), 0);
    time.now += 1;
    assert.equal(await accepted(50, request), 20);
  });

  it('does not count requests that a clock that was ahead recorded', async () => {
    const { context, time } = open();
    const request = () => countSubscription(context, callerOf('a'), chatOf(1, 'host.example', 'x'));
    time.now += 96 * HOUR_MS;
    assert.equal(await accepted(50, request), 20);
    time.now -= 96 * HOUR_MS;
    assert.equal(await accepted(1, request), 1);
  });

  it('says when the oldest counted request is an hour ago', async () => {
    const { context, time } = open();
    const request = (i: number) =>
      countSubscription(context, callerOf('a'), chatOf(i + 1, `host-${i}.example`, 'x'));
    await request(0);
    time.now += HOUR_MS / 2;
    assert.equal(await accepted(50, (i) => request(i + 1)), 19);
    time.now += HOUR_MS / 4 + 1;
    await assert.rejects(request(50), { facts: { retryAfterSeconds: 900 } });
  });

  it('is forty new subscriptions an hour for a folder, over all callers and hosts', async () => {
    const { context, time } = open();
    const request = (i: number) =>
      countSubscription(context, callerOf(i), chatOf(41, `host-${i}.example`, 'x'));
    assert.equal(await accepted(100, request), 40);
    time.now += HOUR_MS - 1;
    assert.equal(await accepted(100, (i) => request(100 + i)), 0);
    time.now += 1;
    assert.equal(await accepted(1, (i) => request(200 + i)), 1);
    await countSubscription(context, callerOf('other'), chatOf(20, 'host.example', 'x'));
  });

  it('is a hundred new subscriptions an hour for a host, over all callers, folders and paths', async () => {
    const { context, time } = open();
    const request = (i: number) =>
      countSubscription(context, callerOf(i), chatOf(i + 1, 'hooks.example', i));
    assert.equal(await accepted(150, request), 100);
    time.now += HOUR_MS - 1;
    assert.equal(await accepted(1, () => request(200)), 0);
    time.now += 1;
    assert.equal(await accepted(1, () => request(200)), 1);
  });

  it('is none for the hosts of mail addresses', async () => {
    const { context } = open();
    const request = (i: number) =>
      countMessage(context, callerOf(i), {
        ...{ folder: i + 1, channel: 'mail' },
        address: `a${i}@example.com`,
      });
    assert.equal(await accepted(150, request), 150);
  });

  it('is three messages a day for an address, over all callers and folders', async () => {
    const { context, time } = open();
    const request = (i: number) =>
      countMessage(context, callerOf(i), chatOf(i + 1, 'hooks.example', 'x'));
    assert.equal(await accepted(10, request), 3);
    time.now += 24 * HOUR_MS - 1;
    assert.equal(await accepted(10, request), 0);
    time.now += 1;
    assert.equal(await accepted(10, request), 3);
  });

  it('does not concern the operator', async () => {
    const { context } = open();
    const request = () => countMessage(context, WHOLE_COMPANY, chatOf(1, 'a.example', 'x'));
    assert.equal(await accepted(150, request), 150);
    const another = () => countSubscription(context, WHOLE_COMPANY, chatOf(1, 'a.example', 'x'));
    assert.equal(await accepted(150, another), 150);
  });

  it('refuses what comes at once and can’t be counted, and accepts no more than the limit', async () => {
    const { context } = open();
    const requests = await Promise.allSettled(
      Array.from({ length: 120 }, (_, i) =>
        countSubscription(context, callerOf(i), chatOf(41, `host-${i}.example`, 'x')),
      ),
    );
    const refusals = requests.flatMap((request) =>
      request.status === 'rejected' ? [refusalOf(request.reason)] : [],
    );
    assert.ok(requests.length - refusals.length <= 40);
    assert.ok(refusals.every(({ facts }) => Number(facts['retryAfterSeconds']) > 0));
  });
});
