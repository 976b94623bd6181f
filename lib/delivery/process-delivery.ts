// Processes one delivery job: claims the receipt, makes one attempt, and records what became of it.
import type { DeliveryJob, DeliveryState } from '../ports/deliveries.ts';
import type { DeliveryContext } from './delivery-context.ts';

export type DeliveryResultState = DeliveryState | 'notDue' | 'confirmationSent';

export interface ProcessedDelivery {
  readonly state: DeliveryResultState;
  readonly reason: string | null;
  /** Seconds after which the job has to be repeated; null when it is finished. */
  readonly repeatAfterSeconds: number | null;
}

export function processDelivery(
  _context: DeliveryContext,
  _job: DeliveryJob,
): Promise<ProcessedDelivery> {
  throw new Error('not implemented');
}
