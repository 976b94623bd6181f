// The interface through which queries read the data of a company, from memory or from a database, and the
// misuse filter that applies to both.
import type { Structure } from './company.ts';

/** UTC milliseconds, start inclusive, end exclusive; an open side is infinite. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

export interface OpenText {
  readonly text: string;
  readonly relevance?: number;
  readonly spam?: boolean;
  /** An item of an older web collector, whose button is reported inside of `o`. */
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

export interface ServiceAlert {
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

/** All events, or only those with open feedback. */
export type EventSelection = 'all' | 'openFeedback';

/** `counts` by response index may have more items than buttons and must not be retained. */
export type VisitCounts = (ts: number, counts: readonly number[]) => void;

/** All results are in the order of time; at equal times, in the order of the lines. */
export interface CompanyStore {
  /** The same object until its content changes. */
  structure(): Structure;

  /**
   * Visits what summed results count: presses that pass the misuse filter, old web items and hourly
   * sums. A store may combine the counts of one local hour, since every period consists of whole hours.
   */
  forEachCount(survey: number, range: TimeRange, visit: VisitCounts): Promise<void>;

  /** Visits every event with a follow-up; a store may combine equal ones. */
  forEachFollowUp(
    survey: number,
    range: TimeRange,
    visit: (followUp: number, r: number, count: number) => void,
  ): Promise<void>;

  /** Unfiltered events, in batches that fit into memory. */
  events(
    survey: number,
    range: TimeRange,
    which: EventSelection,
  ): AsyncIterable<readonly FeedbackEvent[]>;

  /** Alerts of these surveys that are open at some time of the range, by beginTime, then key. */
  alerts(surveys: ReadonlySet<number>, range: TimeRange): AsyncIterable<readonly ServiceAlert[]>;
}

export interface Credential {
  readonly clientId: string;
  /** SHA-256 of the API token in lower-case hex; the token itself is never stored. */
  readonly tokenSha256: string;
}

/** Where the data of a company is stored, for other threads. */
export interface CompanyPlace {
  readonly directory: string;
  /** `postgres://…`; absent: the file service.sqlite in the directory. */
  readonly database?: string;
}

export interface Company {
  /**
   * Called for every request, so that a revocation takes effect immediately. A rejection makes only
   * this company unavailable.
   */
  credentials(): Promise<readonly Credential[]>;
  /** To be read again for each request: a company may replace its store. */
  readonly store: CompanyStore;
  /** Absent for a company in memory. */
  readonly place?: CompanyPlace;
}

/** A company cannot be served at present. The message is for the operator and contains no secrets. */
export class CompanyUnavailableError extends Error {
  /** Undefined when the credentials cannot be read. */
  readonly credentials: readonly Credential[] | undefined;

  constructor(message: string, credentials: readonly Credential[] | undefined) {
    super(message);
    this.name = 'CompanyUnavailableError';
    this.credentials = credentials;
  }
}

/**
 * Creates a filter for the presses of one survey in the order of time. A press counts unless a press of
 * the same device was counted less than `tamperDelayMs` before. Presses without a device always count.
 */
export function createMisuseFilter(
  tamperDelayMs: number,
): (ts: number, device: string | number | undefined) => boolean {
  const lastCounted = new Map<string | number, number>();
  return (ts, device) => {
    if (device === undefined) return true;
    if (ts - (lastCounted.get(device) ?? -Infinity) < tamperDelayMs) return false;
    lastCounted.set(device, ts);
    return true;
  };
}
