// Level-triggered like the planning of reports: enqueues a job for each delivery of a week that is due and has no receipt.
import type { Week } from '../domain/calendar.ts';
import type { Instant } from '../domain/facts.ts';
import type { DeliveryContext } from './delivery-context.ts';

export interface PlannedDeliveries {
  readonly week: string;
  /** Active subscriptions of folders with a report, whose time has come. */
  readonly due: number;
  readonly enqueued: number;
  /** Deliveries of the week by state, as far as receipts were read. */
  readonly refused: number;
  readonly unknown: number;
}

export function planDeliveries(
  _context: DeliveryContext,
  _week: Week,
  _now: Instant,
): Promise<PlannedDeliveries> {
  throw new Error('not implemented');
}
