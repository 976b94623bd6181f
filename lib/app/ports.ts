// What the use cases need from the world, named by role. Adapters implement these; nothing here knows how.
import type {
  Alert,
  FollowUps,
  HourCounts,
  Instant,
  SurveyDetails,
  SurveyInFolder,
} from '../domain/facts.ts';
import type { FolderName, Problem, Report } from '../domain/report.ts';

export type {
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

/**
 * The reporting API as the use cases read it. Every call retries what is worth retrying, has a deadline,
 * and fails with a Failure: UPSTREAM_UNAUTHORIZED (the run should stop), UPSTREAM_NOT_FOUND, or another code.
 */
export interface FeedbackSource {
  /** The tree from the root (null) or from one folder down. */
  readFolders(from: number | null, options: { readonly surveys: boolean }): Promise<FolderTree>;
  readSurvey(key: number): Promise<SurveyDetails>;
  /**
   * Summed results by hour of [start, end), counts as the API gives them.
   * In no particular order; the same hour may come twice.
   */
  readHourlyCounts(survey: number, range: Range): Promise<readonly HourCounts[]>;
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
  /** `json`: what the report's ReportRenderer made. Same report, same bytes. */
  render(report: Report, json: RenderedFile): Promise<RenderedFile>;
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

export interface ObjectAttributes {
  readonly contentType: string;
}

/**
 * A store of whole objects under slash-separated keys relative to its root. Reads see every finished write.
 * Every call fails with STORE_UNAVAILABLE when the store can't do it.
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
}

/** How a value is written to the store and read back; `decode` fails with REPORT_DAMAGED. */
export interface Codec<T> {
  encode(value: T): Uint8Array;
  decode(bytes: Uint8Array): T;
}

// ── time ────────────────────────────────────────────────────────────────────────────────────────

export type Clock = () => Instant;
