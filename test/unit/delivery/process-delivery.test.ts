// Deliveries: what is sent when, and what the receipts say.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { listDeliveries } from '../../../lib/delivery/deliveries.ts';
import { sendAgain } from '../../../lib/delivery/send-again.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import {
  endSubscription,
  findSubscription,
  updateSubscription,
} from '../../../lib/delivery/subscription-store.ts';
import { findReceipt, writeReceipt } from '../../../lib/delivery/receipts.ts';
import type { DeliveryJob, DeliveryReceipt, SendOutcome } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { replaceBytes } from '../../support/archive.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { WEBHOOK } from '../../support/delivery/test-subscriptions.ts';
import type { DeliveryParts } from '../../support/delivery/delivery-parts.ts';
import {
  createDeliveryParts,
  MONDAY,
  storeReport,
  WEEK,
} from '../../support/delivery/delivery-parts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const week = parseWeek(WEEK) ?? assert.fail();
const sample = createStoreReport(1);
/** Complete, without anything to look at. */
const QUIET: Report = {
  ...sample,
  status: 'complete',
  summary: {
    ...sample.summary,
    attention: { ...sample.summary.attention, entries: [] },
  },
};
const PARTIAL: Report = { ...QUIET, status: 'partial' };
/** The same figures, with none in the week before. */
const OTHER_VERDICT: Report = {
  ...QUIET,
  revision: 2,
  summary: {
    ...QUIET.summary,
    groups: QUIET.summary.groups.map((group) => ({ ...group, responses: 0 })),
  },
};

const SETTINGS: NewSubscription = {
  folder: 41,
  channel: 'mail',
  address: 'Ann+reports@example.com',
  locale: 'en',
  when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
  only: 'always',
  attach: 'pdf',
};

interface Parts extends DeliveryParts {
  readonly store: MemoryStore;
  readonly subscription: Subscription;
  readonly job: DeliveryJob;
  readonly receipt: (kind?: 'report' | 'update') => Promise<DeliveryReceipt | null>;
  readonly process: () => ReturnType<typeof processDelivery>;
}

async function open(
  report: Report | null = QUIET,
  settings: Partial<NewSubscription> = {},
): Promise<Parts> {
  const store = memoryStore();
  const parts = createDeliveryParts(store);
  if (report !== null) await storeReport(store, report);
  const { subscription } = await createSubscription(
    parts.context,
    WHOLE_COMPANY,
    { ...SETTINGS, ...settings },
    { isConfirmed: true },
  );
  const { id, folder } = subscription;
  const delivery = { week: WEEK, folder, subscription: id };
  const job: DeliveryJob = { kind: 'report', ...delivery };
  return {
    ...parts,
    store,
    subscription,
    job,
    receipt: async (kind = 'report') =>
      (await findReceipt(parts.context, delivery, kind))?.value ?? null,
    process: () => processDelivery(parts.context, job),
  };
}

function answers(parts: Parts, ...outcomes: readonly SendOutcome[]): void {
  const left = [...outcomes];
  parts.sender.answer = () => Promise.resolve(left.shift() ?? assert.fail('one attempt too many'));
}

/** Binds the subscription to the right of a user to these folders. */
function bindTo({ context, subscription }: Parts, grantedFolders: readonly number[]) {
  return updateSubscription(context, subscription.id, (current) => ({
    ...current,
    origin: 'signedIn',
    grantedFolders,
  }));
}

const NOT_SENT: SendOutcome = { state: 'notSent', reason: 'SMTP_451', retryAfterSeconds: null };

describe('a delivery', () => {
  it('sends the report once and keeps the transport’s id', async () => {
    const parts = await open();
    assert.equal((await parts.process()).state, 'sent');
    assert.deepEqual(parts.problems, []);
    assert.equal((await parts.process()).state, 'notDue');
    const messageId = `${WEEK}-${parts.subscription.id}-report`;
    assert.deepEqual(parts.sender.sentMessages, [
      {
        kind: 'report',
        subscription: parts.subscription.id,
        messageId,
        revision: 1,
        isUpdate: false,
        attachment: '2026-W46 Helsinki Central.pdf',
      },
    ]);
    assert.deepEqual(await parts.receipt(), {
      week: WEEK,
      folder: 41,
      subscription: parts.subscription.id,
      kind: 'report',
      state: 'sent',
      revision: 1,
      status: 'complete',
      verdict: (await parts.receipt())?.verdict,
      attempts: 1,
      firstAttemptAt: '2026-11-16T18:00:00.000Z',
      at: '2026-11-16T18:00:00.000Z',
      attemptEndsAt: null,
      nextAttemptAt: null,
      messageId,
      transportId: `accepted-${messageId}`,
      reason: null,
    });
  });

  it('waits for its local time and ends seven days later', async () => {
    const parts = await open();
    const dueTime = Date.UTC(2026, 10, 16, 6);
    for (const now of [dueTime - 1, dueTime + 7 * 24 * HOUR_MS]) {
      parts.time.now = now;
      assert.equal((await parts.process()).state, 'notDue');
    }
    parts.time.now = dueTime;
    assert.equal((await parts.process()).state, 'sent');
  });

  it('is not made for a subscription that is pending, paused or ended', async () => {
    for (const state of ['pending', 'paused', 'ended'] as const) {
      const parts = await open();
      const { context, subscription } = parts;
      await updateSubscription(context, subscription.id, (current) => ({ ...current, state }));
      assert.equal((await planDeliveries(context, week, MONDAY)).due, 0);
      assert.equal((await parts.process()).state, 'notDue');
      const delivery = { week: WEEK, subscription: subscription.id };
      await assert.rejects(sendAgain(context, WHOLE_COMPANY, delivery), {
        code: 'DELIVERY_STATE',
        facts: { subscription: state },
      });
      assert.deepEqual(
        [parts.jobs, parts.sender.sentMessages, await parts.receipt()],
        [[], [], null],
      );
    }
  });

  it('is not made for a job of another folder', async () => {
    const parts = await open();
    await storeReport(parts.store, { ...QUIET, folder: { ...QUIET.folder, key: 20 } });
    const result = await processDelivery(parts.context, {
      ...{ kind: 'report', week: WEEK, folder: 20 },
      subscription: parts.subscription.id,
    });
    assert.equal(result.state, 'notDue');
    assert.deepEqual(parts.sender.sentMessages, []);
    assert.equal((await parts.process()).state, 'sent');
  });

  it('needs a report of the week: nothing is sent for a closed place', async () => {
    const parts = await open(null);
    assert.equal((await parts.process()).state, 'notDue');
    assert.equal(await parts.receipt(), null);
  });

  it('is not due for a report without any survey in the week, until a revision has some', async () => {
    const summary = { ...QUIET.summary, surveys: 0, responses: 0, groups: [] };
    const closedReport: Report = { ...QUIET, status: 'empty', surveys: [], summary };
    const parts = await open(closedReport);
    assert.equal((await parts.process()).state, 'notDue');
    assert.equal(await parts.receipt(), null);
    parts.time.now += 8 * 24 * HOUR_MS;
    const [delivery] = await listDeliveries(parts.context, WHOLE_COMPANY, week);
    assert.deepEqual(
      [delivery?.state, delivery?.reason, delivery?.canSendAgain],
      ['notDue', 'NO_SURVEYS', false],
    );
    parts.time.now = MONDAY;
    await storeReport(parts.store, { ...QUIET, revision: 2 });
    assert.equal((await parts.process()).state, 'sent');
  });

  it('that has begun is finished also when a revision has no survey any more', async () => {
    const summary = { ...QUIET.summary, surveys: 0, responses: 0, groups: [] };
    const closedReport: Report = { ...QUIET, revision: 2, status: 'empty', surveys: [], summary };
    const waiting = await open();
    answers(waiting, NOT_SENT, { state: 'sent', transportId: null });
    await waiting.process();
    await storeReport(waiting.store, closedReport);
    waiting.time.now += MINUTE_MS;
    assert.equal((await waiting.process()).state, 'sent');
    const partial = await open(PARTIAL);
    await partial.process();
    await storeReport(partial.store, closedReport);
    assert.equal((await partial.process()).state, 'sent');
    assert.equal((await partial.receipt('update'))?.status, 'empty');
  });

  it('that waits is skipped with its attempts when a revision has no signals any more', async () => {
    const parts = await open(PARTIAL, { only: 'signals' });
    answers(parts, NOT_SENT);
    await parts.process();
    await storeReport(parts.store, { ...QUIET, revision: 2 });
    parts.time.now += MINUTE_MS;
    assert.equal((await parts.process()).state, 'skipped');
    const { reason, attempts, revision } = (await parts.receipt()) ?? assert.fail();
    assert.deepEqual([reason, attempts, revision], ['NO_SIGNALS', 1, 2]);
  });

  it('is made for a report of surveys without responses', async () => {
    const parts = await open({ ...QUIET, status: 'empty' });
    assert.equal((await parts.process()).state, 'sent');
  });

  it('is made by one of many workers', async () => {
    const parts = await open();
    const results = await Promise.all(Array.from({ length: 8 }, () => parts.process()));
    assert.equal(results.filter(({ state }) => state === 'sent').length, 1);
    assert.equal(parts.sender.sentMessages.length, 1);
  });

  it('is skipped, with a receipt, when the reader only wants signals and there are none', async () => {
    const parts = await open(QUIET, { only: 'signals' });
    assert.equal((await parts.process()).state, 'skipped');
    assert.equal((await parts.receipt())?.reason, 'NO_SIGNALS');
    assert.deepEqual(parts.sender.sentMessages, []);
  });

  it('is made when the reader only wants signals and data are missing', async () => {
    const parts = await open(PARTIAL, { only: 'signals' });
    assert.equal((await parts.process()).state, 'sent');
  });

  it('is repeated after it is known not to have gone out', async () => {
    const parts = await open();
    answers(
      parts,
      NOT_SENT,
      { ...NOT_SENT, retryAfterSeconds: 600 },
      {
        state: 'sent',
        transportId: null,
      },
    );
    assert.deepEqual(await parts.process(), {
      state: 'sending',
      reason: 'SMTP_451',
      repeatAfterSeconds: 60,
    });
    assert.equal((await parts.process()).repeatAfterSeconds, 60, 'too early: nothing is sent');
    parts.time.now += MINUTE_MS;
    assert.equal((await parts.process()).repeatAfterSeconds, 600);
    parts.time.now += 10 * MINUTE_MS;
    assert.equal((await parts.process()).state, 'sent');
    assert.equal((await parts.receipt())?.attempts, 3);
    assert.equal(new Set(parts.sender.sentMessages.map(({ messageId }) => messageId)).size, 1);
  });

  it('is refused after a day of attempts', async () => {
    const parts = await open();
    parts.sender.answer = () => Promise.resolve(NOT_SENT);
    let attempts = 0;
    for (;;) {
      attempts += 1;
      const { state, repeatAfterSeconds } = await parts.process();
      if (repeatAfterSeconds === null) {
        assert.equal(state, 'refused');
        break;
      }
      parts.time.now += 1000 * repeatAfterSeconds;
    }
    assert.ok(attempts > 20 && attempts < 40, `${attempts} attempts`);
    assert.ok(parts.time.now < MONDAY + 24 * HOUR_MS);
    assert.equal((await parts.receipt())?.reason, 'SMTP_451');
  });

  it('ends the subscription of an address that is refused for good', async () => {
    const parts = await open();
    answers(parts, { state: 'refused', reason: 'SMTP_550', endsSubscription: true });
    assert.equal((await parts.process()).state, 'refused');
    const { state, reason } =
      (await findSubscription(parts.context, parts.subscription.id)) ?? assert.fail();
    assert.deepEqual([state, reason], ['ended', 'addressRefused']);
    assert.deepEqual(parts.problems, [`${parts.subscription.id} refused SMTP_550`]);
    const { refused, unknown } = await planDeliveries(parts.context, week, MONDAY);
    assert.deepEqual([refused, unknown], [1, 0]);
  });

  it('that was interrupted is unknown after five minutes and is not sent again', async () => {
    const parts = await open();
    parts.sender.answer = () => Promise.reject(new Error('the process ends here'));
    await assert.rejects(parts.process());
    assert.deepEqual(await parts.process(), {
      state: 'sending',
      reason: null,
      repeatAfterSeconds: 300,
    });
    parts.time.now += 5 * MINUTE_MS;
    assert.equal((await parts.process()).state, 'unknown');
    assert.equal((await parts.process()).state, 'notDue');
    assert.equal((await parts.receipt())?.reason, 'INTERRUPTED');
    assert.equal(parts.sender.sentMessages.length, 1);
  });

  it('that a slow worker ends after it counted as interrupted gets its real outcome', async () => {
    const parts = await open();
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    parts.sender.answer = () => promise;
    const slow = parts.process();
    while (parts.sender.sentMessages.length === 0) await new Promise(setImmediate);
    parts.time.now += 6 * MINUTE_MS;
    assert.equal((await parts.process()).state, 'unknown');
    resolve({ state: 'sent', transportId: 'late' });
    assert.equal((await slow).state, 'sent');
    assert.equal((await parts.receipt())?.transportId, 'late');
  });

  it('that a slow worker ends after a person has sent it again is still sent again', async () => {
    const parts = await open();
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    parts.sender.answer = () => promise;
    const slow = parts.process();
    while (parts.sender.sentMessages.length === 0) await new Promise(setImmediate);
    parts.time.now += 6 * MINUTE_MS;
    await parts.process();
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    const queued = await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    resolve({ state: 'refused', reason: 'SMTP_554', endsSubscription: false });
    await slow;
    assert.deepEqual(await parts.receipt(), queued);
  });

  it('that a slow worker ends after a later attempt keeps the outcome of that one', async () => {
    const parts = await open();
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    parts.sender.answer = () => promise;
    const slow = parts.process();
    while (parts.sender.sentMessages.length === 0) await new Promise(setImmediate);
    parts.time.now += 6 * MINUTE_MS;
    await parts.process();
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    parts.sender.answer = () => Promise.reject(new Error('the process ends here'));
    await assert.rejects(parts.process());
    parts.time.now += 6 * MINUTE_MS;
    assert.equal((await parts.process()).state, 'unknown');
    resolve({ state: 'refused', reason: 'SMTP_554', endsSubscription: false });
    await slow;
    const { state, attempts, reason } = (await parts.receipt()) ?? assert.fail();
    assert.deepEqual([state, attempts, reason], ['unknown', 2, 'INTERRUPTED']);
  });

  it('that may have reached a receiver that drops repeated ones is tried again for a day, and is unknown then', async () => {
    const parts = await open();
    const uncertain: SendOutcome = {
      state: 'unknown',
      reason: 'HTTP_502',
      repeat: { retryAfterSeconds: null },
    };
    answers(parts, uncertain, { ...uncertain, repeat: { retryAfterSeconds: 600 } });
    assert.deepEqual(await parts.process(), {
      state: 'sending',
      reason: 'HTTP_502',
      repeatAfterSeconds: 60,
    });
    parts.time.now += MINUTE_MS;
    assert.equal((await parts.process()).repeatAfterSeconds, 600);
    // The first attempt may have arrived, also when later ones were refused.
    parts.sender.answer = () => Promise.resolve(NOT_SENT);
    for (let state = 'sending'; state === 'sending'; parts.time.now += 61 * MINUTE_MS) {
      ({ state } = await parts.process());
    }
    assert(parts.sender.sentMessages.length > 24);
    assert(parts.time.now < MONDAY + 26 * HOUR_MS);
    assert.equal((await parts.receipt())?.state, 'unknown');
    assert.equal(new Set(parts.sender.sentMessages.map(({ messageId }) => messageId)).size, 1);

    const lost = await open();
    answers(lost, uncertain);
    await lost.process();
    lost.time.now += 25 * HOUR_MS;
    assert.deepEqual(await lost.process(), {
      state: 'unknown',
      reason: 'HTTP_502',
      repeatAfterSeconds: null,
    });
  });

  it('to a webhook that may have arrived stays unknown when no attempt follows', async () => {
    const uncertain: SendOutcome = {
      state: 'unknown',
      reason: 'HTTP_502',
      repeat: { retryAfterSeconds: 60 },
    };
    const refusal: SendOutcome = { state: 'refused', reason: 'HTTP_409', endsSubscription: false };
    const ends: Readonly<Record<string, (parts: Parts) => unknown>> = {
      HTTP_409: (parts) => {
        answers(parts, refusal);
      },
      REPORT_GONE: ({ store }) => store.remove(manifestKey({ week: WEEK, folder: 41 })),
      SUBSCRIPTION_NOT_ACTIVE: ({ context, subscription }) =>
        endSubscription(context, subscription.id, 'unsubscribed'),
      NO_SIGNALS: ({ store }) => storeReport(store, { ...QUIET, revision: 2 }),
      ACCESS_ENDED: (parts) => bindTo(parts, []),
    };
    for (const [reason, end] of Object.entries(ends)) {
      const parts = await open(PARTIAL, { ...WEBHOOK, only: 'signals' });
      answers(parts, uncertain);
      await parts.process();
      await end(parts);
      parts.time.now += HOUR_MS;
      const expected = { state: 'unknown', reason, repeatAfterSeconds: null };
      assert.deepEqual(await parts.process(), expected);
      assert.equal((await parts.receipt())?.state, 'unknown', reason);
    }
  });

  it('to a webhook that was interrupted is tried again, because receivers drop a message that they got before', async () => {
    const interrupt = async (): Promise<Parts> => {
      const parts = await open(QUIET, WEBHOOK);
      parts.sender.answer = () => Promise.reject(new Error('the process ends here'));
      await assert.rejects(parts.process());
      parts.time.now += 5 * MINUTE_MS;
      return parts;
    };
    const planned = async ({ context, time }: Parts) =>
      (await planDeliveries(context, week, time.now)).enqueued;
    const repeated = await interrupt();
    const later = { state: 'sending', reason: 'INTERRUPTED', repeatAfterSeconds: 60 };
    assert.deepEqual(await repeated.process(), later);
    assert.deepEqual(repeated.problems, [`${repeated.subscription.id} unknown INTERRUPTED`]);
    assert.equal(await planned(repeated), 0);
    repeated.time.now += MINUTE_MS;
    assert.equal(await planned(repeated), 1);
    answers(repeated, { state: 'sent', transportId: null });
    assert.equal((await repeated.process()).state, 'sent');
    const [first, second] = repeated.sender.sentMessages;
    assert.equal(first?.messageId, second?.messageId);

    const refused = await interrupt();
    await refused.process();
    refused.time.now += MINUTE_MS;
    answers(refused, { state: 'refused', reason: 'HTTP_409', endsSubscription: false });
    assert.equal((await refused.process()).state, 'unknown', 'the first attempt may have arrived');

    const late = await interrupt();
    late.time.now += 24 * HOUR_MS;
    const end = { state: 'unknown', reason: 'INTERRUPTED', repeatAfterSeconds: null };
    assert.deepEqual(await late.process(), end);

    const removed = await interrupt();
    await removed.store.remove(`subscriptions/41/${removed.subscription.id}.json`);
    assert.deepEqual(await removed.process(), end);
  });

  it('to a webhook whose slow worker ends before it is tried again gets its real outcome', async () => {
    const parts = await open(QUIET, WEBHOOK);
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    parts.sender.answer = () => promise;
    const slow = parts.process();
    while (parts.sender.sentMessages.length === 0) await new Promise(setImmediate);
    parts.time.now += 6 * MINUTE_MS;
    assert.equal((await parts.process()).state, 'sending');
    resolve({ state: 'sent', transportId: 'late' });
    assert.equal((await slow).state, 'sent');
    parts.time.now += HOUR_MS;
    assert.equal((await parts.process()).state, 'notDue');
    assert.equal(parts.sender.sentMessages.length, 1);
  });

  it('that a worker with a wrong clock began is not waited for until the time of that clock', async () => {
    const DAYS_MS = 4 * 24 * HOUR_MS;
    const attempted = await open();
    attempted.sender.answer = () => Promise.reject(new Error('the process ends here'));
    attempted.time.now += DAYS_MS;
    await assert.rejects(attempted.process());
    attempted.time.now -= DAYS_MS;
    assert.equal((await planDeliveries(attempted.context, week, attempted.time.now)).enqueued, 1);
    assert.equal((await attempted.process()).state, 'unknown');

    const waiting = await open();
    answers(waiting, NOT_SENT, NOT_SENT);
    waiting.time.now += DAYS_MS;
    await waiting.process();
    waiting.time.now -= DAYS_MS;
    assert.equal((await waiting.process()).state, 'sending');
    // Attempts end a day after the first one that this clock saw.
    assert.equal((await waiting.receipt())?.firstAttemptAt, '2026-11-16T18:00:00.000Z');

    // Clocks are never quite the same.
    const young = await open();
    young.sender.answer = () => Promise.reject(new Error('the process ends here'));
    await assert.rejects(young.process());
    young.time.now -= 1000;
    assert.equal((await young.process()).state, 'sending');
  });

  it('that waits for another attempt is skipped when the subscription ends', async () => {
    const parts = await open();
    answers(parts, { state: 'notSent', reason: 'SMTP_451', retryAfterSeconds: 60 });
    await parts.process();
    const { context, subscription } = parts;
    await context.repository.store.remove(`subscriptions/41/${subscription.id}.json`);
    parts.time.now += MINUTE_MS;
    assert.equal((await parts.process()).state, 'skipped');
    assert.equal((await parts.receipt())?.reason, 'SUBSCRIPTION_NOT_ACTIVE');

    const paused = await open();
    answers(paused, NOT_SENT);
    await paused.process();
    const state = 'paused' as const;
    await updateSubscription(paused.context, subscription.id, (one) => ({ ...one, state }));
    paused.time.now += MINUTE_MS;
    assert.equal((await paused.process()).state, 'skipped');
  });

  it('that waits for another attempt is refused when its report is gone', async () => {
    const parts = await open();
    answers(parts, NOT_SENT);
    await parts.process();
    await parts.store.remove(manifestKey({ week: WEEK, folder: 41 }));
    parts.time.now += MINUTE_MS;
    assert.deepEqual(await parts.process(), {
      state: 'refused',
      reason: 'REPORT_GONE',
      repeatAfterSeconds: null,
    });
  });

  it('that no worker attempted for a day is not attempted any more', async () => {
    const parts = await open();
    answers(parts, NOT_SENT);
    await parts.process();
    parts.time.now += 24 * HOUR_MS;
    const end = { state: 'refused', reason: 'SMTP_451', repeatAfterSeconds: null };
    assert.deepEqual(await parts.process(), end);
    const late = await open();
    answers(late, NOT_SENT, { state: 'sent', transportId: null });
    await late.process();
    late.time.now += 24 * HOUR_MS - 1;
    assert.equal((await late.process()).state, 'sent');
  });

  it('with a receipt that can’t be read sends nothing', async () => {
    const parts = await open();
    const key = `receipts/${WEEK}/41/${parts.subscription.id}.json`;
    await parts.store.create(key, new TextEncoder().encode('{'), { contentType: 'x' });
    assert.equal((await parts.process()).reason, 'RECEIPT_DAMAGED');
    assert.deepEqual(parts.sender.sentMessages, []);
    assert.equal((await planDeliveries(parts.context, week, MONDAY)).unknown, 1);
  });

  it('of a job without a week fails', async () => {
    const { context, subscription } = await open();
    const job = { kind: 'report', week: '2026-W54', folder: 41, subscription: subscription.id };
    await assert.rejects(processDelivery(context, { ...job, kind: 'report' }), {
      code: 'JOB_INVALID',
      facts: { at: 'week' },
    });
  });
});

describe('an update', () => {
  it('follows once when the report is complete with another verdict', async () => {
    const parts = await open(PARTIAL);
    await parts.process();
    assert.equal((await parts.process()).state, 'notDue', 'the same revision');
    await storeReport(parts.store, OTHER_VERDICT);
    assert.equal((await planDeliveries(parts.context, week, MONDAY)).enqueued, 1);
    assert.equal((await parts.process()).state, 'sent');
    await storeReport(parts.store, { ...QUIET, revision: 3 });
    assert.equal((await parts.process()).state, 'notDue');
    assert.equal((await planDeliveries(parts.context, week, MONDAY)).enqueued, 0);
    assert.deepEqual(
      parts.sender.sentMessages.map(({ revision, isUpdate }) => [revision, isUpdate]),
      [
        [1, false],
        [2, true],
      ],
    );
    assert.equal((await parts.receipt('update'))?.state, 'sent');
  });

  it('is not sent twice, and not after one whose outcome is unknown', async () => {
    for (const state of ['sent', 'unknown'] as const) {
      const parts = await open(PARTIAL);
      await parts.process();
      await storeReport(parts.store, OTHER_VERDICT);
      if (state === 'unknown') answers(parts, { state, reason: 'TIMEOUT' });
      assert.equal((await parts.process()).state, state);
      await storeReport(parts.store, { ...QUIET, revision: 3 });
      assert.equal((await planDeliveries(parts.context, week, MONDAY)).enqueued, 0);
      assert.equal((await parts.process()).state, 'notDue');
      assert.equal(parts.sender.sentMessages.length, 2);
    }
  });

  it('does not follow a report that is still partial, or one that was refused', async () => {
    const parts = await open(PARTIAL);
    await parts.process();
    await storeReport(parts.store, { ...OTHER_VERDICT, status: 'partial' });
    assert.equal((await planDeliveries(parts.context, week, MONDAY)).enqueued, 0);
    assert.equal((await parts.process()).state, 'notDue');
    const refused = await open(PARTIAL);
    answers(refused, { state: 'refused', reason: 'SMTP_554', endsSubscription: false });
    await refused.process();
    await storeReport(refused.store, OTHER_VERDICT);
    assert.equal((await planDeliveries(refused.context, week, MONDAY)).enqueued, 0);
    assert.equal((await refused.process()).state, 'notDue');
  });

  it('is not sent while its receipt can’t be read', async () => {
    const parts = await open(PARTIAL);
    await parts.process();
    await storeReport(parts.store, OTHER_VERDICT);
    const key = `receipts/${WEEK}/41/${parts.subscription.id}.update.json`;
    await parts.store.create(key, new TextEncoder().encode('{'), { contentType: 'x' });
    const planned = await planDeliveries(parts.context, week, MONDAY);
    assert.deepEqual([planned.enqueued, planned.unknown], [0, 1]);
    assert.equal((await parts.process()).reason, 'RECEIPT_DAMAGED');
    assert.equal(parts.sender.sentMessages.length, 1);
  });

  it('is compared by its change alone with a receipt that has the words of an earlier release', async () => {
    for (const [next, state] of [
      [{ ...QUIET, revision: 2 }, 'skipped'],
      [OTHER_VERDICT, 'sent'],
    ] as const) {
      const parts = await open(PARTIAL);
      await parts.process();
      const receipt = (await parts.receipt()) ?? assert.fail();
      const [change = ''] = receipt.verdict.split(':');
      const { version } = (await findReceipt(parts.context, receipt, 'report')) ?? assert.fail();
      await writeReceipt(parts.context, { ...receipt, verdict: `${change}/worse` }, version);
      await storeReport(parts.store, next);
      assert.equal((await parts.process()).state, state);
    }
  });

  it('is skipped when the verdict is the same, and made when a later one differs', async () => {
    const parts = await open(PARTIAL);
    await parts.process();
    await storeReport(parts.store, { ...QUIET, revision: 2 });
    assert.equal((await parts.process()).state, 'skipped');
    assert.equal((await parts.receipt('update'))?.reason, 'SAME_VERDICT');
    assert.equal((await planDeliveries(parts.context, week, MONDAY)).enqueued, 0);
    await storeReport(parts.store, { ...OTHER_VERDICT, revision: 3 });
    assert.equal((await parts.process()).state, 'sent');
  });
});

describe('sending again', () => {
  it('is possible after an unknown outcome, by a new attempt with the same message id', async () => {
    const parts = await open();
    answers(parts, { state: 'unknown', reason: 'TIMEOUT' }, { state: 'sent', transportId: null });
    assert.equal((await parts.process()).state, 'unknown');
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    assert.deepEqual(parts.jobs.at(-1), parts.job);
    assert.equal((await parts.process()).state, 'sent');
    await assert.rejects(sendAgain(parts.context, WHOLE_COMPANY, delivery), {
      code: 'DELIVERY_STATE',
      facts: { state: 'sent' },
    });
    await assert.rejects(
      sendAgain(parts.context, WHOLE_COMPANY, { ...delivery, week: '2026-W54' }),
      {
        code: 'SUBSCRIPTION_NOT_FOUND',
      },
    );
    const [first, second] = parts.sender.sentMessages;
    assert.equal(first?.messageId, second?.messageId);
  });

  it('is possible for an old week whose last attempt was interrupted or lost', async () => {
    const parts = await open();
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    const canSendAgain = async () =>
      (await listDeliveries(parts.context, WHOLE_COMPANY, week))[0]?.canSendAgain;
    answers(parts, { state: 'unknown', reason: 'TIMEOUT' }, NOT_SENT);
    await parts.process();
    parts.time.now += 28 * 24 * HOUR_MS;
    await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    await parts.process();
    assert.equal(await canSendAgain(), false, 'a job waits for its time');
    parts.time.now += 2 * MINUTE_MS;
    assert.equal(await canSendAgain(), true, 'its job may be lost');
    parts.sender.answer = () => Promise.reject(new Error('the process ends here'));
    await assert.rejects(parts.process());
    assert.equal(await canSendAgain(), false, 'an attempt is in progress');
    parts.time.now += 5 * MINUTE_MS;
    assert.equal(await canSendAgain(), true);
    await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    assert.equal(parts.problems.at(-1), `${parts.subscription.id} unknown INTERRUPTED`);
    answers(parts, { state: 'sent', transportId: null });
    assert.equal((await parts.process()).state, 'sent');
    assert.equal(await canSendAgain(), false);
  });

  it('is possible for the update of a report', async () => {
    const parts = await open(PARTIAL);
    await parts.process();
    await storeReport(parts.store, OTHER_VERDICT);
    answers(parts, { state: 'unknown', reason: 'TIMEOUT' }, { state: 'sent', transportId: null });
    await parts.process();
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    assert.equal((await sendAgain(parts.context, WHOLE_COMPANY, delivery)).kind, 'update');
    assert.equal((await parts.process()).state, 'sent');
    assert.equal(parts.sender.sentMessages.at(-1)?.isUpdate, true);
    const states = [await parts.receipt(), await parts.receipt('update')].map((one) => one?.state);
    assert.deepEqual(states, ['sent', 'sent']);
  });

  it('is possible for a message that went out before its subscription started again', async () => {
    const parts = await open();
    answers(parts, { state: 'unknown', reason: 'TIMEOUT' });
    await parts.process();
    await endSubscription(parts.context, parts.subscription.id, 'bounced');
    parts.time.now += 9 * 24 * HOUR_MS;
    await createSubscription(parts.context, WHOLE_COMPANY, SETTINGS, { isConfirmed: true });
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    assert.equal((await sendAgain(parts.context, WHOLE_COMPANY, delivery)).state, 'sending');
  });

  it('replaces the receipt that can’t be read: of the report before that of its update', async () => {
    for (const damagedKind of ['report', 'update'] as const) {
      const parts = await open(PARTIAL);
      await parts.process();
      await storeReport(parts.store, OTHER_VERDICT);
      await parts.process();
      const suffix = damagedKind === 'update' ? '.update' : '';
      const key = `receipts/${WEEK}/41/${parts.subscription.id}${suffix}.json`;
      await replaceBytes(parts.store, key, new Uint8Array());
      const delivery = { week: WEEK, subscription: parts.subscription.id };
      const { kind, attempts } = await sendAgain(parts.context, WHOLE_COMPANY, delivery);
      assert.deepEqual([kind, attempts], [damagedKind, 0]);
      assert.equal((await parts.process()).state, 'sent');
    }
  });

  it('begins another day of attempts, and is recorded at once', async () => {
    const parts = await open();
    answers(parts, { state: 'refused', reason: 'SMTP_554', endsSubscription: false }, NOT_SENT);
    await parts.process();
    parts.time.now += 3 * 24 * HOUR_MS;
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    const queued = await sendAgain(parts.context, WHOLE_COMPANY, delivery);
    const at = new Date(parts.time.now).toISOString();
    const { state, firstAttemptAt, nextAttemptAt, reason } = queued;
    assert.deepEqual(
      [state, firstAttemptAt, queued.at, nextAttemptAt, reason],
      [...['sending', at, at, at], null],
    );
    assert.deepEqual(await parts.receipt(), queued);
    assert.equal((await parts.process()).repeatAfterSeconds, 120, 'the second attempt of all');
  });

  it('counts for its caller and the address, three times a day', async () => {
    const parts = await open();
    const caller: IdentifiedCaller = { folders: [1], origin: 'token', id: 'admin' };
    const refusal: SendOutcome = { state: 'refused', reason: 'HTTP_400', endsSubscription: false };
    parts.sender.answer = () => Promise.resolve(refusal);
    await parts.process();
    const again = () =>
      sendAgain(parts.context, caller, { week: WEEK, subscription: parts.subscription.id });
    for (let i = 0; i < 3; i += 1) {
      await again();
      await assert.rejects(again(), { code: 'DELIVERY_STATE' }, 'its job waits');
      await parts.process();
    }
    await assert.rejects(again(), { code: 'TOO_MANY_CONFIRMATIONS' });
    assert.equal(parts.sender.sentMessages.length, 4);
    assert.equal(parts.jobs.length, 3);
  });

  it('is not possible for a place that was closed', async () => {
    const summary = { ...QUIET.summary, surveys: 0, responses: 0, groups: [] };
    const parts = await open({ ...QUIET, status: 'empty', surveys: [], summary });
    parts.time.now += 8 * 24 * HOUR_MS;
    await assert.rejects(
      sendAgain(parts.context, WHOLE_COMPANY, { week: WEEK, subscription: parts.subscription.id }),
      { code: 'DELIVERY_STATE', facts: { state: 'notDue' } },
    );
    assert.deepEqual([parts.jobs, await parts.receipt()], [[], null]);
    // Of a message that may have gone out, a reader decides.
    const key = `receipts/${WEEK}/41/${parts.subscription.id}.json`;
    await parts.store.create(key, new Uint8Array(), { contentType: 'x' });
    const delivery = { week: WEEK, subscription: parts.subscription.id };
    assert.equal((await sendAgain(parts.context, WHOLE_COMPANY, delivery)).state, 'sending');
  });

  it('is left to the planner while a week is planned', async () => {
    const parts = await open();
    answers(parts, NOT_SENT);
    await parts.process();
    parts.time.now += HOUR_MS;
    await assert.rejects(
      sendAgain(parts.context, WHOLE_COMPANY, { week: WEEK, subscription: parts.subscription.id }),
      (error) => error instanceof Failure && error.code === 'DELIVERY_STATE',
    );
  });

  it('is not possible for callers that do not see the folder', async () => {
    const parts = await open();
    await assert.rejects(
      sendAgain(
        parts.context,
        { folders: [99], origin: 'token', id: 'outsider' },
        { week: WEEK, subscription: parts.subscription.id },
      ),
      (error) => error instanceof Failure && error.code === 'SUBSCRIPTION_NOT_FOUND',
    );
  });
});

describe('planning deliveries', () => {
  it('enqueues what is due and has no receipt, again on each tick', async () => {
    const parts = await open();
    const plan = () => planDeliveries(parts.context, week, parts.time.now);
    assert.deepEqual(await plan(), {
      week: WEEK,
      due: 1,
      enqueued: 1,
      unsent: 0,
      refused: 0,
      unknown: 0,
    });
    assert.deepEqual(await plan(), {
      week: WEEK,
      due: 1,
      enqueued: 1,
      unsent: 0,
      refused: 0,
      unknown: 0,
    });
    await parts.process();
    assert.deepEqual(await plan(), {
      week: WEEK,
      due: 1,
      enqueued: 0,
      unsent: 0,
      refused: 0,
      unknown: 0,
    });
    parts.time.now = Date.UTC(2026, 10, 16, 5);
    assert.equal((await plan()).due, 0);
  });

  it('enqueues interrupted attempts and repeated ones when their time has come', async () => {
    const parts = await open();
    answers(parts, { ...NOT_SENT, retryAfterSeconds: 600 });
    await parts.process();
    const enqueuedAfter = async (minutes: number) =>
      (await planDeliveries(parts.context, week, MONDAY + minutes * MINUTE_MS)).enqueued;
    assert.equal(await enqueuedAfter(9), 0);
    assert.equal(await enqueuedAfter(10), 1);
  });

  it('enqueues nothing about a report whose manifest is damaged: no update, and no message without a right', async () => {
    const parts = await open(PARTIAL);
    const { context, store, subscription } = parts;
    const enqueuedCount = async () => (await planDeliveries(context, week, MONDAY)).enqueued;
    await parts.process();
    await storeReport(store, OTHER_VERDICT);
    await replaceBytes(store, manifestKey({ week: WEEK, folder: 41 }), new Uint8Array());
    assert.equal(await enqueuedCount(), 0);
    await store.remove(`receipts/${WEEK}/41/${subscription.id}.json`);
    await bindTo(parts, []);
    assert.equal(await enqueuedCount(), 0);
  });

  it('fails with an error of the program', async () => {
    const parts = await open();
    await bindTo(parts, [20]);
    const tree = () => Promise.reject(new Error('a bug'));
    await assert.rejects(planDeliveries({ ...parts.context, tree }, week, MONDAY), /a bug/);
  });

  it('reads receipts and subscriptions that have not changed once', async () => {
    const parts = await open();
    await parts.process();
    await planDeliveries(parts.context, week, MONDAY);
    parts.store.resetCalls();
    await planDeliveries(parts.context, week, MONDAY);
    assert.deepEqual([parts.store.calls.read, parts.store.calls.entries], [0, 3]);
  });

  it('lists no reports and receipts while there are no subscriptions', async () => {
    const store = memoryStore();
    const { context } = createDeliveryParts(store);
    await planDeliveries(context, week, MONDAY);
    assert.deepEqual([store.calls.read, store.calls.entries], [0, 1]);
  });
});

describe('the deliveries of a week', () => {
  it('show each subscription of visible folders with its receipts', async () => {
    const parts = await open();
    const list = (folders: readonly number[]) => listDeliveries(parts.context, { folders }, week);
    const [before] = await list([20]);
    assert.deepEqual(
      [before?.receipt, before?.dueAt, before?.hasReport],
      [null, '2026-11-16T06:00:00.000Z', true],
    );
    await parts.process();
    assert.equal((await list([41]))[0]?.receipt?.state, 'sent');
    assert.deepEqual(await list([99]), []);
  });

  it('have the state of the update, of the report, or of what is still to come', async () => {
    const parts = await open(null);
    const state = async () => (await listDeliveries(parts.context, WHOLE_COMPANY, week))[0]?.state;
    assert.equal(await state(), 'waiting');
    await storeReport(parts.store, PARTIAL);
    assert.equal(await state(), 'due');
    await parts.process();
    assert.equal(await state(), 'sent');
    await storeReport(parts.store, OTHER_VERDICT);
    answers(parts, { state: 'unknown', reason: 'TIMEOUT' });
    await parts.process();
    assert.equal(await state(), 'unknown');
  });

  it('are missed when their time is over without a message, and can then be sent', async () => {
    const parts = await open();
    parts.time.now += 8 * 24 * HOUR_MS;
    const list = () => listDeliveries(parts.context, WHOLE_COMPANY, week);
    const [missed] = await list();
    assert.deepEqual([missed?.state, missed?.canSendAgain], ['missed', true]);
    await sendAgain(parts.context, WHOLE_COMPANY, {
      week: WEEK,
      subscription: missed?.subscription.id ?? '',
    });
    assert.equal((await parts.process()).state, 'sent');
    assert.equal((await list())[0]?.state, 'sent');
  });

  it('are unknown when their receipt can’t be decoded, and can then be sent', async () => {
    const parts = await open();
    const key = `receipts/${WEEK}/41/${parts.subscription.id}.json`;
    await parts.store.create(key, new TextEncoder().encode('{}'), { contentType: 'x' });
    const list = () => listDeliveries(parts.context, WHOLE_COMPANY, week);
    const [damaged] = await list();
    assert.deepEqual(
      [damaged?.state, damaged?.reason, damaged?.canSendAgain],
      ['unknown', 'RECEIPT_DAMAGED', true],
    );
    await sendAgain(parts.context, WHOLE_COMPANY, {
      week: WEEK,
      subscription: parts.subscription.id,
    });
    assert.equal((await parts.process()).state, 'sent');
    assert.equal((await list())[0]?.state, 'sent');
  });

  it('are not sent again without a report, or for a subscription that was made later', async () => {
    const parts = await open(null);
    const sendWeekAgain = (name: string) =>
      sendAgain(parts.context, WHOLE_COMPANY, { week: name, subscription: parts.subscription.id });
    const failsWith = (code: string) => (error: unknown) =>
      error instanceof Failure && error.code === code;
    parts.time.now += 8 * 24 * HOUR_MS;
    await assert.rejects(sendWeekAgain(WEEK), {
      code: 'REPORT_NOT_FOUND',
      facts: { week: WEEK, folder: 41 },
    });
    await assert.rejects(sendWeekAgain('2026-W30'), failsWith('DELIVERY_STATE'));
  });

  it('leave out a subscription that was made after the time of its message was over', async () => {
    const parts = await open();
    const list = (name: string) =>
      listDeliveries(parts.context, WHOLE_COMPANY, parseWeek(name) ?? assert.fail());
    assert.equal((await list('2026-W46')).length, 1);
    assert.deepEqual(await list('2026-W30'), []);
  });
});
