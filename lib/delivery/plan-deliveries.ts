// Level-triggered like the planning of reports: enqueues a job for each delivery of a week that is due and has no receipt, and
// for each that waits for a worker, and announces reports that have none. A lost, late or repeated tick is made good by the
// next one.
import type { Week } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { findIntactManifest, readReport } from '../reports/report-repository.ts';
import { manifestIn, readCachedReports } from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, settleAll, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { WeekListings } from './announce-week.ts';
import { announceWeek, createWeekListings } from './announce-week.ts';
import { findClosedFolders } from './closed-folders.ts';
import type { DeliveryPlanning } from './delivery-context.ts';
import { deliveryPeriod, isLate, isWithin } from './due-time.ts';
import { denialsOfWeek, skipDenied } from './grants.ts';
import type { EnqueuedMessages } from './queued-messages.ts';
import { enqueueMessages } from './queued-messages.ts';
import type { DeliveryId, DeliveryReceipts } from './receipts.ts';
import { isKnown, isUnfinished, listReceipts, mayNeedUpdate } from './receipts.ts';
import { revisionToSend } from './send-attempt.ts';
import { readStoredSubscriptions } from './subscription-store.ts';

export interface PlannedDeliveries {
  readonly week: string;
  /** Active subscriptions of folders with a report, whose time has come; also those that got it or may not see it. */
  readonly due: number;
  readonly enqueued: number;
  /** Messages and announcements that are neither sent nor given up two hours after they could be sent. */
  readonly unsent: number;
  /** Deliveries of the week by state, as far as receipts were read. */
  readonly refused: number;
  readonly unknown: number;
  /** Present where subscriptions can't be read, so that nothing is sent for them. */
  readonly damagedSubscriptions?: number;
}

/**
 * Fails as the store does, or with QUEUE_UNAVAILABLE, or as the announcement of a report does; a later call makes up for it.
 */
export async function planDeliveries(
  context: DeliveryPlanning,
  week: Week,
  now: Instant,
): Promise<PlannedDeliveries> {
  const { announcing, repository } = context;
  const listings = createWeekListings(repository, week.name);
  const [planned, unannounced] = await settleAll([
    planSubscriptions(context, week, now, listings),
    announcing === undefined ? 0 : announceWeek(context, announcing, week, now, listings),
  ]);
  return { ...planned, unsent: planned.unsent + unannounced };
}

async function planSubscriptions(
  context: DeliveryPlanning,
  week: Week,
  now: Instant,
  listings: WeekListings,
): Promise<PlannedDeliveries> {
  const { subscriptions, damaged } = await readStoredSubscriptions(context);
  const damage = damaged === 0 ? {} : { damagedSubscriptions: damaged };
  // The listings of a large company's week are long.
  if (subscriptions.length === 0) {
    return { week: week.name, due: 0, enqueued: 0, unsent: 0, refused: 0, unknown: 0, ...damage };
  }
  const [receipts, reports] = await settleAll([
    listReceipts(context, week.name, listings.receipts()),
    listings.reports(),
  ]);
  const dueSubscriptions = subscriptions.filter(
    ({ state, when, folder }) =>
      state === 'active' && reports.has(folder) && isWithin(deliveryPeriod(week, when), now),
  );
  const unsentSubscriptions = dueSubscriptions.filter(
    ({ id }) => receipts.get(id)?.report === undefined,
  );
  const deliveries: readonly DeliveryId[] = [
    ...(await grantedDeliveries(context, week.name, unsentSubscriptions)),
    ...[...receipts.values()].filter(({ report, update }) =>
      [report, update].some((receipt) => isKnown(receipt) && isUnfinished(receipt, now)),
    ),
    ...(await findUpdates(context, week.name, dueSubscriptions, receipts, reports)),
  ];
  const { enqueued, messages } = await enqueueMessages(
    context,
    week.name,
    deliveries,
    receipts,
    now,
  );
  const states = [...receipts.values()].flatMap(({ report, update }) =>
    [report, update].filter((receipt) => receipt !== undefined),
  );
  return {
    week: week.name,
    due: dueSubscriptions.length,
    enqueued,
    unsent: await countUnsent(context, week.name, { messages, deliveries, receipts, reports }, now),
    refused: states.filter((receipt) => receipt?.state === 'refused').length,
    // Whether the message of a receipt that can't be decoded went out is not known.
    unknown: states.filter((receipt) => receipt === null || receipt.state === 'unknown').length,
    ...damage,
  };
}

/**
 * The first deliveries of those subscriptions whose right covers the report; the others are recorded as skipped. One that can't
 * be decided now is left to the sender, which decides about each message, so that it delays no other.
 */
async function grantedDeliveries(
  context: DeliveryPlanning,
  week: string,
  subscriptions: readonly Subscription[],
): Promise<readonly DeliveryId[]> {
  const denialOf = denialsOfWeek(context, week);
  const granted = await mapConcurrent(
    subscriptions,
    async (subscription) => {
      const delivery = { week, folder: subscription.folder, subscription: subscription.id };
      try {
        const denial = await denialOf(subscription);
        if (denial === null) return [delivery];
        const manifest = await findIntactManifest(context.repository, delivery);
        if (manifest === null) return [];
        const report = await readReport(context.repository, manifest);
        const revision = revisionToSend(delivery, 'report', { manifest, report });
        await skipDenied(context, subscription, revision, null, denial);
        return [];
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return [delivery];
      }
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return granted.flat();
}

interface SendingState extends Pick<EnqueuedMessages, 'messages'> {
  readonly deliveries: readonly DeliveryId[];
  readonly receipts: ReadonlyMap<string, Readonly<DeliveryReceipts>>;
  /** Versions of manifests by folder. */
  readonly reports: ReadonlyMap<number, string>;
}

async function countUnsent(
  context: DeliveryPlanning,
  week: string,
  { messages, deliveries, receipts, reports }: SendingState,
  now: Instant,
): Promise<number> {
  const unfinished = [...receipts.values()]
    .flatMap(({ report, update }) => [report, update].filter(isKnown))
    .filter(({ state, firstAttemptAt }) => state === 'sending' && isLate(firstAttemptAt, now));
  const attempted = new Set(unfinished.map(({ subscription }) => subscription));
  const lateMessages = new Set(
    messages
      .filter(({ subscription, dueAt }) => isLate(dueAt, now) && !attempted.has(subscription))
      .map(({ subscription }) => subscription),
  );
  const folders = deliveries.flatMap(({ subscription, folder }) =>
    lateMessages.has(subscription) ? [folder] : [],
  );
  const closed = await findClosedFolders(context, week, new Set(folders), reports);
  return unfinished.length + folders.filter((folder) => !closed.has(folder)).length;
}

/** Deliveries of partial reports that have a complete revision now. */
async function findUpdates(
  { caches }: DeliveryPlanning,
  week: string,
  due: readonly Subscription[],
  receipts: ReadonlyMap<string, Readonly<DeliveryReceipts>>,
  versions: ReadonlyMap<number, string>,
): Promise<readonly DeliveryId[]> {
  const candidates = due.flatMap(({ id }) => {
    const { report, update } = receipts.get(id) ?? {};
    const isPartial = isKnown(report) && report.state === 'sent' && report.status === 'partial';
    return isPartial && update !== null ? [{ report, update: update ?? null }] : [];
  });
  const folders = new Set(candidates.map(({ report }) => report.folder));
  const reports = await readCachedReports(caches.manifests, week, [...folders], versions);
  return candidates.flatMap(({ report, update }) => {
    const manifest = manifestIn(reports, report.folder);
    return manifest !== null && mayNeedUpdate(report, update, manifest) ? [report] : [];
  });
}
