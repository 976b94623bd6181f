// Sends a delivery again, at a person's request.
import { parseWeek } from '../domain/calendar.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import type { DeliveryKind, DeliveryReceipt } from '../ports/deliveries.ts';
import { findIntactManifest, readReport } from '../reports/report-repository.ts';
import { Failure } from '../shared/failure.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { canBeSentAgain, isExpected, listedState } from './delivery-state.ts';
import { deliveryPeriod } from './due-time.ts';
import { findDenial } from './grants.ts';
import { countMessage } from './message-limits.ts';
import { hasNoSurveys } from './outgoing-report.ts';
import type { DeliveryId, StoredReceipt } from './receipts.ts';
import { findReceipt, isKnown, writeReceipt } from './receipts.ts';
import { createReceipt, recordInterrupted, revisionToSend } from './send-attempt.ts';
import { readSubscription } from './subscriptions.ts';

/**
 * Sends a delivery that is `unknown`, `refused` or `missed` by a new job, also one that is still `sending` for a week that is no
 * longer planned. Fails with SUBSCRIPTION_NOT_FOUND, REPORT_NOT_FOUND or TOO_MANY_CONFIRMATIONS, or with DELIVERY_STATE for another
 * state and when the subscription is not active or its right does not cover the report.
 */
export async function sendAgain(
  context: DeliveryContext,
  caller: IdentifiedCaller,
  { week, subscription: id }: Pick<DeliveryId, 'week' | 'subscription'>,
): Promise<DeliveryReceipt> {
  const parsedWeek = parseWeek(week);
  if (parsedWeek === null) throw new Failure('SUBSCRIPTION_NOT_FOUND');
  const subscription = await readSubscription(context, caller, id, week);
  if (subscription.state !== 'active') {
    throw new Failure('DELIVERY_STATE', { subscription: subscription.state });
  }
  const denial = await findDenial(context, subscription, week);
  if (denial !== null) throw new Failure('DELIVERY_STATE', { reason: denial });
  const delivery = { week, folder: subscription.folder, subscription: id };
  let isCounted = false;
  const { until } = deliveryPeriod(parsedWeek, subscription.when);
  for (;;) {
    const { kind, stored } = await findLastReceipt(context, delivery);
    const receipt = stored === null ? undefined : stored.value;
    const facts = { receipt, until, hasReport: true, isClosed: false };
    const now = context.clock();
    const isForSubscription = stored !== null || isExpected(subscription, until);
    if (!isForSubscription || !canBeSentAgain(facts, now)) {
      throw new Failure('DELIVERY_STATE', { state: listedState(facts, now) });
    }
    if (stored !== null && isKnown(receipt) && receipt.attemptEndsAt !== null) {
      await recordInterrupted(context, receipt, stored.version, { isRepeated: false });
      continue;
    }
    const firstReceipt =
      receipt ?? (await createFirstReceipt(context, delivery, kind, stored === null));
    if (!isCounted) await countMessage(context, caller, subscription);
    isCounted = true;
    const at = new Date(now).toISOString();
    const queued: DeliveryReceipt = {
      ...firstReceipt,
      state: 'sending',
      firstAttemptAt: at,
      at,
      nextAttemptAt: at,
      reason: null,
    };
    if (!(await writeReceipt(context, queued, stored?.version ?? null))) continue;
    await context.jobs.send([{ kind: 'report', ...delivery }]);
    return queued;
  }
}

/** That of the update, if there is one; that of the report when it can't be decoded, because no update follows it then. */
async function findLastReceipt(
  context: DeliveryContext,
  delivery: DeliveryId,
): Promise<{ readonly kind: DeliveryKind; readonly stored: StoredReceipt | null }> {
  const report = await findReceipt(context, delivery, 'report');
  const isDamaged = report !== null && report.value === null;
  const update = isDamaged ? null : await findReceipt(context, delivery, 'update');
  return update === null ? { kind: 'report', stored: report } : { kind: 'update', stored: update };
}

/** Fails with REPORT_NOT_FOUND, or DELIVERY_STATE when nothing is due for a closed place. */
async function createFirstReceipt(
  context: DeliveryContext,
  delivery: DeliveryId,
  kind: DeliveryKind,
  isNew: boolean,
): Promise<DeliveryReceipt> {
  const { week, folder } = delivery;
  const manifest = await findIntactManifest(context.repository, delivery);
  if (manifest === null) throw new Failure('REPORT_NOT_FOUND', { week, folder });
  const report = await readReport(context.repository, manifest);
  if (isNew && hasNoSurveys(report)) throw new Failure('DELIVERY_STATE', { state: 'notDue' });
  return createReceipt(context, revisionToSend(delivery, kind, { manifest, report }), null);
}
