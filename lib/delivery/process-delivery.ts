// Processes one delivery job: claims the receipt, makes one attempt, and records what became of it. Processing a job again
// sends nothing twice.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { DeliveryJob, DeliveryKind, DeliveryReceipt } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { dropsRepeated } from '../ports/subscriptions.ts';
import { findIntactManifest, readReport } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import { processAccessRequest } from './access-requests.ts';
import { processConfirmation } from './confirmations.ts';
import type { DeliveryContext, ProcessedDelivery } from './delivery-context.ts';
import { NOTHING_TO_DO } from './delivery-context.ts';
import { deliveryPeriod, isWithin, RETRY_PERIOD_MS, secondsUntil } from './due-time.ts';
import { findDenial, skipDenied } from './grants.ts';
import {
  createOutgoingReport,
  hasNoSurveys,
  hasSignals,
  isSameVerdict,
} from './outgoing-report.ts';
import type { DeliveryId, StoredReceipt } from './receipts.ts';
import { findReceipt, mayNeedUpdate, RECEIPT_DAMAGED, waitsUntil } from './receipts.ts';
import {
  attemptDelivery,
  createReceipt,
  finishReceipt,
  recordInterrupted,
  revisionToSend,
} from './send-attempt.ts';
import { findSubscription } from './subscription-store.ts';

/** Fails with JOB_INVALID, with REPORT_DAMAGED, or as the store does; then the job may be repeated. */
export async function processDelivery(
  context: DeliveryContext,
  job: DeliveryJob,
): Promise<ProcessedDelivery> {
  if (job.kind === 'confirmation') return processConfirmation(context, job.subscription);
  if (job.kind === 'access') return processAccessRequest(context, job);
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { at: 'week' });
  for (;;) {
    // Null: another worker has changed the receipt since it was read.
    const result = await processReport(context, week, job);
    if (result !== null) return result;
  }
}

/** The part of a delivery that a job is about. */
interface RequestedDelivery {
  readonly week: Week;
  readonly id: DeliveryId;
  readonly kind: DeliveryKind;
  readonly stored: StoredReceipt | null;
  /** Of an update: the receipt of the message that it follows. */
  readonly first: DeliveryReceipt | null;
}

const DAMAGED: ProcessedDelivery = {
  state: 'unknown',
  reason: RECEIPT_DAMAGED,
  repeatAfterSeconds: null,
};

async function processReport(
  context: DeliveryContext,
  week: Week,
  { folder, subscription }: Pick<DeliveryId, 'folder' | 'subscription'>,
): Promise<ProcessedDelivery | null> {
  const id = { week: week.name, folder, subscription };
  const storedReceipt = await findReceipt(context, id, 'report');
  if (storedReceipt !== null && storedReceipt.value === null) return DAMAGED;
  const first = storedReceipt?.value ?? null;
  if (first === null || first.state === 'sending') {
    return continueDelivery(context, {
      week,
      id,
      kind: 'report',
      stored: storedReceipt,
      first: null,
    });
  }
  if (first.state !== 'sent' || first.status !== 'partial') return NOTHING_TO_DO;
  const update = await findReceipt(context, id, 'update');
  if (update !== null && update.value === null) return DAMAGED;
  return continueDelivery(context, { week, id, kind: 'update', stored: update, first });
}

async function continueDelivery(
  context: DeliveryContext,
  delivery: RequestedDelivery,
): Promise<ProcessedDelivery | null> {
  const { week, id, stored } = delivery;
  const now = context.clock();
  const receipt = stored?.value ?? null;
  if (stored === null || receipt?.state !== 'sending') {
    const subscription = await findSubscription(context, id.subscription);
    const isDue =
      subscription?.state === 'active' &&
      subscription.folder === id.folder &&
      isWithin(deliveryPeriod(week, subscription.when), now);
    return isDue ? startAttempt(context, delivery, subscription) : NOTHING_TO_DO;
  }
  const finish = (state: 'refused' | 'skipped', reason: string | null) =>
    finishReceipt(context, receipt, stored.version, { state, reason });
  const { attemptEndsAt, nextAttemptAt, firstAttemptAt, reason } = receipt;
  const end = waitsUntil(receipt, now);
  if (now < end) return { state: 'sending', reason, repeatAfterSeconds: secondsUntil(end, now) };
  const subscription = await findSubscription(context, id.subscription);
  if (attemptEndsAt !== null || nextAttemptAt === null) {
    const isRepeated = subscription !== null && dropsRepeated(subscription);
    return recordInterrupted(context, receipt, stored.version, { isRepeated });
  }
  if (now >= Date.parse(firstAttemptAt) + RETRY_PERIOD_MS) return finish('refused', reason);
  return subscription?.state === 'active'
    ? startAttempt(context, delivery, subscription)
    : finish('skipped', 'SUBSCRIPTION_NOT_ACTIVE');
}

/** Everything that can fail without a message is done before the receipt is claimed. */
async function startAttempt(
  context: DeliveryContext,
  { id, kind, stored, first }: RequestedDelivery,
  subscription: Subscription,
): Promise<ProcessedDelivery | null> {
  const manifest = await findIntactManifest(context.repository, id);
  if (manifest === null) {
    return stored?.value?.state === 'sending'
      ? finishReceipt(context, stored.value, stored.version, {
          state: 'refused',
          reason: 'REPORT_GONE',
        })
      : NOTHING_TO_DO;
  }
  const isRepeated = stored?.value?.state === 'sending';
  if (first !== null && !isRepeated && !mayNeedUpdate(first, stored?.value ?? null, manifest)) {
    return NOTHING_TO_DO;
  }
  const report = await readReport(context.repository, manifest);
  // Without a receipt: a later revision may have surveys.
  if (stored === null && kind === 'report' && hasNoSurveys(report)) return NOTHING_TO_DO;
  const revision = { manifest, report };
  const sentRevision = revisionToSend(id, kind, revision);
  const denial = await findDenial(context, subscription, id.week);
  if (denial !== null) return skipDenied(context, subscription, sentRevision, stored, denial);
  const skipReason =
    kind === 'update'
      ? first !== null && isSameVerdict(first.verdict, sentRevision.verdict)
        ? 'SAME_VERDICT'
        : null
      : subscription.only === 'signals' && !hasSignals(report)
        ? 'NO_SIGNALS'
        : null;
  if (skipReason !== null) {
    const receipt = createReceipt(context, sentRevision, stored?.value ?? null);
    return finishReceipt(context, receipt, stored?.version ?? null, {
      state: 'skipped',
      reason: skipReason,
    });
  }
  const outgoing = await createOutgoingReport(context, subscription, revision, sentRevision);
  return attemptDelivery(context, sentRevision, stored, outgoing);
}
