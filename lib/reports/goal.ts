// Which reports of a week to bring up to date, and the results.
import type { Instant } from '../domain/report-inputs.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import type { Week } from '../domain/calendar.ts';
import type { FolderName, Report, ReportProblem } from '../domain/report.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { CommitContext } from './commit.ts';
import type { MadeReport } from './make-report.ts';

export interface GoalContext {
  readonly source: FeedbackSource;
  readonly repository: CommitContext;
  readonly clock: Clock;
  readonly rules: FigureRules;
  /** How many surveys are read concurrently. */
  readonly concurrency: number;
  /** Called with each report that was committed; does not fail. */
  readonly onCommit?: (report: Report, manifest: Manifest) => void;
}

/** A folder as the company has it. */
export interface GoalFolder {
  readonly folder: Folder;
  /** Root first. */
  readonly path: readonly FolderName[];
  /** Whether a report is due even if no survey of the subtree belongs in the week. */
  readonly isAlwaysDue: boolean;
  /** Problems of the folder tree that concern this folder. */
  readonly notes: readonly ReportProblem[];
  /**
   * Whether it is above the folders that were asked for, and due or requested itself: then its report follows those below, once each of
   * them is there, and is not made again for other reasons.
   */
  readonly follows: boolean;
  /**
   * A report whose data were read before this UTC instant is made again, without data that can't be read now; one that follows is then
   * made without them. Null: for no other reason.
   */
  readonly since: string | null;
}

/** The reports to bring up to date. */
export interface Goal {
  readonly week: Week;
  readonly asOf: Instant;
  /** Parents before children. */
  readonly folders: readonly GoalFolder[];
  /** Which report contains which, and whether the week is done; the reports of folders that are not in `folders` are used as they are stored. */
  readonly plan: Plan;
  /** Whether the week has settled everywhere: then a complete report keeps its surveys, wherever they are now. */
  readonly isSettled: boolean;
  /** Those that a folder's report depends on; null when they can't be read. */
  readonly settingsOf: (folder: number) => FolderSettings | null;
  /** Whether a change of the settings makes reports of this week outdated. */
  readonly followsSettings: boolean;
  /** Whether complete reports are made again, too. */
  readonly force: boolean;
  /** The counts of reports whose data were read before this instant are compared with those of the reporting API; null: of none. */
  readonly comparesBefore: Instant | null;
  /** Folders of the plan that the company no longer has: no report waits for one of them. */
  readonly gone: ReadonlySet<number>;
  /** Whether the company has a folder; where it was not read as a whole, a part of it. */
  readonly isInCompany: (folder: number) => boolean;
  /** Folders whose reports could not be made; one that is above them and late is made without them. */
  readonly givenUp: () => Promise<ReadonlySet<number>>;
  /** Whether there is time for another report. */
  readonly mayStart: () => boolean;
  /** Whether a survey is in the company's tree, read now. */
  readonly isInTree: (survey: number) => Promise<boolean>;
  readonly onResult?: (folder: FolderName, result: FolderResult) => void;
}

/**
 * What a report that was kept may lack: "unknown": data that can't be read now; "gone": later data of a report with a survey that the
 * reporting API no longer has, which only a forced run makes again, without that survey.
 */
export type Lacking = 'unknown' | 'gone' | null;

/** Milliseconds. */
export interface StepDurations {
  /** Reading its surveys. */
  readonly gather: number;
  /** Rendering and writing. */
  readonly commit: number;
}

export type FolderResult =
  | {
      readonly outcome: 'made';
      readonly report: MadeReport;
      /** Without waiting for the reports below and for other folders. */
      readonly durations: StepDurations;
    }
  | { readonly outcome: 'kept'; readonly report: MadeReport; readonly lacks: Lacking }
  /** No report is due. */
  | { readonly outcome: 'nothing' }
  /** A report below it is missing, because its folder has failed. */
  | { readonly outcome: 'waiting' }
  /** There was no time for it, or for a report below it. */
  | { readonly outcome: 'left' }
  | {
      readonly outcome: 'failed';
      readonly error: unknown;
      /** The stored report, which those above contain. */
      readonly report: MadeReport | null;
    };
