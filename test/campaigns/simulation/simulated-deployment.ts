// The real planner, worker and use cases of the HTTP API on a simulated clock, bucket, queue and reporting API. Each
// invocation is a process with its own adapters, like on Lambda.
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import {
  jobCodec,
  jobRecordCodec,
  jsonReader,
  manifestCodec,
  planCodec,
} from '../../../lib/adapters/json/index.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { readCompany, createCompanyCache } from '../../../lib/jobs/make-folder.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { PlanningContext } from '../../../lib/jobs/synchronize-plan.ts';
import { repairFacts } from '../../../lib/analytics/fact-files.ts';
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
import type { SimulatedBucket } from './simulated-bucket.ts';
import { createSimulatedBucket } from './simulated-bucket.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SimulatedCompany } from './simulated-company.ts';
import { createSimulatedCompany } from './simulated-company.ts';
import { factContextOf } from './simulated-facts.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { faultFreeStore } from './idle.ts';
import type { SimulatedMessage, SimulatedQueue } from './simulated-queue.ts';
import { createSimulatedQueue } from './simulated-queue.ts';
import type { SafetyChecks } from './safety.ts';
import { createSafetyChecks } from './safety.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';
import type { Variant } from './variant.ts';
import { CORRECT_VARIANT } from './variant.ts';
import { ProcessKilled, createTimeline } from './timeline.ts';
import { reconciliationStoreOf, processMessage } from './simulated-worker.ts';

export interface SimulatedDeployment {
  readonly timeline: Timeline;
  readonly bucket: SimulatedBucket;
  readonly queue: SimulatedQueue;
  readonly company: SimulatedCompany;
  readonly safety: SafetyChecks;
  readonly faultPlan: FaultPlan;
  /** Empty unless `recordsTrace`. */
  readonly traceLines: readonly string[];
  readonly settleHours: number;
  readonly writesFacts: boolean;
  /** Runs the planner; resolves when it has answered or was killed. */
  tick(scheduledAt: number): Promise<void>;
  /** Null when the process was killed or the request failed. */
  requestReport(request: {
    week: Week;
    folder: number;
    force: boolean;
  }): Promise<ReportState | null>;
  prune(week: Week): Promise<boolean>;
  /** Reads the bucket without faults. */
  readonly repository: ReportRepository;
  /** No process runs and no message waits. */
  isIdle(): boolean;
}

const SETTLE_HOURS = 6;

export interface DeploymentParts {
  readonly start: number;
  readonly faultPlan: FaultPlan;
  readonly root: SimulatedFolder;
  readonly weeks: readonly Week[];
  /** Delay of the reconciliation after a week has settled; null: no reconciliation. */
  readonly reconcileAfterMs?: number | null;
  readonly variant?: Variant;
  readonly recordsTrace?: boolean;
  /** Shares the caches between processes, like one process that serves all invocations. */
  readonly isWarm?: boolean;
  /** Whether fact tables are stored with the reports. */
  readonly writesFacts?: boolean;
}

export function createSimulatedDeployment(parts: DeploymentParts): SimulatedDeployment {
  const {
    start,
    faultPlan,
    root,
    weeks,
    variant = CORRECT_VARIANT,
    recordsTrace = false,
    isWarm = false,
    writesFacts = false,
    reconcileAfterMs = null,
  } = parts;
  const timeline = createTimeline(start);
  const safety = createSafetyChecks();
  const traceLines: string[] = [];
  const trace = (line: () => string): void => {
    if (recordsTrace)
      traceLines.push(`${new Date(timeline.now()).toISOString().slice(5, 23)} ${line()}`);
  };
  const repeatActions = new Map<SimulatedProcess, () => void>();
  const runConcurrentWorker = (process: SimulatedProcess): void => {
    repeatActions.get(process)?.();
    // Once per process.
    repeatActions.delete(process);
  };
  const simulationParts = { timeline, faultPlan, trace, runConcurrentWorker };
  const bucket: SimulatedBucket = createSimulatedBucket({
    ...simulationParts,
    onChange: (change) => {
      const countBefore = safety.violations.length;
      safety.onChange(bucket, change);
      for (const { rule, description } of safety.violations.slice(countBefore))
        trace(() => `** ${rule}: ${description}`);
    },
  });
  const company = createSimulatedCompany(root, { ...simulationParts, weeks });
  const jobs = jobCodec();
  const textDecoder = new TextDecoder();
  const clock = (): number => timeline.now();
  const manifests = variant.manifests ?? manifestCodec();
  const shared = {
    manifests,
    plans: planCodec(),
    reader: jsonReader(),
    ...(isWarm ? { cache: createProcessCache() } : {}),
  };
  let processCount = 0;
  let activeProcesses = 0;

  const startProcess = (name: string, repeat?: () => void): SimulatedProcess => {
    processCount += 1;
    const process = timeline.startProcess(`${name}${processCount}`);
    if (repeat !== undefined) repeatActions.set(process, repeat);
    return process;
  };
  const endProcess = (process: SimulatedProcess): void => {
    repeatActions.delete(process);
    timeline.kill(process, () => faultPlan.random() < 0.5);
  };
  const log: Log = {
    info: () => undefined,
    metrics: () => undefined,
    error: (message, error) => {
      if (error instanceof Failure && error.code === 'DEADLINE') faultPlan.record('deadline');
      trace(() => `log: ${message}: ${error instanceof Error ? error.message : 'not an error'}`);
      if (error instanceof Failure || error instanceof ProcessKilled) return;
      safety.violate('bug', error instanceof Error ? (error.stack ?? error.name) : typeof error);
    },
  };

  function openStore(process: SimulatedProcess): ObjectStore {
    const store = bucket.openStore(process, variant.store);
    return variant.wrapStore?.(store, bucket) ?? store;
  }

  function planningOf(process: SimulatedProcess, source: FeedbackSource): PlanningContext {
    const store = openStore(process);
    const repository = { ...shared, store };
    const repairsFacts = writesFacts && variant.skipsFactRepair !== true;
    return {
      source,
      repository,
      repairFacts: repairsFacts
        ? (manifests) => repairFacts(factContextOf(repository), manifests)
        : null,
      records: { store, records: jobRecordCodec(), clock },
      sender: {
        send: (batch) =>
          queue.send(
            process,
            batch.map((job) => textDecoder.decode(jobs.encode(job))),
          ),
      },
      settleHours: SETTLE_HOURS,
      concurrency: 8,
    };
  }

  const workerParts = {
    timeline,
    faultPlan,
    clock,
    trace,
    safety,
    company,
    variant,
    planningOf,
    log,
    writesFacts,
    tree: isWarm ? createCompanyCache(clock) : readCompany,
  };

  async function receive(message: SimulatedMessage, receipt: number): Promise<boolean | null> {
    const process = startProcess('w', () => {
      queue.receiveAgain(message.body);
    });
    activeProcesses += 1;
    const answer = processMessage({ ...workerParts, queue }, process, message, receipt);
    if (variant.answersBeforeWork === true) {
      answer.catch(() => undefined).finally(() => (activeProcesses -= 1));
      const isAnswered = await timeline.effect(process, 100, () => true).catch(() => false);
      if (!isAnswered) return null;
      // Lambda freezes the process after the answer and may thaw it for a while.
      timeline.after(faultPlan.random() * 3_000, () => {
        endProcess(process);
      });
      return true;
    }
    const { batchItemFailures } = await answer;
    activeProcesses -= 1;
    const isAnswered = !process.isKilled;
    // Unfinished work of the handler continues if the process is thawed for another message.
    if (isAnswered && faultPlan.occurs('process goes on after answering')) {
      timeline.after(600_000, () => {
        endProcess(process);
      });
    } else endProcess(process);
    return isAnswered ? batchItemFailures.length === 0 : null;
  }

  const queue: SimulatedQueue = createSimulatedQueue({
    ...simulationParts,
    receive,
    acknowledgesBeforeWork: variant.acknowledgesBeforeWork ?? false,
  });

  const deployment: SimulatedDeployment = {
    timeline,
    bucket,
    queue,
    company,
    safety,
    faultPlan,
    traceLines,
    settleHours: SETTLE_HOURS,
    writesFacts,
    repository: { ...shared, store: faultFreeStore(bucket) },
    isIdle: () => activeProcesses === 0 && queue.undeletedMessages().length === 0,
    async tick(scheduledAt) {
      const process = startProcess('p', () => void deployment.tick(scheduledAt));
      activeProcesses += 1;
      const source = company.sourceOf(process, variant.paging);
      const planning = planningOf(process, source);
      const handle = planWeekHandler({
        clock,
        weeks: (now) => weeksToPlan(now, SETTLE_HOURS, reconcileAfterMs),
        plan: (week, now) => planWeek(planning, week, now),
        reconcile: (week, planned, now) => {
          const notes = reconciliationStoreOf(planning.repository.store, clock);
          return reconcileAfterMs === null
            ? Promise.resolve(null)
            : scheduleReconciliation(
                { planning, progress: notes, afterMs: reconcileAfterMs },
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
        checkFailure(error);
      }
      activeProcesses -= 1;
      endProcess(process);
    },
    async requestReport(request) {
      const process = startProcess('h');
      safety.onRequest(request.week.name, request.force);
      activeProcesses += 1;
      const source = company.sourceOf(process);
      const { repository, records, sender } = planningOf(process, source);
      const sleep = (ms: number): Promise<void> => timeline.effect(process, ms, () => undefined);
      const requestContext = {
        repository,
        tree: () => Promise.resolve({ root: 1, parents: new Map<number, number | null>() }),
        source,
        jobs: createStoredQueue({
          repository,
          records,
          sender,
          sleep,
          random: () => faultPlan.random(),
        }),
        clock,
      };
      const waitMs = faultPlan.random() < 0.5 ? 0 : 20_000;
      trace(() => `${process.name} POST ${request.week.name} ${request.folder} ${request.force}`);
      try {
        const state = await requestReport(requestContext, WHOLE_COMPANY, { ...request, waitMs });
        return process.isKilled ? null : state;
      } catch (error) {
        checkFailure(error);
        return null;
      } finally {
        activeProcesses -= 1;
        endProcess(process);
      }
    },
    async prune(week) {
      const process = startProcess('r');
      activeProcesses += 1;
      safety.allowPruning(week.name);
      const store = bucket.openStore(process);
      try {
        await pruneWeek(variant.wrapPrunedStore?.(store) ?? store, week, { dryRun: false });
        return !process.isKilled;
      } catch (error) {
        checkFailure(error);
        faultPlan.record('prune interrupted');
        return false;
      } finally {
        activeProcesses -= 1;
        endProcess(process);
      }
    },
  };

  /** A `Failure` is an expected outcome of an invocation; any other error is a bug. */
  function checkFailure(error: unknown): void {
    trace(() => `failed: ${error instanceof Error ? error.message : 'not an error'}`);
    if (error instanceof Failure || error instanceof ProcessKilled) return;
    safety.violate('bug', error instanceof Error ? (error.stack ?? error.name) : typeof error);
  }
  return deployment;
}
