// The planner and the worker over a store in memory and a queue in memory, on a clock that tests move.
import {
  jobCodec,
  jobRecordCodec,
  jsonRenderer,
  reconciliationCodec,
  repositoryCodecs,
} from '../../lib/adapters/json/index.ts';
import { readCompany, createCompanyCache, createStopwatch } from '../../lib/jobs/make-folder.ts';
import { Failure } from '../../lib/shared/failure.ts';
import { abandonJob, runJob } from '../../lib/jobs/reconcile-folder.ts';
import type {
  ReconciliationStore,
  ReconciledWeek,
} from '../../lib/jobs/schedule-reconciliation.ts';
import { scheduleReconciliation } from '../../lib/jobs/schedule-reconciliation.ts';
import type { JobOutcome, JobContext } from '../../lib/jobs/process-job.ts';
import type { PlanningContext } from '../../lib/jobs/synchronize-plan.ts';
import type { PlannedWeek } from '../../lib/jobs/plan-week.ts';
import { planWeek, weeksToPlan } from '../../lib/jobs/plan-week.ts';
import type { ReportJob } from '../../lib/ports/job-queue.ts';
import type { DocumentRenderer } from '../../lib/ports/rendering.ts';
import { findManifest, readPlan, readReport } from '../../lib/reports/report-repository.ts';
import type { ProcessCache } from '../../lib/reports/process-cache.ts';
import { DEFAULTS } from '../../lib/composition/config.ts';
import type { Manifest, Plan } from '../../lib/ports/stored-records.ts';
import type { Report } from '../../lib/domain/report.ts';
import type { MemoryCompany } from './memory-company.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';
import { fakePdfRenderer } from './blank-pdf.ts';
import { createRandom } from './test-reports.ts';
import { publishContent } from './open-temporary-store.ts';

type WorkResult = JobOutcome | { readonly outcome: 'failed'; readonly error: unknown };

export interface WeeklyRun {
  readonly store: MemoryStore;
  readonly queue: ReportJob[];
  /** All jobs that were sent. */
  readonly sent: ReportJob[];
  now: number;
  /** One tick of the planner. */
  tick(): Promise<readonly PlannedWeek[]>;
  /** Processes jobs in random order until the queue is empty; failed jobs are abandoned. */
  drain(): Promise<readonly WorkResult[]>;
  drainOne(): Promise<WorkResult>;
  work(job: ReportJob): Promise<JobOutcome>;
  readonly planning: PlanningContext;
  readonly progress: ReconciliationStore;
  /** Reconciliations of all ticks. */
  readonly reconciled: ReconciledWeek[];
  manifest(folder: number, week?: string): Promise<Manifest | null>;
  report(folder: number): Promise<Report>;
  plan(week?: string): Promise<Plan | null>;
}

export const WEEK = '2026-W46';

export interface WeeklyRunOptions {
  readonly now: string;
  readonly seed?: number;
  /** Default: reconciliation is disabled. */
  readonly secondLookMs?: number | null;
  /** Default: a fast renderer of blank pages. */
  readonly pdf?: DocumentRenderer;
  /** The cache of one process that runs all jobs; default: each job runs in a process of its own. */
  readonly cache?: ProcessCache;
}

export function weeklyRun(
  company: Pick<MemoryCompany, 'source'>,
  { now, seed = 1, secondLookMs = null, pdf = fakePdfRenderer, cache: memory }: WeeklyRunOptions,
): WeeklyRun {
  const random = createRandom(seed);
  const store = memoryStore();
  const clock = (): number => run.now;
  const repository = {
    store,
    ...repositoryCodecs,
    ...(memory === undefined ? {} : { cache: memory }),
  };
  const queue: ReportJob[] = [];
  const sentCopies: ReportJob[] = [];
  const jobs = jobCodec;
  const planning: PlanningContext = {
    source: company.source,
    repository,
    records: { store, records: jobRecordCodec, clock },
    sender: {
      send: (sentJobs) => {
        // Encoded as messages.
        const copies = sentJobs.map((job) => jobs.decode(jobs.encode(job)));
        queue.push(...copies);
        sentCopies.push(...copies);
        publishContent('jobs in memory', JSON.stringify(copies));
        return Promise.resolve();
      },
    },
    settleHours: DEFAULTS.settleHours,
    concurrency: 8,
  };
  const notes: ReconciliationStore = { store, codec: reconciliationCodec, clock };
  const making: JobContext = {
    making: {
      source: company.source,
      company: memory === undefined ? readCompany : createCompanyCache(clock),
      repository: {
        ...repository,
        childLinks: null,
        renderers: { json: jsonRenderer(), pdf },
      },
      clock,
      rules: { minResponses: 10, reversedScale: 'display', settleHours: DEFAULTS.settleHours },
      concurrency: 8,
    },
    planning,
    stopwatch: createStopwatch(clock),
    random,
  };
  const run: WeeklyRun = {
    store,
    queue,
    sent: sentCopies,
    now: Date.parse(now),
    planning,
    progress: notes,
    reconciled: [],
    async tick() {
      const weeks: PlannedWeek[] = [];
      for (const week of weeksToPlan(run.now, planning.settleHours, secondLookMs)) {
        const plannedWeek = await planWeek(planning, week, run.now);
        weeks.push(plannedWeek);
        if (secondLookMs === null) continue;
        const schedule = { planning, progress: notes, afterMs: secondLookMs };
        const reconciledWeek = await scheduleReconciliation(schedule, week, plannedWeek, run.now);
        if (reconciledWeek !== null) run.reconciled.push(reconciledWeek);
      }
      return weeks;
    },
    work: (job) => runJob({ ...making, progress: notes }, job),
    async drainOne() {
      const [job] = queue.splice(Math.floor(random() * queue.length), 1);
      if (job === undefined) throw new Error('the queue is empty');
      // Making a report takes time.
      run.now += 1_000;
      try {
        return await run.work(job);
      } catch (error) {
        // As after the last receive of a queue.
        const failure = error instanceof Failure ? error : new Failure('JOB_FAILED');
        await abandonJob(planning, notes, { job, failure, random });
        return { outcome: 'failed', error };
      }
    },
    async drain() {
      const outcomes: WorkResult[] = [];
      while (queue.length > 0) outcomes.push(await run.drainOne());
      return outcomes;
    },
    manifest: (folder, week = WEEK) => findManifest(repository, { week, folder }),
    async report(folder) {
      const manifest = await findManifest(repository, { week: WEEK, folder });
      if (manifest === null) throw new Error(`no report of folder ${folder}`);
      return readReport(repository, manifest);
    },
    plan: (week = WEEK) => readPlan(repository, week),
  };
  return run;
}
