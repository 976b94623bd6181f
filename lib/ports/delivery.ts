// Notifications about reports; the events and webhook adapters implement it.
import type { ReportMessage } from './message.ts';
import type { WebhookSetting } from './secrets.ts';
import type { FolderName, ReportStatus } from '../domain/report.ts';
import type { StoredFile } from './stored-records.ts';
import type { ReportSignal, ReportVerdict } from '../domain/verdict.ts';

/** A notification about a revision; its schema is published: docs/report-ready.schema.json. */
export interface ReportReady {
  readonly version: '1';
  readonly week: string;
  readonly folder: FolderName;
  readonly revision: number;
  readonly status: ReportStatus;
  /** UTC instant the data were read. */
  readonly asOf: string;
  /** Of the change from last week; decides whether a later revision is announced. */
  readonly verdict: ReportVerdict;
  /** Of the week compared with usual weeks; null in a report of version "1", and when no survey was read. */
  readonly signal: ReportSignal | null;
  readonly sentence: string;
  /** Opens the report without credentials, so it is as secret as the report; null where links are disabled. */
  readonly link: string | null;
  /** As in the manifest. */
  readonly files: { readonly pdf: StoredFile; readonly json: StoredFile };
}

export interface EventSender {
  /** Fails with DELIVERY_FAILED. */
  publish(event: ReportReady): Promise<void>;
}

export interface WebhookMessage {
  /** The same for every attempt at the same notification; visible ASCII. */
  readonly id: string;
  readonly report: ReportReady;
  /** What chats show of the report. */
  readonly content: ReportMessage;
}

/** "accepted": the receiver answered 202, which does not confirm delivery. */
export type DeliveryResult = 'delivered' | 'accepted';

export interface WebhookSender {
  /** Makes one attempt. Fails with DELIVERY_FAILED. */
  send(webhook: WebhookSetting, message: WebhookMessage): Promise<DeliveryResult>;
}
