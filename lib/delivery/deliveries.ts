// The deliveries of a week as people see them, and a test message.
import type { Week } from '../domain/calendar.ts';
import type { Caller } from '../reports/access.ts';
import { visibleFoldersOfWeek } from '../reports/access.ts';
import type {
  DeliveryReceipt,
  ListedState,
  OutgoingReport,
  SendOutcome,
} from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { readReport } from '../reports/report-repository.ts';
import { findNewestManifest, listManifestVersions } from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { findClosedFolders } from './closed-folders.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { canBeSentAgain, isExpected, listedState } from './delivery-state.ts';
import { deliveryPeriod } from './due-time.ts';
import { countRequest } from './message-limits.ts';
import { createOutgoingReport } from './outgoing-report.ts';
import { listReceipts, RECEIPT_DAMAGED } from './receipts.ts';
import { listStoredSubscriptions } from './subscription-store.ts';
import { readSubscription } from './subscriptions.ts';

export interface Delivery {
  readonly subscription: Subscription;
  readonly state: ListedState;
  /** Why it was refused, is unknown, was skipped or is tried again: a code; null without one. */
  readonly reason: string | null;
  /** Null when nothing was attempted, and when it can't be decoded. */
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
    listManifestVersions(context.repository, week.name),
  ]);
  const isVisible = visibleFoldersOfWeek(context, caller, week.name);
  const listedSubscriptions: Subscription[] = [];
  for (const subscription of subscriptions) {
    const { until } = deliveryPeriod(week, subscription.when);
    if (!receipts.has(subscription.id) && !isExpected(subscription, until)) continue;
    if (await isVisible(subscription.folder)) listedSubscriptions.push(subscription);
  }
  const unsentSubscriptions = listedSubscriptions.filter(
    ({ id }) => receipts.get(id)?.report === undefined,
  );
  const unsentFolders = new Set(unsentSubscriptions.map(({ folder }) => folder));
  const closedFolders = await findClosedFolders(context, week.name, unsentFolders, folders);
  const now = context.clock();
  return listedSubscriptions.map((subscription) => {
    const { id, folder, when } = subscription;
    const { report, update } = receipts.get(id) ?? {};
    const { from, until } = deliveryPeriod(week, when);
    const receipt = report === null || update === undefined ? report : update;
    const hasReport = folders.has(folder);
    const facts = { receipt, until, hasReport, isClosed: closedFolders.has(folder) };
    const state = listedState(facts, now);
    const reason = receipt === null ? RECEIPT_DAMAGED : (receipt?.reason ?? null);
    return {
      subscription,
      state,
      reason: state === 'notDue' ? NO_SURVEYS : reason,
      receipt: report ?? null,
      update: update ?? null,
      dueAt: new Date(from).toISOString(),
      hasReport,
      canSendAgain: subscription.state === 'active' && canBeSentAgain(facts, now),
    };
  });
}

/** Why nothing is due for a closed place. */
const NO_SURVEYS = 'NO_SURVEYS';

/** The message that a subscription would get of its folder's newest report; null without a report. */
export async function previewMessage(
  context: DeliveryContext,
  subscription: Subscription,
): Promise<OutgoingReport | null> {
  const manifest = await findNewestManifest(context.repository, subscription.folder);
  if (manifest === null) return null;
  const revision = { manifest, report: await readReport(context.repository, manifest) };
  const messageId = `test-${subscription.id}-${context.clock()}`;
  return createOutgoingReport(context, subscription, revision, { kind: 'report', messageId });
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
