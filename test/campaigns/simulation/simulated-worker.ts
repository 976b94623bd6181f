// Runs the real worker function on one message, with renderers that lay nothing out.
import type { SQSBatchResponse } from 'aws-lambda';
import type { JobRun, JobStart } from '../../../functions/make-report/handler.ts';
import { createHandler } from '../../../functions/make-report/handler.ts';
import { jobCodec } from '../../../lib/adapters/json/index.ts';
import { reportSchema } from '../../../lib/adapters/json/report-schema.ts';
import type { ReadCompany } from '../../../lib/jobs/company.ts';
import type { ReportOfJob } from '../../../lib/jobs/run-job.ts';
import { abandonJob, runJob } from '../../../lib/jobs/run-job.ts';
import type { PlannerContext } from '../../../lib/jobs/plan-week.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import type { ReportRenderer } from '../../../lib/ports/rendering.ts';
import type { Log } from '../../../lib/shared/log.ts';
import { plannerRecordCodec } from './decode-once.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SimulatedBucket } from './simulated-bucket.ts';
import type { SimulatedCompany } from './simulated-company.ts';
import { UNUSED_SOURCE } from './idle.ts';
import type { PoisonedFolders } from './poisoned-folders.ts';
import { poisonedRenderer } from './poisoned-folders.ts';
import type { SimulatedMessage, SimulatedQueue } from './simulated-queue.ts';
import { eventOf } from './simulated-queue.ts';
import type { SafetyChecks } from './safety.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';
import type { Variant } from './variant.ts';

export type SimulatedPlanning = Omit<PlannerContext, 'planner' | 'earlierLooks' | 'lookDelaysMs'>;

export interface WorkerParts {
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  readonly clock: Clock;
  readonly trace: (line: () => string) => void;
  readonly safety: SafetyChecks;
  readonly company: SimulatedCompany;
  readonly bucket: Pick<SimulatedBucket, 'objects'>;
  readonly poisoned: PoisonedFolders;
  readonly variant: Variant;
  readonly planningOf: (process: SimulatedProcess, source: FeedbackSource) => SimulatedPlanning;
  readonly tree: ReadCompany;
  readonly log: Log;
}

/** The keys of a stored report in their order, without its lines. */
const JSON_FILES: ReportRenderer = {
  render: (report) =>
    Promise.resolve({
      bytes: Buffer.from(JSON.stringify(reportSchema.parse(report))),
      contentType: 'application/json',
      extension: 'json',
    }),
};

/** Remaining time of a Lambda invocation. */
const REMAINING_MS = 240_000;

/** Processes a message like the Lambda function. */
export function processMessage(
  parts: WorkerParts & { readonly queue: Pick<SimulatedQueue, 'changeVisibility'> },
  process: SimulatedProcess,
  message: SimulatedMessage,
  receipt: number,
): Promise<SQSBatchResponse> {
  const { clock, faultPlan, log, queue, planningOf } = parts;
  const deadline = clock() + REMAINING_MS;
  const handle = createHandler({
    jobs: jobCodec,
    startJob: (start) => openWork(parts, process, start),
    abandon: (job, failure) => {
      const { records } = planningOf(process, UNUSED_SOURCE);
      return abandonJob(records, job, failure);
    },
    delayMessage: (_handle, seconds) => queue.changeVisibility(process, message, seconds),
    random: faultPlan.random,
    clock,
    log,
  });
  return handle(eventOf(message, receipt), { getRemainingTimeInMillis: () => deadline - clock() });
}

function openWork(parts: WorkerParts, process: SimulatedProcess, start: JobStart): JobRun {
  const { company, clock, variant } = parts;
  const pagedSource = company.sourceOf(process, variant.paging);
  const source = variant.wrapSource?.(pagedSource, clock) ?? pagedSource;
  const planning = parts.planningOf(process, source);
  const { repository } = planning;
  const jobContext = {
    ...planning,
    ...{ planner: plannerRecordCodec, company: parts.tree, onFailure: start.onFailure },
    repository: {
      ...repository,
      childLinks: null,
      renderers: {
        json: JSON_FILES,
        pdf: poisonedRenderer(parts.timeline, process, parts.poisoned),
      },
    },
    clock,
    rules: { minResponses: 10, reversedScale: 'display', settleHours: planning.settleHours },
  } as const;
  const work: JobRun = {
    make: (job) => {
      const check = parts.safety.onJob(parts.bucket.objects, job);
      const sender = {
        send: (sent: readonly ReportJob[]) => {
          check(sent);
          return planning.sender.send(sent);
        },
      };
      const onReport = (report: ReportOfJob): void => {
        const { isKilled } = process;
        parts.safety.onReport(job, report, { receives: start.receives, isKilled });
        start.onReport(report, 0);
      };
      return runJob({ ...jobContext, onReport, sender }, job, start);
    },
    requests: () => ({ sent: 0, retried: 0 }),
    close: () => {
      pagedSource.close();
      return Promise.resolve();
    },
  };
  return variant.wrapWork?.(work, repository.store) ?? work;
}
