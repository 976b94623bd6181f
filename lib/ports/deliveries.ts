// Deliveries of reports to subscribers: jobs, receipts, and what a channel does with a message.
import type { ReportStatus } from '../domain/report.ts';
import type { ReportReady } from './delivery.ts';
import type { ConfirmationMessage, MessageFooter, ReportMessage } from './message.ts';
import type { Codec } from './object-store.ts';
import type { ConfirmationRequest, RequestTimes, Subscription } from './subscriptions.ts';

/** A message of the delivery queue. Processing it again sends nothing twice. */
export type DeliveryJob =
  | {
      readonly kind: 'report';
      readonly week: string;
      readonly folder: number;
      /** The id of the subscription. */
      readonly subscription: string;
    }
  | { readonly kind: 'confirmation'; readonly subscription: string };

/**
 * report: of a week and folder, the first. update: of a report that was partial when it was sent and became complete with
 * another verdict.
 */
export type DeliveryKind = 'report' | 'update';

/**
 * sending: an attempt is in progress, or another one follows. sent: the receiver accepted the message. refused: it did not go
 * out and is not tried again. unknown: it may have gone out; it is not sent again by itself. skipped: there was nothing to
 * send.
 */
export const DELIVERY_STATES = ['sending', 'sent', 'refused', 'unknown', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Stored at `receipts/{week}/{folder}/{subscription}.json`, of an update at `….update.json`. It is written before anything
 * goes out.
 */
export interface DeliveryReceipt {
  readonly week: string;
  readonly folder: number;
  readonly subscription: string;
  readonly kind: DeliveryKind;
  readonly state: DeliveryState;
  /** Of the report that is sent. */
  readonly revision: number;
  readonly status: ReportStatus;
  readonly verdict: string;
  readonly attempts: number;
  /** UTC instant of the first attempt. */
  readonly firstAttemptAt: string;
  /** UTC instant of the last change. */
  readonly at: string;
  /** While an attempt is in progress: UTC instant after which it counts as interrupted. Null otherwise. */
  readonly attemptEndsAt: string | null;
  /** While another attempt follows: not before this UTC instant. Null otherwise. */
  readonly nextAttemptAt: string | null;
  /** Derived from week, folder, subscription and kind: the same for each attempt. */
  readonly messageId: string;
  /** The id that the mail service gave the message. */
  readonly transportId: string | null;
  /** Why it was refused, is unknown, was skipped or is tried again: a code without addresses, e.g. "SMTP_550". */
  readonly reason: string | null;
}

/** The records of subscriptions and deliveries as they are stored. */
export interface DeliveryCodecs {
  readonly subscriptions: Codec<Subscription>;
  readonly receipts: Codec<DeliveryReceipt>;
  readonly confirmations: Codec<ConfirmationRequest>;
  readonly limits: Codec<RequestTimes>;
}

export interface DeliveryJobSender {
  /** Sends jobs, each at least once. Fails with QUEUE_UNAVAILABLE when some could not be sent. */
  send(jobs: readonly DeliveryJob[]): Promise<void>;
}

/** What became of one attempt. `reason` is a code without addresses and texts. */
export type SendOutcome =
  | { readonly state: 'sent'; readonly transportId: string | null }
  /** Permanent. `endsSubscription`: the address does not exist or does not want messages. */
  | { readonly state: 'refused'; readonly reason: string; readonly endsSubscription: boolean }
  /** Known not to have gone out: it can be tried again. */
  | {
      readonly state: 'notSent';
      readonly reason: string;
      readonly retryAfterSeconds: number | null;
    }
  /** It may have gone out. */
  | { readonly state: 'unknown'; readonly reason: string };

export interface OutgoingReport {
  readonly kind: 'report';
  readonly subscription: Subscription;
  /** The same for each attempt; visible ASCII without "@" and "<>". */
  readonly messageId: string;
  readonly message: ReportMessage;
  /** How to stop the messages; null where links are disabled. */
  readonly footer: MessageFooter;
  /** For webhooks. */
  readonly event: ReportReady;
  readonly attachment: { readonly fileName: string; readonly bytes: Uint8Array } | null;
}

/** Asks the owner of a mail address to confirm a subscription. */
export interface OutgoingConfirmation {
  readonly kind: 'confirmation';
  readonly subscription: Subscription;
  readonly messageId: string;
  readonly message: ConfirmationMessage;
}

/** The senders of all channels behind one interface. */
export interface MessageSender {
  /** Makes one attempt. Never throws for reasons of the receiver or the network; a throw is a bug. */
  send(outgoing: OutgoingReport | OutgoingConfirmation): Promise<SendOutcome>;
  close(): Promise<void>;
}
