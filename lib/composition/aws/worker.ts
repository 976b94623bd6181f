// Composition of make-report: the job processor with its renderers.
import { createRequestPause, type FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jsonRenderer, plannerRecordCodec } from '../../adapters/json/index.ts';
import { pdfRenderer } from '../../adapters/pdf/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import { createCompanyCache } from '../../jobs/company.ts';
import type { JobAttempt, JobContext, JobOutcome, ReportOfJob } from '../../jobs/run-job.ts';
import { abandonJob, runJob } from '../../jobs/run-job.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CommitContext } from '../../reports/commit.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import { MAX_RECEIVES } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import { createChildLinks, toFigureRules } from '../compose.ts';
import type { Report } from '../../domain/report.ts';
import type { Environment } from '../config.ts';
import { release } from '../release.ts';
import type { SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import { openJobQueue, openJobRecords, openSource, openStoredReports } from './function-context.ts';

interface Worker extends FunctionContext {
  readonly jobs: Codec<ReportJob>;
  /**
   * A new one for each message, because a client can't be used after its credentials were rejected. When the reporting API
   * asks for a pause that is too long for a call, only that call fails in the last attempt; an earlier attempt fails as a whole.
   */
  readonly openJob: (
    start: JobAttempt & {
      readonly onReport: (report: ReportOfJob, renderMs: number) => void;
      readonly onFailure: JobContext['onFailure'];
    },
  ) => {
    readonly make: (job: ReportJob) => Promise<JobOutcome>;
    readonly requests: FeedbackApi['requests'];
    readonly close: () => Promise<void>;
  };
  readonly abandon: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly delayMessage: SqsQueue<ReportJob>['delayMessage'];
}

export function openWorker(environment: Environment, system: SystemContext): Worker {
  const { context, config, secret, store, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_QUEUE_URL'],
  );
  const { sender, delayMessage } = openJobQueue(config, system);
  const renderers = {
    pdf: pdfRenderer(config),
    json: jsonRenderer(),
  };
  const childLinks = createChildLinks(config, async () => (await secret.read()).linkKeys);
  const company = createCompanyCache(system.clock);
  const pause = createRequestPause();
  const records = openJobRecords(store, system);
  return {
    ...context,
    jobs: jobCodec,
    openJob({ onReport, onFailure, ...attempt }) {
      const timer = createRenderTimer(renderers, system);
      const api = openSource(config, secret, system, {
        pause,
        stopsAtLongPause: attempt.receives < MAX_RECEIVES,
        // Lambda's clock is right.
        clockDifference: 'noted',
      });
      const jobContext: JobContext = {
        ...{ source: api.source, records, sender, company, planner: plannerRecordCodec },
        repository: { ...repository, renderers: timer.renderers, childLinks, release: release() },
        clock: system.clock,
        rules: toFigureRules(config),
        settleHours: config.settleHours,
        concurrency: config.concurrency,
        onReport: (report) => {
          onReport(report, timer.durationOf(report.folder));
        },
        onFailure,
      };
      return {
        make: (job) => runJob(jobContext, job, attempt),
        requests: () => api.requests(),
        close: () => api.close(),
      };
    },
    abandon: (job, failure) => abandonJob(records, job, failure),
    delayMessage,
  };
}

/** Measures how long the files of each report take. */
function createRenderTimer({ pdf, json }: CommitContext['renderers'], { clock }: SystemContext) {
  const durations = new Map<number, number>();
  const time = async <T>({ folder: { key } }: Report, render: () => Promise<T>): Promise<T> => {
    const startedAt = clock();
    const file = await render();
    durations.set(key, (durations.get(key) ?? 0) + clock() - startedAt);
    return file;
  };
  const renderers: CommitContext['renderers'] = {
    pdf: { render: (report, ...rest) => time(report, () => pdf.render(report, ...rest)) },
    json: { render: (report) => time(report, () => json.render(report)) },
  };
  /** Milliseconds; 0 for a report that was not rendered. */
  return { renderers, durationOf: (folder: number) => durations.get(folder) ?? 0 };
}
