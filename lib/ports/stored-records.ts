// What the store keeps beside the reports themselves: the commit point of each, and what a week owes.
import type { FolderName, ReportProblem, ReportStatus } from '../domain/report.ts';

/** An immutable object, named by its content. */
export interface StoredFile {
  /** Relative to the store's root. */
  readonly key: string;
  readonly bytes: number;
  /** Of the bytes, in lower-case hex. */
  readonly sha256: string;
}

/** The commit point of a report: without it there is no report. */
export interface Manifest {
  readonly week: string;
  readonly folder: FolderName;
  readonly revision: number;
  readonly status: ReportStatus;
  /** UTC instant the data were read. */
  readonly asOf: string;
  readonly files: { readonly pdf: StoredFile; readonly json: StoredFile };
  /** The report's own. */
  readonly problems: readonly ReportProblem[];
}

/** What is known of a report's last job. */
export interface JobRecord {
  readonly week: string;
  readonly folder: number;
  /** A report whose data were read before this UTC instant is made again; null: what stands complete is kept. */
  readonly since: string | null;
  /** The revision that stood when the job was asked for; null when there was none. */
  readonly supersedes: number | null;
  readonly state: 'queued' | 'ended' | 'failed';
  /** UTC instant of the last change. */
  readonly at: string;
  /** Why it failed: a code of failures and its facts. */
  readonly failure: {
    readonly code: string;
    readonly facts: Readonly<Record<string, string | number | boolean | null>>;
  } | null;
  /** Of a record that is written before its message is sent; left out, the message was sent first. */
  readonly sending?: {
    /** Of the request that sends the message, so that a writer recognizes its own record. */
    readonly id: string;
    readonly isSent: boolean;
  };
}

/** A link that was withdrawn. */
export interface Revocation {
  /** Of the link. */
  readonly id: string;
  /** UTC instant. */
  readonly revokedAt: string;
}

/** That somebody was told of a revision; claimed before telling, so that nobody is told twice. */
export interface Receipt {
  readonly week: string;
  readonly folder: number;
  readonly revision: number;
  /** Who was told: "event", or a webhook by a digest of its address. */
  readonly channel: string;
  /** What the report said at a glance. */
  readonly verdict: string;
  /** UTC instant. */
  readonly at: string;
}

/** The reports that a week owes. */
export interface Plan {
  readonly week: string;
  readonly folders: readonly {
    readonly key: number;
    /** Null for the root. */
    readonly parent: number | null;
    /** UTC instant from which the report is due. */
    readonly dueAt: string;
  }[];
  /** UTC instant at which none was missing or partial any more; null until then. */
  readonly doneAt: string | null;
}

/** How far the second look at a week has come. */
export interface SecondLook {
  readonly week: string;
  /** UTC instant of the last change. */
  readonly at: string;
  /** How often the planner has asked for looks. */
  readonly tries: number;
  /** Folders that are still to be looked at: their turn has not come, or looking failed. Empty when it is over. */
  readonly left: readonly number[];
}
