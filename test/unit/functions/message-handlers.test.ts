// The Lambda handlers of the sender and of mail events, and the planner's deliveries: batches, retries and log lines.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createHandler as mailEventsHandler } from '../../../functions/mail-events/handler.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import { createHandler as sendMessageHandler } from '../../../functions/send-message/handler.ts';
import { deliveryJobCodec } from '../../../lib/adapters/json/index.ts';
import { parseMailEvent } from '../../../lib/adapters/mail-events/index.ts';
import {
  applyMailEvent,
  findSubscription,
  writeSubscription,
} from '../../../lib/delivery/subscription-store.ts';
import type { ProcessedDelivery } from '../../../lib/delivery/delivery-context.ts';
import { weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import type { DeliveryJob } from '../../../lib/ports/deliveries.ts';
import type { EndReason, Subscription } from '../../../lib/ports/subscriptions.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { DESTINATION_TEST, SES_EVENT_KINDS, sesEvent } from '../../support/aws/ses-events.ts';
import { createDeliveryParts } from '../../support/delivery/delivery-parts.ts';
import { activeSubscription, MAIL, WEBHOOK } from '../../support/delivery/test-subscriptions.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { plannedWeek, planResult } from '../../support/plan-results.ts';

const NOW = Date.parse('2026-11-16T06:00:00Z');
const ADDRESS = 'Canary+reports@example.com';
const SUBSCRIPTION = activeSubscription({ ...MAIL, folder: 21, address: ADDRESS });
const JOB: DeliveryJob = {
  kind: 'report',
  week: '2026-W46',
  folder: 21,
  subscription: SUBSCRIPTION.id,
};
const SENT: ProcessedDelivery = { state: 'sent', reason: null, repeatAfterSeconds: null };
const WAITING: ProcessedDelivery = {
  state: 'sending',
  reason: 'SES_THROTTLED',
  repeatAfterSeconds: 61,
};

type Line = Readonly<Record<string, unknown>>;

function createTestLog() {
  const lines: Line[] = [];
  const write = (line: string): void => {
    const value: unknown = JSON.parse(line);
    lines.push({ ...(typeof value === 'object' ? value : {}) });
  };
  return { lines, log: createLog({ write, clock: () => NOW, context: {}, stage: 'prod' }) };
}

/** The lines with these fields, which every line must have or lack. */
function pick(lines: readonly Line[], ...names: readonly string[]): readonly unknown[] {
  return lines.map((line) => names.map((name) => line[name]));
}

function failed(...numbers: readonly number[]) {
  return { batchItemFailures: numbers.map((i) => ({ itemIdentifier: `m${i}` })) };
}

/** A sender that answers jobs by the folder of each. */
function createSender(
  process: (job: DeliveryJob) => Promise<ProcessedDelivery>,
  sendAsNew: () => Promise<void> = () => Promise.resolve(),
) {
  const { log, lines } = createTestLog();
  const sentLater: (readonly [DeliveryJob, number])[] = [];
  const delays: (readonly [string, number])[] = [];
  const handle = sendMessageHandler({
    jobs: deliveryJobCodec,
    process,
    delayMessage: (handle, seconds) => {
      delays.push([handle, seconds]);
      return Promise.resolve();
    },
    sendLater: (job, seconds) => {
      sentLater.push([job, seconds]);
      return sendAsNew();
    },
    random: () => 0,
    log,
  });
  const receive = (bodies: readonly string[], receives = 1, remainingMs = 120_000) =>
    handle(
      { Records: sqsRecords(bodies, receives) },
      { getRemainingTimeInMillis: () => remainingMs },
    );
  return { receive, delays, sentLater, lines };
}

const body = JSON.stringify(JOB);

describe('send-message handler', () => {
  it('deletes the messages that were sent, and counts each with the subscription’s id', async () => {
    const confirmation: DeliveryJob = { kind: 'confirmation', subscription: SUBSCRIPTION.id };
    const { receive, lines } = createSender((job) =>
      Promise.resolve(job.kind === 'report' ? SENT : { ...SENT, state: 'confirmationSent' }),
    );
    assert.deepEqual(await receive([body, JSON.stringify(confirmation)]), failed());
    const fields = ['MessagesSent', 'MessagesRefused', 'MessagesUnknown', 'week', 'subscription'];
    assert.deepEqual(pick(lines, ...fields), [
      [1, 0, 0, '2026-W46', SUBSCRIPTION.id],
      [1, 0, 0, undefined, SUBSCRIPTION.id],
    ]);
  });

  it('counts a message with new access links, and says nothing of its recipient', async () => {
    const recipient = '0a'.repeat(10);
    const access = { kind: 'access', recipient, requestedAt: '2026-11-16T18:00:00.000Z' };
    const { receive, lines } = createSender(() =>
      Promise.resolve({ ...SENT, state: 'accessSent' }),
    );
    assert.deepEqual(await receive([JSON.stringify(access)]), failed());
    assert.deepEqual(pick(lines, 'MessagesSent', 'state'), [[1, 'accessSent']]);
    assert.doesNotMatch(JSON.stringify(lines), new RegExp(recipient));
  });

  it('counts refused and unknown messages with their reason, and deletes them', async () => {
    for (const [state, counts] of [
      ['refused', [0, 1, 0]],
      ['unknown', [0, 0, 1]],
      ['skipped', [0, 0, 0]],
      ['notDue', [0, 0, 0]],
    ] as const) {
      const { receive, lines } = createSender(() =>
        Promise.resolve({ state, reason: 'SES_MESSAGE_REJECTED', repeatAfterSeconds: null }),
      );
      assert.deepEqual(await receive([body]), failed());
      const fields = ['MessagesSent', 'MessagesRefused', 'MessagesUnknown', 'state', 'reason'];
      assert.deepEqual(pick(lines, ...fields), [[...counts, state, 'SES_MESSAGE_REJECTED']]);
    }
  });

  it('makes a message visible again when it is to be repeated', async () => {
    const { receive, delays } = createSender(() => Promise.resolve(WAITING));
    assert.deepEqual(await receive([body], MAX_RECEIVES - 1), failed(0));
    assert.deepEqual(delays, [['r0', 61]]);
  });

  it('leaves a report that waits for long to the planner, and sends other jobs as new messages', async () => {
    const { receive, delays, sentLater } = createSender(() => Promise.resolve(WAITING));
    assert.deepEqual(await receive([body], MAX_RECEIVES), failed());
    assert.deepEqual(sentLater, []);
    const confirmation = { kind: 'confirmation', subscription: SUBSCRIPTION.id };
    const recipient = '0a'.repeat(10);
    const access = { kind: 'access', recipient, requestedAt: '2026-11-16T18:00:00.000Z' };
    const bodies = [confirmation, access].map((job) => JSON.stringify(job));
    assert.deepEqual(await receive(bodies, MAX_RECEIVES), failed());
    assert.deepEqual(sentLater, [
      [confirmation, 61],
      [access, 61],
    ]);
    assert.deepEqual(delays, []);
  });

  it('leaves a confirmation to the dead-letter queue when it can’t be sent as a new message', async () => {
    const { receive } = createSender(
      () => Promise.resolve(WAITING),
      () => Promise.reject(new Failure('QUEUE_UNAVAILABLE')),
    );
    const confirmation = JSON.stringify({ kind: 'confirmation', subscription: SUBSCRIPTION.id });
    assert.deepEqual(await receive([confirmation], MAX_RECEIVES), failed(0));
  });

  it('processes a batch in spite of failures, and reports those only', async () => {
    const answers: Readonly<Record<number, () => Promise<ProcessedDelivery>>> = {
      1: () => Promise.resolve(SENT),
      2: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      3: () => Promise.reject(new TypeError(ADDRESS)),
      4: () => Promise.reject(new Failure('SUBSCRIPTION_NOT_FOUND')),
      5: () => Promise.resolve(WAITING),
    };
    const { receive, delays, lines } = createSender((job) =>
      job.kind === 'report' ? (answers[job.folder] ?? (() => assert.fail()))() : assert.fail(),
    );
    const bodies = [1, 2, 3, 4, 5, 1, 1, 1, 1].map((folder) => JSON.stringify({ ...JOB, folder }));
    assert.deepEqual(await receive([...bodies, 'nothing']), failed(1, 2, 4, 9));
    assert.deepEqual(delays, [
      ['r1', 30],
      ['r2', 30],
      ['r4', 61],
    ]);
    const errors = lines.filter(({ level }) => level === 'error');
    assert.deepEqual(pick(errors, 'message', 'code', 'decision'), [
      ['delivery job failed', 'STORE_UNAVAILABLE', 'retry'],
      ['delivery job failed', 'BUG', 'retry'],
      ['delivery job failed', 'SUBSCRIPTION_NOT_FOUND', 'delete'],
      ['invalid delivery message', 'JOB_INVALID', undefined],
    ]);
    assert.doesNotMatch(JSON.stringify(lines), /Canary/i);
  });

  it('counts each message that it leaves to the dead-letter queue after the last receive', async () => {
    const { receive, lines } = createSender((job) =>
      job.kind === 'report' && job.folder === 1
        ? Promise.resolve(SENT)
        : Promise.reject(new Failure('STORE_UNAVAILABLE')),
    );
    const bodies = [1, 2, 3].map((folder) => JSON.stringify({ ...JOB, folder }));
    const countAbandoned = () => lines.filter((line) => line['MessagesAbandoned'] === 1).length;
    assert.deepEqual(await receive([...bodies, 'nothing'], MAX_RECEIVES - 1), failed(1, 2, 3));
    assert.equal(countAbandoned(), 0);
    assert.deepEqual(await receive([...bodies, 'nothing'], MAX_RECEIVES), failed(1, 2, 3));
    assert.equal(countAbandoned(), 3);
    await receive([body], MAX_RECEIVES, 44_000);
    assert.equal(countAbandoned(), 4, 'an attempt that did not start');
  });

  it('leaves what is no job to the dead-letter queue', async () => {
    const invalid = ['', '{}', ADDRESS, JSON.stringify({ ...JOB, folder: '21' })];
    const { receive, delays, lines } = createSender(() => assert.fail('no job expected'));
    assert.deepEqual(await receive(invalid, 3), failed(0, 1, 2, 3));
    assert.deepEqual(delays, []);
    assert.deepEqual(pick(lines, 'code', 'receives'), Array(4).fill(['JOB_INVALID', 3]));
  });

  it('starts no attempt that Lambda may interrupt', async () => {
    const { receive, delays } = createSender(() => assert.fail('no attempt expected'));
    assert.deepEqual(await receive([body, body], 1, 44_000), failed(0, 1));
    assert.deepEqual(delays, []);
  });
});

/** Mail events for one subscription. */
async function createMailEvents(subscription: Subscription = SUBSCRIPTION) {
  const { log, lines } = createTestLog();
  const { context } = createDeliveryParts(memoryStore());
  assert.ok(await writeSubscription(context, subscription, null));
  const handle = mailEventsHandler({
    parse: parseMailEvent,
    apply: (event) => applyMailEvent(context, event),
    log,
  });
  return {
    receive: (bodies: readonly string[]) => handle({ Records: sqsRecords(bodies) }),
    stored: () => findSubscription(context, subscription.id),
    lines,
  };
}

const EVENT = { subscription: SUBSCRIPTION.id, address: ADDRESS.toLowerCase() };

describe('mail-events handler', () => {
  const reasons: Readonly<Record<string, EndReason>> = {
    'Bounce Permanent': 'bounced',
    'Bounce Suppressed': 'bounced',
    Complaint: 'complained',
  };
  for (const kind of SES_EVENT_KINDS) {
    const reason = reasons[kind];
    it(`${reason === undefined ? 'keeps' : 'ends'} the subscription of a ${kind} event`, async () => {
      const { receive, stored, lines } = await createMailEvents();
      assert.deepEqual(await receive([sesEvent(kind, EVENT)]), failed());
      assert.deepEqual(
        await stored(),
        reason === undefined ? SUBSCRIPTION : { ...SUBSCRIPTION, state: 'ended', reason },
      );
      const [line = {}] = lines;
      assert.equal(line['SubscriptionsEnded'], reason === undefined ? undefined : 1);
      assert.equal(line['MessagesRefused'], kind === 'Reject' ? 1 : undefined);
      assert.doesNotMatch(JSON.stringify(lines), /@|canary/i);
    });
  }

  it('counts a subscription once, however often its event comes', async () => {
    const { receive, lines } = await createMailEvents();
    const event = sesEvent('Complaint', EVENT);
    assert.deepEqual(await receive([event, event]), failed());
    assert.deepEqual(pick(lines, 'message', 'SubscriptionsEnded', 'kind'), [
      ['metrics', 1, 'complained'],
      ['mail event without effect', undefined, 'complained'],
    ]);
  });

  it('logs an event about another message by its code and does nothing', async () => {
    const events = [
      sesEvent('Bounce Permanent', { ...EVENT, subscription: null }),
      sesEvent('Bounce Permanent', { ...EVENT, subscription: '22-0123456789abcdefghij' }),
      sesEvent('Bounce Permanent', { ...EVENT, subscription: '../../weeks' }),
      sesEvent('Complaint', { ...EVENT, address: 'other@example.com' }),
    ];
    const { receive, stored, lines } = await createMailEvents();
    assert.deepEqual(await receive(events), failed());
    assert.deepEqual(await stored(), SUBSCRIPTION);
    assert.deepEqual(
      pick(lines, 'message', 'code'),
      Array(4).fill(['foreign mail event', 'SUBSCRIPTION_NOT_FOUND']),
    );
    assert.doesNotMatch(JSON.stringify(lines), /@|weeks/);
    const subscription = activeSubscription({ ...WEBHOOK, address: ADDRESS });
    const webhook = await createMailEvents(subscription);
    await webhook.receive([sesEvent('Complaint', { ...EVENT, subscription: subscription.id })]);
    assert.equal((await webhook.stored())?.state, 'active');
  });

  it('deletes what is no event, such as the test of a new destination, and logs its code', async () => {
    const texts = [DESTINATION_TEST, '', '[]', '{"eventType":"Bounce"}', 'null', '{"mail":{}}'];
    const { receive, stored, lines } = await createMailEvents();
    assert.deepEqual(await receive(texts), failed());
    assert.deepEqual(await stored(), SUBSCRIPTION);
    assert.deepEqual(pick(lines, 'code'), Array(texts.length).fill(['EVENT_SHAPE']));
  });

  it('keeps an event while the store can’t be written, and counts it after the last receive', async () => {
    const { log, lines } = createTestLog();
    const handle = mailEventsHandler({
      parse: parseMailEvent,
      apply: () => Promise.reject(new Failure('STORE_UNAVAILABLE')),
      log,
    });
    const bodies = [sesEvent('Complaint', EVENT)];
    assert.deepEqual(await handle({ Records: sqsRecords(bodies) }), failed(0));
    assert.deepEqual(await handle({ Records: sqsRecords(bodies, MAX_RECEIVES) }), failed(0));
    assert.deepEqual(pick(lines, 'message', 'code', 'MailEventsAbandoned'), [
      ['mail event failed', 'STORE_UNAVAILABLE', undefined],
      ['mail event failed', 'STORE_UNAVAILABLE', undefined],
      ['metrics', undefined, 1],
    ]);
  });
});

describe('plan-week handler, with requests', () => {
  it('sends requests again of each week that it plans, and plans reports although that failed', async () => {
    const { log, lines } = createTestLog();
    const week = weeksFrom(weekOf(NOW / 86_400_000), -1);
    const earlier = weeksFrom(week, -1);
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => [earlier, week],
      plan: ({ name }) => Promise.resolve(planResult(plannedWeek(name))),
      repeatRequests: ({ name }) =>
        name === week.name ? Promise.resolve(2) : Promise.reject(new Failure('QUEUE_UNAVAILABLE')),
      log,
    });
    await assert.rejects(handle({}), { code: 'QUEUE_UNAVAILABLE' });
    assert.deepEqual(pick(lines, 'message', 'week', 'requests', 'code').slice(0, 4), [
      ['requests not sent again', earlier.name, undefined, 'QUEUE_UNAVAILABLE'],
      ['week planned', earlier.name, undefined, undefined],
      ['requests sent again', week.name, 2, undefined],
      ['week planned', week.name, undefined, undefined],
    ]);
  });
});

describe('plan-week handler, with deliveries', () => {
  const week = weeksFrom(weekOf(NOW / 86_400_000), -1);
  const earlier = weeksFrom(week, -1);
  const counts = { due: 3, enqueued: 2, unsent: 1, refused: 1, unknown: 0 };

  it('enqueues the messages of each week, also while reports can’t be planned', async () => {
    const { log, lines } = createTestLog();
    const { promise: unplanned, reject } = Promise.withResolvers<never>();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => [week],
      plan: () => unplanned,
      deliveries: {
        weeks: (now) => (now === NOW ? [earlier, week] : []),
        plan: ({ name }) => Promise.resolve({ week: name, ...counts }),
      },
      log,
    });
    const handled = handle({});
    while (lines.length < 3) await new Promise(setImmediate);
    assert.deepEqual(
      pick(
        lines,
        ...['message', 'week', 'due', 'enqueued', 'refused'],
        ...['DeliveriesEnqueued', 'MessagesDueButUnsent'],
      ),
      [
        ['deliveries planned', earlier.name, 3, 2, 1, undefined, undefined],
        ['deliveries planned', week.name, 3, 2, 1, undefined, undefined],
        ['metrics', undefined, undefined, undefined, undefined, 4, 2],
      ],
    );
    reject(new Failure('UPSTREAM_UNAVAILABLE'));
    await assert.rejects(handled, { code: 'UPSTREAM_UNAVAILABLE' });
  });

  it('fails at the end when deliveries can’t be planned, after the other weeks and all reports', async () => {
    const { log, lines } = createTestLog();
    const handle = planWeekHandler({
      clock: () => NOW,
      weeks: () => [week],
      plan: ({ name }) => Promise.resolve(planResult(plannedWeek(name))),
      deliveries: {
        weeks: () => [earlier, week],
        plan: ({ name }) =>
          name === earlier.name
            ? Promise.reject(new Failure('QUEUE_UNAVAILABLE'))
            : Promise.resolve({ week: name, ...counts }),
      },
      log,
    });
    await assert.rejects(handle({}), { code: 'QUEUE_UNAVAILABLE' });
    assert.deepEqual(pick(lines, 'message', 'code', 'DeliveriesEnqueued', 'MessagesDueButUnsent'), [
      ['delivery planning failed', 'QUEUE_UNAVAILABLE', undefined, undefined],
      ['deliveries planned', undefined, undefined, undefined],
      ['metrics', undefined, 2, undefined],
      ['week planned', undefined, undefined, undefined],
      ['metrics', undefined, undefined, undefined],
    ]);
  });
});
