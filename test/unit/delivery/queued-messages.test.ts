// Ticks of the planner in front of a queue: a message that waits is not queued again, one that is lost is, and what is not sent
// in time is counted.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deliveryCodecs } from '../../../lib/adapters/json/index.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import type { NewSubscription } from '../../../lib/delivery/subscriptions.ts';
import { createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { DeliveryJob, SendOutcome } from '../../../lib/ports/deliveries.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { createDeliveryParts, storeReport, WEEK } from '../../support/delivery/delivery-parts.ts';
import { MAIL } from '../../support/delivery/test-subscriptions.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const TICK_MS = 15 * MINUTE_MS;
/** Monday 08:00 in Helsinki. */
const DUE = Date.UTC(2026, 10, 16, 6);
const RECORD = `requests/${WEEK}/queued-messages.json`;
const week = parseWeek(WEEK) ?? assert.fail();
const COMPLETE: Report = { ...createStoreReport(1), status: 'complete' };

function settingsOf(address: string): NewSubscription {
  return {
    ...MAIL,
    address,
    when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
  };
}

/** A planner with one subscriber and a queue that keeps what it is given until a worker takes it. */
async function open(report: Report = COMPLETE) {
  const store = memoryStore();
  const parts = createDeliveryParts(store);
  const queue: DeliveryJob[] = [];
  const planning = {
    ...parts.context,
    jobs: {
      send: (jobs: readonly DeliveryJob[]) => {
        queue.push(...jobs);
        return Promise.resolve();
      },
    },
    queue: {
      records: deliveryCodecs.queuedMessages,
      hasWaitingJobs: () => Promise.resolve(queue.length > 0),
    },
  };
  await storeReport(store, report);
  const { subscription } = await createSubscription(
    parts.context,
    WHOLE_COMPANY,
    settingsOf('ann@example.com'),
    { isConfirmed: true },
  );
  return {
    ...parts,
    store,
    queue,
    subscription,
    /** One tick at a time after the message was due. */
    tick: (afterMs: number) => planDeliveries(planning, week, DUE + afterMs),
    /** Processes what is in the queue. */
    work: async (afterMs: number): Promise<void> => {
      parts.time.now = DUE + afterMs;
      for (const job of queue.splice(0)) await processDelivery(parts.context, job);
    },
  };
}

describe('a message that waits in the queue', () => {
  it('is queued once by all ticks of 72 hours in which no sender runs, and is counted as unsent after two hours', async () => {
    const { queue, tick, work } = await open();
    const unsent: number[] = [];
    for (let afterMs = 0; afterMs < 72 * HOUR_MS; afterMs += TICK_MS) {
      unsent.push((await tick(afterMs)).unsent);
    }
    assert.equal(queue.length, 1);
    assert.deepEqual([unsent.indexOf(1), unsent.lastIndexOf(0)], [8, 7]);
    await work(72 * HOUR_MS);
    const { enqueued, unsent: left } = await tick(72 * HOUR_MS + TICK_MS);
    assert.deepEqual([enqueued, left], [0, 0]);
  });

  it('is queued again an hour after the queue lost it', async () => {
    const { queue, tick } = await open();
    await tick(0);
    queue.length = 0;
    assert.equal((await tick(3 * TICK_MS)).enqueued, 0);
    assert.equal((await tick(4 * TICK_MS)).enqueued, 1);
    assert.equal((await tick(5 * TICK_MS)).enqueued, 0);
  });

  it('is not queued again by a tick at the same time', async () => {
    const { tick } = await open();
    await tick(0);
    assert.equal((await tick(0)).enqueued, 0);
  });

  it('is not queued again while jobs wait, when the message of another subscription becomes due', async () => {
    const { context, queue, subscription, tick } = await open();
    await tick(0);
    await createSubscription(context, WHOLE_COMPANY, settingsOf('bob@example.com'), {
      isConfirmed: true,
    });
    assert.equal((await tick(2 * HOUR_MS)).enqueued, 1);
    assert.deepEqual(
      queue.map((job) => job.kind === 'report' && job.subscription === subscription.id),
      [true, false],
    );
  });

  it('is queued again when the queue has dropped it by its age', async () => {
    const { queue, tick } = await open();
    await tick(0);
    assert.equal((await tick(4 * DAY_MS - TICK_MS)).enqueued, 0);
    assert.equal((await tick(4 * DAY_MS)).enqueued, 1);
    assert.equal(queue.length, 2);
  });

  it('is queued again when its record can’t be read, or comes from a clock that was ahead', async () => {
    const { store, tick } = await open();
    await tick(HOUR_MS);
    assert.equal((await tick(0)).enqueued, 1);
    const { version } = (await store.read(RECORD)) ?? assert.fail();
    await store.replace(RECORD, new TextEncoder().encode('{'), version, { contentType: 'x' });
    assert.equal((await tick(TICK_MS)).enqueued, 1);
    assert.equal((await tick(2 * TICK_MS)).enqueued, 0);
  });

  it('leaves nothing behind when it is sent', async () => {
    const { store, tick, work } = await open();
    await tick(0);
    await work(MINUTE_MS);
    await tick(TICK_MS);
    const { bytes } = (await store.read(RECORD)) ?? assert.fail();
    assert.deepEqual(deliveryCodecs.queuedMessages.decode(bytes), { week: WEEK, messages: [] });
  });
});

describe('a message that was processed', () => {
  const notSent: SendOutcome = { state: 'notSent', reason: 'SMTP_451', retryAfterSeconds: 600 };

  it('is queued again when its next attempt is due', async () => {
    const { sender, tick, work } = await open();
    sender.answer = () => Promise.resolve(notSent);
    await tick(0);
    await work(MINUTE_MS);
    assert.equal((await tick(10 * MINUTE_MS)).enqueued, 0, 'the attempt is not due');
    assert.equal((await tick(TICK_MS)).enqueued, 1);
    assert.equal((await tick(2 * TICK_MS)).enqueued, 0);
  });

  it('is not queued again when it may have arrived, and counts as unknown', async () => {
    const { sender, tick, work } = await open();
    sender.answer = () => Promise.resolve({ state: 'unknown', reason: 'TIMEOUT' });
    await tick(0);
    await work(MINUTE_MS);
    const { enqueued, unknown, refused } = await tick(TICK_MS);
    assert.deepEqual({ enqueued, unknown, refused }, { enqueued: 0, unknown: 1, refused: 0 });
  });

  it('counts as unsent while its receiver takes none', async () => {
    const { sender, tick, work } = await open();
    sender.answer = () => Promise.resolve(notSent);
    for (let afterMs = 0; afterMs < 2 * HOUR_MS; afterMs += TICK_MS) {
      assert.equal((await tick(afterMs)).unsent, 0);
      await work(afterMs);
    }
    assert.equal((await tick(2 * HOUR_MS)).unsent, 1);
    sender.answer = () => Promise.resolve({ state: 'sent', transportId: null });
    assert.equal((await tick(3 * HOUR_MS)).enqueued, 1);
    await work(3 * HOUR_MS);
    assert.equal((await tick(3 * HOUR_MS + TICK_MS)).unsent, 0);
  });

  it('counts as unsent once when its next attempt waits for a sender', async () => {
    const { sender, tick, work } = await open();
    sender.answer = () => Promise.resolve(notSent);
    await tick(0);
    await work(0);
    for (let afterMs = TICK_MS; afterMs < 3 * HOUR_MS; afterMs += TICK_MS) await tick(afterMs);
    assert.equal((await tick(3 * HOUR_MS)).unsent, 1);
  });

  it('is followed at once by the update of a report that was partial', async () => {
    const { store, tick, work } = await open({ ...COMPLETE, status: 'partial' });
    await tick(0);
    await work(MINUTE_MS);
    await storeReport(store, { ...COMPLETE, revision: 2 });
    assert.equal((await tick(TICK_MS)).enqueued, 1);
  });

  it('is neither unsent nor queued at each tick for a place that was closed', async () => {
    const closed: Report = {
      ...COMPLETE,
      status: 'empty',
      summary: { ...COMPLETE.summary, surveys: 0 },
    };
    const { tick, work } = await open(closed);
    let enqueuedCount = 0;
    for (let afterMs = 0; afterMs < 4 * HOUR_MS; afterMs += TICK_MS) {
      const { enqueued, unsent } = await tick(afterMs);
      enqueuedCount += enqueued;
      assert.equal(unsent, 0);
      await work(afterMs);
    }
    assert.equal(enqueuedCount, 4);
  });
});
