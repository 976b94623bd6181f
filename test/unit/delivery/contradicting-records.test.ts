// Records that can be decoded but are stored at the key of another one are never used and never replaced.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryCodecs, receiptCodec } from '../../../lib/adapters/json/index.ts';
import { findDamagedRecords } from '../../../lib/composition/damaged-records.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import {
  createSubscription,
  listSubscriptions,
  readSubscription,
} from '../../../lib/delivery/subscriptions.ts';
import { replaceBytes } from '../../support/archive.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { W46 } from '../../support/test-facts.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const isDamaged = { code: 'REPORT_DAMAGED' };
const PREFIXES = ['subscriptions/', `receipts/${WEEK}/`, `requests/${WEEK}/`, 'links/'];

async function open() {
  const store = memoryStore();
  const parts = createDeliveryParts(store);
  await storeReport(store, createStoreReport(1));
  const { subscription } = await createSubscription(parts.context, WHOLE_COMPANY, CHAT);
  const { id, folder } = subscription;
  const job = { kind: 'report', week: WEEK, folder, subscription: id } as const;
  assert.deepEqual(await findDamagedRecords(store, PREFIXES), []);
  return { ...parts, store, subscription, job };
}

const OTHER_SUBSCRIPTIONS: Readonly<Record<string, Partial<Subscription>>> = {
  address: { address: 'https://hooks.example.com/services/T9/B9' },
  channel: { channel: 'teams' },
  folder: { folder: 20 },
  id: { id: `41-${'0'.repeat(20)}` },
};

for (const [field, change] of Object.entries(OTHER_SUBSCRIPTIONS)) {
  describe(`a subscription with the ${field} of another one`, () => {
    it('is reported, never used, and kept', async () => {
      const { store, context, subscription, job, sender } = await open();
      const { id } = subscription;
      const key = `subscriptions/41/${id}.json`;
      const bytes = new Uint8Array(
        deliveryCodecs.subscriptions.encode({ ...subscription, ...change }),
      );
      await replaceBytes(store, key, bytes);
      assert.deepEqual(
        await listSubscriptions(context, WHOLE_COMPANY, { folder: null, mine: false }),
        [],
      );
      const planned = await planDeliveries(context, W46, MONDAY);
      assert.deepEqual([planned.due, planned.damagedSubscriptions], [0, 1]);
      assert.equal((await processDelivery(context, job)).state, 'notDue');
      await assert.rejects(readSubscription(context, WHOLE_COMPANY, id), isDamaged);
      await assert.rejects(createSubscription(context, WHOLE_COMPANY, CHAT), isDamaged);
      assert.deepEqual(await findDamagedRecords(store, PREFIXES), [key]);
      assert.deepEqual(sender.sentMessages, []);
      assert.deepEqual(store.objects.get(key), bytes);
    });
  });
}

const OTHER_RECEIPTS: Readonly<Record<string, Partial<DeliveryReceipt>>> = {
  week: { week: '2026-W45' },
  folder: { folder: 20 },
  subscription: { subscription: `41-${'0'.repeat(20)}` },
  kind: { kind: 'update' },
};

for (const [field, change] of Object.entries(OTHER_RECEIPTS)) {
  describe(`a receipt with the ${field} of another one`, () => {
    it('is reported, nothing is sent, and it is kept', async () => {
      const { store, context, subscription, job, sender } = await open();
      await processDelivery(context, job);
      assert.equal(sender.sentMessages.length, 1);
      const key = `receipts/${WEEK}/41/${subscription.id}.json`;
      const receipt = deliveryCodecs.receipts.decode(store.objects.get(key) ?? assert.fail());
      const bytes = new Uint8Array(deliveryCodecs.receipts.encode({ ...receipt, ...change }));
      await replaceBytes(store, key, bytes);
      const { state, reason } = await processDelivery(context, job);
      assert.deepEqual([state, reason], ['unknown', 'RECEIPT_DAMAGED']);
      assert.equal((await planDeliveries(context, W46, MONDAY)).unknown, 1);
      assert.deepEqual(await findDamagedRecords(store, PREFIXES), [key]);
      assert.equal(sender.sentMessages.length, 1);
      assert.deepEqual(store.objects.get(key), bytes);
    });
  });
}

describe('a record of a job, of a notification or of a revoked link at another key', () => {
  it('is reported', async () => {
    const { store } = await open();
    const receipt = {
      week: WEEK,
      folder: 41,
      revision: 1,
      channel: 'event',
      verdict: 'usual',
      at: '2026-11-16T06:00:00Z',
    };
    const job =
      '{"week":"2026-W46","folder":41,"since":null,"supersedes":null,"state":"ended","at":"2026-11-16T06:00:00Z","failure":null}';
    const progress = '{"week":"2026-W45","at":"2026-11-16T06:00:00Z","tries":1,"left":[]}';
    const planner = '{"week":"2026-W45","at":"2026-11-16T06:00:00Z","counts":null}';
    const revocation = '{"id":"41-b","revokedAt":"2026-11-16T06:00:00Z"}';
    const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
    const wrong = new Map([
      ['links/41-a.json', encode(revocation)],
      [`receipts/${WEEK}/20/event-1.json`, receiptCodec.encode(receipt)],
      [`receipts/${WEEK}/41/hook-1-1.json`, receiptCodec.encode(receipt)],
      [`requests/${WEEK}/20.json`, encode(job)],
      [`requests/${WEEK}/announced.json`, encode('{"week":"2026-W45","reports":{},"waiting":{}}')],
      [`requests/${WEEK}/planner.json`, encode(planner)],
      [`requests/${WEEK}/queued-messages.json`, encode('{"week":"2026-W45","messages":[]}')],
      [`requests/${WEEK}/second-look.json`, encode(progress)],
    ]);
    const right = new Map([
      ['links/41-b.json', encode(revocation)],
      [`receipts/${WEEK}/41/event-1.json`, receiptCodec.encode(receipt)],
      [`requests/${WEEK}/41.json`, encode(job)],
      [`requests/${WEEK}/counted.json`, encode('{}')],
    ]);
    for (const [key, bytes] of [...wrong, ...right])
      await store.create(key, bytes, JSON_ATTRIBUTES);
    assert.deepEqual(await findDamagedRecords(store, PREFIXES), [...wrong.keys()]);
  });
});
