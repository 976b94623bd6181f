// Stored subscriptions: which records are some, in which order they are listed, and how events of the mail service change them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyMailEvent,
  endSubscription,
  findSubscription,
  isSubscriptionKey,
  readStoredSubscriptions,
  updateSubscription,
  writeSubscription,
} from '../../../lib/delivery/subscription-store.ts';
import type { MailEvent } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { createDeliveryParts } from '../../support/delivery/delivery-parts.ts';
import { activeSubscription, CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';

const SUBSCRIPTION = activeSubscription(MAIL);
const UNKNOWN_ID = `41-${'0'.repeat(20)}`;

async function open(...subscriptions: readonly Subscription[]) {
  const store = memoryStore();
  const { context } = createDeliveryParts(store);
  for (const subscription of subscriptions) {
    assert.ok(await writeSubscription(context, subscription, null));
  }
  return { store, context };
}

describe('stored subscriptions', () => {
  it('are listed by folder and id', async () => {
    const inOrder = [9, 10, 41].flatMap((folder) =>
      [MAIL, CHAT]
        .map((settings) => activeSubscription({ ...settings, folder }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const { context } = await open(...inOrder.toReversed());
    const listed = await readStoredSubscriptions(context);
    assert.deepEqual(listed, { subscriptions: inOrder, damaged: 0 });
    const ofFolder = await readStoredSubscriptions(context, 10);
    assert.deepEqual(ofFolder.subscriptions, inOrder.slice(2, 4));
  });

  it('are not the other records with their prefix', async () => {
    const { id } = SUBSCRIPTION;
    assert.ok(isSubscriptionKey(`subscriptions/41/${id}.json`));
    const otherKeys = [
      `subscriptions/20/${id}.json`,
      `subscriptions/041/${id}.json`,
      `subscriptions/41/${id}.json.part`,
      `subscriptions/41/x.json`,
      `subscriptions/41/x/${id}.json`,
      `subscriptions/confirmations/${id}.json`,
      `subscriptions/access/${id}.json`,
      `subscriptions/limits/${'0'.repeat(64)}.json`,
    ];
    const { store, context } = await open(SUBSCRIPTION);
    for (const key of [...otherKeys, `older/subscriptions/41/${id}.json`]) {
      assert.ok(!isSubscriptionKey(key), key);
    }
    for (const key of otherKeys) await store.create(key, new Uint8Array(), JSON_ATTRIBUTES);
    const listed = await readStoredSubscriptions(context);
    assert.deepEqual(listed, { subscriptions: [SUBSCRIPTION], damaged: 0 });
  });

  it('that were removed are neither changed nor ended', async () => {
    const { context, store } = await open();
    const change = (): never => assert.fail('nothing to change');
    for (const id of [UNKNOWN_ID, 'x']) {
      assert.equal(await updateSubscription(context, id, change), null);
      assert.equal(await endSubscription(context, id, 'bounced'), false);
    }
    assert.equal(store.objects.size, 0);
  });
});

describe('an event of the mail service', () => {
  const event: MailEvent = {
    kind: 'bounced',
    subscription: SUBSCRIPTION.id,
    recipients: ['ann@example.com'],
  };
  const apply = async (changes: Partial<MailEvent>, stored: Subscription = SUBSCRIPTION) => {
    const { context } = await open(stored);
    const result = await applyMailEvent(context, { ...event, ...changes });
    return [result, (await findSubscription(context, stored.id))?.reason];
  };
  const subscription = SUBSCRIPTION.id;

  it('ends the subscription of its address, once', async () => {
    assert.deepEqual(await apply({}), [{ outcome: 'ended', subscription }, 'bounced']);
    const ended = { ...SUBSCRIPTION, state: 'ended', reason: 'unsubscribed' } as const;
    assert.deepEqual(await apply({}, ended), [{ outcome: 'nothing' }, 'unsubscribed']);
  });

  it('about a message that the service did not send ends nothing', async () => {
    const expected = [{ outcome: 'rejected', subscription }, undefined];
    assert.deepEqual(await apply({ kind: 'rejected' }), expected);
  });

  it('of another kind needs nothing to be done, also when it names no subscription', async () => {
    for (const id of [subscription, null]) {
      const result = await apply({ kind: 'other', subscription: id });
      assert.deepEqual(result, [{ outcome: 'nothing' }, undefined]);
    }
  });

  it('is foreign without a subscription by mail, and about another address', async () => {
    const foreign = [{ outcome: 'foreign' }, undefined];
    for (const id of [null, UNKNOWN_ID, 'x']) {
      assert.deepEqual(await apply({ subscription: id }), foreign);
    }
    assert.deepEqual(await apply({ recipients: ['ben@example.com'] }), foreign);
    const chat = activeSubscription(CHAT);
    assert.deepEqual(
      await apply({ subscription: chat.id, recipients: [chat.address] }, chat),
      foreign,
    );
  });
});
