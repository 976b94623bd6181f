// The reporting API as report making needs it; the feedback-api adapter implements it.
import type {
  ActivePeriod,
  Alert,
  DayCounts,
  FollowUps,
  HourCounts,
  Instant,
  SurveyDetails,
  SurveyInFolder,
} from '../domain/report-inputs.ts';
import type { FolderName, ReportProblem } from '../domain/report.ts';

/** Half-open [start, end). */
export interface Range {
  readonly start: Instant;
  readonly end: Instant;
}

/** A folder with its subtree; no folder and no survey occurs twice. */
export interface Folder extends FolderName {
  readonly folders: readonly Folder[];
  readonly surveys: readonly SurveyInFolder[];
}

export interface FolderTree {
  readonly root: Folder;
  /** Problems of the tree that were corrected, e.g. a survey in two folders; those without a folder concern all reports. */
  readonly notes: readonly ReportProblem[];
}

/** The part of the reporting API that lists folders. */
export interface FolderSource {
  /** The tree from the root (null) or from one folder downwards. */
  readFolders(from: number | null, options: { readonly surveys: boolean }): Promise<FolderTree>;
}

/**
 * The reporting API as the use cases read it. Every call retries temporary failures, has a deadline, and fails with a
 * Failure: one that ends the run (`endsRun`), UPSTREAM_NOT_FOUND, or another code.
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
  /** The same by local day, by the date written in the response. */
  readDailyCounts(survey: number, range: Range): Promise<Iterable<DayCounts>>;
  readFollowUps(survey: number, range: Range): Promise<FollowUps>;
  /** Alerts open at some time in [start, end) of the folder's own surveys and, with `childFolders`, of its subtree. */
  readAlerts(
    folder: number,
    range: Range,
    options: { readonly childFolders: boolean },
  ): Promise<readonly Alert[]>;
}
