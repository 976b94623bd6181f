// The deliveries of a week as people see them, and a test message.
import type { Week } from '../domain/calendar.ts';
import type { Caller, IdentifiedCaller } from '../reports/access.ts';
import { canSeeFolder, visibleFoldersOfWeek } from '../reports/access.ts';
import type {
  DeliveryReceipt,
  ListedState,
  OutgoingReport,
  SendOutcome,
} from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { CREATED_BY_SHELL } from '../ports/subscriptions.ts';
import { readReport } from '../reports/report-repository.ts';
import { findNewestManifest, listManifestVersions } from '../reports/week-folders.ts';
import { Failure } from '../shared/failure.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { findClosedFolders } from './closed-folders.ts';
import type { DeliveryContext, ReportRevision } from './delivery-context.ts';
import { canBeSentAgain, isExpected, listedState } from './delivery-state.ts';
import { deliveryPeriod } from './due-time.ts';
import { endDenied, findDenial } from './grants.ts';
import { countMessage } from './message-limits.ts';
import { createOutgoingReport, createPreview } from './outgoing-report.ts';
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

/**
 * The message that a subscription would get of its folder's newest report, without what only its receiver gets. Fails with SUBSCRIPTION_NOT_FOUND, or REPORT_NOT_FOUND,
 * also when the caller may not see that report.
 */
export async function previewMessage(
  context: DeliveryContext,
  caller: Caller,
  id: string,
): Promise<OutgoingReport> {
  const subscription = await readSubscription(context, caller, id);
  const revision = await findNewestRevision(context, caller, subscription.folder);
  return createPreview(context, subscription, revision);
}

/**
 * Sends that message now, without a receipt. Fails as `previewMessage`, also when the right of the subscription does not cover the
 * report; with SUBSCRIPTION_STATE, also when that right has ended, which ends the subscription; or with TOO_MANY_CONFIRMATIONS.
 */
export async function sendTest(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  id: string,
): Promise<SendOutcome> {
  const subscription = await readSubscription(context, caller, id);
  const { folder, state } = subscription;
  // The owner of an address has to agree first, and may have ended the messages.
  if (state === 'pending' || state === 'ended') throw new Failure('SUBSCRIPTION_STATE', { state });
  const revision = await findNewestRevision(context, caller, folder);
  const denial = await findDenial(context, subscription, revision.manifest.week);
  if (denial === 'REPORT_NOT_VISIBLE') throw noReport(folder);
  if (denial === 'ACCESS_ENDED') {
    if (!(await endDenied(context, subscription))) return sendTest(context, caller, id);
    throw new Failure('SUBSCRIPTION_STATE', { state: 'ended' });
  }
  await countMessage(context, caller, subscription);
  const messageId = `test-${id}-${context.clock()}`;
  const kind = { kind: 'report', messageId } as const;
  return context.sender.send(await createOutgoingReport(context, subscription, revision, kind));
}

/** Sends the newest report of a folder to a mail address without a subscription. Fails with REPORT_NOT_FOUND, or as the store does. */
export async function sendTestMail(
  context: DeliveryContext,
  caller: Caller,
  { address, folder, locale }: Pick<Subscription, 'address' | 'folder' | 'locale'>,
): Promise<SendOutcome> {
  const revision = await findNewestRevision(context, caller, folder);
  const now = new Date(context.clock()).toISOString();
  const subscription: Subscription = {
    ...{ id: `${folder}-test`, folder, channel: 'mail', address, locale },
    ...{ when: 'ready', only: 'always', attach: 'none', state: 'active' },
    ...{ createdAt: now, origin: 'shell', createdBy: CREATED_BY_SHELL },
  };
  const outgoing = await createPreview(context, subscription, revision);
  return context.sender.send({ ...outgoing, messageId: `test-${folder}-${context.clock()}` });
}

async function findNewestRevision(
  context: DeliveryContext,
  caller: Caller,
  folder: number,
): Promise<ReportRevision> {
  const manifest = await findNewestManifest(context.repository, folder);
  // In its week, the folder may have been outside the caller's folders.
  if (
    manifest === null ||
    !(await canSeeFolder(context, caller, { week: manifest.week, folder }))
  ) {
    throw noReport(folder);
  }
  return { manifest, report: await readReport(context.repository, manifest) };
}

function noReport(folder: number): Failure {
  return new Failure('REPORT_NOT_FOUND', { folder, week: 'latest' });
}
