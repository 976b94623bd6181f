// The queue of delivery jobs of a single process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInProcessDeliveries } from '../../../lib/delivery/in-process-deliveries.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { SendOutcome } from '../../../lib/ports/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

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
    const { context: parts, sender } = createDeliveryParts(memoryStore());
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    sender.answer = () =>
      Promise.resolve({ state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null });
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    const settle = async (): Promise<void> => {
      for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
    };
    await settle();
    t.mock.timers.tick(59_000);
    await settle();
    assert.equal(sender.sentMessages.length, 1);
    t.mock.timers.tick(1_000);
    await settle();
    assert.equal(sender.sentMessages.length, 2);
    await deliveries.close();
    t.mock.timers.tick(3_600_000);
    await settle();
    assert.equal(sender.sentMessages.length, 2);
  });

  it('wait once each, however often they are planned', async () => {
    const store = memoryStore();
    const { context: parts } = createDeliveryParts(store);
    const deliveries = createInProcessDeliveries(parts, assert.ifError);
    const { subscription } = await createSubscription(parts, WHOLE_COMPANY, MAIL);
    store.resetCalls();
    const job = { kind: 'report', week: WEEK, folder: 41, subscription: subscription.id } as const;
    await deliveries.context.jobs.send(Array.from({ length: 100 }, () => job));
    for (let i = 0; i < 50; i += 1) await new Promise(setImmediate);
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
    await planDeliveries(deliveries.context, parseWeek(WEEK) ?? assert.fail(), MONDAY);
    const chats = () => sender.sentMessages.filter(({ kind }) => kind === 'report').length;
    while (chats() < 4) await new Promise(setImmediate);
    await createSubscription(deliveries.context, WHOLE_COMPANY, MAIL);
    while (!sender.sentMessages.some(({ kind }) => kind === 'confirmation')) {
      await new Promise(setImmediate);
    }
    assert.equal(chats(), 4, 'a few at a time');
    const closing = deliveries.close();
    resolve({ state: 'sent', transportId: null });
    await closing;
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
