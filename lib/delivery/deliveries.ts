// The deliveries of a week as people see them, sending one again, and a test message.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Caller } from '../reports/access.ts';
import { canSeeFolder, visibleFoldersOfWeek } from '../reports/access.ts';
import type { DeliveryReceipt, OutgoingReport, SendOutcome } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { readReport } from '../reports/report-repository.ts';
import { findNewestManifest, storedReportFolders } from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { deliveryPeriod, weeksToDeliver } from './due-time.ts';
import { countRequest } from './message-limits.ts';
import { createOutgoingReport } from './outgoing-report.ts';
import type { DeliveryId } from './receipts.ts';
import { findReceipt, isUnfinished, listReceipts, writeReceipt } from './receipts.ts';
import { finishInterrupted } from './send-attempt.ts';
import { folderOfId } from './subscription-rules.ts';
import { findSubscription, listStoredSubscriptions } from './subscription-store.ts';
import { readSubscription } from './subscriptions.ts';

export interface Delivery {
  readonly subscription: Subscription;
  /** Null when nothing was attempted. */
  readonly receipt: DeliveryReceipt | null;
  /** Of a report that was partial when it was sent; null without one. */
  readonly update: DeliveryReceipt | null;
  /** Without a receipt: UTC instant at which the message is due, and whether the report is there. */
  readonly dueAt: string;
  readonly hasReport: boolean;
  /** Whether `sendAgain` accepts it. */
  readonly canSendAgain: boolean;
}

/**
 * Of the folders that the caller sees, by folder and subscription: active subscriptions that were made before the time of
 * their message was over, and others with a receipt.
 */
export async function listDeliveries(
  context: DeliveryContext,
  caller: Caller,
  week: Week,
): Promise<readonly Delivery[]> {
  const [subscriptions, receipts, folders] = await settleAll([
    listStoredSubscriptions(context),
    listReceipts(context, week.name),
    storedReportFolders(context.repository, week.name),
  ]);
  const isVisible = visibleFoldersOfWeek(context, caller, week.name);
  const now = context.clock();
  const deliveries: Delivery[] = [];
  for (const subscription of subscriptions) {
    const { report: receipt = null, update = null } = receipts.get(subscription.id) ?? {};
    const { from, until } = deliveryPeriod(week, subscription.when);
    const isExpected =
      subscription.state === 'active' && Date.parse(subscription.createdAt) < until;
    if (receipt === null && !isExpected) continue;
    if (!(await isVisible(subscription.folder))) continue;
    deliveries.push({
      subscription,
      receipt,
      update,
      dueAt: new Date(from).toISOString(),
      hasReport: folders.has(subscription.folder),
      canSendAgain: subscription.state === 'active' && mayBeSentAgain(update ?? receipt, now),
    });
  }
  return deliveries;
}

/** Whether a person decides about it: nothing else sends it. */
function mayBeSentAgain(receipt: DeliveryReceipt | null, now: Instant): boolean {
  switch (receipt?.state) {
    case 'refused':
    case 'unknown':
      return true;
    case 'sending': {
      const isPlanned = weeksToDeliver(now).some(({ name }) => name === receipt.week);
      return !isPlanned && isUnfinished(receipt, now);
    }
    case 'sent':
    case 'skipped':
    case undefined:
      return false;
  }
}

/**
 * Sends a delivery whose receipt is `unknown` or `refused` again, by a new job, and one that is still `sending` for a week that
 * is no longer planned. Fails with SUBSCRIPTION_NOT_FOUND, or DELIVERY_STATE for another receipt, and when the subscription is
 * not active.
 */
export async function sendAgain(
  context: DeliveryContext,
  caller: Caller,
  { week, subscription: id }: Pick<DeliveryId, 'week' | 'subscription'>,
): Promise<DeliveryReceipt> {
  const folder = parseWeek(week) === null ? null : folderOfId(id);
  // As in readSubscription: before it is read.
  const isVisible = folder !== null && (await canSeeFolder(context, caller, { week, folder }));
  const subscription = isVisible ? await findSubscription(context, id) : null;
  if (subscription === null) throw new Failure('SUBSCRIPTION_NOT_FOUND');
  if (subscription.state !== 'active') {
    throw new Failure('DELIVERY_STATE', { subscription: subscription.state });
  }
  const delivery = { week, folder: subscription.folder, subscription: id };
  for (;;) {
    const stored =
      (await findReceipt(context, delivery, 'update')) ??
      (await findReceipt(context, delivery, 'report'));
    const receipt = stored?.receipt ?? null;
    const now = context.clock();
    if (stored === null || receipt === null || !mayBeSentAgain(receipt, now)) {
      throw new Failure('DELIVERY_STATE', { state: receipt?.state ?? 'none' });
    }
    if (receipt.attemptEndsAt !== null) {
      await finishInterrupted(context, receipt, stored.version);
      continue;
    }
    const at = new Date(now).toISOString();
    const queued: DeliveryReceipt = {
      ...receipt,
      state: 'sending',
      firstAttemptAt: at,
      at,
      nextAttemptAt: at,
      reason: null,
    };
    if (!(await writeReceipt(context, queued, stored.version))) continue;
    await context.jobs.send([{ kind: 'report', ...delivery }]);
    return queued;
  }
}

/** The message that a subscription would get of its folder's newest report; null without a report. */
export async function previewMessage(
  context: DeliveryContext,
  subscription: Subscription,
): Promise<OutgoingReport | null> {
  const manifest = await findNewestManifest(context.repository, subscription.folder);
  if (manifest === null) return null;
  const report = await readReport(context.repository, manifest);
  const messageId = `test-${subscription.id}-${context.clock()}`;
  return createOutgoingReport(context, subscription, {
    manifest,
    report,
    kind: 'report',
    messageId,
  });
}

/** Sends that message now, without a receipt. Fails with REPORT_NOT_FOUND, SUBSCRIPTION_STATE or TOO_MANY_CONFIRMATIONS. */
export async function sendTest(
  context: DeliveryContext,
  caller: Caller,
  id: string,
): Promise<SendOutcome> {
  const subscription = await readSubscription(context, caller, id);
  const { folder, state } = subscription;
  // The owner of an address has to agree first, and may have ended the messages.
  if (state === 'pending' || state === 'ended') throw new Failure('SUBSCRIPTION_STATE', { state });
  const outgoing = await previewMessage(context, subscription);
  if (outgoing === null) throw new Failure('REPORT_NOT_FOUND', { folder, week: 'latest' });
  await countRequest(context, caller, subscription);
  return context.sender.send(outgoing);
}
