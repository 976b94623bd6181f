// One attempt at a delivery. The receipt is claimed by a conditional write before anything goes out, and replaced by what
// became of the attempt: a claim whose time is over means that the message may have gone out.
import { MINUTE_MS } from '../domain/calendar.ts';
import type {
  DeliveryKind,
  DeliveryReceipt,
  DeliveryState,
  OutgoingReport,
  SendOutcome,
} from '../ports/deliveries.ts';
import { isAhead } from '../shared/clock.ts';
import type { DeliveryContext, ProcessedDelivery, ReportRevision } from './delivery-context.ts';
import { receiptVerdict } from './outgoing-report.ts';
import type { DeliveryId, StoredReceipt } from './receipts.ts';
import { findReceipt, writeReceipt } from './receipts.ts';
import { nextAttemptAt, secondsUntil } from './due-time.ts';
import { endSubscription } from './subscription-store.ts';

/** An attempt takes seconds; after this time it counts as interrupted. */
export const ATTEMPT_MS = 5 * MINUTE_MS;

/** What a receipt says of the revision that is sent. */
export type SentRevision = Pick<
  DeliveryReceipt,
  'week' | 'folder' | 'subscription' | 'kind' | 'revision' | 'status' | 'verdict' | 'messageId'
>;

export function revisionToSend(
  id: DeliveryId,
  kind: DeliveryKind,
  { manifest, report }: ReportRevision,
): SentRevision {
  const { revision, status } = manifest;
  const messageId = `${id.week}-${id.subscription}-${kind}`;
  return { ...id, kind, revision, status, verdict: receiptVerdict(report), messageId };
}

/** A receipt without an attempt in progress or to follow. */
export function createReceipt(
  { clock }: Pick<DeliveryContext, 'clock'>,
  revision: SentRevision,
  previous: DeliveryReceipt | null,
): DeliveryReceipt {
  const now = clock();
  const at = new Date(now).toISOString();
  const firstAttemptAt = previous?.state === 'sending' ? previous.firstAttemptAt : at;
  return {
    ...revision,
    state: 'sending',
    attempts: previous?.attempts ?? 0,
    firstAttemptAt: isAhead(firstAttemptAt, now) ? at : firstAttemptAt,
    at,
    attemptEndsAt: null,
    nextAttemptAt: null,
    transportId: null,
    reason: null,
    ...(previous?.state === 'sending' && previous.mayHaveArrived === true
      ? { mayHaveArrived: true }
      : {}),
  };
}

/** Null when another worker has claimed the receipt, so that nothing was sent. Fails as the store does. */
export async function attemptDelivery(
  context: DeliveryContext,
  revision: SentRevision,
  stored: StoredReceipt | null,
  outgoing: OutgoingReport,
): Promise<ProcessedDelivery | null> {
  const receipt = createReceipt(context, revision, stored?.value ?? null);
  const claim: DeliveryReceipt = {
    ...receipt,
    attempts: receipt.attempts + 1,
    attemptEndsAt: new Date(Date.parse(receipt.at) + ATTEMPT_MS).toISOString(),
  };
  if (!(await writeReceipt(context, claim, stored?.version ?? null))) return null;
  const outcome = await context.sender.send(outgoing);
  const result = receiptAfter(context, claim, outcome);
  await recordResult(context, claim, result);
  if (outcome.state !== 'sent') context.onProblem(idOf(claim), outcome);
  if (outcome.state === 'refused' && outcome.endsSubscription) {
    await endSubscription(context, claim.subscription, 'addressRefused');
  }
  return toProcessed(result, context.clock());
}

/** The outcome that workers note for an attempt whose end was not recorded. */
const INTERRUPTED = { state: 'unknown', reason: 'INTERRUPTED' } as const;

/**
 * Records that an attempt was interrupted: the message may have gone out. `isRepeated`: it is tried again, for a day. Null when
 * another worker has changed the receipt.
 */
export async function recordInterrupted(
  context: DeliveryContext,
  receipt: DeliveryReceipt,
  version: string,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<ProcessedDelivery | null> {
  const outcome = isRepeated
    ? { ...INTERRUPTED, repeat: { retryAfterSeconds: null } }
    : INTERRUPTED;
  const result = receiptAfter(context, receipt, outcome);
  if (!(await writeReceipt(context, result, version))) return null;
  context.onProblem(idOf(receipt), outcome);
  return toProcessed(result, context.clock());
}

/**
 * Finishes a receipt without a further attempt; as unknown when an earlier one may have arrived. Null when another worker has
 * changed it.
 */
export async function finishReceipt(
  context: Pick<DeliveryContext, 'repository' | 'codecs' | 'clock'>,
  receipt: DeliveryReceipt,
  version: string | null,
  { state, reason }: { readonly state: 'refused' | 'skipped'; readonly reason: string | null },
): Promise<ProcessedDelivery | null> {
  const now = context.clock();
  const result: DeliveryReceipt = {
    ...receipt,
    state: finalState(receipt, state),
    reason,
    at: new Date(now).toISOString(),
    attemptEndsAt: null,
    nextAttemptAt: null,
  };
  return (await writeReceipt(context, result, version)) ? toProcessed(result, now) : null;
}

function receiptAfter(
  { clock, random }: DeliveryContext,
  claim: DeliveryReceipt,
  outcome: SendOutcome,
): DeliveryReceipt {
  const now = clock();
  const finishedClaim = { ...claim, at: new Date(now).toISOString(), attemptEndsAt: null };
  switch (outcome.state) {
    case 'sent':
      return { ...finishedClaim, state: 'sent', transportId: outcome.transportId };
    case 'refused':
      return { ...finishedClaim, state: finalState(claim, 'refused'), reason: outcome.reason };
    case 'unknown':
    case 'notSent': {
      const { reason } = outcome;
      const pause = outcome.state === 'unknown' ? outcome.repeat : outcome;
      if (pause === undefined) return { ...finishedClaim, state: 'unknown', reason };
      const failedClaim: DeliveryReceipt = {
        ...finishedClaim,
        reason,
        ...(outcome.state === 'unknown' ? { mayHaveArrived: true } : {}),
      };
      const next = nextAttemptAt(claim, pause.retryAfterSeconds, now, random);
      return next === null
        ? { ...failedClaim, state: finalState(failedClaim, 'refused') }
        : { ...failedClaim, nextAttemptAt: new Date(next).toISOString() };
    }
  }
}

/** The state of a delivery that is not tried again: the given one unless an earlier attempt may have arrived. */
function finalState(
  { mayHaveArrived }: Pick<DeliveryReceipt, 'mayHaveArrived'>,
  state: 'refused' | 'skipped',
): DeliveryState {
  return mayHaveArrived === true ? 'unknown' : state;
}

/** A worker that took the attempt for interrupted knew less than this one; a later attempt is not changed. */
async function recordResult(
  context: DeliveryContext,
  claim: DeliveryReceipt,
  result: DeliveryReceipt,
): Promise<void> {
  for (;;) {
    const current = await findReceipt(context, claim, claim.kind);
    const isOwn =
      current?.value?.attempts === claim.attempts &&
      (current.value.attemptEndsAt === claim.attemptEndsAt ||
        current.value.reason === INTERRUPTED.reason);
    if (!isOwn || (await writeReceipt(context, result, current.version))) return;
  }
}

function idOf({ week, folder, subscription }: DeliveryReceipt): DeliveryId {
  return { week, folder, subscription };
}

function toProcessed(
  { state, reason, nextAttemptAt: next }: DeliveryReceipt,
  now: number,
): ProcessedDelivery {
  return {
    state,
    reason,
    repeatAfterSeconds: next === null ? null : secondsUntil(Date.parse(next), now),
  };
}
