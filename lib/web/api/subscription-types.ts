// The bodies about subscriptions and deliveries that the HTTP API answers with.
import type { DeliveryReceipt, SendOutcome } from '../../ports/deliveries.ts';
import type { EndReason, Subscription } from '../../ports/subscriptions.ts';

export interface SubscriptionBody extends Omit<Subscription, 'createdBy' | 'reason'> {
  readonly reason: EndReason | null;
  readonly isMine: boolean;
}
export interface SubscriptionList {
  readonly data: readonly SubscriptionBody[];
}
export interface CreatedSubscriptionBody extends SubscriptionBody {
  readonly signingKey: string | null;
}
export interface MessagePreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
export interface TestOutcomeBody {
  readonly state: SendOutcome['state'];
  readonly reason: string | null;
}
export type ReceiptBody = Pick<
  DeliveryReceipt,
  | 'kind'
  | 'state'
  | 'revision'
  | 'status'
  | 'verdict'
  | 'attempts'
  | 'firstAttemptAt'
  | 'at'
  | 'nextAttemptAt'
  | 'reason'
>;
export interface DeliveryList {
  readonly data: readonly {
    readonly subscription: SubscriptionBody;
    readonly receipt: ReceiptBody | null;
    readonly update: ReceiptBody | null;
    readonly dueAt: string;
    readonly hasReport: boolean;
  }[];
}
