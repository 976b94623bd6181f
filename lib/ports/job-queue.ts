// The queue of report jobs; the queue adapter implements it.

/** One report to be made. Doing it twice does no harm: what is there already and fresh enough is kept. */
export interface ReportJob {
  readonly week: string;
  readonly folder: number;
  /** A report whose data were read before this UTC instant is made again; null: what stands complete is kept. */
  readonly since: string | null;
  /**
   * Makes the job a second look: a complete report whose data were read before this UTC instant is made again only
   * when the reporting API's counts have changed.
   */
  readonly look?: string;
}

export interface JobSender {
  /** Hands jobs over, each at least once. Fails with QUEUE_UNAVAILABLE when some could not be sent. */
  send(jobs: readonly ReportJob[]): Promise<void>;
}
