// What the store keeps beside the reports themselves: the commit point of each, and what a week owes.
import type { FolderName, Problem, ReportStatus } from './report.ts';

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
  readonly problems: readonly Problem[];
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
