// The planner and the worker over a store in memory and a queue in memory, on a clock that tests move.
import {
  jobCodec,
  jobRecordCodec,
  jsonRenderer,
  plannerRecordCodec,
  reconciliationCodec,
  repositoryCodecs,
} from '../../lib/adapters/json/index.ts';
import { decideRetry } from '../../lib/jobs/retry-policy.ts';
import { readCompany, createCompanyCache } from '../../lib/jobs/company.ts';
import type { JobAttempt, JobContext, JobOutcome } from '../../lib/jobs/run-job.ts';
import { abandonJob, runJob } from '../../lib/jobs/run-job.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { PlannedWeek, PlannerContext } from '../../lib/jobs/plan-week.ts';
import { planWeek } from '../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../lib/jobs/weeks-to-plan.ts';
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

interface WorkResult {
  /** By folder: "made 1" with the revision, or only the outcome. */
  readonly folders: Readonly<Record<number, string>>;
  /** Why the job failed; then it is repeated by the queue, or was abandoned. */
  readonly error: unknown;
  /** Messages that replace the job. */
  readonly sent: number;
}

export interface WeeklyRun {
  readonly store: MemoryStore;
  readonly queue: ReportJob[];
  /** All jobs that were sent. */
  readonly sent: ReportJob[];
  /** Failures of folders that are not those of a job. */
  readonly failures: readonly (readonly [folder: number, error: unknown])[];
  now: number;
  /** One tick of the planner, started by a person: every week is compared. */
  tick(): Promise<readonly PlannedWeek[]>;
  /** Processes jobs in random order until the queue is empty; a failed job is repeated as the retry policy says. */
  drain(): Promise<readonly WorkResult[]>;
  drainOne(): Promise<WorkResult>;
  /** By default at the first receive, with time for every report. */
  work(job: ReportJob, attempt?: Partial<JobAttempt>): Promise<JobOutcome>;
  readonly planning: PlannerContext;
  manifest(folder: number, week?: string): Promise<Manifest | null>;
  report(folder: number): Promise<Report>;
  plan(week?: string): Promise<Plan | null>;
}

export const WEEK = '2026-W46';

export interface WeeklyRunOptions {
  readonly now: string;
  readonly seed?: number;
  /** Default: no looks. */
  readonly lookDelaysMs?: readonly number[];
  /** Default: a fast renderer of blank pages. */
  readonly pdf?: DocumentRenderer;
  /** The cache of one process that runs all jobs; default: each job runs in a process of its own. */
  readonly cache?: ProcessCache;
}

export function weeklyRun(
  company: Pick<MemoryCompany, 'source'>,
  { now, seed = 1, lookDelaysMs = [], pdf = fakePdfRenderer, cache: memory }: WeeklyRunOptions,
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
  const planning: PlannerContext = {
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
    ...{ planner: plannerRecordCodec, earlierLooks: reconciliationCodec, lookDelaysMs },
  };
  const receives = new Map<ReportJob, number>();
  const failures: [number, unknown][] = [];
  const context: JobContext = {
    ...planning,
    company: memory === undefined ? readCompany : createCompanyCache(clock),
    repository: {
      ...repository,
      childLinks: null,
      renderers: { json: jsonRenderer(), pdf },
    },
    clock,
    rules: { minResponses: 10, reversedScale: 'display', settleHours: DEFAULTS.settleHours },
    onReport: () => undefined,
    onFailure: (folder, error) => {
      failures.push([folder, error]);
    },
  };
  const run: WeeklyRun = {
    store,
    queue,
    sent: sentCopies,
    failures,
    now: Date.parse(now),
    planning,
    async tick() {
      const weeks: PlannedWeek[] = [];
      const tick = { now: run.now, isScheduled: false };
      for (const week of weeksToPlan(run.now, planning.settleHours, lookDelaysMs)) {
        const { planned, error } = await planWeek(planning, week, tick);
        if (error instanceof Error) throw error;
        if (planned !== null) weeks.push(planned);
      }
      return weeks;
    },
    work: (job, attempt = {}) =>
      runJob(context, job, { receives: 1, mayStart: () => true, ...attempt }),
    async drainOne() {
      const [job] = queue.splice(Math.floor(random() * queue.length), 1);
      if (job === undefined) throw new Error('the queue is empty');
      // Making a report takes time.
      run.now += 1_000;
      const receive = (receives.get(job) ?? 0) + 1;
      receives.set(job, receive);
      try {
        const { reports, sent } = await run.work(job, { receives: receive });
        const folders = Object.fromEntries(
          reports.map(({ folder, result }) => [
            folder,
            result.outcome === 'made' ? `made ${result.report.manifest.revision}` : result.outcome,
          ]),
        );
        return { folders, error: null, sent };
      } catch (error) {
        if (decideRetry(error, receive, 0).kind === 'retry') queue.push(job);
        else {
          const failure = error instanceof Failure ? error : new Failure('JOB_FAILED');
          await abandonJob(planning.records, job, failure);
        }
        return { folders: {}, error, sent: 0 };
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
