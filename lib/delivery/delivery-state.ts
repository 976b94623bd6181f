// The state of a delivery as people see it, and whether they can send it again.
import type { Instant } from '../domain/report-inputs.ts';
import type { DeliveryReceipt, ListedState } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import { weeksToDeliver } from './due-time.ts';
import { isKnown, isUnfinished } from './receipts.ts';

export interface DeliveryFacts {
  /** Of the last message, since an update supersedes the first one: null when it can't be decoded, undefined without one. */
  readonly receipt: DeliveryReceipt | null | undefined;
  /** The end of the time in which the first message can be sent. */
  readonly until: Instant;
  readonly hasReport: boolean;
  /** Whether the report says that the place was closed. */
  readonly isClosed: boolean;
}

export function listedState(
  { receipt, until, hasReport, isClosed }: DeliveryFacts,
  now: Instant,
): ListedState {
  if (receipt === null) return 'unknown';
  if (receipt !== undefined) return receipt.state;
  if (isClosed) return 'notDue';
  if (now >= until) return 'missed';
  return hasReport ? 'due' : 'waiting';
}

/** Whether a person decides about it, because nothing else sends it. */
export function canBeSentAgain(delivery: DeliveryFacts, now: Instant): boolean {
  const { receipt, hasReport } = delivery;
  switch (listedState(delivery, now)) {
    case 'refused':
      return true;
    case 'unknown':
      return receipt !== null || hasReport;
    case 'missed':
      return hasReport;
    case 'sending': {
      const isPlanned = weeksToDeliver(now).some(({ name }) => name === receipt?.week);
      return !isPlanned && isKnown(receipt) && isUnfinished(receipt, now);
    }
    case 'sent':
    case 'skipped':
    case 'due':
    case 'waiting':
    case 'notDue':
      return false;
  }
}

/** Whether a subscription gets a message whose time ends at an instant. */
export function isExpected(
  { state, createdAt }: Pick<Subscription, 'state' | 'createdAt'>,
  until: Instant,
): boolean {
  return state === 'active' && Date.parse(createdAt) < until;
}
