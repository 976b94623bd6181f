// What the use cases need from the world, named by role. Adapters implement these; nothing here knows how.
import type {
  ActivePeriod,
  Alert,
  FollowUps,
  HourCounts,
  Instant,
  SurveyDetails,
  SurveyInFolder,
} from '../domain/facts.ts';
import type { FolderName, Problem, Report, ReportStatus } from '../domain/report.ts';
import type { StoredFile } from '../domain/stored.ts';
import type { ReportVerdict } from '../domain/verdict.ts';

export type {
  ActivePeriod,
  Alert,
  FollowUps,
  HourCounts,
  Instant,
  OffsetInstant,
  Question,
  SurveyDetails,
  SurveyInFolder,
} from '../domain/facts.ts';

/** Half-open [start, end). */
export interface Range {
  readonly start: Instant;
  readonly end: Instant;
}

// ── the reporting API ───────────────────────────────────────────────────────────────────────────

/** A folder with everything below it; no folder and no survey occurs twice. */
export interface Folder extends FolderName {
  readonly folders: readonly Folder[];
  readonly surveys: readonly SurveyInFolder[];
}

export interface FolderTree {
  readonly root: Folder;
  /** What was odd about the tree and has been mended, e.g. a survey in two folders. */
  readonly notes: readonly Problem[];
}

/** The reporting API for those who need nothing of it but folders. */
export interface FolderSource {
  /** The tree from the root (null) or from one folder down. */
  readFolders(from: number | null, options: { readonly surveys: boolean }): Promise<FolderTree>;
}

/**
 * The reporting API as the use cases read it. Every call retries what is worth retrying, has a deadline,
 * and fails with a Failure: what ends the run (`endsRun`), UPSTREAM_NOT_FOUND, or another code.
 */
export interface FeedbackSource extends FolderSource {
  readSurvey(key: number): Promise<SurveyDetails>;
  /** The active periods of all surveys of these questions, by survey. */
  readActivePeriods(
    questions: readonly number[],
  ): Promise<ReadonlyMap<number, readonly ActivePeriod[]>>;
  /**
   * Summed results by hour of [start, end), counts as the API gives them.
   * In no particular order; the same hour may come twice.
   */
  readHourlyCounts(survey: number, range: Range): Promise<Iterable<HourCounts>>;
  readFollowUps(survey: number, range: Range): Promise<FollowUps>;
  /** Alerts open at some time in [start, end) of the folder's own surveys and, when asked, of all below. */
  readAlerts(
    folder: number,
    range: Range,
    options: { readonly childFolders: boolean },
  ): Promise<readonly Alert[]>;
}

// ── rendering ───────────────────────────────────────────────────────────────────────────────────

export interface RenderedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Without the dot. */
  readonly extension: 'pdf' | 'json';
}

export interface ReportRenderer {
  /** Same report, same bytes. */
  render(report: Report): Promise<RenderedFile>;
}

/** Renders for people, with the same figures for machines inside. */
export interface DocumentRenderer {
  /**
   * `json`: what the report's ReportRenderer made. `links`: addresses of direct children's reports by folder, below
   * the address that people reach us by; a TypeError for any other. Same report and links, same bytes.
   */
  render(
    report: Report,
    json: RenderedFile,
    links: ReadonlyMap<number, string>,
  ): Promise<RenderedFile>;
}

/** Reads back what the JSON renderer wrote. */
export interface ReportReader {
  read(bytes: Uint8Array): Report;
}

// ── keeping ─────────────────────────────────────────────────────────────────────────────────────

export interface StoredObject {
  readonly bytes: Uint8Array;
  /** Changes whenever the object does; for `replace`. */
  readonly version: string;
}

/** An object without its bytes. */
export interface ListedObject {
  readonly key: string;
  /** As `read` gives it. */
  readonly version: string;
}

export interface ObjectAttributes {
  readonly contentType: string;
  /** What a browser calls the file when a person downloads it; visible ASCII without quotes. */
  readonly fileName?: string;
}

/**
 * A store of whole objects under slash-separated keys relative to its root. Reads see every finished write.
 * Every call fails with STORE_UNAVAILABLE when the store can't do it, with STORE_REFUSED when it may not.
 */
export interface ObjectStore {
  read(key: string): Promise<StoredObject | null>;
  /** Creates an object that isn't there; false and no effect when there is one (If-None-Match: *). */
  create(key: string, bytes: Uint8Array, attributes: ObjectAttributes): Promise<boolean>;
  /** Replaces the very version that was read; false and no effect when it has changed (If-Match). */
  replace(
    key: string,
    bytes: Uint8Array,
    version: string,
    attributes: ObjectAttributes,
  ): Promise<boolean>;
  /** The names directly below a prefix that ends in a slash, ascending by code unit: 'a/b' and 'a/b/c' give 'b' once. */
  children(prefix: string): Promise<readonly string[]>;
  /**
   * All objects below a prefix that ends in a slash, ascending by key, by code unit. `named`: only those whose key ends
   * in this segment; a store may have to read what it tells of.
   */
  entries(prefix: string, named?: string): Promise<readonly ListedObject[]>;
  /** Removes an object; nothing happens when there is none. */
  remove(key: string): Promise<void>;
}

/** What a signed link lives for, in every store. */
export const SIGNED_SECONDS = 300;

/** Makes a link to a stored file that works without credentials, at once and for no longer than that. */
export type SignLink = (file: {
  readonly key: string;
  /** The method that the link is for: S3 refuses a signature with any other. Default: GET. */
  readonly method?: 'GET' | 'HEAD';
  /** What the browser calls it. */
  readonly name: string;
  /** Whether the browser saves the file or shows it where it can; default: it saves it. */
  readonly disposition?: 'attachment' | 'inline';
}) => Promise<string>;

/** How a value is written to the store and read back; `decode` fails with REPORT_DAMAGED. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

// ── jobs ────────────────────────────────────────────────────────────────────────────────────────

/** One report to be made. Doing it twice does no harm: what is there already and fresh enough is kept. */
export interface ReportJob {
  readonly week: string;
  readonly folder: number;
  /** A report whose data were read before this UTC instant is made again; null: what stands complete is kept. */
  readonly since: string | null;
  /**
   * Makes the job a second look: a complete report whose data were read before this UTC instant is made again only
   * when the reporting API's counts have changed.
   */
  readonly look?: string;
}

export interface JobSender {
  /** Hands jobs over, each at least once. Fails with QUEUE_UNAVAILABLE when some could not be sent. */
  send(jobs: readonly ReportJob[]): Promise<void>;
}

// ── secrets ─────────────────────────────────────────────────────────────────────────────────────

/** Of the reporting API. */
export interface Credentials {
  readonly clientId: string;
  readonly apiToken: string;
}

export interface CredentialSource {
  read(): Promise<Credentials>;
  /** Asks again after these were refused; null when there are no others. */
  renew(refused: Credentials): Promise<Credentials | null>;
}

export interface LinkKey {
  /** Visible in the links that it signs. */
  readonly id: string;
  readonly key: string;
}

/** A bearer token of the HTTP API by its hash, and the folders it sees with all below them. */
export interface ApiToken {
  /** Of the token, in lower-case hex. */
  readonly sha256: string;
  readonly folders: readonly number[];
}

/** Who is told of a folder's reports, and of those below it. */
export interface Subscription {
  readonly folder: number;
  readonly url: string;
  /** Signs what is sent. */
  readonly key: string;
  /** What its messages are made for; left out: generic. */
  readonly kind?: WebhookKind;
}

export type WebhookKind = 'slack' | 'teams' | 'generic';

/** What only this deployment knows. */
export interface ReportsSecret {
  readonly credentials: Credentials;
  /** The first one signs, all are accepted. */
  readonly linkKeys: readonly LinkKey[];
  readonly apiTokens: readonly ApiToken[];
  readonly webhooks: readonly Subscription[];
}

export interface SecretSource {
  /** Fails with SECRET_UNAVAILABLE or SECRET_INVALID. */
  read(): Promise<ReportsSecret>;
  /** Asks anew, at most once in ten seconds, where what was read may be of before a rotation; fails as `read` does. */
  renew?(): Promise<ReportsSecret>;
}

// ── time ────────────────────────────────────────────────────────────────────────────────────────

export type Clock = () => Instant;

// ── telling others ──────────────────────────────────────────────────────────────────────────────

/** Says what a report says first, in the reader's language. */
export interface ReportSpeaker {
  /** One line of plain text without isolates: folder, week, what is missing, the verdict's sentence. */
  sentence(report: Report): string;
}

/** What is told of a revision; published: docs/report-ready.schema.json. */
export interface ReportReady {
  readonly version: '1';
  readonly week: string;
  readonly folder: FolderName;
  readonly revision: number;
  readonly status: ReportStatus;
  /** UTC instant the data were read. */
  readonly asOf: string;
  readonly verdict: ReportVerdict;
  readonly sentence: string;
  /** Opens the report without credentials, so it is as secret as the report; null where none can be made. */
  readonly link: string | null;
  /** As in the manifest. */
  readonly files: { readonly pdf: StoredFile; readonly json: StoredFile };
}

export interface EventSender {
  /** Fails with DELIVERY_FAILED. */
  publish(event: ReportReady): Promise<void>;
}

export interface WebhookMessage {
  /** The same whenever the same is told; visible ASCII. */
  readonly id: string;
  readonly report: ReportReady;
}

/** "accepted": the receiver took it (202) and has said nothing about what becomes of it. */
export type Delivery = 'delivered' | 'accepted';

export interface WebhookSender {
  /** Sends a message once. Fails with DELIVERY_FAILED. */
  send(subscription: Subscription, message: WebhookMessage): Promise<Delivery>;
}
