// The keys that sign the messages to a webhook: they outlive link keys, and one that is replaced is valid for another day.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { replaceSigningKey, signingKeysOf } from '../../../lib/delivery/signing-keys.ts';
import { findSubscription, updateSubscription } from '../../../lib/delivery/subscription-store.ts';
import { createSubscription, renewSigningKey } from '../../../lib/delivery/subscriptions.ts';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { createDeliveryParts, storeReport, WEEK } from '../../support/delivery/delivery-parts.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { canary } from '../../support/secret-markers.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const DAY_MS = 24 * 3_600_000;
const CREATOR: IdentifiedCaller = { folders: [20], origin: 'token', id: 'creator' };
const LINK_KEY = { id: 'k1', key: canary('link key') };
const OTHER_LINK_KEY = { id: 'k2', key: canary('another link key') };

/** The key of a subscription that earlier versions did not store. */
function derivedKey({ key }: LinkKey, id: string): string {
  const text = `feedback-reports webhook v1\n${id}`;
  return `whsec_${createHmac('sha256', key).update(text).digest('base64')}`;
}

async function open(channel: Subscription['channel'] = 'webhook') {
  const linkKeys = [LINK_KEY];
  const store = memoryStore();
  const parts = createDeliveryParts(store, { linkKeys: () => Promise.resolve(linkKeys) });
  const { context } = parts;
  const { subscription } = await createSubscription(context, CREATOR, { ...CHAT, channel });
  const { id } = subscription;
  const current = async () => (await findSubscription(context, id)) ?? assert.fail();
  const keys = async () => signingKeysOf(context, await current());
  const renew = (caller: IdentifiedCaller = CREATOR) => renewSigningKey(context, caller, id);
  return { ...parts, store, linkKeys, id, current, keys, renew };
}

describe('the signing key of a webhook', () => {
  it('is its own, and stays when the link key is replaced', async () => {
    const { keys, linkKeys } = await open();
    const first = await keys();
    assert.match(first.join(' '), /^whsec_[\w+/]{43}=$/);
    linkKeys[0] = OTHER_LINK_KEY;
    assert.deepEqual(await keys(), first);
    assert.notDeepEqual(await (await open()).keys(), first);
  });

  it('of an earlier version is stored with the next message, and stays from then on', async () => {
    const { context, store, keys, linkKeys, id } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    await storeReport(store, createStoreReport(1));
    await processDelivery(context, { kind: 'report', week: WEEK, folder: 41, subscription: id });
    linkKeys[0] = OTHER_LINK_KEY;
    assert.deepEqual(await keys(), [derivedKey(LINK_KEY, id)]);
  });

  it('of an earlier version signs also when another link key was put before its own', async () => {
    const { context, keys, linkKeys, id } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    linkKeys.unshift(OTHER_LINK_KEY);
    assert.deepEqual(await keys(), [derivedKey(OTHER_LINK_KEY, id), derivedKey(LINK_KEY, id)]);
  });

  it('of an earlier version signs for a day beside the one that replaces it', async () => {
    const { context, keys, id, current } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    const newKey = await replaceSigningKey(context, await current());
    assert.deepEqual(await keys(), [newKey, derivedKey(LINK_KEY, id)]);
  });

  it('of an earlier version is that which another process stores first', async () => {
    const { context, id, current } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    const signingKeys = [{ key: 'whsec_c3RvcmVk' }];
    const linkKeys = async () => {
      await updateSubscription(context, id, (stored) => ({ ...stored, signingKeys }));
      return [LINK_KEY];
    };
    const keys = await signingKeysOf({ ...context, linkKeys }, await current());
    assert.deepEqual(keys, ['whsec_c3RvcmVk']);
    assert.deepEqual((await current()).signingKeys, signingKeys);
  });

  it('of a subscription that was removed meanwhile still signs, and can’t be replaced', async () => {
    const { context, store, id, current } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    const subscription = await current();
    await store.remove(`subscriptions/41/${id}.json`);
    assert.deepEqual(await signingKeysOf(context, subscription), [derivedKey(LINK_KEY, id)]);
    assert.equal(await replaceSigningKey(context, subscription), null);
  });

  it('of an earlier version can’t be made without a link key', async () => {
    const { context, linkKeys, id, current } = await open();
    await updateSubscription(context, id, ({ signingKeys: _, ...rest }) => rest);
    linkKeys.length = 0;
    await assert.rejects(signingKeysOf(context, await current()), { code: 'SECRET_INVALID' });
  });

  it('is none for another channel', async () => {
    const { keys } = await open('slack');
    assert.deepEqual(await keys(), []);
  });

  it('that is replaced signs beside the new one for a day', async () => {
    const { keys, renew, time } = await open();
    const [first = ''] = await keys();
    const second = await renew();
    assert.deepEqual(await keys(), [second, first]);
    time.now += DAY_MS / 2;
    const third = await renew();
    assert.deepEqual(await keys(), [third, second, first]);
    time.now += DAY_MS / 2;
    assert.deepEqual(await keys(), [third, second]);
    time.now += DAY_MS / 2;
    assert.deepEqual(await keys(), [third]);
  });

  it('is replaced for its creator and the operator only, three times a day for the creator, and for no other channel', async () => {
    const { renew, current } = await open();
    const before = await current();
    for (const folders of [[1], null]) {
      const other: IdentifiedCaller = { folders, origin: 'token', id: 'other' };
      await assert.rejects(renew(other), { code: 'SUBSCRIPTION_NOT_FOUND' });
    }
    assert.deepEqual(await current(), before);
    for (const caller of [CREATOR, WHOLE_COMPANY, CREATOR, CREATOR]) await renew(caller);
    await assert.rejects(renew(), { code: 'TOO_MANY_CONFIRMATIONS' });
    await assert.rejects((await open('slack')).renew(), {
      code: 'SUBSCRIPTION_INVALID',
      facts: { at: 'channel', reason: 'notSigned' },
    });
  });
});
