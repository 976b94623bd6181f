// The real planner, worker and use cases of the HTTP API over a simulated world. Each invocation is a process of its
// own with its own adapters, as on Lambda.
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import {
  jobCodec,
  jobRecordCodec,
  jsonReader,
  manifestCodec,
  planCodec,
} from '../../../lib/adapters/json/index.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { readCompany, createCompanyCache } from '../../../lib/jobs/company-tree.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { PlanContext } from '../../../lib/jobs/synchronize-plan.ts';
import { planWeek, weeksToPlan } from '../../../lib/jobs/plan-week.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { pruneWeek } from '../../../lib/reports/prune-weeks.ts';
import type { ReportState } from '../../../lib/jobs/request-report.ts';
import { requestReport } from '../../../lib/jobs/request-report.ts';
import { scheduleReconciliation } from '../../../lib/jobs/schedule-reconciliation.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { createStoredQueue } from '../../../lib/jobs/requested-jobs.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { Log } from '../../../lib/shared/log.ts';
import type { Bucket } from './simulated-bucket.ts';
import { bucket } from './simulated-bucket.ts';
import type { Chaos } from './fault-plan.ts';
import type { Company } from './simulated-company.ts';
import { company } from './simulated-company.ts';
import type { SimFolder } from './simulated-folders.ts';
import { calm } from './idle.ts';
import type { Message, Queue } from './simulated-queue.ts';
import { queue } from './simulated-queue.ts';
import type { Safety } from './safety.ts';
import { safety } from './safety.ts';
import type { Process, Timeline } from './timeline.ts';
import type { Variant } from './variant.ts';
import { RIGHT } from './variant.ts';
import { Killed, timeline } from './timeline.ts';
import { notesIn, workOn } from './simulated-worker.ts';

export interface Deployment {
  readonly timeline: Timeline;
  readonly bucket: Bucket;
  readonly queue: Queue;
  readonly company: Company;
  readonly safety: Safety;
  readonly chaos: Chaos;
  /** What happened, where it is kept. */
  readonly traced: readonly string[];
  readonly settleHours: number;
  /** The planner's tick for this moment; ends when it has answered or is dead. */
  tick(scheduledAt: number): Promise<void>;
  /** Null when nobody answered, or with a failure. */
  ask(request: { week: Week; folder: number; force: boolean }): Promise<ReportState | null>;
  prune(week: Week): Promise<boolean>;
  /** The store as one sees it to whom nothing happens. */
  readonly repository: ReportRepository;
  /** Nothing is under way. */
  isQuiet(): boolean;
}

const SETTLE_HOURS = 6;

export interface DeploymentParts {
  readonly start: number;
  readonly chaos: Chaos;
  readonly root: SimFolder;
  readonly weeks: readonly Week[];
  /** How long after a week settled it is looked at again; null for never. */
  readonly secondLookMs?: number | null;
  readonly variant?: Variant;
  readonly keepsTrace?: boolean;
  /** Whether what a process remembers outlives it, as if one process did everything. */
  readonly isWarm?: boolean;
}

export function deployment(parts: DeploymentParts): Deployment {
  const { start, chaos, root, weeks, variant = RIGHT, keepsTrace = false, isWarm = false } = parts;
  const { secondLookMs = null } = parts;
  const time = timeline(start);
  const rules = safety();
  const traced: string[] = [];
  const trace = (line: () => string): void => {
    if (keepsTrace) traced.push(`${new Date(time.now()).toISOString().slice(5, 23)} ${line()}`);
  };
  const again = new Map<Process, () => void>();
  const rival = (process: Process): void => {
    again.get(process)?.();
    // One is enough.
    again.delete(process);
  };
  const ends = { timeline: time, chaos, trace, rival };
  const theBucket: Bucket = bucket({
    ...ends,
    onChange: (change) => {
      const before = rules.violations.length;
      rules.onChange(theBucket, change);
      for (const { rule, what } of rules.violations.slice(before))
        trace(() => `** ${rule}: ${what}`);
    },
  });
  const theCompany = company(root, { ...ends, weeks });
  const jobs = jobCodec();
  const text = { of: new TextDecoder(), to: new TextEncoder() };
  const clock = (): number => time.now();
  const manifests = variant.manifests ?? manifestCodec();
  const shared = {
    manifests,
    plans: planCodec(),
    reader: jsonReader(),
    ...(isWarm ? { memory: createProcessCache() } : {}),
  };
  let processes = 0;
  let underWay = 0;

  const begin = (name: string, once?: () => void): Process => {
    processes += 1;
    const process = time.begin(`${name}${processes}`);
    if (once !== undefined) again.set(process, once);
    return process;
  };
  const end = (process: Process): void => {
    again.delete(process);
    time.kill(process, () => chaos.random() < 0.5);
  };
  const log: Log = {
    info: () => undefined,
    metrics: () => undefined,
    error: (message, error) => {
      if (error instanceof Failure && error.code === 'DEADLINE') chaos.happened('deadline');
      trace(() => `log: ${message}: ${error instanceof Error ? error.message : 'not an error'}`);
      if (error instanceof Failure || error instanceof Killed) return;
      rules.violate('bug', error instanceof Error ? (error.stack ?? error.name) : typeof error);
    },
  };

  function storeIn(process: Process): ObjectStore {
    const store = theBucket.storeOf(process, variant.store);
    return variant.wrapStore?.(store, theBucket) ?? store;
  }

  function planningOf(process: Process, source: FeedbackSource): PlanContext {
    const store = storeIn(process);
    return {
      source,
      repository: { ...shared, store },
      records: { store, records: jobRecordCodec(), clock },
      sender: {
        send: (some) =>
          theQueue.send(
            process,
            some.map((job) => text.of.decode(jobs.encode(job))),
          ),
      },
      settleHours: SETTLE_HOURS,
      concurrency: 8,
    };
  }

  const working = {
    timeline: time,
    chaos,
    clock,
    trace,
    safety: rules,
    company: theCompany,
    variant,
    planningOf,
    tree: isWarm ? createCompanyCache(clock) : readCompany,
  };

  async function receive(message: Message, receipt: number): Promise<boolean | null> {
    const process = begin('w', () => {
      theQueue.again(message.body);
    });
    underWay += 1;
    const answer = workOn({ ...working, log, queue: theQueue }, process, message, receipt);
    if (variant.answersFirst === true) {
      answer.catch(() => undefined).finally(() => (underWay -= 1));
      const isHeard = await time.effect(process, 100, () => true).catch(() => false);
      if (!isHeard) return null;
      // Frozen with the answer; now and then it is thawed for a while.
      time.after(chaos.random() * 3_000, () => {
        end(process);
      });
      return true;
    }
    const { batchItemFailures } = await answer;
    underWay -= 1;
    const isHeard = !process.isDead;
    // What the handler has left undone goes on when the process is thawed for another message, or never.
    if (isHeard && chaos.strikes('process goes on after answering')) {
      time.after(600_000, () => {
        end(process);
      });
    } else end(process);
    return isHeard ? batchItemFailures.length === 0 : null;
  }

  const theQueue: Queue = queue({
    ...ends,
    receive,
    acknowledgesFirst: variant.acknowledgesFirst ?? false,
  });

  const it: Deployment = {
    timeline: time,
    bucket: theBucket,
    queue: theQueue,
    company: theCompany,
    safety: rules,
    chaos,
    traced,
    settleHours: SETTLE_HOURS,
    repository: { ...shared, store: calm(theBucket) },
    isQuiet: () => underWay === 0 && theQueue.waiting().length === 0,
    async tick(scheduledAt) {
      const process = begin('p', () => void it.tick(scheduledAt));
      underWay += 1;
      const source = theCompany.sourceOf(process, variant.paging);
      const planning = planningOf(process, source);
      const handle = planWeekHandler({
        clock,
        weeks: (now) => weeksToPlan(now, SETTLE_HOURS, secondLookMs),
        plan: (week, now) => planWeek(planning, week, now),
        lookAgain: (week, planned, now) => {
          const notes = notesIn(planning.repository.store, clock);
          return secondLookMs === null
            ? Promise.resolve(null)
            : scheduleReconciliation(
                { planning, notes, afterMs: secondLookMs },
                week,
                planned,
                now,
              );
        },
        log,
      });
      trace(() => `${process.name} tick`);
      try {
        await handle({ scheduledTime: new Date(scheduledAt).toISOString() });
      } catch (error) {
        seen(error);
      }
      underWay -= 1;
      end(process);
    },
    async ask(request) {
      const process = begin('h');
      rules.onRequest(request.week.name, request.force);
      underWay += 1;
      const source = theCompany.sourceOf(process);
      const { repository, records, sender } = planningOf(process, source);
      const sleep = (ms: number): Promise<void> => time.effect(process, ms, () => undefined);
      const asking = {
        repository,
        tree: () => Promise.resolve({ root: 1, parents: new Map<number, number | null>() }),
        source,
        jobs: createStoredQueue({
          repository,
          records,
          sender,
          sleep,
          random: () => chaos.random(),
        }),
        clock,
      };
      const waitMs = chaos.random() < 0.5 ? 0 : 20_000;
      trace(() => `${process.name} POST ${request.week.name} ${request.folder} ${request.force}`);
      try {
        const state = await requestReport(asking, WHOLE_COMPANY, { ...request, waitMs });
        return process.isDead ? null : state;
      } catch (error) {
        seen(error);
        return null;
      } finally {
        underWay -= 1;
        end(process);
      }
    },
    async prune(week) {
      const process = begin('r');
      underWay += 1;
      rules.mayPrune(week.name);
      const store = theBucket.storeOf(process);
      try {
        await pruneWeek(variant.wrapPruned?.(store) ?? store, week, { dryRun: false });
        return !process.isDead;
      } catch (error) {
        seen(error);
        chaos.happened('prune interrupted');
        return false;
      } finally {
        underWay -= 1;
        end(process);
      }
    },
  };

  /** Whoever runs a process sees failures; anything else is a bug. */
  function seen(error: unknown): void {
    trace(() => `failed: ${error instanceof Error ? error.message : 'not an error'}`);
    if (error instanceof Failure || error instanceof Killed) return;
    rules.violate('bug', error instanceof Error ? (error.stack ?? error.name) : typeof error);
  }
  return it;
}
