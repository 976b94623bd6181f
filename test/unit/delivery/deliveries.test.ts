// The list of a week's deliveries, and messages on request: a preview and a test.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  listDeliveries,
  previewMessage,
  sendTest,
  sendTestMail,
} from '../../../lib/delivery/deliveries.ts';
import { writeReceipt } from '../../../lib/delivery/receipts.ts';
import { endSubscription, updateSubscription } from '../../../lib/delivery/subscription-store.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import { CREATED_BY_SHELL } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES, planKey } from '../../../lib/reports/report-repository.ts';
import { replaceBytes } from '../../support/archive.ts';
import { createDeliveryParts, storeReport, WEEK } from '../../support/delivery/delivery-parts.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const week = parseWeek(WEEK) ?? assert.fail();
const MANAGER: IdentifiedCaller = { folders: [20], origin: 'token', id: 'manager' };

async function open(caller: IdentifiedCaller = WHOLE_COMPANY) {
  const store = memoryStore();
  const parts = createDeliveryParts(store);
  const { context } = parts;
  const { subscription } = await createSubscription(context, caller, CHAT);
  const { id, folder } = subscription;
  const receipt: DeliveryReceipt = {
    week: WEEK,
    folder,
    subscription: id,
    kind: 'report',
    state: 'sent',
    revision: 1,
    status: 'partial',
    verdict: 'normal/none',
    attempts: 1,
    firstAttemptAt: '2026-11-16T06:00:00.000Z',
    at: '2026-11-16T06:00:00.000Z',
    attemptEndsAt: null,
    nextAttemptAt: null,
    messageId: 'id',
    transportId: null,
    reason: null,
  };
  return {
    ...parts,
    store,
    id,
    receipt,
    write: (changes: Partial<DeliveryReceipt> = {}) =>
      writeReceipt(context, { ...receipt, ...changes }, null),
    list: async () => (await listDeliveries(context, WHOLE_COMPANY, week))[0] ?? assert.fail(),
  };
}

describe('a listed delivery', () => {
  it('has the state and the reason of its update, and both receipts', async () => {
    const { list, write, receipt } = await open();
    await write();
    const first = await list();
    assert.deepEqual([first.state, first.reason], ['sent', null]);
    assert.deepEqual([first.receipt, first.update], [receipt, null]);
    const update = { ...receipt, kind: 'update', state: 'refused', reason: 'HTTP_400' } as const;
    await write(update);
    const second = await list();
    assert.deepEqual([second.state, second.reason], ['refused', 'HTTP_400']);
    assert.deepEqual([second.receipt, second.update], [receipt, update]);
  });

  it('is unknown when the receipt of its report can’t be decoded, also after an update', async () => {
    const { list, write, store, id } = await open();
    await write();
    await write({ kind: 'update' });
    await replaceBytes(store, `receipts/${WEEK}/41/${id}.json`, new Uint8Array());
    const { state, reason } = await list();
    assert.deepEqual([state, reason], ['unknown', 'RECEIPT_DAMAGED']);
  });

  it('can be sent again only while its subscription is active', async () => {
    const { list, write, context, id } = await open();
    await write({ state: 'refused', reason: 'HTTP_400' });
    assert.ok((await list()).canSendAgain);
    await updateSubscription(context, id, (current) => ({ ...current, state: 'paused' }));
    assert.ok(!(await list()).canSendAgain);
  });
});

const isMissing = { code: 'REPORT_NOT_FOUND', facts: { folder: 41, week: 'latest' } };

describe('a preview', () => {
  it('is the message about the newest report that the caller sees', async () => {
    const { context, store, id, sender } = await open();
    await assert.rejects(previewMessage(context, MANAGER, id), isMissing);
    await storeReport(store, createStoreReport(1));
    const { subscription, message, event } = await previewMessage(context, MANAGER, id);
    assert.equal(subscription.id, id);
    assert.deepEqual([message.subject, event.week], ['Report of Helsinki Central', WEEK]);
    assert.deepEqual(sender.sentMessages, []);
  });

  it('is not given of a report of a week in which the caller did not see the folder', async () => {
    const { context, store, id } = await open();
    await storeReport(store, createStoreReport(1));
    const dueAt = '2026-11-16T06:00:00.000Z';
    const folders = [
      { key: 1, parent: null, dueAt },
      { key: 41, parent: 1, dueAt },
    ];
    const plan = context.repository.plans.encode({ week: WEEK, folders, doneAt: null });
    await store.create(planKey(WEEK), plan, JSON_ATTRIBUTES);
    await assert.rejects(previewMessage(context, MANAGER, id), isMissing);
    assert.equal((await previewMessage(context, WHOLE_COMPANY, id)).event.week, WEEK);
  });
});

describe('a test', () => {
  it('is not sent for a subscription that has ended', async () => {
    const { context, store, id } = await open();
    await storeReport(store, createStoreReport(1));
    await endSubscription(context, id, 'unsubscribed');
    const hasEnded = { code: 'SUBSCRIPTION_STATE', facts: { state: 'ended' } };
    await assert.rejects(sendTest(context, WHOLE_COMPANY, id), hasEnded);
  });

  it('is not sent for a subscription whose right ends with it', async () => {
    const { context, store, id, tokens, sender } = await open(MANAGER);
    await storeReport(store, createStoreReport(1));
    tokens.set(MANAGER.id, null);
    const hasEnded = { code: 'SUBSCRIPTION_STATE', facts: { state: 'ended' } };
    await assert.rejects(sendTest(context, WHOLE_COMPANY, id), hasEnded);
    assert.deepEqual(sender.sentMessages, []);
  });

  it('is sent for a subscription that is bound to another right while its own is judged', async () => {
    const { context, store, id } = await open(MANAGER);
    await storeReport(store, createStoreReport(1));
    const original = context.findTokenCaller;
    const findTokenCaller: typeof original = async (caller, options) => {
      if (caller !== MANAGER.id) return original(caller, options);
      await createSubscription(context, { ...MANAGER, id: 'other' }, CHAT);
      return null;
    };
    const outcome = await sendTest({ ...context, findTokenCaller }, WHOLE_COMPANY, id);
    assert.equal(outcome.state, 'sent');
  });
});

describe('a test mail', () => {
  const to = { address: 'someone@example.com', folder: 41, locale: 'fi' } as const;

  it('is the newest report of a folder, to an address without a subscription', async () => {
    const { context, store, sender } = await open();
    const messages: Parameters<typeof sender.answer>[0][] = [];
    sender.answer = (message) => {
      messages.push(message);
      return Promise.resolve({ state: 'sent', transportId: null });
    };
    await storeReport(store, { ...createStoreReport(1), revision: 2 });
    const outcome = await sendTestMail(context, WHOLE_COMPANY, to);
    assert.equal(outcome.state, 'sent');
    const at = new Date(context.clock()).toISOString();
    assert.deepEqual(
      messages.map(({ subscription, messageId, kind }) => ({ subscription, messageId, kind })),
      [
        {
          subscription: {
            ...{ id: '41-test', channel: 'mail', ...to },
            ...{ when: 'ready', only: 'always', attach: 'none', state: 'active' },
            ...{ createdAt: at, origin: 'shell', createdBy: CREATED_BY_SHELL },
          },
          messageId: `test-41-${context.clock()}`,
          kind: 'report',
        },
      ],
    );
    assert.equal(sender.sentMessages[0]?.revision, 2);
  });

  it('is not sent without a report', async () => {
    const { context, sender } = await open();
    await assert.rejects(sendTestMail(context, WHOLE_COMPANY, to), isMissing);
    assert.deepEqual(sender.sentMessages, []);
  });
});
