// New access links by mail: only subscribers get one, at most three messages an hour, and the request tells nothing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accessQuery } from '../../../lib/delivery/access-links.ts';
import { requestAccessLink } from '../../../lib/delivery/access-requests.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { recipientOf, recipientOfId } from '../../../lib/delivery/subscription-rules.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import { accessRequestsKey, planAccessRequests } from '../../../lib/delivery/access-claims.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import type { OutgoingConfirmation, SendOutcome } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { digestOf, limitKey } from '../../../lib/reports/request-limits.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { createDeliveryParts, storeReport } from '../../support/delivery/delivery-parts.ts';
import { activeSubscription, CHAT, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const SENT: SendOutcome = { state: 'sent', transportId: null };
const NOT_SENT: SendOutcome = { state: 'notSent', reason: 'SMTP_421', retryAfterSeconds: null };
const ANN = activeSubscription(MAIL);
const NETWORK = '203.0.113.9';
/** After this time an attempt without a result counts as interrupted. */
const ATTEMPT_SECONDS = 300;

async function open(
  subscriptions: readonly Subscription[] = [ANN],
  changes: Partial<DeliveryContext> = {},
) {
  const store = memoryStore();
  const parts = createDeliveryParts(store, changes);
  const { context, jobs, sender } = parts;
  for (const subscription of subscriptions) await writeSubscription(context, subscription, null);
  const messages: OutgoingConfirmation[] = [];
  const outcomes: SendOutcome[] = [];
  sender.answer = (outgoing) => {
    if (outgoing.kind === 'confirmation') messages.push(outgoing);
    return Promise.resolve(outcomes.shift() ?? SENT);
  };
  const request = async (address: string = MAIL.address) => {
    await requestAccessLink(context, address, NETWORK);
    const [job = null] = jobs.splice(0);
    return job === null ? null : processDelivery(context, job);
  };
  return { ...parts, store, messages, outcomes, request };
}

describe('a request for a new access link', () => {
  it('is one job for any address, which contains no address', async () => {
    const { context, jobs, store, time } = await open();
    for (const address of [MAIL.address, 'nobody@example.com']) {
      store.resetCalls();
      await requestAccessLink(context, address, NETWORK);
      const { read, create, replace, entries } = store.calls;
      assert.deepEqual([read, create + replace, entries], [2, 2, 0], address);
    }
    const requestedAt = new Date(time.now).toISOString();
    const recipient = recipientOf({ channel: 'mail', address: 'nobody@example.com' });
    assert.deepEqual(jobs[1], { kind: 'access', recipient, requestedAt });
    assert.doesNotMatch(JSON.stringify(jobs), /@|example/);
  });

  it('sends the subscriber a link to the newest report of the folder', async () => {
    const { context, store, request, messages, time } = await open();
    await storeReport(store, createStoreReport(1));
    const processed = await request('ANN@example.com');
    assert.deepEqual(processed, { state: 'accessSent', reason: null, repeatAfterSeconds: null });
    const [{ message, messageId, subscription } = assert.fail()] = messages;
    assert.equal(subscription.id, ANN.id);
    assert.equal(message.subject, 'Read Helsinki Central');
    const address = 'https://reports.example.com/#/2026-W46/41';
    assert.equal(message.confirm.url, `${address}${await accessQuery(context, ANN)}`);
    assert.equal(messageId, `access-${ANN.id}-${time.now}`);
  });

  it('opens the page itself while the folder has no report', async () => {
    const { context, request, messages } = await open();
    await request();
    const url = `https://reports.example.com/#/${await accessQuery(context, ANN)}`;
    assert.deepEqual(
      [messages[0]?.message.confirm.url, messages[0]?.message.subject],
      [url, 'Read 41'],
    );
  });

  it('sends nothing to an address without an active mail subscription', async () => {
    const states = (['pending', 'paused', 'ended'] as const).map((state, i) => ({
      ...activeSubscription({ ...MAIL, folder: 50 + i }),
      state,
    }));
    const others = [
      activeSubscription({ ...MAIL, address: 'bob@example.com' }),
      activeSubscription(CHAT),
    ];
    const { request, messages, store } = await open([...states, ...others]);
    assert.equal((await request())?.state, 'notDue');
    assert.equal((await request('nobody@example.com'))?.state, 'notDue');
    assert.equal((await request(CHAT.address))?.state, 'notDue');
    assert.deepEqual(messages, []);
    const records = [...store.objects.keys()].filter((key) => /\/(limits|access)\//.test(key));
    const counts = ['all', NETWORK];
    assert.equal(records.length, counts.length, 'nothing is stored of other addresses');
  });

  it('sends nothing for a subscription whose right has ended', async () => {
    const north: IdentifiedCaller = { folders: [20], origin: 'token', id: 'north' };
    const { request, messages, tokens } = await open([activeSubscription(MAIL, north)]);
    tokens.set(north.id, null);
    assert.equal((await request())?.state, 'notDue');
    assert.deepEqual(messages, []);
  });

  it('sends one message for each folder, by folder, at most ten', async () => {
    const folders = [9, 10, 41, ...Array.from({ length: 8 }, (_, i) => 100 + i)];
    const subscriptions = folders.map((folder) => activeSubscription({ ...MAIL, folder }));
    const { request, messages } = await open(subscriptions.toReversed());
    assert.equal((await request())?.state, 'accessSent');
    const sentFolders = messages.map(({ subscription }) => subscription.folder);
    assert.deepEqual(sentFolders, folders.slice(0, 10));
  });

  it('sends at most three messages an hour to an address', async () => {
    const { request, messages, time } = await open();
    const start = time.now;
    for (const minutes of [0, 10, 20, 30, 59]) {
      time.now = start + minutes * 60_000;
      await request();
    }
    assert.equal(messages.length, 3);
    time.now = start + HOUR_MS;
    await request();
    assert.equal(messages.length, 4);
    await request();
    assert.equal(messages.length, 4);
  });

  it('is accepted from one network at most 30 times an hour, which limits no other network', async () => {
    const { context, jobs, store, time } = await open([]);
    for (let count = 0; count < 31; count += 1) {
      await requestAccessLink(context, `reader${count}@example.com`, NETWORK);
    }
    assert.equal(jobs.length, 30);
    store.resetCalls();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const { read, create, replace } = store.calls;
    assert.deepEqual([read, create + replace], [1, 0], 'refused requests do not count for all');
    await requestAccessLink(context, MAIL.address, '203.0.113.10');
    await requestAccessLink(context, MAIL.address, null);
    assert.equal(jobs.length, 32);
    time.now += HOUR_MS;
    await requestAccessLink(context, MAIL.address, NETWORK);
    assert.equal(jobs.length, 33);
  });

  it('is accepted from all networks together at most 3,000 times an hour', async () => {
    const { context, jobs, store, time } = await open([]);
    const times = new Array<string>(2_999).fill(new Date(time.now).toISOString());
    const key = limitKey(digestOf('access links', 'all'));
    await store.create(key, context.codecs.limits.encode({ times }), JSON_ATTRIBUTES);
    await requestAccessLink(context, MAIL.address, null);
    assert.equal(jobs.length, 1);
    await requestAccessLink(context, MAIL.address, NETWORK);
    assert.equal(jobs.length, 1);
    time.now += HOUR_MS;
    await requestAccessLink(context, MAIL.address, NETWORK);
    assert.equal(jobs.length, 2);
  });

  it('does nothing where access links are off or there is no public address', async () => {
    const off = await open([ANN], { accessLinks: false });
    assert.equal(await off.request(), null);
    assert.equal(off.store.calls.read, 0);
    const { context } = await open([ANN]);
    await requestAccessLink(context, MAIL.address, NETWORK);
    const withoutAddress = await open([ANN], { publicUrl: null });
    assert.equal((await withoutAddress.request())?.state, 'notDue');
    assert.deepEqual(withoutAddress.messages, []);
  });

  it('fails as the store does', async () => {
    const { context, store } = await open();
    store.onCall = () => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    await assert.rejects(requestAccessLink(context, MAIL.address, NETWORK), {
      code: 'STORE_UNAVAILABLE',
    });
  });
});

describe('the job of a request', () => {
  it('that is repeated sends nothing twice', async () => {
    const { context, jobs, messages } = await open();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [job = assert.fail()] = jobs;
    assert.equal((await processDelivery(context, job)).state, 'accessSent');
    assert.equal((await processDelivery(context, job)).state, 'notDue');
    assert.equal(messages.length, 1);
  });

  it('is repeated while nothing has gone out, for an hour', async () => {
    const { context, jobs, messages, outcomes, problems, time } = await open();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [job = assert.fail()] = jobs;
    outcomes.push(NOT_SENT, { ...NOT_SENT, retryAfterSeconds: 300 }, SENT);
    const sending = { state: 'sending', reason: 'SMTP_421' };
    assert.deepEqual(await processDelivery(context, job), { ...sending, repeatAfterSeconds: 60 });
    assert.deepEqual(await processDelivery(context, job), { ...sending, repeatAfterSeconds: 300 });
    assert.equal((await processDelivery(context, job)).state, 'accessSent');
    assert.equal(messages.length, 3);
    assert.deepEqual(problems, [`${ANN.id} notSent SMTP_421`, `${ANN.id} notSent SMTP_421`]);
    time.now += HOUR_MS - 1;
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [, late = assert.fail()] = jobs;
    time.now += HOUR_MS;
    assert.equal((await processDelivery(context, late)).state, 'notDue');
  });

  it('is not repeated when one of its messages has gone out, or may have', async () => {
    const subscriptions = [9, 41].map((folder) => activeSubscription({ ...MAIL, folder }));
    const partly = await open(subscriptions);
    partly.outcomes.push(SENT, NOT_SENT);
    assert.equal((await partly.request())?.state, 'accessSent');
    const unknown = await open();
    unknown.outcomes.push({ state: 'unknown', reason: 'TIMEOUT' });
    const timeout = { state: 'unknown', reason: 'TIMEOUT', repeatAfterSeconds: null };
    assert.deepEqual(await unknown.request(), timeout);
    assert.deepEqual(unknown.problems, [`${ANN.id} unknown TIMEOUT`]);
    for (const last of [
      NOT_SENT,
      { state: 'refused', reason: 'x', endsSubscription: false },
    ] as const) {
      const firstUnknown = await open(subscriptions);
      firstUnknown.outcomes.push({ state: 'unknown', reason: 'TIMEOUT' }, last);
      assert.deepEqual(await firstUnknown.request(), timeout);
    }
    const firstRefused = await open(subscriptions);
    firstRefused.outcomes.push(
      { state: 'refused', reason: 'x', endsSubscription: false },
      NOT_SENT,
    );
    assert.equal((await firstRefused.request())?.state, 'sending');
  });
});

describe('a job whose process ends', () => {
  /** A new process over the same store, which has the time of the other one. */
  function restart({ store, time }: Awaited<ReturnType<typeof open>>) {
    const parts = createDeliveryParts(store);
    parts.time.now = time.now;
    return parts;
  }

  it('before it has sent its message sends it when its attempt counts as interrupted', async () => {
    const ended = await open();
    ended.sender.answer = () => Promise.reject(new Error('process ended'));
    await assert.rejects(ended.request());
    const { context, jobs, sender, time } = restart(ended);
    await planAccessRequests(context, time.now);
    const [job = assert.fail()] = jobs;
    assert.deepEqual(job, {
      kind: 'access',
      recipient: recipientOf(MAIL),
      requestedAt: new Date(time.now).toISOString(),
    });
    const waiting = { state: 'sending', reason: null, repeatAfterSeconds: ATTEMPT_SECONDS };
    assert.deepEqual(await processDelivery(context, job), waiting);
    time.now += 1000 * ATTEMPT_SECONDS - 1;
    assert.deepEqual(await processDelivery(context, job), { ...waiting, repeatAfterSeconds: 1 });
    assert.deepEqual(sender.sentMessages, []);
    time.now += 1;
    assert.equal((await processDelivery(context, job)).state, 'accessSent');
    assert.equal((await processDelivery(context, job)).state, 'notDue');
    assert.equal(sender.sentMessages.length, 1);
    await planAccessRequests(context, time.now);
    assert.equal(jobs.length, 1, 'an answered request is not planned');
  });

  it('twice is not tried a third time: its message may have gone out', async () => {
    const { context, jobs, sender, time } = await open();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [job = assert.fail()] = jobs;
    sender.answer = () => Promise.reject(new Error('process ended'));
    for (const attempt of [1, 2]) {
      await assert.rejects(processDelivery(context, job), `attempt ${attempt}`);
      time.now += 1000 * ATTEMPT_SECONDS;
    }
    const interrupted = { state: 'unknown', reason: 'INTERRUPTED', repeatAfterSeconds: null };
    assert.deepEqual(await processDelivery(context, job), interrupted);
    assert.equal(sender.sentMessages.length, 2);
  });

  it('may follow attempts in which nothing has gone out', async () => {
    const { context, jobs, sender, outcomes, time } = await open();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [job = assert.fail()] = jobs;
    const answer = sender.answer;
    sender.answer = () => Promise.reject(new Error('process ended'));
    await assert.rejects(processDelivery(context, job));
    sender.answer = answer;
    outcomes.push(NOT_SENT, NOT_SENT);
    time.now += 1000 * ATTEMPT_SECONDS;
    assert.equal((await processDelivery(context, job)).state, 'sending');
    assert.equal((await processDelivery(context, job)).state, 'sending');
    assert.equal((await processDelivery(context, job)).state, 'accessSent');
  });

  it('after an hour is over, and is not planned', async () => {
    const ended = await open();
    ended.sender.answer = () => Promise.reject(new Error('process ended'));
    await assert.rejects(ended.request());
    const { context, jobs, time } = restart(ended);
    await planAccessRequests(context, time.now + HOUR_MS - 1);
    assert.equal(jobs.length, 1);
    await planAccessRequests(context, time.now + HOUR_MS);
    assert.equal(jobs.length, 1);
  });

  it('is not planned while its record can’t be read, or when it was removed meanwhile', async () => {
    const ended = await open();
    ended.sender.answer = () => Promise.reject(new Error('process ended'));
    await assert.rejects(ended.request());
    const { context, jobs, time } = restart(ended);
    const { store } = ended;
    const key = accessRequestsKey(recipientOf(MAIL));
    store.onCall = async (work) => {
      const result = await work();
      store.onCall = (next) => next();
      await store.remove(key);
      return result;
    };
    await planAccessRequests(context, time.now);
    await store.create(key, new TextEncoder().encode('{'), JSON_ATTRIBUTES);
    await planAccessRequests(context, time.now);
    assert.deepEqual(jobs, []);
  });

  it('at any call of the store is done by the next one, with each message once or twice', async () => {
    const subscriptions = [9, 41].map((folder) => activeSubscription({ ...MAIL, folder }));
    const messages = new Set<number>();
    let wasInterrupted = true;
    for (let end = 0; wasInterrupted; end += 1) {
      const first = await open(subscriptions);
      await requestAccessLink(first.context, MAIL.address, NETWORK);
      const [job = assert.fail()] = first.jobs;
      let calls = 0;
      first.store.onCall = (work) => {
        calls += 1;
        return calls > end ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
      };
      const result = await processDelivery(first.context, job).catch(() => null);
      wasInterrupted = result === null;
      first.store.onCall = (work) => work();
      const next = restart(first);
      next.time.now += 1000 * ATTEMPT_SECONDS;
      await processDelivery(next.context, job);
      for (const { id } of subscriptions) {
        const sent = [...first.sender.sentMessages, ...next.sender.sentMessages];
        const count = sent.filter(({ subscription }) => subscription === id).length;
        assert.ok(count === 1 || count === 2, `${count} after ${end} calls`);
        messages.add(count);
      }
    }
    assert.deepEqual([...messages].toSorted(), [1, 2]);
  });

  it('is done by one of several workers that have it at once', async () => {
    const { context, jobs, sender } = await open();
    await requestAccessLink(context, MAIL.address, NETWORK);
    const [job = assert.fail()] = jobs;
    const results = await Promise.all([1, 2, 3].map(() => processDelivery(context, job)));
    const states = results.map(({ state }) => state);
    assert.deepEqual(states.toSorted(), ['accessSent', 'sending', 'sending']);
    assert.equal(sender.sentMessages.length, 1);
  });
});

describe('the recipient of a subscription', () => {
  it('is the part of its id that all subscriptions of the address share', () => {
    const other = activeSubscription({ ...MAIL, folder: 9, address: 'Ann@Example.com' });
    assert.equal(recipientOfId(ANN.id), recipientOf(MAIL));
    assert.equal(recipientOfId(other.id), recipientOf(MAIL));
    assert.match(recipientOf(MAIL), /^[0-9a-v]{20}$/);
  });
});
