// What the queries ask of a company's state, whatever keeps it: memory, a file, a database.
// It hides where events live and how they are found.
import type { Structure } from './company.ts';

/** UTC milliseconds, start inclusive, end exclusive; infinite where a side is open. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface OpenText {
  readonly text: string;
  readonly relevance?: number;
  readonly spam?: boolean;
  /** An item of an older web collector, whose button is told inside the text. */
  readonly isOldWebItem: boolean;
}

/** One line of feedback: a press with its `r`, or an hourly sum with `data`. */
export type FeedbackEvent =
  | {
      readonly ts: number;
      readonly r: number;
      /** Key of the follow-up option. */
      readonly followUp?: number;
      readonly open?: OpenText;
    }
  | { readonly ts: number; readonly data: readonly number[] };

export interface Alert {
  readonly key: number;
  /** Key of the survey. */
  readonly survey: number;
  readonly alertType: string;
  /** Key of the alert specification. */
  readonly specification: number;
  readonly beginTime: number;
  /** Undefined while the alert is open. */
  readonly endTime: number | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Which events: every one, or those with open feedback. */
export type EventSelection = 'all' | 'openFeedback';

/** Counts by response index, as many as there are buttons or more; they are not to be kept. */
export type VisitCounts = (ts: number, counts: readonly number[]) => void;

/** Everything comes in the order of time, and of the lines where times are equal. */
export interface Store {
  /** The same object until something in it changes. */
  structure(): Structure;

  /**
   * What summed results count: presses that pass the misuse filter, old web items, hourly sums.
   * A store may fold what falls into one hour of the survey's zone: every period starts with one.
   */
  forEachCount(survey: number, range: Range, visit: VisitCounts): Promise<void>;

  /** Every event that carries a follow-up; a store may fold what is alike. */
  forEachFollowUp(
    survey: number,
    range: Range,
    visit: (followUp: number, r: number, count: number) => void,
  ): Promise<void>;

  /** Unfiltered events, in batches that memory can hold. */
  events(
    survey: number,
    range: Range,
    which: EventSelection,
  ): AsyncIterable<readonly FeedbackEvent[]>;

  /**
   * Alerts of these surveys that begin before the range ends and are open, or end, after it starts;
   * by beginTime, then key.
   */
  alerts(surveys: ReadonlySet<number>, range: Range): AsyncIterable<readonly Alert[]>;
}

export interface Credential {
  readonly clientId: string;
  /** SHA-256 of the API token in lower-case hex: the token itself is not kept. */
  readonly tokenSha256: string;
}

export interface Company {
  /**
   * Asked at every request, so that a revoked credential ends at once. A rejection makes this company
   * unavailable and no other.
   */
  credentials(): Promise<readonly Credential[]>;
  /** To be read anew for each request: a company may take over another state. */
  readonly store: Store;
}

/** A company cannot be served now; the message is for the operator and holds no secrets. */
export class CompanyUnavailableError extends Error {
  /** Undefined where they cannot be read either. */
  readonly credentials: readonly Credential[] | undefined;

  constructor(message: string, credentials: readonly Credential[] | undefined) {
    super(message);
    this.name = 'CompanyUnavailableError';
    this.credentials = credentials;
  }
}
