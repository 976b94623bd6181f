// Runs one schedule of deliveries: two weeks of reports for readers in several zones, with faults, then without. It depends on
// the seed only.
import { HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { jsonReader } from '../../../lib/adapters/json/index.ts';
import { listDeliveries } from '../../../lib/delivery/deliveries.ts';
import { sendAgain } from '../../../lib/delivery/send-again.ts';
import { changeSubscription, createSubscription } from '../../../lib/delivery/subscriptions.ts';
import { endSubscription } from '../../../lib/delivery/subscription-store.ts';
import { subscriptionId } from '../../../lib/delivery/subscription-rules.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { ReportReader } from '../../../lib/ports/rendering.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { storeReport } from '../../support/delivery/delivery-parts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createRandom } from '../../support/test-reports.ts';
import { randomFaultPlan } from '../simulation/fault-plan.ts';
import type { Violation } from '../simulation/safety.ts';
import {
  CLOSED_FOLDER,
  createSmallReport,
  PARENTS,
  SUBSCRIPTIONS,
  UNKNOWN_ADDRESS,
  WEEK_BEFORE,
  WEEK_NAME,
} from './delivery-circumstances.ts';
import { checkDeliveries } from './delivery-checks.ts';
import type { SimulatedDeliveries } from './simulated-deliveries.ts';
import { createSimulatedDeliveries } from './simulated-deliveries.ts';

export interface DeliveryOutcome {
  readonly violations: readonly Violation[];
  /** Faults by name, and messages by the state of their receipts. */
  readonly counts: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
}

/** Before the first reader's Monday; the messages about the week before end a day later. */
const START = Date.UTC(2026, 10, 15, 12);
/** Longer than messages are tried again. */
const QUIET_MS = 27 * HOUR_MS;
const LAST_DUE = Date.UTC(2026, 10, 17, 14);

export async function runDeliverySchedule(
  seed: number,
  { recordsTrace = false }: { readonly recordsTrace?: boolean } = {},
): Promise<DeliveryOutcome> {
  const random = createRandom(seed);
  const faultPlan = randomFaultPlan(random);
  const faultsUntil = Math.round(START + (6 + 54 * random()) * HOUR_MS);
  const end = Math.max(faultsUntil, LAST_DUE) + QUIET_MS;
  const oddAnswers = [0, 0, 0.02, 0.15][Math.floor(random() * 4)] ?? 0;
  const deliveries = createSimulatedDeliveries({
    start: START,
    faultPlan,
    reader: MEMO_READER,
    oddAnswerRate: () => (deliveries.timeline.now() < faultsUntil ? oddAnswers : 0),
    recordsTrace,
    isWarm: seed % 2 === 0,
  });
  const { timeline, receivers, bucket, queue } = deliveries;
  const randomInstant = (): number => START + random() * (faultsUntil - START);
  receivers.unknownAddresses.add(UNKNOWN_ADDRESS);
  await storeSubscriptions(deliveries);
  await scheduleReports(deliveries, random, randomInstant);
  scheduleChanges(deliveries, random, randomInstant);
  scheduleOldJobs(deliveries, random, randomInstant);
  scheduleOutages(deliveries, random, faultsUntil);
  // Every third hour is often enough without faults.
  for (let at = START; at < end; at += at < faultsUntil ? HOUR_MS : 3 * HOUR_MS) {
    timeline.at(at, () => {
      if (at < faultsUntil) tickWithFaults(deliveries);
      else void deliveries.tick();
    });
  }
  timeline.at(faultsUntil, () => {
    faultPlan.stop();
    bucket.outage = 'none';
    queue.isUnavailable = false;
    receivers.isUnavailable = false;
  });
  await timeline.run(() => timeline.now() >= end);
  const states = checkDeliveries(deliveries, { faultsUntil });
  return {
    violations: deliveries.checks.violations,
    counts: new Map([...faultPlan.counts, ...states]),
    trace: deliveries.traceLines,
  };
}

/** The same reports are stored in many schedules, and encoding and reading them would take most of the time. */
const storedObjects = new Map<string, ReadonlyMap<string, Uint8Array>>();
const readReports = new Map<string, Report>();
const reader = jsonReader();
const MEMO_READER: ReportReader = {
  read: (bytes) => {
    const digest = sha256Of(bytes);
    const report = readReports.get(digest) ?? reader.read(bytes);
    readReports.set(digest, report);
    return report;
  },
};

/** The objects of a report's revision by key. */
async function createObjects(
  week: string,
  folder: number,
  revision: Parameters<typeof createSmallReport>[2],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const name = JSON.stringify([week, folder, revision]);
  const knownObjects = storedObjects.get(name);
  if (knownObjects !== undefined) return knownObjects;
  const store = memoryStore();
  await storeReport(store, createSmallReport(week, folder, revision));
  storedObjects.set(name, store.objects);
  return store.objects;
}

async function storeSubscriptions({ request, bucket }: SimulatedDeliveries): Promise<void> {
  const store = memoryStore();
  await request('setup', async (context) => {
    const setup = { ...context, repository: { ...context.repository, store } };
    for (const settings of SUBSCRIPTIONS) {
      await createSubscription(setup, WHOLE_COMPANY, settings, { isConfirmed: true });
    }
  });
  for (const [key, bytes] of store.objects) bucket.put(key, bytes);
}

/** A report comes with one to three revisions, the first of which may be partial. */
async function scheduleReports(
  { timeline, bucket }: SimulatedDeliveries,
  random: () => number,
  randomInstant: () => number,
): Promise<void> {
  for (const week of [WEEK_BEFORE, WEEK_NAME]) {
    for (const folder of PARENTS.keys()) {
      if (folder === CLOSED_FOLDER) continue;
      const revisions = 1 + Math.floor(random() * 3);
      const times = Array.from({ length: revisions }, randomInstant).toSorted((a, b) => a - b);
      for (const [i, at] of times.entries()) {
        const status = random() < (i === 0 ? 0.6 : 0.2) ? 'partial' : 'complete';
        const isQuiet = random() < 0.5;
        const objects = await createObjects(week, folder, { revision: i + 1, status, isQuiet });
        timeline.at(at, () => {
          for (const [key, bytes] of objects) bucket.put(key, bytes);
        });
      }
    }
  }
}

/** People pause, end and make subscriptions, and ask to send messages again. */
function scheduleChanges(
  { timeline, request }: SimulatedDeliveries,
  random: () => number,
  randomInstant: () => number,
): void {
  const attempt = (name: string, work: Parameters<typeof request>[1]): void => {
    const repeat = (triesLeft: number): void => {
      void request(name, (context) => work(context).catch(ignoreState)).then((isDone) => {
        if (!isDone && triesLeft > 0) {
          timeline.after(3 * MINUTE_MS, () => {
            repeat(triesLeft - 1);
          });
        }
      });
    };
    timeline.at(randomInstant(), () => {
      repeat(5);
    });
  };
  for (const settings of SUBSCRIPTIONS) {
    const id = subscriptionId(settings);
    if (random() < 0.15) {
      attempt('pause', (c) => changeSubscription(c, WHOLE_COMPANY, id, { state: 'paused' }));
      attempt('resume', (c) => changeSubscription(c, WHOLE_COMPANY, id, { state: 'active' }));
    }
    if (random() < 0.1) attempt('end', (c) => endSubscription(c, id, 'unsubscribed'));
  }
  if (random() < 0.5) {
    const [settings] = SUBSCRIPTIONS;
    if (settings !== undefined) {
      const pendingSettings = { ...settings, address: 'new@example.com' };
      attempt('subscribe', (c) => createSubscription(c, WHOLE_COMPANY, pendingSettings));
    }
  }
  const people = Math.floor(random() * 8);
  for (let i = 0; i < people; i += 1) {
    attempt('again', async (context) => {
      for (const name of [WEEK_BEFORE, WEEK_NAME]) {
        const week = parseWeek(name);
        if (week === null) continue;
        for (const { subscription, receipt, update } of await listDeliveries(
          context,
          WHOLE_COMPANY,
          week,
        )) {
          const state = (update ?? receipt)?.state;
          if (state !== 'unknown' && state !== 'refused') continue;
          await sendAgain(context, WHOLE_COMPANY, { week: name, subscription: subscription.id });
        }
      }
    });
  }
}

/** Jobs that come at any time, as when an operator moves dead letters back to the queue. */
function scheduleOldJobs(
  { timeline, queue }: SimulatedDeliveries,
  random: () => number,
  randomInstant: () => number,
): void {
  for (const settings of SUBSCRIPTIONS) {
    const week = random() < 0.5 ? WEEK_BEFORE : WEEK_NAME;
    if (random() < 0.7) continue;
    const { folder } = settings;
    const job = { kind: 'report', week, folder, subscription: subscriptionId(settings) };
    timeline.at(randomInstant(), () => {
      queue.add(JSON.stringify(job));
    });
  }
}

/** What another person has done in the meantime. */
function ignoreState(error: unknown): void {
  const isExpected =
    error instanceof Failure &&
    ['DELIVERY_STATE', 'SUBSCRIPTION_STATE', 'TOO_MANY_CONFIRMATIONS'].includes(error.code);
  if (!isExpected) throw error;
}

function scheduleOutages(
  { timeline, receivers, bucket, queue, faultPlan }: SimulatedDeliveries,
  random: () => number,
  faultsUntil: number,
): void {
  const during = (hours: number, begin: () => void, finish: () => void): void => {
    const from = START + random() * (faultsUntil - START);
    timeline.at(from, begin);
    timeline.at(Math.min(faultsUntil, from + hours * HOUR_MS), finish);
  };
  if (random() < 0.3) {
    // Some last longer than messages are tried again.
    const hours = random() < 0.3 ? 60 : 4 * random();
    during(
      hours,
      () => (receivers.isUnavailable = true),
      () => (receivers.isUnavailable = false),
    );
  }
  if (faultPlan.occurs('store outage')) {
    during(
      random() * 3,
      () => (bucket.outage = 'unavailable'),
      () => (bucket.outage = 'none'),
    );
  }
  if (faultPlan.occurs('queue outage')) {
    during(
      random() * 3,
      () => (queue.isUnavailable = true),
      () => (queue.isUnavailable = false),
    );
  }
}

function tickWithFaults({ faultPlan, timeline, tick }: SimulatedDeliveries): void {
  if (faultPlan.occurs('tick lost')) return;
  const isLate = faultPlan.occurs('tick late');
  const count = faultPlan.occurs('tick doubled') ? 2 : 1;
  for (let i = 0; i < count; i += 1) {
    timeline.after(isLate ? faultPlan.random() * 3 * HOUR_MS : 0, () => void tick());
  }
}
