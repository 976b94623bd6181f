// The right behind a subscription: whom it belongs to, how it ends, and what becomes of the subscription then.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listDeliveries, sendTest } from '../../../lib/delivery/deliveries.ts';
import { createTokenFinder, findGrant } from '../../../lib/delivery/grants.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { findReceipt } from '../../../lib/delivery/receipts.ts';
import { sendAgain } from '../../../lib/delivery/send-again.ts';
import {
  endSubscription,
  findSubscription,
  writeSubscription,
} from '../../../lib/delivery/subscription-store.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { DeliveryJob } from '../../../lib/ports/deliveries.ts';
import type { ApiToken, ReportsSecret } from '../../../lib/ports/secrets.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { isFromShell } from '../../../lib/ports/subscriptions.ts';
import type { CurrentFolderTree, IdentifiedCaller } from '../../../lib/reports/access.ts';
import { callerId, WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES, planKey } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';
import { CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const week = parseWeek(WEEK) ?? assert.fail();
const NORTH: IdentifiedCaller = { folders: [20], origin: 'token', id: 'north' };
const OTHER: IdentifiedCaller = { folders: [1], origin: 'token', id: 'other' };
const USER: IdentifiedCaller = { folders: [20], origin: 'signedIn', id: 'user' };

/** The company's tree: 1 above 20 and 30, and 41 below one of these. */
function treeWith(parent: number): CurrentFolderTree {
  const parents = new Map([
    [1, null],
    [20, 1],
    [30, 1],
    [41, parent],
  ]);
  return { root: 1, parents };
}

async function open() {
  const store = memoryStore();
  const company = { tree: treeWith(20) };
  const parts = createDeliveryParts(store, { tree: () => Promise.resolve(company.tree) });
  const { context, tokens, jobs, sender } = parts;
  tokens.set(NORTH.id, NORTH);
  await storeReport(store, createStoreReport(1));
  const jobOf = ({ id, folder }: Subscription): DeliveryJob => ({
    kind: 'report',
    week: WEEK,
    folder,
    subscription: id,
  });
  return {
    ...parts,
    company,
    subscribe: async (caller: IdentifiedCaller, settings = CHAT) =>
      (await createSubscription(context, caller, settings)).subscription,
    /** The plan of the week with folder 41 below this one. */
    plan: async (parent: number) => {
      const dueAt = '2026-11-16T06:00:00.000Z';
      const folders = [...treeWith(parent).parents].map(([key, above]) => ({
        key,
        parent: above,
        dueAt,
      }));
      const bytes = context.repository.plans.encode({ week: WEEK, folders, doneAt: null });
      await store.create(planKey(WEEK), bytes, JSON_ATTRIBUTES);
    },
    planMessages: async () => {
      const { enqueued } = await planDeliveries(context, week, MONDAY);
      return { enqueued, jobs: jobs.splice(0) };
    },
    send: async (subscription: Subscription) => processDelivery(context, jobOf(subscription)),
    stateOf: async ({ id, folder }: Subscription) => {
      const { state, reason } = (await findSubscription(context, id)) ?? assert.fail();
      const delivery = { week: WEEK, folder, subscription: id };
      const receipt = (await findReceipt(context, delivery, 'report'))?.value;
      return [state, reason, receipt?.state, receipt?.reason];
    },
    sentCount: () => sender.sentMessages.length,
  };
}

const ENDED = ['ended', 'accessEnded', 'skipped', 'ACCESS_ENDED'];

function failsWith(code: string) {
  return (error: unknown): boolean => error instanceof Failure && error.code === code;
}

describe('the right of a subscription', () => {
  it('is recorded with its origin', async () => {
    const { subscribe } = await open();
    const record = async (caller: IdentifiedCaller, address: string) => {
      const { origin, createdBy, grantedFolders } = await subscribe(caller, { ...CHAT, address });
      return [origin, createdBy, grantedFolders];
    };
    const at = (name: string) => `https://hooks.example.com/${name}`;
    assert.deepEqual(await record(NORTH, at('a')), ['token', 'north', undefined]);
    assert.deepEqual(await record(USER, at('b')), ['signedIn', 'user', [20]]);
    assert.deepEqual(await record(WHOLE_COMPANY, at('c')), ['shell', 'shell', undefined]);
  });

  const ways: readonly (readonly [
    name: string,
    send: (parts: Awaited<ReturnType<typeof open>>, subscription: Subscription) => Promise<void>,
  ])[] = [
    [
      'the planner',
      async ({ planMessages }) => {
        assert.equal((await planMessages()).enqueued, 0);
      },
    ],
    [
      'the sender',
      async ({ send }, subscription) => {
        assert.equal((await send(subscription)).state, 'skipped');
      },
    ],
  ];
  for (const [name, send] of ways) {
    it(`ends with its token: ${name} ends the subscription and records the message as skipped`, async () => {
      const parts = await open();
      const subscription = await parts.subscribe(NORTH);
      parts.tokens.set(NORTH.id, null);
      await send(parts, subscription);
      assert.deepEqual(await parts.stateOf(subscription), ENDED);
      assert.equal(parts.sentCount(), 0);
      const [listed] = await listDeliveries(parts.context, WHOLE_COMPANY, week);
      assert.deepEqual([listed?.state, listed?.subscription.reason], ['skipped', 'accessEnded']);
    });

    it(`ends when the folder has left the folders of its token or user: ${name}`, async () => {
      for (const caller of [NORTH, USER]) {
        const parts = await open();
        const subscription = await parts.subscribe(caller);
        await parts.plan(30);
        parts.company.tree = treeWith(30);
        await send(parts, subscription);
        assert.deepEqual(await parts.stateOf(subscription), ENDED);
        assert.equal(parts.sentCount(), 0);
      }
    });

    it(`does not cover a report of a week in which the folder was elsewhere: ${name}`, async () => {
      const parts = await open();
      await parts.plan(30);
      const subscription = await parts.subscribe(NORTH);
      await send(parts, subscription);
      const expected = ['active', undefined, 'skipped', 'REPORT_NOT_VISIBLE'];
      assert.deepEqual(await parts.stateOf(subscription), expected);
      assert.equal(parts.sentCount(), 0);
    });
  }

  it('that ends between two attempts is recorded with the attempts that were made', async () => {
    const { subscribe, send, sender, tokens, time, stateOf, context } = await open();
    const subscription = await subscribe(NORTH);
    sender.answer = () =>
      Promise.resolve({ state: 'notSent', reason: 'HTTP_429', retryAfterSeconds: null });
    await send(subscription);
    tokens.set(NORTH.id, null);
    time.now += 60_000;
    assert.equal((await send(subscription)).state, 'skipped');
    assert.deepEqual(await stateOf(subscription), ENDED);
    const delivery = { week: WEEK, folder: 41, subscription: subscription.id };
    assert.equal((await findReceipt(context, delivery, 'report'))?.value?.attempts, 1);
  });

  it('of the operator covers everything, also in records of earlier versions', async () => {
    const { subscribe, send, context } = await open();
    const { origin: _, ...earlier } = await subscribe(WHOLE_COMPANY);
    const stored = await context.repository.store.read(`subscriptions/41/${earlier.id}.json`);
    await writeSubscription(context, earlier, stored?.version ?? null);
    assert.equal((await send(earlier)).state, 'sent');
  });

  it('is that of its origin, independent of the id of its caller', async () => {
    const { tokens, context } = await open();
    tokens.set('shell', null);
    const grant = { createdBy: 'shell', grantedFolders: [20] } as const;
    assert.equal(await findGrant(context, { ...grant, origin: 'token' }), null);
    assert.deepEqual(await findGrant(context, { ...grant, origin: 'signedIn' }), { folders: [20] });
    assert.ok(!isFromShell({ ...grant, origin: 'signedIn' }));
    assert.equal(await findGrant(context, { ...grant, origin: 'shell' }), WHOLE_COMPANY);
    assert.equal(await findGrant(context, { createdBy: 'shell' }), WHOLE_COMPANY);
    const user = { createdBy: 'user', origin: 'signedIn' } as const;
    assert.deepEqual(await findGrant(context, user), { folders: [] }, 'without folders: none');
  });

  it('that a record of an earlier version can’t prove counts as ended', async () => {
    const { subscribe, send, stateOf, context, tokens } = await open();
    const { origin: _, ...settings } = await subscribe(NORTH);
    const earlier = { ...settings, createdBy: '0123456789abcdef0123' };
    tokens.set(earlier.createdBy, null);
    const stored = await context.repository.store.read(`subscriptions/41/${earlier.id}.json`);
    await writeSubscription(context, earlier, stored?.version ?? null);
    await send(earlier);
    assert.deepEqual(await stateOf(earlier), ENDED);
  });

  it('is checked for tests and before a message is sent again, also at another caller’s request', async () => {
    const { subscribe, plan, context, tokens, sentCount, time, stateOf } = await open();
    const subscription = await subscribe(NORTH);
    await plan(30);
    time.now += 30 * 86_400_000;
    const again = () => sendAgain(context, OTHER, { week: WEEK, subscription: subscription.id });
    await assert.rejects(sendTest(context, OTHER, subscription.id), failsWith('REPORT_NOT_FOUND'));
    const denied = (reason: string) => ({ code: 'DELIVERY_STATE', facts: { reason } });
    await assert.rejects(again(), denied('REPORT_NOT_VISIBLE'));
    tokens.set(NORTH.id, null);
    await assert.rejects(again(), denied('ACCESS_ENDED'));
    await assert.rejects(
      sendTest(context, OTHER, subscription.id),
      failsWith('SUBSCRIPTION_STATE'),
    );
    assert.deepEqual((await stateOf(subscription)).slice(0, 2), ['ended', 'accessEnded']);
    assert.equal(sentCount(), 0);
  });

  it('is not all that counts: a message is sent again only for callers that see the folder in its week', async () => {
    const { subscribe, plan, context, time } = await open();
    const { id } = await subscribe(WHOLE_COMPANY);
    await plan(30);
    time.now += 30 * 86_400_000;
    const again = (caller: IdentifiedCaller) =>
      sendAgain(context, caller, { week: WEEK, subscription: id });
    await assert.rejects(again(NORTH), failsWith('SUBSCRIPTION_NOT_FOUND'));
    assert.equal((await again({ ...NORTH, folders: [30] })).state, 'sending');
  });

  it('that has ended sends no confirmation', async () => {
    const { subscribe, context, tokens, jobs, sentCount } = await open();
    const { id } = await subscribe(NORTH, MAIL);
    tokens.set(NORTH.id, null);
    await processDelivery(context, jobs[0] ?? assert.fail());
    assert.equal((await findSubscription(context, id))?.reason, 'accessEnded');
    assert.equal(sentCount(), 0);
  });

  it('is that of the last caller who subscribed the address, unless the operator did', async () => {
    const { subscribe, tokens, send, stateOf } = await open();
    const first = await subscribe(NORTH);
    const second = await subscribe(OTHER);
    assert.deepEqual([second.id, second.state, second.createdBy], [first.id, 'active', 'other']);
    tokens.set(NORTH.id, null);
    assert.equal((await send(first)).state, 'sent');
    assert.equal((await subscribe(WHOLE_COMPANY)).origin, 'shell');
    assert.equal((await subscribe(OTHER)).origin, 'shell');
    assert.equal((await stateOf(first))[0], 'active');
  });

  it('that can’t be checked now delays no other message, and is left to the sender', async () => {
    const { subscribe, context, jobs } = await open();
    const north = await subscribe(NORTH);
    const operator = await subscribe(WHOLE_COMPANY, { ...CHAT, address: 'https://x.example/y' });
    const tree = () => Promise.reject(new Failure('UPSTREAM_UNAVAILABLE'));
    await planDeliveries({ ...context, tree }, week, MONDAY);
    const ids = jobs.map((job) => (job.kind === 'access' ? '' : job.subscription));
    assert.deepEqual(ids.toSorted(), [north.id, operator.id].toSorted());
    const process = () =>
      processDelivery({ ...context, tree }, jobs[ids.indexOf(north.id)] ?? assert.fail());
    await assert.rejects(process(), failsWith('UPSTREAM_UNAVAILABLE'));
  });
});

describe('a subscription that is bound to another right while its own is judged', () => {
  it('does not end, and is decided again', async () => {
    const { context, subscribe, send, stateOf, tokens } = await open();
    const subscription = await subscribe(NORTH);
    tokens.set(OTHER.id, OTHER);
    const original = context.findTokenCaller;
    const findTokenCaller: typeof original = async (id, options) => {
      if (id !== NORTH.id) return original(id, options);
      await createSubscription(context, OTHER, CHAT);
      return null;
    };
    await planDeliveries({ ...context, findTokenCaller }, week, MONDAY);
    assert.deepEqual(await stateOf(subscription), ['active', undefined, undefined, undefined]);
    await send(subscription);
    assert.deepEqual((await stateOf(subscription)).slice(0, 3), ['active', undefined, 'sent']);
  });
});

describe('a subscription that ends while its right is judged', () => {
  it('keeps the reason of its end', async () => {
    const { context, subscribe, stateOf } = await open();
    const subscription = await subscribe(NORTH);
    const findTokenCaller = async (): Promise<null> => {
      await endSubscription(context, subscription.id, 'unsubscribed');
      return null;
    };
    await planDeliveries({ ...context, findTokenCaller }, week, MONDAY);
    assert.deepEqual((await stateOf(subscription)).slice(0, 2), ['ended', 'unsubscribed']);
  });
});

describe('a token that was given the folder after the secret was read', () => {
  it('proves the right of its subscriptions', async () => {
    const { context, subscribe, sentCount, tokens } = await open();
    const subscription = await subscribe(NORTH);
    tokens.set(NORTH.id, { ...NORTH, folders: [30] });
    const original = context.findTokenCaller;
    const findTokenCaller: typeof original = async (id, options) =>
      options?.fresh === true ? NORTH : original(id, options);
    const job = { kind: 'report', week: WEEK, folder: 41, subscription: subscription.id } as const;
    await processDelivery({ ...context, findTokenCaller }, job);
    assert.equal(sentCount(), 1);
  });
});

describe('a token in the secret', () => {
  const secretWith = (apiTokens: readonly ApiToken[]): ReportsSecret => ({
    credentials: { clientId: 'client', apiToken: 'token' },
    linkKeys: [],
    webhooks: [],
    apiTokens,
  });
  const token: ApiToken = { sha256: 'a'.repeat(64), folders: [20] };

  it('that is not in the list that was read is looked for in a new one', async () => {
    let renewals = 0;
    const find = createTokenFinder({
      read: () => Promise.resolve(secretWith([])),
      renew: () => {
        renewals += 1;
        return Promise.resolve(secretWith([token]));
      },
    });
    assert.deepEqual((await find(callerId('token', token.sha256)))?.folders, [20]);
    assert.equal(await find('x'), null);
    assert.equal(renewals, 2);
  });

  it('is read again on request, also when it is listed', async () => {
    const find = createTokenFinder({
      read: () => Promise.resolve(secretWith([token])),
      renew: () => Promise.resolve(secretWith([{ ...token, folders: [20, 30] }])),
    });
    const id = callerId('token', token.sha256);
    assert.deepEqual((await find(id))?.folders, [20]);
    assert.deepEqual((await find(id, { fresh: true }))?.folders, [20, 30]);
  });

  it('of a source that can’t be read again counts as it was read', async () => {
    const find = createTokenFinder({ read: () => Promise.resolve(secretWith([token])) });
    assert.deepEqual((await find(callerId('token', token.sha256)))?.folders, [20]);
    assert.equal(await find('x'), null);
  });

  it('that is listed causes no other read, and a failed read is no answer', async () => {
    const find = createTokenFinder({
      read: () => Promise.resolve(secretWith([token])),
      renew: () => Promise.reject(new Failure('SECRET_UNAVAILABLE')),
    });
    assert.deepEqual((await find(callerId('token', token.sha256)))?.folders, [20]);
    await assert.rejects(find('x'), failsWith('SECRET_UNAVAILABLE'));
  });
});
