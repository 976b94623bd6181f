// Composition of make-report: the job processor with its renderers.
import { createRequestPause, type FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jsonRenderer } from '../../adapters/json/index.ts';
import { pdfRenderer } from '../../adapters/pdf/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import type { JobStep, Stopwatch } from '../../jobs/make-folder.ts';
import { createCompanyCache, createStopwatch } from '../../jobs/make-folder.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CommitContext } from '../../reports/commit.ts';
import type { JobOutcome } from '../../jobs/process-job.ts';
import { abandonJob, runJob } from '../../jobs/reconcile-folder.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import { createChildLinks, toFigureRules } from '../compose.ts';
import type { Environment } from '../config.ts';
import { release } from '../release.ts';
import type { SystemContext } from '../system.ts';
import type { FunctionContext } from './function-context.ts';
import {
  openReconciliationStore,
  openPlanContext,
  openJobQueue,
  openJobRecords,
  openSource,
  openStoredReports,
} from './function-context.ts';

interface Worker extends FunctionContext {
  readonly jobs: Codec<ReportJob>;
  /**
   * A new one for each message, because a client can't be used after its credentials were rejected. When the reporting API
   * asks for a pause that is too long for a call, only that call fails in the last attempt; an earlier attempt fails as a whole.
   */
  openJobContext(attempt: { readonly isLast: boolean }): {
    readonly make: (job: ReportJob) => Promise<JobOutcome>;
    readonly requests: FeedbackApi['requests'];
    readonly steps: ReadonlyMap<JobStep, number>;
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
  const progress = openReconciliationStore(store, system);
  const company = createCompanyCache(system.clock);
  const pause = createRequestPause();
  return {
    ...context,
    jobs: jobCodec,
    openJobContext({ isLast }) {
      const stopwatch = createStopwatch(system.clock);
      const api = openSource(config, secret, system, {
        pause,
        stopsAtLongPause: !isLast,
        // Lambda's clock is right.
        clockDifference: 'noted',
      });
      const { source } = api;
      const planning = openPlanContext(config, { source, repository, sender, system });
      const making = {
        source,
        company,
        repository: {
          ...repository,
          renderers: withTiming(renderers, stopwatch),
          childLinks,
          release: release(),
        },
        clock: system.clock,
        rules: toFigureRules(config),
        concurrency: config.concurrency,
      };
      const jobContext = {
        making,
        planning,
        progress,
        stopwatch,
        random: system.random,
      };
      return {
        make: (job) => runJob(jobContext, job),
        steps: stopwatch.durations,
        requests: () => api.requests(),
        close: () => api.close(),
      };
    },
    abandon: (job, failure) =>
      abandonJob(
        {
          repository,
          records: openJobRecords(store, system),
          sender,
          settleHours: config.settleHours,
        },
        progress,
        { job, failure, random: system.random },
      ),
    delayMessage,
  };
}

function withTiming(
  { pdf, json }: CommitContext['renderers'],
  { time }: Stopwatch,
): CommitContext['renderers'] {
  return {
    pdf: {
      render: (report, attached, links, notes) =>
        time('render', () => pdf.render(report, attached, links, notes)),
    },
    json: { render: (report) => time('render', () => json.render(report)) },
  };
}
