// The state of a delivery as people see it, and when a person can send it again.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeliveryFacts } from '../../../lib/delivery/delivery-state.ts';
import { canBeSentAgain, isExpected, listedState } from '../../../lib/delivery/delivery-state.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import { MONDAY, WEEK } from '../../support/delivery/delivery-parts.ts';

const DAY_MS = 24 * 3_600_000;
const UNTIL = MONDAY + DAY_MS;
const FACTS: DeliveryFacts = {
  receipt: undefined,
  until: UNTIL,
  hasReport: true,
  isClosed: false,
};

function receiptIn(
  state: DeliveryReceipt['state'],
  changes: Partial<DeliveryReceipt> = {},
): DeliveryReceipt {
  const at = new Date(MONDAY).toISOString();
  return {
    week: WEEK,
    folder: 41,
    subscription: `41-${'a'.repeat(20)}`,
    kind: 'report',
    state,
    revision: 1,
    status: 'complete',
    verdict: 'normal/none',
    attempts: 1,
    firstAttemptAt: at,
    at,
    attemptEndsAt: null,
    nextAttemptAt: null,
    messageId: 'id',
    transportId: null,
    reason: null,
    ...changes,
  };
}

describe('the state of a delivery', () => {
  it('is that of its receipt, and unknown when that can’t be decoded', () => {
    const facts = { ...FACTS, isClosed: true };
    assert.equal(listedState({ ...facts, receipt: receiptIn('refused') }, UNTIL), 'refused');
    assert.equal(listedState({ ...facts, receipt: null }, UNTIL), 'unknown');
  });

  it('without a receipt says whether the report is there until the time of its message is over', () => {
    const without = { ...FACTS, hasReport: false };
    assert.equal(listedState(FACTS, UNTIL - 1), 'due');
    assert.equal(listedState(without, UNTIL - 1), 'waiting');
    for (const facts of [FACTS, without]) assert.equal(listedState(facts, UNTIL), 'missed');
    assert.equal(listedState({ ...FACTS, isClosed: true }, UNTIL), 'notDue');
  });
});

describe('a person', () => {
  const canSend = (facts: Partial<DeliveryFacts>, now = UNTIL): boolean =>
    canBeSentAgain({ ...FACTS, ...facts }, now);

  it('can send again what was refused or may have arrived, also without its report', () => {
    for (const state of ['refused', 'unknown'] as const) {
      assert.ok(canSend({ receipt: receiptIn(state), hasReport: false }), state);
    }
  });

  it('can send what was missed or has a damaged receipt only with its report', () => {
    for (const receipt of [undefined, null]) {
      assert.ok(canSend({ receipt }));
      assert.ok(!canSend({ receipt, hasReport: false }));
    }
  });

  it('can’t send again what was sent, was skipped, is still to come or is not due', () => {
    for (const state of ['sent', 'skipped'] as const) {
      assert.ok(!canSend({ receipt: receiptIn(state) }), state);
    }
    for (const hasReport of [true, false]) assert.ok(!canSend({ hasReport }, UNTIL - 1));
    assert.ok(!canSend({ isClosed: true }));
  });

  it('can send again what is still sending only for a week that is not planned any more, after the time of its attempt', () => {
    const later = MONDAY + 60 * DAY_MS;
    const at = (ms: number): string => new Date(ms).toISOString();
    const receipt = receiptIn('sending', { nextAttemptAt: at(later) });
    assert.ok(canSend({ receipt }, later));
    assert.ok(!canSend({ receipt }, later - 1));
    const recent = receiptIn('sending', { nextAttemptAt: at(MONDAY) });
    assert.ok(!canSend({ receipt: recent }, MONDAY + DAY_MS));
  });
});

describe('a message', () => {
  it('is expected for an active subscription that was made before its time was over', () => {
    const createdAt = new Date(UNTIL - 1).toISOString();
    assert.ok(isExpected({ state: 'active', createdAt }, UNTIL));
    assert.ok(!isExpected({ state: 'active', createdAt }, UNTIL - 1));
    for (const state of ['pending', 'paused', 'ended'] as const) {
      assert.ok(!isExpected({ state, createdAt }, UNTIL), state);
    }
  });
});
