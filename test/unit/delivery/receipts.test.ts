// Receipts: which objects they are, when an update may follow, and until when an attempt is waited for.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isUnfinished,
  listReceipts,
  mayNeedUpdate,
  parseReceiptKey,
  waitsUntil,
  writeReceipt,
} from '../../../lib/delivery/receipts.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { createDeliveryParts } from '../../support/delivery/delivery-parts.ts';
import { memoryStore } from '../../support/memory-store.ts';

const ID = `41-${'a'.repeat(20)}`;
const PARTIAL: DeliveryReceipt = {
  week: '2026-W46',
  folder: 41,
  subscription: ID,
  kind: 'report',
  state: 'sent',
  revision: 2,
  status: 'partial',
  verdict: 'steady',
  attempts: 1,
  firstAttemptAt: '2026-11-16T08:00:00.000Z',
  at: '2026-11-16T08:00:00.000Z',
  attemptEndsAt: null,
  nextAttemptAt: null,
  messageId: 'id',
  transportId: null,
  reason: null,
};

describe('the key of a receipt', () => {
  it('holds the folder twice, the subscription and its kind', () => {
    assert.deepEqual(parseReceiptKey(`receipts/2026-W46/41/${ID}.json`), {
      folder: 41,
      subscription: ID,
      kind: 'report',
    });
    assert.equal(parseReceiptKey(`receipts/2026-W46/41/${ID}.update.json`)?.kind, 'update');
    for (const key of [
      `receipts/2026-W46/40/${ID}.json`,
      `receipts/2026-W46/x/41/${ID}.json`,
      `x/receipts/2026-W46/41/${ID}.json`,
      `receipts/2026-W46/41/${ID}.json.part`,
      `receipts/2026-W46/41/${ID}x.json`,
      `receipts/2026-W46/41/${ID}.other.json`,
      `receipts/2026-W46/41/41-${'z'.repeat(20)}.json`,
      'receipts/2026-W46/41/event-1.json',
      `receipts//41/${ID}.json`,
    ]) {
      assert.equal(parseReceiptKey(key), null, key);
    }
  });
});

describe('the receipts of a week', () => {
  it('are those of its deliveries, without other records and other weeks', async () => {
    const { context } = createDeliveryParts(memoryStore());
    const { store } = context.repository;
    const other: DeliveryReceipt = { ...PARTIAL, week: '2026-W47' };
    const update: DeliveryReceipt = { ...PARTIAL, kind: 'update' };
    for (const receipt of [PARTIAL, update, other]) {
      assert.ok(await writeReceipt(context, receipt, null));
    }
    await store.create('receipts/2026-W46/41/event-1.json', new Uint8Array(), JSON_ATTRIBUTES);
    const delivery = { week: '2026-W46', folder: 41, subscription: ID };
    assert.deepEqual(
      [...(await listReceipts(context, '2026-W46'))],
      [[ID, { ...delivery, report: PARTIAL, update }]],
    );
  });
});

describe('an update', () => {
  const newest = { status: 'complete', revision: 3 };
  const update: DeliveryReceipt = { ...PARTIAL, kind: 'update', revision: 3, status: 'complete' };

  it('may follow a partial report that was sent, by a later revision that is complete', () => {
    assert.ok(mayNeedUpdate(PARTIAL, null, newest));
    assert.ok(!mayNeedUpdate({ ...PARTIAL, state: 'refused' }, null, newest));
    assert.ok(!mayNeedUpdate({ ...PARTIAL, status: 'complete' }, null, newest));
    assert.ok(!mayNeedUpdate(PARTIAL, null, { ...newest, status: 'partial' }));
    assert.ok(!mayNeedUpdate(PARTIAL, null, { ...newest, revision: 2 }));
    assert.ok(!mayNeedUpdate(PARTIAL, null, { ...newest, revision: 1 }));
  });

  it('may follow again only where the last one was skipped, by a revision after that one', () => {
    const skipped: DeliveryReceipt = { ...update, state: 'skipped' };
    assert.ok(mayNeedUpdate(PARTIAL, skipped, { ...newest, revision: 4 }));
    assert.ok(!mayNeedUpdate(PARTIAL, skipped, newest));
    for (const state of ['sent', 'refused', 'unknown', 'sending'] as const) {
      assert.ok(!mayNeedUpdate(PARTIAL, { ...update, state }, { ...newest, revision: 4 }), state);
    }
  });
});

describe('a receipt of an attempt', () => {
  const at = Date.parse(PARTIAL.at);
  const sending: DeliveryReceipt = { ...PARTIAL, state: 'sending' };
  const later = (ms: number): string => new Date(at + ms).toISOString();

  it('is waited for until the attempt must have ended, or the next one begins', () => {
    const attempted = { ...sending, attemptEndsAt: later(1000), nextAttemptAt: later(5000) };
    assert.equal(waitsUntil(attempted, at), at + 1000);
    assert.equal(waitsUntil({ ...sending, nextAttemptAt: later(5000) }, at), at + 5000);
    assert.equal(waitsUntil(sending, at + 9000), at);
    assert.ok(!isUnfinished(attempted, at + 999));
    assert.ok(isUnfinished(attempted, at + 1000));
    assert.ok(!isUnfinished({ ...attempted, state: 'sent' }, at + 1000));
  });
});
