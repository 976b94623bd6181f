// What people find reports by: the answers of the HTTP API about folders, weeks and one report's files.
// Types alone, so that whoever asks and whoever answers mean the same.
import type { Figures, GroupKey } from '../domain/figures.ts';
import type { ReportChanges, FolderName, ReportStatus } from '../domain/report.ts';

/** The company's folders now, as the caller sees them; parents before children, siblings in the API's order. */
export interface FolderList {
  readonly data: readonly LibraryFolder[];
}

export interface LibraryFolder extends FolderName {
  /** Null where there is none, or the caller doesn't see it. */
  readonly parent: number | null;
  /** The folder's own. */
  readonly surveys: readonly {
    readonly key: number;
    /** Of its question. */
    readonly name: string;
    /** IANA, as the API spells it. */
    readonly timeZone: string;
  }[];
}

/** A week by its days. */
export interface WeekDates {
  /** "2026-W46". */
  readonly week: string;
  /** Its Monday: "2026-11-09". */
  readonly from: string;
  /** The Monday after it; exclusive. */
  readonly to: string;
}

export interface WeekList {
  /** Name of the last week that is over and settled everywhere. */
  readonly latest: string;
  /** The week that isn't over everywhere yet; `closesAt`: UTC instant from which it is. */
  readonly open: WeekDates & { readonly closesAt: string };
  /** Weeks of which something is kept that the caller sees, newest first; at most 120. */
  readonly data: readonly WeekDates[];
}

/**
 * What stands: a report's status, or "damaged" when it can't be read. Where nothing stands: "queued" while a job waits
 * or runs, "failed" when the last one did, "owed" when the plan has it due, "waiting" when it will be.
 */
export type OverviewState =
  'complete' | 'partial' | 'empty' | 'queued' | 'owed' | 'waiting' | 'failed' | 'damaged';

/** The figures of one index type and scale, without counts by button. */
export interface OverviewGroup extends GroupKey, Omit<Figures, 'data' | 'previousData'> {
  readonly surveys: number;
}

export interface OverviewFigures {
  /** That belong in the week, in the whole subtree. */
  readonly surveys: number;
  readonly responses: number;
  readonly previousResponses: number;
  readonly openAlerts: number;
  readonly groups: readonly OverviewGroup[];
}

export interface OverviewFolder {
  readonly key: number;
  /** Null where neither its report nor its parent's can be read. */
  readonly name: string | null;
  /** Null where there is none, or the caller doesn't see it. */
  readonly parent: number | null;
  readonly state: OverviewState;
  /** The last job, while it waits or runs or when it failed, also beside a report that stands. */
  readonly job: {
    readonly state: 'queued' | 'failed';
    /** Why it failed: a code of failures. */
    readonly code: string | null;
  } | null;
  readonly revision: number | null;
  /** UTC instant the data were read. */
  readonly asOf: string | null;
  /** UTC instant from which the plan wants the report; null for a folder that isn't in the plan. */
  readonly dueAt: string | null;
  /** Of the report. */
  readonly problems: number;
  /** Of the standing revision, as its report has them; null where there is none that can be read. */
  readonly figures: OverviewFigures | null;
}

export interface WeekOverview extends WeekDates {
  readonly previousWeek: string;
  /** Whether it is over everywhere. */
  readonly isClosed: boolean;
  /** UTC instant from which it is. */
  readonly closesAt: string;
  readonly plan: 'none' | 'open' | 'done' | 'damaged';
  /** Of `folders`, by state. */
  readonly totals: Readonly<Record<OverviewState, number>>;
  /** Those that the caller sees, parents before children. Of a week that isn't over: none. */
  readonly folders: readonly OverviewFolder[];
}

/** The revisions of a report that can be had, newest first. */
export interface RevisionList {
  readonly data: readonly {
    readonly revision: number;
    /** UTC instant the data were read. */
    readonly asOf: string;
    readonly status: ReportStatus;
    readonly responses: number;
    /** Null in revision 1, and where the one before couldn't be read any more. */
    readonly changes: ReportChanges | null;
  }[];
}

export interface LinkedFile {
  /** Works without credentials until it expires: as secret as the file. */
  readonly url: string;
  /** What a browser calls it. */
  readonly name: string;
  readonly bytes: number;
}

/** Where a standing report's files are, by links signed now. */
export interface ReportFiles {
  /** Shows the PDF where `pdf` saves it. */
  readonly view: string;
  readonly pdf: LinkedFile;
  readonly json: LinkedFile;
  /** UTC instant from which the links open nothing any more. */
  readonly expiresAt: string;
}
