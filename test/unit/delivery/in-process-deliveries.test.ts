// The queue of delivery jobs of a single process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestAccessLink } from '../../../lib/delivery/access-requests.ts';
import {
  createInProcessDeliveries,
  runDeliveries,
} from '../../../lib/delivery/in-process-deliveries.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { SendOutcome } from '../../../lib/ports/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { activeSubscription, CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const NOT_SENT: SendOutcome = { state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null };
const week = parseWeek(WEEK) ?? assert.fail();

async function settle(): Promise<void> {
  for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
}

describe('the deliveries of a single process', () => {
  it('are processed in the background', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    while (sender.sentMessages.length === 0) await new Promise(setImmediate);
    assert.equal(sender.sentMessages[0]?.kind, 'confirmation');
    await deliveries.close();
  });

  it('are repeated when their time has come, and dropped when the process closes', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const store = memoryStore();
    const { context: parts, sender } = createDeliveryParts(store);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    sender.answer = () => Promise.resolve(NOT_SENT);
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    await settle();
    t.mock.timers.tick(59_000);
    await settle();
    assert.equal(sender.sentMessages.length, 1);
    t.mock.timers.tick(1_000);
    await settle();
    assert.equal(sender.sentMessages.length, 2);
    await deliveries.close();
    store.resetCalls();
    t.mock.timers.tick(3_600_000);
    await settle();
    assert.equal(sender.sentMessages.length, 2);
    assert.equal(store.calls.read, 0);
  });

  it('that are finished are not processed again', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const store = memoryStore();
    const { context: parts, sender } = createDeliveryParts(store);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    await settle();
    assert.equal(sender.sentMessages.length, 1);
    store.resetCalls();
    t.mock.timers.tick(3_600_000);
    await settle();
    assert.equal(store.calls.read, 0);
    await deliveries.close();
  });

  it('that wait for another attempt keep no process alive', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    sender.answer = () => Promise.resolve(NOT_SENT);
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    await settle();
    assert.equal(sender.sentMessages.length, 1);
    assert.equal(timers(), before);
    await deliveries.close();
  });

  it('send access links', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    await writeSubscription(parts, activeSubscription(MAIL), null);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    await requestAccessLink(deliveries.context, MAIL.address, '203.0.113.9');
    await settle();
    await deliveries.close();
    assert.deepEqual(
      sender.sentMessages.map(({ kind, subscription }) => [kind, subscription]),
      [['confirmation', activeSubscription(MAIL).id]],
    );
  });

  it('of a subscription that was removed do nothing', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    const subscription = `41-${'0'.repeat(20)}`;
    await deliveries.context.jobs.send([{ kind: 'report', week: WEEK, folder: 41, subscription }]);
    await settle();
    await deliveries.close();
    assert.deepEqual(sender.sentMessages, []);
  });

  it('are processed also when their channel can’t be read', async () => {
    const store = memoryStore();
    const { context: parts, sender } = createDeliveryParts(store);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    const { subscription } = await createSubscription(parts, WHOLE_COMPANY, MAIL);
    let failures = 0;
    store.onCall = (work) => {
      failures += 1;
      return failures === 1 ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
    };
    await deliveries.context.jobs.send([{ kind: 'confirmation', subscription: subscription.id }]);
    await settle();
    await deliveries.close();
    assert.equal(sender.sentMessages.length, 1);
  });

  it('wait once each, however often they are planned', async () => {
    const store = memoryStore();
    const { context: parts } = createDeliveryParts(store);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    const { subscription } = await createSubscription(parts, WHOLE_COMPANY, MAIL);
    store.resetCalls();
    const job = { kind: 'report', week: WEEK, folder: 41, subscription: subscription.id } as const;
    await deliveries.context.jobs.send(Array.from({ length: 100 }, () => job));
    await settle();
    await deliveries.close();
    // The receipt, and the subscription for its channel and for the delivery.
    assert.equal(store.calls.read, 3);
  });

  it('of one channel do not wait for receivers of another that do not answer', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    await storeReport(parts.repository.store, createStoreReport(1));
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    const { promise: silence, resolve } = Promise.withResolvers<SendOutcome>();
    sender.answer = ({ subscription: { channel } }) =>
      channel === 'slack' ? silence : Promise.resolve({ state: 'sent', transportId: null });
    for (let i = 0; i < 10; i += 1) {
      const address = `https://chat.example.com/${i}`;
      await createSubscription(parts, WHOLE_COMPANY, { ...CHAT, address });
    }
    await planDeliveries(deliveries.context, week, MONDAY);
    const chats = () => sender.sentMessages.filter(({ kind }) => kind === 'report').length;
    while (chats() < 4) await new Promise(setImmediate);
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    while (!sender.sentMessages.some(({ kind }) => kind === 'confirmation')) {
      await new Promise(setImmediate);
    }
    assert.equal(chats(), 4, 'a few at a time');
    let isClosed = false;
    const closing = deliveries.close().then(() => {
      isClosed = true;
    });
    await settle();
    assert.ok(!isClosed, 'messages are being sent');
    resolve({ state: 'sent', transportId: null });
    await closing;
    assert.equal(chats(), 4, 'the others were dropped');
  });

  it('report a job that failed', async () => {
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    const failures: unknown[] = [];
    const deliveries = createInProcessDeliveries(parts, (error) => failures.push(error));
    sender.answer = () => Promise.reject(new Error('a bug'));
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    while (failures.length === 0) await new Promise(setImmediate);
    await deliveries.close();
    assert.match(String(failures[0]), /a bug/);
  });
});

describe('the deliveries of a week in one process', () => {
  const open = async (...settings: readonly NewSubscription[]) => {
    const store = memoryStore();
    const parts = createDeliveryParts(store);
    const ids: string[] = [];
    for (const each of settings) {
      const options = { isConfirmed: true };
      const { subscription } = await createSubscription(
        parts.context,
        WHOLE_COMPANY,
        each,
        options,
      );
      ids.push(subscription.id);
    }
    return { ...parts, store, ids, run: () => runDeliveries(parts.context, week) };
  };

  it('are sent, and listed with what became of them', async () => {
    const { store, ids, run } = await open(MAIL, { ...CHAT, only: 'signals' });
    await storeReport(store, createStoreReport(1));
    const [mail, chat] = ids;
    const folder = 41;
    const byChannel = (await run()).toSorted((a, b) =>
      String(a.channel).localeCompare(String(b.channel)),
    );
    assert.deepEqual(byChannel, [
      { subscription: mail, folder, channel: 'mail', state: 'sent', reason: null },
      { subscription: chat, folder, channel: 'slack', state: 'skipped', reason: 'NO_SIGNALS' },
    ]);
    assert.deepEqual(await run(), []);
  });

  it('of a subscription that is removed meanwhile have no channel', async () => {
    const { store, sender, ids, run } = await open(MAIL);
    await storeReport(store, createStoreReport(1));
    sender.answer = async () => {
      await store.remove(`subscriptions/41/${ids[0] ?? ''}.json`);
      return { state: 'sent', transportId: null };
    };
    const results = (await run()).map(({ channel, state }) => [channel, state]);
    assert.deepEqual(results, [[null, 'sent']]);
  });

  it('about a closed place are none', async () => {
    const { store, run } = await open(MAIL);
    const report = createStoreReport(1);
    const summary = { ...report.summary, surveys: 0 };
    await storeReport(store, { ...report, status: 'empty', summary });
    assert.deepEqual(await run(), []);
  });

  it('of a report that is damaged do not affect the others, and are still to be sent', async () => {
    const { store, ids, run } = await open({ ...MAIL, attach: 'pdf' }, CHAT);
    const { files } = await storeReport(store, createStoreReport(1));
    await store.remove(files.pdf.key);
    const [mail, chat] = ids;
    assert.deepEqual(
      new Map(
        (await run()).map(({ subscription, state, reason }) => [subscription, [state, reason]]),
      ),
      new Map([
        [mail, ['sending', 'REPORT_DAMAGED']],
        [chat, ['sent', null]],
      ]),
    );
  });

  it('fail with an error of the program', async () => {
    const { store, sender, run } = await open(MAIL);
    await storeReport(store, createStoreReport(1));
    sender.answer = () => Promise.reject(new Error('a bug'));
    await assert.rejects(run(), /a bug/);
  });
});
