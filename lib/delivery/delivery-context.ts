// What the delivery of reports depends on.
import type { Access } from '../reports/access.ts';
import type {
  DeliveryJobSender,
  DeliveryReceipt,
  MessageSender,
  SendOutcome,
} from '../ports/deliveries.ts';
import type { ReportReady } from '../ports/delivery.ts';
import type { Codec } from '../ports/object-store.ts';
import type { LinkKey } from '../ports/secrets.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { Subscription } from '../ports/subscriptions.ts';
import type { Clock } from '../shared/clock.ts';

export interface DeliveryContext extends Access {
  readonly codecs: {
    readonly subscriptions: Codec<Subscription>;
    readonly receipts: Codec<DeliveryReceipt>;
  };
  readonly clock: Clock;
  readonly sender: MessageSender;
  readonly jobs: DeliveryJobSender;
  /** Lower-case domains of mail addresses; empty: every domain. */
  readonly mailDomains: readonly string[];
  /** The first key signs, all are accepted. */
  readonly linkKeys: () => Promise<readonly LinkKey[]>;
  /** Without a trailing slash; null where links are disabled. */
  readonly publicUrl: string | null;
  /** A link that opens exactly this revision without credentials; null where links are disabled. */
  readonly makeLink: (manifest: Manifest) => Promise<string | null>;
  /** Permanent links of the folders below that have a report of the week, by folder. */
  readonly linkPlaces: (
    week: string,
    folders: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
  /** The event of a revision, as webhooks get it. */
  readonly describeReport: (manifest: Manifest) => Promise<ReportReady>;
  /** Called for an attempt that did not end as sent; the reason is a code. */
  readonly onProblem: (
    delivery: { readonly week: string; readonly folder: number; readonly subscription: string },
    outcome: SendOutcome,
  ) => void;
}
