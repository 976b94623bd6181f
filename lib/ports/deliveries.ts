// Deliveries of reports to subscribers: jobs, receipts, and what a channel does with a message.
import * as z from 'zod';
import type { ReportStatus, FolderName } from '../domain/report.ts';
import type { ReportState, ReportVerdict } from '../domain/verdict.ts';
import type { ConfirmationMessage, MessageFooter, ReportMessage } from './message.ts';
import type { ValueOf } from './common-schemas.ts';
import { count, key, revision, status, utcInstant, week } from './common-schemas.ts';
import type { Codec } from './object-store.ts';
import type {
  AccessRequests,
  ConfirmationRequest,
  RequestTimes,
  Subscription,
} from './subscriptions.ts';
import { subscriptionId } from './subscriptions.ts';
import type { WebhookSetting } from './secrets.ts';
import type { StoredFile } from './stored-records.ts';

export const deliveryJobSchema = z.union([
  z.object({ kind: z.literal('report'), week, folder: key, subscription: subscriptionId }),
  z.object({ kind: z.literal('confirmation'), subscription: subscriptionId }),
  z.object({
    kind: z.literal('access'),
    /** The part of the ids of all subscriptions of one address; used in a key of the store as it is. */
    recipient: z.string().regex(/^[0-9a-v]{20}$/),
    requestedAt: utcInstant,
  }),
]);
/** A message of the delivery queue. Processing it again sends nothing twice. */
export type DeliveryJob = ValueOf<typeof deliveryJobSchema>;

const deliveryKind = z.enum(['report', 'update']);
/**
 * report: of a week and folder, the first. update: of a report that was partial when it was sent and became complete with
 * another verdict.
 */
export type DeliveryKind = ValueOf<typeof deliveryKind>;

/**
 * sending: an attempt is in progress, or another one follows. sent: the receiver accepted the message. refused: it did not go
 * out and is not tried again. unknown: it may have gone out; it is not sent again by itself. skipped: there was nothing to
 * send.
 */
export const DELIVERY_STATES = ['sending', 'sent', 'refused', 'unknown', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * In lists, also of deliveries without a receipt. waiting: for the report. due: it follows. missed: its time was over before it
 * was sent. notDue: the place had no survey in the week.
 */
export const LISTED_STATES = [...DELIVERY_STATES, 'waiting', 'due', 'missed', 'notDue'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

export const deliveryReceiptSchema = z.object({
  week,
  folder: key,
  subscription: subscriptionId,
  kind: deliveryKind,
  state: z.enum(DELIVERY_STATES),
  /** Revision of the report that is sent. */
  revision,
  status,
  verdict: z.string(),
  attempts: count,
  firstAttemptAt: utcInstant,
  /** Of the last change. */
  at: utcInstant,
  /** While an attempt is in progress: after this it counts as interrupted. Null otherwise. */
  attemptEndsAt: utcInstant.nullable(),
  /** While another attempt follows: not before this. Null otherwise. */
  nextAttemptAt: utcInstant.nullable(),
  /** Derived from week, folder, subscription and kind: the same for each attempt. */
  messageId: z.string(),
  /** The id that the mail service gave the message. */
  transportId: z.string().nullable(),
  /** Why it was refused, is unknown, was skipped or is tried again: a code without addresses, e.g. "SMTP_550". */
  reason: z.string().nullable(),
  /** Present when an earlier attempt may have reached a receiver that drops repeated messages. */
  mayHaveArrived: z.literal(true).exactOptional(),
});
/**
 * Stored at `receipts/{week}/{folder}/{subscription}.json`, of an update at `….update.json`. It is written before anything
 * goes out.
 */
export type DeliveryReceipt = ValueOf<typeof deliveryReceiptSchema>;

const queuedMessage = z.object({
  subscription: subscriptionId,
  /** Of the tick that first found it due. */
  dueAt: utcInstant,
  /** When its job was last sent to the queue. */
  queuedAt: utcInstant,
  /** `at` of its last receipt then; null without one. A worker that processes the job changes it. */
  receiptAt: utcInstant.nullable(),
});
export type QueuedMessage = ValueOf<typeof queuedMessage>;

export const queuedMessagesSchema = z.object({ week, messages: z.array(queuedMessage) });
/** What the planner knows of a week's messages that are to be sent, at `requests/{week}/queued-messages.json`. */
export type QueuedMessages = ValueOf<typeof queuedMessagesSchema>;

export const announcedReportsSchema = z.object({
  week,
  /** Versions of the manifests of reports of which nothing is left to be announced, by folder. */
  reports: z.record(z.string(), z.string()),
  /** Of the other reports: when a tick first found each, by folder. */
  waiting: z.record(z.string(), utcInstant),
  /** Of the waiting reports, the folders of those that are announced only to channels with a receipt. */
  toKnownChannels: z.array(key).default([]),
  /** Of the waiting reports, the folders of those that failed, the latest failure last. */
  failed: z.array(key).default([]),
});
/** Which reports of a week were compared with their receipts, at `requests/{week}/announced.json`. */
export type AnnouncedReports = ValueOf<typeof announcedReportsSchema>;

/** The records of subscriptions and deliveries as they are stored. */
export interface DeliveryCodecs {
  readonly subscriptions: Codec<Subscription>;
  readonly receipts: Codec<DeliveryReceipt>;
  readonly confirmations: Codec<ConfirmationRequest>;
  readonly accessRequests: Codec<AccessRequests>;
  readonly limits: Codec<RequestTimes>;
  readonly queuedMessages: Codec<QueuedMessages>;
  readonly announcedReports: Codec<AnnouncedReports>;
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
  | {
      readonly state: 'unknown';
      readonly reason: string;
      /** Present when the receiver drops a message that it got before, so that it can be tried again. */
      readonly repeat?: { readonly retryAfterSeconds: number | null };
    };

export function notSent(reason: string, retryAfterSeconds: number | null = null): SendOutcome {
  return { state: 'notSent', reason, retryAfterSeconds };
}

export function refused(reason: string, endsSubscription = false): SendOutcome {
  return { state: 'refused', reason, endsSubscription };
}

export interface OutgoingReport {
  readonly kind: 'report';
  readonly subscription: Subscription;
  /** The same for each attempt; letters, digits, "-" and "_". */
  readonly messageId: string;
  readonly message: ReportMessage;
  /** How to stop the messages; null where links are disabled. */
  readonly footer: MessageFooter;
  /** For webhooks. */
  readonly event: ReportReady;
  /** Each signs a message to a webhook; none for other channels, whose receivers have no key. */
  readonly signingKeys: readonly string[];
  readonly attachment: { readonly fileName: string; readonly bytes: Uint8Array } | null;
}

/** A message with one link instead of a report: to confirm a subscription, or to open the page. */
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

/** The announcement of a revision; its schema is published: docs/report-ready.schema.json. */
export interface ReportReady {
  readonly version: '1';
  readonly week: string;
  readonly folder: FolderName;
  readonly revision: number;
  readonly status: ReportStatus;
  /** UTC instant the data were read. */
  readonly asOf: string;
  /** Verdict on the change from last week; decides whether a later revision is announced. */
  readonly verdict: ReportVerdict;
  /** Signal of the week compared with usual weeks; null in a report of version "2", and when no survey was read. */
  readonly signal: ReportState | null;
  readonly sentence: string;
  /** Opens the report without credentials, so it is as secret as the report; null where links are disabled. */
  readonly link: string | null;
  /** As in the manifest. */
  readonly files: { readonly pdf: StoredFile; readonly json: StoredFile };
}

/**
 * What DELIVERY_FAILED says of an announcement that did not go out and that the receiver may take later: that it is temporary, and
 * the seconds for which it is to wait, if the receiver named them.
 */
export type TemporaryRefusal = Readonly<{ isTemporary: true; retryAfterSeconds: number | null }>;

export interface EventSender {
  /** Fails with DELIVERY_FAILED; its facts may be those of a `TemporaryRefusal`. */
  publish(event: ReportReady): Promise<void>;
}

export interface WebhookMessage {
  /** The same for every attempt at the same announcement; visible ASCII. */
  readonly id: string;
  readonly report: ReportReady;
  /** What chats show of the report. */
  readonly content: ReportMessage;
}

/** "accepted": the receiver answered 202, which does not confirm delivery. */
export type DeliveryResult = 'delivered' | 'accepted';

export interface WebhookSender {
  /** Makes one attempt. Fails with DELIVERY_FAILED; its facts may be those of a `TemporaryRefusal`. */
  send(webhook: WebhookSetting, message: WebhookMessage): Promise<DeliveryResult>;
}

/**
 * bounced: the address does not exist or refuses messages for good. complained: the reader called the message spam.
 * rejected: the service did not send the message after all. other: nothing has to be done, e.g. a temporary bounce.
 */
export type MailEventKind = 'bounced' | 'complained' | 'rejected' | 'other';

export interface MailEvent {
  readonly kind: MailEventKind;
  /** The subscription that the message was sent for; null when the message names none. */
  readonly subscription: string | null;
  /** Mail addresses that the event is about, in lower case. */
  readonly recipients: readonly string[];
}
