// The planner and the worker over a store in memory and a queue in memory, on a clock that tests move.
import { createHash } from 'node:crypto';
import {
  jobCodec,
  jobRecordCodec,
  jsonReader,
  jsonRenderer,
  manifestCodec,
  planCodec,
} from '../../lib/adapters/json/index.ts';
import { Failure } from '../../lib/app/failures.ts';
import type { JobOutcome, QueuedMaking } from '../../lib/app/make-queued-report.ts';
import { giveUpJob, makeQueuedReport } from '../../lib/app/make-queued-report.ts';
import type { Planning } from '../../lib/app/plan-in-step.ts';
import type { PlannedWeek } from '../../lib/app/plan-week.ts';
import { planWeek, weeksToPlan } from '../../lib/app/plan-week.ts';
import type { ReportJob } from '../../lib/app/ports.ts';
import { stopwatch } from '../../lib/app/stopwatch.ts';
import { findManifest, readPlan, readReport } from '../../lib/app/shelf.ts';
import { DEFAULTS } from '../../lib/config.ts';
import type { Manifest, Plan } from '../../lib/domain/stored.ts';
import type { Report } from '../../lib/domain/report.ts';
import type { MemoryCompany } from './memory-company.ts';
import { memoryStore, type MemoryStore } from './memory-store.ts';
import { randomFrom } from './reports.ts';

type WorkResult = JobOutcome | { readonly outcome: 'failed'; readonly error: unknown };

export interface WeeklyRun {
  readonly store: MemoryStore;
  readonly queue: ReportJob[];
  /** Every job that was ever sent. */
  readonly sent: ReportJob[];
  readonly told: Manifest[];
  /** What telling fails with. */
  readonly announcing: { failure: Failure | null };
  now: number;
  /** One tick of the planner. */
  tick(): Promise<readonly PlannedWeek[]>;
  /** Does jobs until none waits, in random order; those that fail are thrown away. */
  drain(): Promise<readonly WorkResult[]>;
  drainOne(): Promise<WorkResult>;
  work(job: ReportJob): Promise<JobOutcome>;
  readonly planning: Planning;
  manifest(folder: number, week?: string): Promise<Manifest | null>;
  report(folder: number): Promise<Report>;
  plan(week?: string): Promise<Plan | null>;
}

export const WEEK = '2026-W46';

export function weeklyRun(
  company: MemoryCompany,
  { now, seed = 1 }: { readonly now: string; readonly seed?: number },
): WeeklyRun {
  const random = randomFrom(seed);
  const store = memoryStore();
  const clock = (): number => run.now;
  const shelf = { store, manifests: manifestCodec(), plans: planCodec(), reader: jsonReader() };
  const queue: ReportJob[] = [];
  const sent: ReportJob[] = [];
  const told: Manifest[] = [];
  const announcing: { failure: Failure | null } = { failure: null };
  const jobs = jobCodec();
  const planning: Planning = {
    source: company.source,
    shelf,
    records: { store, records: jobRecordCodec(), clock },
    sender: {
      send: (some) => {
        // As messages.
        const copies = some.map((job) => jobs.decode(jobs.encode(job)));
        queue.push(...copies);
        sent.push(...copies);
        return Promise.resolve();
      },
    },
    settleHours: DEFAULTS.settleHours,
    concurrency: 8,
  };
  const making: QueuedMaking = {
    making: {
      source: company.source,
      keeping: {
        ...shelf,
        childLinks: null,
        renderers: {
          json: jsonRenderer(),
          pdf: {
            render: (_report, json) =>
              Promise.resolve({
                bytes: createHash('sha256').update(json.bytes).digest(),
                contentType: 'application/pdf',
                extension: 'pdf',
              }),
          },
        },
      },
      clock,
      rules: { minResponses: 10, reversedScale: 'display', settleHours: DEFAULTS.settleHours },
      concurrency: 8,
    },
    planning,
    stopwatch: stopwatch(clock),
    random,
    announce: (manifest) => {
      if (announcing.failure !== null) return Promise.reject(announcing.failure);
      told.push(manifest);
      return Promise.resolve();
    },
  };
  const run: WeeklyRun = {
    store,
    queue,
    sent,
    told,
    announcing,
    now: Date.parse(now),
    planning,
    async tick() {
      const weeks: PlannedWeek[] = [];
      for (const week of weeksToPlan(run.now, planning.settleHours)) {
        weeks.push(await planWeek(planning, week, run.now));
      }
      return weeks;
    },
    work: (job) => makeQueuedReport(making, job),
    async drainOne() {
      const [job] = queue.splice(Math.floor(random() * queue.length), 1);
      if (job === undefined) throw new Error('no job waits');
      // Time goes on while a report is made.
      run.now += 1_000;
      try {
        return await makeQueuedReport(making, job);
      } catch (error) {
        // As after the last try that a queue gives.
        if (error instanceof Failure) await giveUpJob(planning, { job, failure: error, random });
        return { outcome: 'failed', error };
      }
    },
    async drain() {
      const outcomes: WorkResult[] = [];
      while (queue.length > 0) outcomes.push(await run.drainOne());
      return outcomes;
    },
    manifest: (folder, week = WEEK) => findManifest(shelf, { week, folder }),
    async report(folder) {
      const manifest = await findManifest(shelf, { week: WEEK, folder });
      if (manifest === null) throw new Error(`no report of folder ${folder}`);
      return readReport(shelf, manifest);
    },
    plan: (week = WEEK) => readPlan(shelf, week),
  };
  return run;
}
