// What the delivery of reports depends on.
import type { PlaceNotes } from '../domain/place-notes.ts';
import type { FolderName, Report } from '../domain/report.ts';
import type { Access, Caller } from '../reports/access.ts';
import type { ObjectCache } from '../reports/object-cache.ts';
import type {
  DeliveryCodecs,
  DeliveryJobSender,
  DeliveryReceipt,
  MessageSender,
  SendOutcome,
  DeliveryState,
} from '../ports/deliveries.ts';
import type { ConfirmationMessage, MessageFooter, ReportMessage } from '../ports/message.ts';
import type { DocumentRenderer } from '../ports/rendering.ts';
import type { LinkKey } from '../ports/secrets.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { Subscription, SubscriptionChannel } from '../ports/subscriptions.ts';
import type { Clock } from '../shared/clock.ts';
import type { RenderedPdfs } from './rendered-pdfs.ts';

export interface ReportRevision {
  readonly manifest: Manifest;
  readonly report: Report;
}

export interface MessageOptions {
  /** One of the languages of the reports, BCP 47; English for any other. */
  readonly locale: string;
  /** Opens the report without credentials; null where links are disabled. */
  readonly reportUrl: string | null;
  /** The report on the page; null where links are disabled. */
  readonly pageUrl: string | null;
  /** Links to the places below that have a report of the week, by folder. */
  readonly placeUrls: ReadonlyMap<number, string>;
  /** Owners and notes of places, by folder; null where they are switched off. */
  readonly notes: ReadonlyMap<number, PlaceNotes> | null;
  /** Whether the reader got a message about an earlier, partial revision. */
  readonly isUpdate: boolean;
}

/** What a listing of receipts contains of the announcements about a week and folder. */
export interface EarlierAnnouncements {
  /** The number of the last receipt by channel. */
  readonly lastNumbers: ReadonlyMap<string, number>;
  /** Whether the report is announced to a channel without a receipt. */
  readonly announcesToNewChannels: boolean;
}

/** Names of channels. */
export interface AnnouncedChannels {
  readonly announced: readonly string[];
  /** Left to a later tick: the receiver takes no more messages in this one, or another planner may still be sending. */
  readonly left: readonly string[];
}

export interface FooterOptions {
  /** Null where links are disabled. */
  readonly unsubscribeUrl: string | null;
  /** Whether the link of the page opens it for this reader without signing in. */
  readonly isPersonal: boolean;
  /** Whether the PDF is attached. */
  readonly hasPdf: boolean;
}

/** Texts of messages in the reader's language. */
export interface MessageComposer {
  readonly report: (report: Report, options: MessageOptions) => ReportMessage;
  /** One line of plain text without isolates: folder, week, what is missing, the finding. */
  readonly headline: (report: Report, locale: string) => string;
  readonly footer: (
    report: Report,
    subscription: Pick<Subscription, 'channel' | 'address' | 'locale'>,
    options: FooterOptions,
  ) => MessageFooter;
  readonly confirmation: (
    folder: FolderName,
    subscription: Pick<Subscription, 'address' | 'locale'>,
    confirmUrl: string,
  ) => ConfirmationMessage;
  /** A new access link. */
  readonly accessLink: (
    folder: FolderName,
    subscription: Pick<Subscription, 'address' | 'locale'>,
    url: string,
  ) => ConfirmationMessage;
}

export interface DeliveryContext extends Access {
  readonly codecs: DeliveryCodecs;
  /** What was read of listed objects: receipts that are final are read once by a process. */
  readonly caches: {
    readonly subscriptions: ObjectCache<Subscription>;
    readonly receipts: ObjectCache<DeliveryReceipt>;
    readonly manifests: ObjectCache<Manifest>;
  };
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly composer: MessageComposer;
  readonly sender: MessageSender;
  readonly jobs: DeliveryJobSender;
  /** To which messages are sent; subscriptions to others are refused. */
  readonly channels: readonly SubscriptionChannel[];
  /** Lower-case domains of mail addresses; empty: every domain. */
  readonly mailDomains: readonly string[];
  /**
   * The caller with this id as its token grants folders now; null when the token is not valid any more. Fails as the secret
   * does. `fresh`: reads what may have been changed since.
   */
  readonly findTokenCaller: (
    id: string,
    options?: { readonly fresh: boolean },
  ) => Promise<Caller | null>;
  /** The first key signs, all are accepted. `fresh`: reads keys that may have been replaced since. */
  readonly linkKeys: (options?: { readonly fresh: boolean }) => Promise<readonly LinkKey[]>;
  /** Whether the link of a mail opens the page for its recipient. */
  readonly accessLinks: boolean;
  /** Without a trailing slash; null where links are disabled. */
  readonly publicUrl: string | null;
  /** A link that opens exactly this revision without credentials; null where links are disabled. */
  readonly makeLink: (manifest: Manifest) => Promise<string | null>;
  /** Permanent links of the folders below that have a report of the week, by folder. */
  readonly linkPlaces: (
    week: string,
    folders: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
  /** Renders PDFs in a language. */
  readonly pdf: (locale: string) => DocumentRenderer;
  readonly renderedPdfs: RenderedPdfs;
  /** The language of the deployment, for webhooks; BCP 47. */
  readonly locale: string;
  /** Called for an attempt that did not end as sent; the reason is a code. `week` is null for a confirmation. */
  readonly onProblem: (
    delivery: {
      readonly week: string | null;
      readonly folder: number;
      readonly subscription: string;
    },
    outcome: SendOutcome,
  ) => void;
}

/** What planning needs: it enqueues jobs and sends nothing itself. */
export interface DeliveryPlanning extends Pick<
  DeliveryContext,
  'repository' | 'caches' | 'jobs' | 'codecs' | 'clock' | 'tree' | 'findTokenCaller'
> {
  /** Missing where jobs wait in this process, which knows them. */
  readonly queue?: {
    readonly records: DeliveryCodecs['queuedMessages'];
    /** Whether a job waits to be received. Fails with QUEUE_UNAVAILABLE. */
    readonly hasWaitingJobs: () => Promise<boolean>;
  };
  /** Missing where there is neither an event bus nor a webhook of the secret. */
  readonly announcing?: Announcing;
}

/** How reports are announced to the event bus and the webhooks of the secret. */
export interface Announcing {
  /** Announces a revision to the channels to which it was not announced before; may be repeated when it fails. */
  readonly announce: (
    revision: ReportRevision,
    earlier: EarlierAnnouncements,
  ) => Promise<Pick<AnnouncedChannels, 'left'>>;
  /** Whether there is time for another report; the others are left to a later tick. */
  readonly mayStart: () => boolean;
}

/** notDue: nothing was to be done; the message is not due, or the job was done before. */
type DeliveryResultState = DeliveryState | 'notDue' | 'confirmationSent' | 'accessSent';

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
