// Subscriptions: who may make, see, change and end them, and what a reader without an account can do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { confirmationProblem, planConfirmations } from '../../../lib/delivery/confirmations.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import {
  changeSubscription,
  createSubscription,
  listSubscriptions,
  readSubscription,
  removeSubscription,
} from '../../../lib/delivery/subscriptions.ts';
import { sendTest } from '../../../lib/delivery/deliveries.ts';
import { endSubscription, updateSubscription } from '../../../lib/delivery/subscription-store.ts';
import { folderOfId } from '../../../lib/delivery/subscription-rules.ts';
import {
  applyToken,
  readToken,
  subscriptionUrl,
} from '../../../lib/delivery/subscription-tokens.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { FailureCode } from '../../../lib/shared/failure.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { isInternationalMailAddress } from '../../../lib/shared/mail-address.ts';
import { createDeliveryParts, storeReport } from '../../support/delivery/delivery-parts.ts';
import { replaceBytes } from '../../support/archive.ts';
import { CHAT } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { canary } from '../../support/secret-markers.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const MAIL: NewSubscription = {
  ...CHAT,
  channel: 'mail',
  address: 'Ann+reports@example.com',
  locale: 'fi',
  attach: 'pdf',
};
const ADMIN: IdentifiedCaller = { folders: [1], origin: 'token', id: 'admin' };
const MANAGER: IdentifiedCaller = { folders: [20], origin: 'token', id: 'manager' };

function failsWith(code: FailureCode, at?: string) {
  return (error: unknown): boolean =>
    error instanceof Failure &&
    error.code === code &&
    (at === undefined || error.facts['at'] === at);
}

function open(changes: Parameters<typeof createDeliveryParts>[1] = {}) {
  const store = memoryStore();
  const parts = createDeliveryParts(store, changes);
  const create = async (settings: NewSubscription = MAIL, caller = ADMIN): Promise<Subscription> =>
    (await createSubscription(parts.context, caller, settings)).subscription;
  const tokenOf = async (
    purpose: 'confirm' | 'unsubscribe',
    subscription: Subscription,
  ): Promise<string> =>
    (await subscriptionUrl(parts.context, purpose, subscription))?.split('/').at(-1) ??
    assert.fail();
  return { ...parts, store, create, tokenOf };
}

describe('a subscription', () => {
  it('of an internationalized domain has its ASCII form, however it is written', async () => {
    const { create } = open({ mailDomains: ['xn--exmple-cua.de'] });
    const subscription = await create({ ...MAIL, address: 'anna@exämple.de' });
    assert.equal(subscription.address, 'anna@xn--exmple-cua.de');
    for (const address of ['anna@EXÄMPLE.de', 'anna@xn--exmple-cua.de']) {
      assert.ok(isInternationalMailAddress(address));
      assert.equal((await create({ ...MAIL, address })).id, subscription.id);
    }
    for (const address of ['ännä@exämple.de', 'anna@ä/b.de', 'anna@ä@b.de', 'anna@\u202eä.de']) {
      assert.ok(!isInternationalMailAddress(address));
      await assert.rejects(create({ ...MAIL, address }), failsWith('SUBSCRIPTION_INVALID'));
    }
  });

  it('of a mail address is pending, and asks its owner to confirm', async () => {
    const { context, create, jobs, sender } = open();
    const subscription = await create();
    assert.equal(folderOfId(subscription.id), 41);
    assert.deepEqual(
      [subscription.state, subscription.address, subscription.createdBy],
      ['pending', 'Ann+reports@example.com', 'admin'],
    );
    assert.deepEqual(jobs, [{ kind: 'confirmation', subscription: subscription.id }]);
    const [job = assert.fail()] = jobs;
    assert.equal((await processDelivery(context, job)).state, 'confirmationSent');
    assert.equal((await processDelivery(context, job)).state, 'notDue');
    assert.equal(sender.sentMessages.length, 1);
  });

  it('whose confirmation waits is asked again by the next process, for a day', async () => {
    const { context, create, jobs, sender, time } = open();
    const { id } = await create();
    const [job = assert.fail()] = jobs.splice(0);
    await planConfirmations(context, time.now);
    assert.deepEqual(jobs.splice(0), [{ kind: 'confirmation', subscription: id }]);
    sender.answer = () =>
      Promise.resolve({ state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null });
    await processDelivery(context, job);
    await planConfirmations(context, time.now + 86_399_999);
    assert.equal(jobs.splice(0).length, 1);
    await planConfirmations(context, time.now + 86_400_000);
    sender.answer = () => Promise.resolve({ state: 'sent', transportId: null });
    await processDelivery(context, job);
    await planConfirmations(context, time.now);
    assert.deepEqual(jobs, []);
  });

  it('that is confirmed or paused meanwhile is not asked any more', async () => {
    for (const state of ['active', 'paused', 'ended'] as const) {
      const { context, create, jobs, sender, time } = open();
      const { id } = await create();
      await updateSubscription(context, id, (current) => ({ ...current, state }));
      const [job = assert.fail()] = jobs.splice(0);
      await planConfirmations(context, time.now);
      assert.equal((await processDelivery(context, job)).state, 'notDue');
      assert.deepEqual([jobs, sender.sentMessages], [[], []]);
    }
  });

  it('whose confirmation is refused says why, and ends when its address is refused', async () => {
    for (const endsSubscription of [false, true]) {
      const { context, create, jobs, sender } = open();
      const { id } = await create();
      const [job = assert.fail()] = jobs;
      sender.answer = () =>
        Promise.resolve({ state: 'refused', reason: 'SMTP_550', endsSubscription });
      assert.equal((await processDelivery(context, job)).state, 'refused');
      const stored = await readSubscription(context, ADMIN, id);
      assert.deepEqual(
        [stored.state, stored.reason, await confirmationProblem(context, stored)],
        endsSubscription ? ['ended', 'addressRefused', null] : ['pending', undefined, 'SMTP_550'],
      );
      assert.equal((await processDelivery(context, job)).state, 'notDue');
      assert.equal(sender.sentMessages.length, 1);
    }
  });

  it('can’t be confirmed while the server has no public address, and says so', async () => {
    const { context, create, jobs, sender } = open({ publicUrl: null });
    const subscription = await create();
    assert.equal(await subscriptionUrl(context, 'confirm', subscription), null);
    const [job = assert.fail()] = jobs;
    const { state, reason } = await processDelivery(context, job);
    assert.deepEqual([state, reason], ['refused', 'NO_PUBLIC_URL']);
    assert.equal(await confirmationProblem(context, subscription), 'NO_PUBLIC_URL');
    assert.deepEqual(sender.sentMessages, []);
  });

  it('to a channel to which nothing is sent is refused', async () => {
    const { create, jobs } = open({ channels: ['slack'] });
    await assert.rejects(create(), {
      code: 'SUBSCRIPTION_INVALID',
      facts: { at: 'channel', reason: 'disabled' },
    });
    assert.deepEqual(jobs, []);
    assert.equal((await create(CHAT)).state, 'active');
  });

  it('of a chat is active at once', async () => {
    const { create, jobs } = open();
    assert.equal((await create(CHAT)).state, 'active');
    const { state, signingKeys } = await create(CHAT);
    assert.deepEqual([state, signingKeys], ['active', undefined], 'also when it is made again');
    assert.deepEqual(jobs, []);
  });

  it('that is pending is active at once when the operator answers for its address', async () => {
    const { context, create } = open();
    const { id } = await create();
    const isConfirmed = { isConfirmed: true };
    const { subscription } = await createSubscription(context, WHOLE_COMPANY, MAIL, isConfirmed);
    assert.deepEqual([subscription.id, subscription.state], [id, 'active']);
  });

  it('is the same for the same address in any case, and is not changed when it is made again', async () => {
    const { context, create } = open();
    const first = await createSubscription(context, ADMIN, CHAT);
    const second = await createSubscription(context, ADMIN, { ...CHAT, locale: 'en' });
    assert.deepEqual([first.isNew, second.isNew], [true, false]);
    assert.deepEqual(second.subscription, first.subscription);
    const mail = await create();
    const upper = await create({ ...MAIL, address: 'ann+REPORTS@example.com' });
    assert.deepEqual(upper, mail);
    assert.notEqual((await create({ ...MAIL, address: 'bo@example.com' })).id, mail.id);
    assert.notEqual((await create({ ...MAIL, folder: 20 })).id, mail.id);
  });

  it('that has ended starts again', async () => {
    const { context, create } = open();
    const { id } = await create();
    assert.equal(await endSubscription(context, id, 'bounced'), true);
    assert.equal(await endSubscription(context, id, 'complained'), false);
    assert.equal((await readSubscription(context, ADMIN, id)).reason, 'bounced');
    const secondSubscription = await create();
    assert.deepEqual(
      [secondSubscription.id, secondSubscription.state, secondSubscription.reason],
      [id, 'pending', undefined],
    );
  });

  it('is made by one of two requests at once', async () => {
    const { context } = open();
    const results = await Promise.all([
      createSubscription(context, ADMIN, CHAT),
      createSubscription(context, MANAGER, CHAT),
    ]);
    assert.deepEqual(results.map(({ isNew }) => isNew).toSorted(), [false, true]);
  });

  it('is for a folder of the company that the caller sees', async () => {
    const { create } = open();
    await assert.rejects(create({ ...MAIL, folder: 1 }, MANAGER), failsWith('FOLDER_NOT_FOUND'));
    await assert.rejects(create({ ...MAIL, folder: 77 }, WHOLE_COMPANY), {
      code: 'FOLDER_NOT_FOUND',
      facts: { folder: 77 },
    });
  });

  it('is reported and kept where the stored one can’t be read', async () => {
    const { store, create, context } = open();
    const { id } = await create(CHAT);
    const key = `subscriptions/41/${id}.json`;
    await replaceBytes(store, key, new Uint8Array());
    const isDamaged = { code: 'REPORT_DAMAGED', facts: { what: 'subscription', id } };
    await assert.rejects(create(CHAT), isDamaged);
    await assert.rejects(readSubscription(context, ADMIN, id), isDamaged);
    await assert.rejects(changeSubscription(context, ADMIN, id, { only: 'signals' }), isDamaged);
    await assert.rejects(removeSubscription(context, ADMIN, id), isDamaged);
    assert.deepEqual(store.objects.get(key), new Uint8Array());
  });

  it('can be paused by a caller that sees its folder, unless it is pending', async () => {
    const { context, create } = open();
    const { id } = await create(CHAT);
    const paused = await changeSubscription(context, MANAGER, id, { state: 'paused' });
    assert.equal(paused.state, 'paused');
    const outsider: IdentifiedCaller = { folders: [99], origin: 'token', id: 'outsider' };
    await assert.rejects(
      changeSubscription(context, outsider, id, { state: 'active' }),
      failsWith('SUBSCRIPTION_NOT_FOUND'),
    );
    const { id: pending } = await create();
    await assert.rejects(changeSubscription(context, ADMIN, pending, { state: 'active' }), {
      code: 'SUBSCRIPTION_STATE',
      facts: { state: 'pending' },
    });
    const changed = await changeSubscription(context, ADMIN, pending, { only: 'signals' });
    assert.deepEqual([changed.only, changed.state], ['signals', 'pending']);
  });

  it('is removed with its address', async () => {
    const { context, create, store } = open();
    const { id } = await create();
    await removeSubscription(context, ADMIN, id);
    await assert.rejects(readSubscription(context, ADMIN, id), failsWith('SUBSCRIPTION_NOT_FOUND'));
    const texts = [...store.objects.values()].map((bytes) => new TextDecoder().decode(bytes));
    assert.ok(!texts.some((text) => text.toLowerCase().includes('ann')));
  });

  it('is listed to callers that see its folder', async () => {
    const { context, create } = open();
    const region = await create({ ...CHAT, folder: 20 }, MANAGER);
    const place = await create(CHAT);
    const list = async (caller: IdentifiedCaller, folder: number | null = null, mine = false) =>
      (await listSubscriptions(context, caller, { folder, mine })).map(({ id }) => id);
    for (const caller of [ADMIN, WHOLE_COMPANY]) {
      assert.deepEqual(await list(caller), [region.id, place.id]);
    }
    const tree = () => Promise.reject(new Failure('UPSTREAM_UNAVAILABLE'));
    const all = { folder: null, mine: false };
    const listed = await listSubscriptions({ ...context, tree }, WHOLE_COMPANY, all);
    assert.equal(listed.length, 2, 'for the operator without the tree');
    assert.deepEqual(await list(MANAGER, 41), [place.id]);
    assert.deepEqual(await list(MANAGER, null, true), [region.id]);
    assert.deepEqual(await list({ ...MANAGER, folders: [41] }), [place.id]);
    assert.deepEqual(await list({ ...MANAGER, folders: [99] }), []);
  });
});

describe('a reader without an account', () => {
  it('confirms once, and a later confirmation of an ended subscription is not valid', async () => {
    const { context, create, tokenOf, time } = open();
    const subscription = await create();
    const token = await tokenOf('confirm', subscription);
    assert.equal((await readToken(context, 'confirm', token))?.state, 'pending');
    assert.equal((await applyToken(context, 'confirm', token))?.state, 'active');
    assert.equal((await applyToken(context, 'confirm', token))?.state, 'active');
    const stop = await tokenOf('unsubscribe', subscription);
    const endedSubscription = await applyToken(context, 'unsubscribe', stop);
    assert.deepEqual(
      [endedSubscription?.state, endedSubscription?.reason],
      ['ended', 'unsubscribed'],
    );
    assert.equal((await applyToken(context, 'confirm', token))?.state, 'ended');
    time.now += 1;
    await create();
    assert.equal(await applyToken(context, 'confirm', token), null);
    assert.equal((await applyToken(context, 'unsubscribe', stop))?.state, 'ended');
  });

  it('can’t use a token for another purpose, or a changed one', async () => {
    const { context, create, tokenOf } = open();
    const token = await tokenOf('unsubscribe', await create());
    assert.equal(await readToken(context, 'confirm', token), null);
    assert.notEqual(await readToken(context, 'unsubscribe', token), null);
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.base64String(), async (at, text) => {
        const changed = `${token.slice(0, at)}${text}${token.slice(at + 1)}`;
        fc.pre(changed !== token);
        assert.equal(await readToken(context, 'unsubscribe', changed), null);
      }),
    );
  });

  it('can’t confirm a subscription that starts again at the same time', async () => {
    const { context, create, tokenOf, time, store } = open();
    const subscription = await create();
    const token = await tokenOf('confirm', subscription);
    let reads = 0;
    const read: typeof store.read = async (key) => {
      if (key === `subscriptions/41/${subscription.id}.json`) reads += 1;
      if (reads === 2) {
        reads += 1;
        await endSubscription(context, subscription.id, 'unsubscribed');
        time.now += 1;
        await create();
      }
      return store.read(key);
    };
    const repository = { ...context.repository, store: { ...store, read } };
    await applyToken({ ...context, repository }, 'confirm', token);
    assert.equal((await readSubscription(context, ADMIN, subscription.id)).state, 'pending');
  });

  it('can’t use a token with a further part', async () => {
    const { context, create, tokenOf } = open();
    const token = await tokenOf('unsubscribe', await create());
    for (const changed of [`${token}.`, `${token}.x`, `${token}=`, `.${token}`]) {
      assert.equal(await applyToken(context, 'unsubscribe', changed), null, changed);
    }
  });

  it('does not resume what was paused, and leaves the first reason of an end', async () => {
    const { context, create, tokenOf } = open();
    const subscription = await create();
    const token = await tokenOf('confirm', subscription);
    await applyToken(context, 'confirm', token);
    await changeSubscription(context, ADMIN, subscription.id, { state: 'paused' });
    assert.equal((await applyToken(context, 'confirm', token))?.state, 'paused');
    await endSubscription(context, subscription.id, 'bounced');
    await applyToken(context, 'unsubscribe', await tokenOf('unsubscribe', subscription));
    const { state, reason } = await readSubscription(context, ADMIN, subscription.id);
    assert.deepEqual([state, reason], ['ended', 'bounced']);
    await assert.rejects(
      changeSubscription(context, ADMIN, subscription.id, { state: 'active' }),
      failsWith('SUBSCRIPTION_STATE'),
    );
  });

  it('can use the addresses in messages of earlier versions', async () => {
    const key = 'link key of a test';
    const { context } = open({ linkKeys: () => Promise.resolve([{ id: 'k1', key }]) });
    const subscription = { id: '41-aaaaaaaaaaaaaaaaaaaa', createdAt: '2026-11-01T00:00:00.000Z' };
    for (const [purpose, token] of [
      [
        'confirm',
        'NDEtYWFhYWFhYWFhYWFhYWFhYWFhYWEKMjAyNi0xMS0wMVQwMDowMDowMC4wMDBa.5vVxF8bRumeWvIkatb8kcKxc7yvc-_I3ypvfKTUCQ3U',
      ],
      [
        'unsubscribe',
        'NDEtYWFhYWFhYWFhYWFhYWFhYWFhYWE.2bc13kcQRm_uNis8hgG9dSId044if_Je8pIE2-7WVoQ',
      ],
    ] as const) {
      assert.equal(
        await subscriptionUrl(context, purpose, subscription),
        `https://reports.example.com/subscriptions/${purpose}/${token}`,
      );
    }
  });

  it('can use tokens of an earlier key, and none of a removed subscription', async () => {
    const keys = [{ id: 'k1', key: canary('link key') }];
    const { context, create, tokenOf } = open({ linkKeys: () => Promise.resolve(keys) });
    const subscription = await create();
    const token = await tokenOf('unsubscribe', subscription);
    keys.unshift({ id: 'k2', key: canary('another link key') });
    assert.notEqual(await tokenOf('unsubscribe', subscription), token);
    assert.equal((await readToken(context, 'unsubscribe', token))?.id, subscription.id);
    await removeSubscription(context, ADMIN, subscription.id);
    assert.equal(await applyToken(context, 'unsubscribe', token), null);
  });

  it('can use tokens of a key that replaced the one this process has read, and others read no secret', async () => {
    const [oldKey, newKey] = [
      { id: 'k1', key: canary('link key') },
      { id: 'k2', key: canary('another link key') },
    ];
    let freshReads = 0;
    const keysOfApi = (options?: { readonly fresh: boolean }) => {
      if (options?.fresh !== true) return Promise.resolve([oldKey]);
      freshReads += 1;
      return Promise.resolve([newKey]);
    };
    const { context, create } = open({ linkKeys: keysOfApi });
    const subscription = await create();
    const sender = { ...context, linkKeys: () => Promise.resolve([newKey]) };
    for (const [purpose, state] of [
      ['confirm', 'active'],
      ['unsubscribe', 'ended'],
    ] as const) {
      const url = (await subscriptionUrl(sender, purpose, subscription)) ?? assert.fail();
      const token = url.slice(url.lastIndexOf('/') + 1);
      assert.equal((await readToken(context, purpose, token))?.id, subscription.id);
      assert.equal((await applyToken(context, purpose, token))?.state, state);
    }
    assert.equal(freshReads, 4);
    assert.equal(await readToken(context, 'confirm', 'invented'), null);
    assert.equal(freshReads, 4);
  });
});

describe('messages on request', () => {
  it('are limited to three a day for an address', async () => {
    const { context, create, time } = open();
    for (let i = 0; i < 3; i += 1) await create();
    await assert.rejects(create(), failsWith('TOO_MANY_CONFIRMATIONS'));
    await assert.rejects(
      createSubscription(context, MANAGER, { ...MAIL, folder: 20 }),
      failsWith('TOO_MANY_CONFIRMATIONS'),
    );
    time.now += 24 * 3_600_000;
    await create();
  });

  it('are limited to three a day for all tagged addresses of a mailbox', async () => {
    const { create } = open();
    for (const tag of ['a', 'b', 'c']) await create({ ...MAIL, address: `Ann+${tag}@example.com` });
    for (const address of ['ann+d@example.com', 'ann@EXAMPLE.com', 'ann+@example.com']) {
      await assert.rejects(create({ ...MAIL, address }), failsWith('TOO_MANY_CONFIRMATIONS'));
    }
    await create({ ...MAIL, address: 'ann+a@example.org' });
  });

  it('are limited also when they are made at once', async () => {
    const { create, jobs } = open();
    const requests = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        create({ ...MAIL, folder: i % 2 === 0 ? 41 : 20, address: `ann+${i % 4}@example.com` }),
      ),
    );
    assert.ok(requests.some(({ status }) => status === 'rejected'));
    assert.ok(jobs.length <= 3, `${jobs.length} confirmations`);
  });

  it('are limited to twenty an hour for a caller', async () => {
    const { context, create, time } = open();
    for (let i = 0; i < 20; i += 1) await create({ ...MAIL, address: `a${i}@example.com` });
    await assert.rejects(create(), failsWith('TOO_MANY_CONFIRMATIONS'));
    await createSubscription(context, MANAGER, MAIL);
    time.now += 3_600_000;
    await create({ ...MAIL, address: 'b@example.com' });
  });

  it('include tests, which go only to confirmed subscriptions of folders with a report', async () => {
    const { context, create, sender, store } = open();
    const pendingSubscription = await create();
    await assert.rejects(
      sendTest(context, ADMIN, pendingSubscription.id),
      failsWith('SUBSCRIPTION_STATE'),
    );
    const { id } = await create(CHAT);
    await assert.rejects(sendTest(context, ADMIN, id), failsWith('REPORT_NOT_FOUND'));
    await storeReport(store, createStoreReport(1));
    for (let i = 0; i < 3; i += 1) {
      assert.equal((await sendTest(context, ADMIN, id)).state, 'sent');
    }
    await assert.rejects(sendTest(context, ADMIN, id), failsWith('TOO_MANY_CONFIRMATIONS'));
    assert.match(sender.sentMessages[0]?.messageId ?? '', /^test-41-/);
    assert.deepEqual(await store.children('receipts/'), []);
  });

  it('are not limited for the operator', async () => {
    const { create, jobs } = open();
    for (let i = 0; i < 25; i += 1) await create(MAIL, WHOLE_COMPANY);
    assert.equal(jobs.length, 25);
  });

  it('are not what a subscription of a chat is that exists before: it counts once', async () => {
    const { create } = open();
    for (let i = 0; i < 25; i += 1) await create(CHAT);
    for (let i = 1; i < 20; i += 1) await create({ ...CHAT, address: `${CHAT.address}/${i}` });
    const another = { ...CHAT, address: `${CHAT.address}/another` };
    await assert.rejects(create(another), failsWith('TOO_MANY_CONFIRMATIONS'));
  });

  it('for a confirmation are repeated after they did not go out', async () => {
    const { context, create, jobs, sender, time } = open();
    await create();
    const [job = assert.fail()] = jobs;
    const send = sender.answer;
    sender.answer = () =>
      Promise.resolve({ state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null });
    assert.equal((await processDelivery(context, job)).repeatAfterSeconds, 60);
    sender.answer = send;
    time.now += 60_000;
    assert.equal((await processDelivery(context, job)).state, 'confirmationSent');
  });

  it('for a confirmation are repeated for a day', async () => {
    const { context, create, jobs, sender, time } = open();
    await create();
    const [job = assert.fail()] = jobs;
    const start = time.now;
    sender.answer = () =>
      Promise.resolve({ state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null });
    for (let i = 0; i < 50; i += 1) {
      const { state, repeatAfterSeconds } = await processDelivery(context, job);
      if (state === 'refused') break;
      time.now += 1000 * (repeatAfterSeconds ?? assert.fail());
    }
    assert.ok(time.now > start + 22 * 3_600_000 && time.now < start + 24 * 3_600_000);
    assert.equal((await processDelivery(context, job)).state, 'notDue');
  });
});
