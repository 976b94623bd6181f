// The queue of report jobs; the queue adapter implements it.

/** A request to make one report. Repeating it does no harm: a complete report that is recent enough is reused. */
export interface ReportJob {
  readonly week: string;
  readonly folder: number;
  /** A report whose data were read before this UTC instant is made again; null: a complete report is reused. */
  readonly since: string | null;
  /**
   * Present for a reconciliation job: a complete report whose data were read before this UTC instant is made again only
   * when the reporting API's counts have changed.
   */
  readonly look?: string;
}

export interface JobSender {
  /** Sends jobs, each at least once. Fails with QUEUE_UNAVAILABLE when some could not be sent. */
  send(jobs: readonly ReportJob[]): Promise<void>;
}
