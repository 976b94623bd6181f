// What became of a delivery job.
import type { DeliveryState } from '../ports/deliveries.ts';

/** notDue: nothing was to be done; the message is not due, or the job was done before. */
export type DeliveryResultState = DeliveryState | 'notDue' | 'confirmationSent';

export interface ProcessedDelivery {
  readonly state: DeliveryResultState;
  readonly reason: string | null;
  /** Seconds after which the job has to be repeated; null when it is finished. */
  readonly repeatAfterSeconds: number | null;
}

export const NOTHING_TO_DO: ProcessedDelivery = {
  state: 'notDue',
  reason: null,
  repeatAfterSeconds: null,
};
