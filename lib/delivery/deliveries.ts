// The deliveries of a week as people see them, sending one again, and a test message.
import type { Week } from '../domain/calendar.ts';
import type { Caller } from '../reports/access.ts';
import type { DeliveryReceipt, OutgoingReport, SendOutcome } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { DeliveryContext } from './delivery-context.ts';

export interface Delivery {
  readonly subscription: Subscription;
  /** Null when nothing was attempted. */
  readonly receipt: DeliveryReceipt | null;
  /** Of a report that was partial when it was sent; null without one. */
  readonly update: DeliveryReceipt | null;
  /** Without a receipt: UTC instant at which the message is due, and whether the report is there. */
  readonly dueAt: string;
  readonly hasReport: boolean;
}

/** Of the folders that the caller sees, by folder and subscription. */
export function listDeliveries(
  _context: DeliveryContext,
  _caller: Caller,
  _week: Week,
): Promise<readonly Delivery[]> {
  throw new Error('not implemented');
}

/**
 * Sends a delivery whose receipt is `unknown` or `refused` again, by a new job. Fails with SUBSCRIPTION_NOT_FOUND, or
 * DELIVERY_STATE for another receipt.
 */
export function sendAgain(
  _context: DeliveryContext,
  _caller: Caller,
  _delivery: { readonly week: string; readonly subscription: string },
): Promise<DeliveryReceipt> {
  throw new Error('not implemented');
}

/** The message that a subscription would get of its folder's newest report; null without a report. */
export function previewMessage(
  _context: DeliveryContext,
  _subscription: Subscription,
): Promise<OutgoingReport | null> {
  throw new Error('not implemented');
}

/** Sends that message now, without a receipt. Fails with REPORT_NOT_FOUND, SUBSCRIPTION_STATE or TOO_MANY_CONFIRMATIONS. */
export function sendTest(
  _context: DeliveryContext,
  _caller: Caller,
  _subscription: string,
): Promise<SendOutcome> {
  throw new Error('not implemented');
}
