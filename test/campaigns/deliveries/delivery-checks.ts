// Checks at the end of a schedule: receipts agree with what receivers accepted, and no message is missing without a reason.
import { deliveryCodecs, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { deliveryPeriod } from '../../../lib/delivery/due-time.ts';
import type { DeliveryReceipt } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { CLOSED_FOLDER, WEEK_BEFORE, WEEK_NAME } from './delivery-circumstances.ts';
import type { AcceptedMessage } from './simulated-receivers.ts';
import type { SimulatedDeliveries } from './simulated-deliveries.ts';

/** Maximum time of slow and late answers of a receiver. */
const MAX_ANSWER_MS = 15 * MINUTE_MS;

/** Adds violations; returns the number of receipts by state. */
export function checkDeliveries(
  deliveries: SimulatedDeliveries,
  { faultsUntil }: { readonly faultsUntil: number },
): ReadonlyMap<string, number> {
  const { bucket, receivers, checks } = deliveries;
  const codecs = deliveryCodecs;
  const accepted = Map.groupBy(receivers.accepted, ({ messageId }) => messageId);
  const states = new Map<string, number>();
  const receipts = new Map<string, DeliveryReceipt>();
  const subscriptions: Subscription[] = [];
  for (const [key, { bytes }] of bucket.objects) {
    if (key.startsWith('receipts/')) {
      const receipt = codecs.receipts.decode(bytes);
      receipts.set(receipt.messageId, receipt);
      const name = `receipt ${receipt.kind} ${receipt.state} ${receipt.reason ?? ''}`.trim();
      states.set(name, (states.get(name) ?? 0) + 1);
    } else if (/^subscriptions\/\d+\//.test(key)) {
      subscriptions.push(codecs.subscriptions.decode(bytes));
    }
  }
  for (const receipt of receipts.values()) {
    checkReceipt(deliveries, receipt, accepted.get(receipt.messageId) ?? []);
  }
  for (const [messageId, messages] of accepted) {
    if (messageId.startsWith('confirm-')) {
      if (messages.length > 1) checks.violate('confirmed twice', messageId);
    } else if (!receipts.has(messageId)) checks.violate('without receipt', messageId);
  }
  for (const subscription of subscriptions) {
    for (const week of [WEEK_BEFORE, WEEK_NAME]) {
      checkSubscription(deliveries, subscription, week, faultsUntil, receipts, accepted);
    }
  }
  return states;
}

function checkReceipt(
  { checks, timeline }: SimulatedDeliveries,
  receipt: DeliveryReceipt,
  messages: readonly AcceptedMessage[],
): void {
  const { state, messageId, kind } = receipt;
  const repeatCount = checks.sentAgain.get(messageId) ?? 0;
  const counted = messages.filter(({ isDroppedAgain }) => !isDroppedAgain);
  if (counted.length > 1 + repeatCount) {
    checks.violate(
      'sent twice',
      `${messageId}: ${counted.length} times, ${repeatCount} on request`,
    );
  }
  if (state === 'sending') {
    checks.violate('unfinished', `${messageId} at ${new Date(timeline.now()).toISOString()}`);
  }
  if (state === 'sent' && messages.length === 0) checks.violate('not sent', messageId);
  const isKnown = state === 'refused' || state === 'skipped';
  if (isKnown && repeatCount === 0 && messages.length > 0)
    checks.violate(`${state} but sent`, messageId);
  if (messages.some(({ isUpdate }) => isUpdate !== (kind === 'update'))) {
    checks.violate('wrong kind', messageId);
  }
}

function checkSubscription(
  { bucket, checks, timeline }: SimulatedDeliveries,
  { id, folder, state, when }: Subscription,
  weekName: string,
  faultsUntil: number,
  receipts: ReadonlyMap<string, DeliveryReceipt>,
  accepted: ReadonlyMap<string, readonly AcceptedMessage[]>,
): void {
  const week = parseWeek(weekName);
  if (week === null) return;
  const { from, until } = deliveryPeriod(week, when);
  const messageId = `${weekName}-${id}-report`;
  const receipt = receipts.get(messageId) ?? null;
  const [first] = accepted.get(messageId) ?? [];
  if (first !== undefined && first.at < from) checks.violate('too early', messageId);
  const attemptedAt = receipt === null ? null : Date.parse(receipt.firstAttemptAt);
  const repeatCount = checks.sentAgain.get(messageId) ?? 0;
  if (attemptedAt !== null && repeatCount === 0 && attemptedAt >= until + MAX_ANSWER_MS) {
    checks.violate('too late', messageId);
  }
  if (folder === CLOSED_FOLDER && receipt !== null) checks.violate('closed place', messageId);
  const manifestBytes = bucket.objects.get(manifestKey({ week: weekName, folder }))?.bytes;
  // Without faults there were several ticks in the time of the message.
  const isExpected =
    state === 'active' &&
    manifestBytes !== undefined &&
    Math.max(faultsUntil, from) + 8 * HOUR_MS < Math.min(until, timeline.now());
  if (!isExpected) return;
  if (receipt === null) {
    checks.violate('missing', messageId);
    return;
  }
  const manifest = repositoryCodecs.manifests.decode(manifestBytes);
  const needsUpdate =
    receipt.state === 'sent' &&
    receipt.status === 'partial' &&
    manifest.status === 'complete' &&
    manifest.revision > receipt.revision;
  if (needsUpdate && !receipts.has(`${weekName}-${id}-update`)) {
    checks.violate('no update', messageId);
  }
}
