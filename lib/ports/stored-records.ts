// Records in the store besides the report files: manifests, job records, revocations, receipts, plans, and the progress of the
// planner and of reconciliations.
import type { FolderName, ReportProblem, ReportStatus } from '../domain/report.ts';
import type { ReportJob } from './job-queue.ts';

/** An immutable file; its key contains the hash of its content. */
export interface StoredFile {
  /** Relative to the store's root. */
  readonly key: string;
  readonly bytes: number;
  /** Hash of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** Makes a report visible: a report without a manifest does not exist. */
export interface Manifest {
  readonly week: string;
  readonly folder: FolderName;
  readonly revision: number;
  readonly status: ReportStatus;
  /** UTC instant the data were read. */
  readonly asOf: string;
  readonly files: { readonly pdf: StoredFile; readonly json: StoredFile };
  /** As in the report. */
  readonly problems: readonly ReportProblem[];
  /** The release that made it; missing in manifests of early ones. */
  readonly madeBy?: string;
  /** Digest of the settings that the report depends on; missing without any, and in manifests of earlier releases. */
  readonly settings?: string;
  /** The revisions of the folders directly below that the report contains, by key; missing in manifests of earlier releases. */
  readonly contains?: Readonly<Record<string, number>>;
}

/** The last job of a report. */
export interface JobRecord {
  readonly week: string;
  readonly folder: number;
  /** As in ReportJob. */
  readonly since: string | null;
  /** The current revision when the job was enqueued; null when there was none. */
  readonly supersedes: number | null;
  readonly state: 'queued' | 'ended' | 'failed';
  /** UTC instant of the last change. */
  readonly at: string;
  /** Why it failed: a code of failures and its facts. */
  readonly failure: {
    readonly code: string;
    readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  } | null;
  /** Present when the record was written before its message was sent. */
  readonly sending?: {
    /** Identifies the request that sends the message, so that it recognizes its own record. */
    readonly id: string;
    readonly isSent: boolean;
  };
}

/** A revoked link. */
export interface Revocation {
  /** Id of the link. */
  readonly id: string;
  /** UTC instant. */
  readonly revokedAt: string;
}

/** An announcement that its receiver has refused for a time. */
export interface RefusedAnnouncement {
  readonly attempts: number;
  /** UTC instants. */
  readonly firstAttemptAt: string;
  readonly nextAttemptAt: string;
}

/** The announcement of a revision to a channel; written before it is sent, so that it is never sent twice. */
export interface Receipt {
  readonly week: string;
  readonly folder: number;
  readonly revision: number;
  /** "event", or a webhook by a digest of its URL. */
  readonly channel: string;
  /** The verdict of the report. */
  readonly verdict: string;
  /** UTC instant. */
  readonly at: string;
  /** Present while another attempt follows; earlier releases take the announcement for one that was sent. */
  readonly refused?: RefusedAnnouncement;
}

/** The reports that are due for a week. */
export interface Plan {
  readonly week: string;
  readonly folders: readonly {
    readonly key: number;
    /** Null for the root. */
    readonly parent: number | null;
    /** UTC instant from which the report is due. */
    readonly dueAt: string;
  }[];
  /** UTC instant from which no report was missing or partial; null before. */
  readonly doneAt: string | null;
  /** Digest of all settings with which it was done; missing without any, and in plans of earlier releases. */
  readonly settings?: string;
}

/** Whose reports the store has, at `company.json`. */
export interface CompanyRecord {
  /** Key of the root folder. */
  readonly root: number;
  readonly name: string;
  /** Of the reporting API, with the port. */
  readonly apiHost: string;
  /** Digest of the client id. */
  readonly client: string;
  /** What runs the schedule: "serve", or "aws:" and the stage; null for nothing. */
  readonly runner: string | null;
  /** What was recorded before, and until when (UTC instant); oldest first. */
  readonly changes: readonly {
    readonly at: string;
    readonly root: number;
    readonly apiHost: string;
    readonly client: string;
  }[];
}

/** The process that runs the schedule of the store, at `serve.json`. */
export interface LeaseRecord {
  readonly host: string;
  /** Identifies the run of the host's operating system; empty where it is unknown. */
  readonly boot: string;
  readonly pid: number;
  /** UTC instant. */
  readonly since: string;
  /** Differs in each renewal. */
  readonly renewals: number;
  readonly isReleased: boolean;
  /** Written by another process; the next renewal removes it. */
  readonly isStopRequested?: boolean;
}

/** The jobs of the process that runs the schedule of the store, at `queue.json`, for the next process. */
export interface QueueRecord {
  readonly jobs: readonly QueuedJob[];
}

export interface QueuedJob {
  readonly job: ReportJob;
  /** How often it was started. */
  readonly receives: number;
  /** Where no process has the lease, the job may have ended the one that ran it. */
  readonly isRunning: boolean;
}

/** Counts of a week's reports at one tick of the planner. */
export interface WeekCounts {
  readonly due: number;
  readonly missing: number;
  readonly partial: number;
  /** Percentage of all planned reports, including those that are not due yet. */
  readonly partialPercent: number;
  /** Partial a day after they were due, or later. */
  readonly partialForADay: number;
  /** Reports that contain an older revision of a child than the current one. */
  readonly behind: number;
  /** Missing two hours after they were due, or later. */
  readonly late: number;
}

/** What the planner knows about a week, at `requests/{week}/planner.json`. */
export interface PlannerRecord {
  readonly week: string;
  /** UTC instant of the last tick that compared the week with the store, or failed to. */
  readonly at: string;
  /** What it counted; null when it failed. */
  readonly counts: WeekCounts | null;
  /** UTC instant of the last tick that did not fail; null before the first one, and in records of earlier releases. */
  readonly comparedAt: string | null;
  /** Whether surveys without an active period were checked for responses; null in records of earlier releases. */
  readonly responsesChecked: boolean | null;
  /** Folders that still needed work at `at` and for which a job was sent, by key. */
  readonly sent: Readonly<Record<string, SentWork>>;
  /** The last look that has begun; null before the first one, and in records of earlier releases. */
  readonly look: Look | null;
}

export interface SentWork {
  /** UTC instant of the last job. */
  readonly at: string;
  /** How many jobs were sent. */
  readonly tries: number;
}

/** What is still to be compared with the reporting API; finished when nothing is left. */
export interface LookWork {
  /** Roots of jobs; each covers all below its roots. */
  readonly jobs: readonly (readonly number[])[];
  /** Folders that are compared without those below them. */
  readonly only: readonly number[];
}

/** A comparison of the complete reports of a week with the reporting API. */
export interface Look extends LookWork {
  /** UTC instant at which it was due. Reports whose data were read since are not compared. */
  readonly at: string;
  /** UTC instant at which the jobs were sent; null when they are to be sent now. */
  readonly sentAt: string | null;
  /** How many times jobs were sent. */
  readonly tries: number;
}

/** Progress of the look at a week, as earlier releases stored it. */
export interface ReconciliationProgress {
  readonly week: string;
  /** UTC instant of the last change. */
  readonly at: string;
  /** How often jobs were sent. */
  readonly tries: number;
  /** Folders that were not compared yet, or whose comparison failed. Empty when it has finished. */
  readonly left: readonly number[];
}
