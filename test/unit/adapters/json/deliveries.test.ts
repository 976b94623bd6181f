// The stored form of subscriptions, receipts and delivery jobs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryCodecs, deliveryJobCodec } from '../../../../lib/adapters/json/index.ts';
import type { DeliveryReceipt } from '../../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../../lib/ports/subscriptions.ts';
import { Failure } from '../../../../lib/shared/failure.ts';

const ID = `41-${'0'.repeat(20)}`;
const SUBSCRIPTION: Subscription = {
  createdBy: 'shell',
  createdAt: '2026-11-16T18:00:00.000Z',
  reason: 'bounced',
  state: 'ended',
  attach: 'pdf',
  only: 'always',
  when: { timeZone: 'Europe/Helsinki', time: '08:00', weekday: 1 },
  locale: 'fi',
  address: 'a@example.com',
  channel: 'mail',
  folder: 41,
  id: ID,
};
const RECEIPT: DeliveryReceipt = {
  reason: null,
  transportId: 't1',
  messageId: `2026-W46-${ID}-report`,
  nextAttemptAt: null,
  attemptEndsAt: null,
  at: '2026-11-16T18:00:01.000Z',
  firstAttemptAt: '2026-11-16T18:00:00.000Z',
  attempts: 1,
  verdict: 'normal/usual',
  status: 'complete',
  revision: 1,
  state: 'sent',
  kind: 'report',
  subscription: ID,
  folder: 41,
  week: '2026-W46',
};

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function isDamaged(error: unknown): boolean {
  return error instanceof Failure && error.code === 'REPORT_DAMAGED';
}

describe('the codecs of deliveries', () => {
  const { subscriptions, receipts, confirmations, limits } = deliveryCodecs;
  const jobs = deliveryJobCodec;

  it('write subscriptions with their keys in the published order, and read them', () => {
    const bytes = subscriptions.encode(SUBSCRIPTION);
    assert.equal(
      textOf(bytes),
      [
        '{',
        ` "id": "${ID}",`,
        ' "folder": 41,',
        ' "channel": "mail",',
        ' "address": "a@example.com",',
        ' "locale": "fi",',
        ' "when": {"weekday":1,"time":"08:00","timeZone":"Europe/Helsinki"},',
        ' "only": "always",',
        ' "attach": "pdf",',
        ' "state": "ended",',
        ' "reason": "bounced",',
        ' "createdAt": "2026-11-16T18:00:00.000Z",',
        ' "createdBy": "shell"',
        '}\n',
      ].join('\n'),
    );
    assert.deepEqual(subscriptions.decode(bytes), SUBSCRIPTION);
    const ready: Subscription = { ...SUBSCRIPTION, when: 'ready' };
    assert.deepEqual(subscriptions.decode(subscriptions.encode(ready)), ready);
    const signedIn: Subscription = { ...ready, origin: 'signedIn', grantedFolders: [2, 3] };
    const text = textOf(subscriptions.encode(signedIn));
    assert.match(text, /,"origin":"signedIn","createdBy":"shell","grantedFolders":\[2,3\]\}\n$/);
    assert.deepEqual(subscriptions.decode(subscriptions.encode(signedIn)), signedIn);
  });

  it('write receipts with their keys in the published order, and read them', () => {
    const bytes = receipts.encode(RECEIPT);
    assert.equal(
      textOf(bytes),
      `{"week":"2026-W46","folder":41,"subscription":"${ID}","kind":"report","state":"sent",` +
        `"revision":1,"status":"complete","verdict":"normal/usual","attempts":1,` +
        `"firstAttemptAt":"2026-11-16T18:00:00.000Z","at":"2026-11-16T18:00:01.000Z",` +
        `"attemptEndsAt":null,"nextAttemptAt":null,"messageId":"2026-W46-${ID}-report",` +
        `"transportId":"t1","reason":null}\n`,
    );
    assert.deepEqual(receipts.decode(bytes), RECEIPT);
  });

  it('ignore unknown keys, so that an older version can read the records', () => {
    assert.deepEqual(receipts.decode(utf8({ ...RECEIPT, later: 1 })), RECEIPT);
    assert.deepEqual(subscriptions.decode(utf8({ ...SUBSCRIPTION, later: 1 })), SUBSCRIPTION);
  });

  it('read both kinds of jobs, and other records', () => {
    for (const job of [
      { kind: 'report', week: '2026-W46', folder: 41, subscription: ID },
      { kind: 'confirmation', subscription: ID },
    ] as const) {
      assert.deepEqual(jobs.decode(jobs.encode(job)), job);
    }
    const request = { state: 'sent', requestedAt: RECEIPT.at, attempts: 1 } as const;
    assert.deepEqual(confirmations.decode(confirmations.encode(request)), request);
    assert.deepEqual(limits.decode(limits.encode({ times: [RECEIPT.at] })), {
      times: [RECEIPT.at],
    });
  });

  it('refuse ids that could address another object, and other shapes', () => {
    for (const subscription of ['../../x', '41-x', `0-${'0'.repeat(20)}`, `41-${'z'.repeat(20)}`]) {
      assert.throws(() => jobs.decode(utf8({ kind: 'confirmation', subscription })), isDamaged);
    }
    assert.throws(() => receipts.decode(utf8({ ...RECEIPT, state: 'lost' })), isDamaged);
    assert.throws(
      () => subscriptions.decode(utf8({ ...SUBSCRIPTION, when: 'tomorrow' })),
      isDamaged,
    );
  });
});
