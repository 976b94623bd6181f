// The real planner, worker and use cases of the HTTP API on a simulated clock, bucket, queue and reporting API. Each
// invocation is a process with its own adapters, like on Lambda.
import { createHandler as planWeekHandler } from '../../../functions/plan-week/handler.ts';
import { jobCodec, reconciliationCodec } from '../../../lib/adapters/json/index.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { ReadCompany } from '../../../lib/jobs/company.ts';
import { readCompany, createCompanyCache } from '../../../lib/jobs/company.ts';
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import { weeksToDeliver } from '../../../lib/delivery/due-time.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../../lib/jobs/weeks-to-plan.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import { pruneWeek } from '../../../lib/reports/prune-weeks.ts';
import type { ReportState } from '../../../lib/jobs/request-report.ts';
import { requestReport } from '../../../lib/jobs/request-report.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { createStoredQueue, repeatRequests } from '../../../lib/jobs/requested-jobs.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import type { Log } from '../../../lib/shared/log.ts';
import {
  deliveryCodecs,
  jobRecordCodec,
  plannerRecordCodec,
  repositoryCodecs,
} from './decode-once.ts';
import type { SimulatedBucket } from './simulated-bucket.ts';
import { createSimulatedBucket } from './simulated-bucket.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { SimulatedCompany } from './simulated-company.ts';
import { createSimulatedCompany } from './simulated-company.ts';
import { factContextOf } from './simulated-facts.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import { faultFreeStore } from './idle.ts';
import type { PoisonedFolders } from './poisoned-folders.ts';
import type { SimulatedMessage, SimulatedQueue } from './simulated-queue.ts';
import { createSimulatedQueue } from './simulated-queue.ts';
import type { SafetyChecks } from './safety.ts';
import { createSafetyChecks } from './safety.ts';
import type { ProcessList } from './simulated-processes.ts';
import { createProcessList } from './simulated-processes.ts';
import { checkFailure, createSimulationLog } from './simulation-log.ts';
import type { SimulatedProcess, Timeline } from './timeline.ts';
import type { Variant } from './variant.ts';
import { CORRECT_VARIANT } from './variant.ts';
import { createTimeline } from './timeline.ts';
import { announceSimulatedWeek } from './simulated-announcements.ts';
import type { SimulatedPlanning, WorkerParts } from './simulated-worker.ts';
import { processMessage } from './simulated-worker.ts';

export interface SimulatedDeployment {
  readonly timeline: Timeline;
  readonly bucket: SimulatedBucket;
  readonly queue: SimulatedQueue;
  readonly company: SimulatedCompany;
  readonly safety: SafetyChecks;
  readonly faultPlan: FaultPlan;
  readonly poisoned: PoisonedFolders;
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
  const { start, faultPlan, root, weeks, variant = CORRECT_VARIANT } = parts;
  const { recordsTrace = false, isWarm = false, writesFacts = false } = parts;
  const timeline = createTimeline(start);
  const safety = createSafetyChecks(() => timeline.now());
  const traceLines: string[] = [];
  const trace = (line: () => string): void => {
    if (recordsTrace)
      traceLines.push(`${new Date(timeline.now()).toISOString().slice(5, 23)} ${line()}`);
  };
  const processes = createProcessList(timeline, faultPlan);
  const { runConcurrentWorker } = processes;
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
  const queue: SimulatedQueue = createSimulatedQueue({
    ...simulationParts,
    receive: (message, receipt) => receiveMessage(context, message, receipt),
    acknowledgesBeforeWork: variant.acknowledgesBeforeWork ?? false,
  });
  const clock = (): number => timeline.now();
  const poisoned: PoisonedFolders = new Map();
  const context: DeploymentContext = {
    poisoned,
    timeline,
    faultPlan,
    trace,
    safety,
    processes,
    bucket,
    company,
    queue,
    clock,
    weeks: new Set(weeks.map(({ name }) => name)),
    variant,
    writesFacts,
    reconcileAfterMs: parts.reconcileAfterMs ?? null,
    log: createSimulationLog({ faultPlan, trace, safety }),
    tree: isWarm ? createCompanyCache(clock) : readCompany,
    shared: {
      ...repositoryCodecs,
      manifests: variant.manifests ?? repositoryCodecs.manifests,
      ...(isWarm ? { cache: createProcessCache() } : {}),
    },
  };
  return {
    timeline,
    bucket,
    queue,
    company,
    safety,
    faultPlan,
    poisoned,
    traceLines,
    writesFacts,
    settleHours: SETTLE_HOURS,
    repository: { ...context.shared, store: faultFreeStore(bucket) },
    isIdle: () => processes.activeCount === 0 && queue.undeletedMessages().length === 0,
    tick: (scheduledAt) => runPlanner(context, scheduledAt),
    requestReport: (request) => runRequest(context, request),
    prune: (week) => runPrune(context, week),
  };
}

/** What the invocations of a deployment share. */
interface DeploymentContext {
  readonly poisoned: PoisonedFolders;
  readonly timeline: Timeline;
  readonly faultPlan: FaultPlan;
  readonly trace: (line: () => string) => void;
  readonly safety: SafetyChecks;
  readonly processes: ProcessList;
  readonly bucket: SimulatedBucket;
  readonly company: SimulatedCompany;
  readonly queue: SimulatedQueue;
  readonly clock: Clock;
  /** Names of the weeks with data. */
  readonly weeks: ReadonlySet<string>;
  readonly variant: Variant;
  readonly writesFacts: boolean;
  readonly reconcileAfterMs: number | null;
  readonly log: Log;
  readonly tree: ReadCompany;
  /** The parts of a report repository that do not depend on the process. */
  readonly shared: Omit<ReportRepository, 'store'>;
}

/** Runs the planner; resolves when it has answered or was killed. */
async function runPlanner(context: DeploymentContext, scheduledAt: number): Promise<void> {
  const { clock, processes, company, variant, reconcileAfterMs } = context;
  const lookDelaysMs = reconcileAfterMs === null ? [] : [reconcileAfterMs];
  const process = processes.start('p', () => void runPlanner(context, scheduledAt));
  processes.activeCount += 1;
  const source = company.sourceOf(process, variant.paging);
  const planning = planningOf(context, process, source);
  const handle = planWeekHandler({
    clock,
    weeks: (now) => weeksToPlan(now, SETTLE_HOURS, lookDelaysMs),
    plan: (week, tick) =>
      planWeek(
        {
          ...planning,
          ...{ planner: plannerRecordCodec, earlierLooks: reconciliationCodec, lookDelaysMs },
        },
        week,
        tick,
      ),
    repeatRequests: ({ name }) =>
      repeatRequests({ ...planning, random: context.faultPlan.random }, name),
    deliveries: {
      weeks: (now) => weeksToDeliver(now).filter(({ name }) => context.weeks.has(name)),
      plan: (week) => announceSimulatedWeek(context, process, planning.repository, week),
    },
    log: context.log,
  });
  context.trace(() => `${process.name} tick`);
  try {
    await handle({ scheduledTime: new Date(scheduledAt).toISOString() });
  } catch (error) {
    checkFailure(context, error);
  }
  processes.activeCount -= 1;
  processes.end(process);
}

/** Runs the worker on one message. True: the message can be deleted. Null: the worker died. */
async function receiveMessage(
  context: DeploymentContext,
  message: SimulatedMessage,
  receipt: number,
): Promise<boolean | null> {
  const { timeline, faultPlan, processes, queue } = context;
  const process = processes.start('w', () => {
    queue.deliverTwice(message);
  });
  processes.activeCount += 1;
  const worker: WorkerParts = {
    ...context,
    planningOf: (workerProcess, source) => planningOf(context, workerProcess, source),
  };
  const answer = processMessage({ ...worker, queue }, process, message, receipt);
  if (context.variant.answersBeforeWork === true) {
    answer.catch(() => undefined).finally(() => (processes.activeCount -= 1));
    const isAnswered = await timeline.effect(process, 100, () => true).catch(() => false);
    if (!isAnswered) return null;
    // Lambda freezes the process after the answer and may thaw it for a while.
    timeline.after(faultPlan.random() * 3_000, () => {
      processes.end(process);
    });
    return true;
  }
  const { batchItemFailures } = await answer;
  processes.activeCount -= 1;
  const isAnswered = !process.isKilled;
  // Unfinished work of the handler continues if the process is thawed for another message.
  if (isAnswered && faultPlan.occurs('process continues after it has answered')) {
    timeline.after(600_000, () => {
      processes.end(process);
    });
  } else processes.end(process);
  return isAnswered ? batchItemFailures.length === 0 : null;
}

type ReportRequest = Parameters<SimulatedDeployment['requestReport']>[0];

/** Requests a report over HTTP. Null when the process was killed or the request failed. */
async function runRequest(
  context: DeploymentContext,
  request: ReportRequest,
): Promise<ReportState | null> {
  const { timeline, faultPlan, trace, safety, processes, clock } = context;
  const process = processes.start('h');
  safety.onRequest(request.week.name, request.force);
  processes.activeCount += 1;
  const source = context.company.sourceOf(process);
  const { repository, records, sender } = planningOf(context, process, source);
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
      hasPlanner: true,
    }),
    codecs: deliveryCodecs,
    clock,
  };
  const waitMs = faultPlan.random() < 0.5 ? 0 : 20_000;
  trace(() => `${process.name} POST ${request.week.name} ${request.folder} ${request.force}`);
  try {
    const state = await requestReport(requestContext, WHOLE_COMPANY, { ...request, waitMs });
    return process.isKilled ? null : state;
  } catch (error) {
    checkFailure(context, error);
    return null;
  } finally {
    processes.activeCount -= 1;
    processes.end(process);
  }
}

/** Returns whether the week was removed completely. */
async function runPrune(context: DeploymentContext, week: Week): Promise<boolean> {
  const { safety, processes, bucket, variant, faultPlan } = context;
  const process = processes.start('r');
  processes.activeCount += 1;
  safety.allowPruning(week.name);
  const store = bucket.openStore(process);
  try {
    await pruneWeek(variant.wrapPrunedStore?.(store) ?? store, week, { dryRun: false });
    return !process.isKilled;
  } catch (error) {
    checkFailure(context, error);
    faultPlan.record('prune interrupted');
    return false;
  } finally {
    processes.activeCount -= 1;
    processes.end(process);
  }
}

const TEXT_DECODER = new TextDecoder();

function planningOf(
  context: DeploymentContext,
  process: SimulatedProcess,
  source: FeedbackSource,
): SimulatedPlanning {
  const { bucket, queue, variant, writesFacts, clock } = context;
  const openedStore = bucket.openStore(process, variant.store);
  const store = variant.wrapStore?.(openedStore, bucket) ?? openedStore;
  const repository = { ...context.shared, store };
  return {
    source,
    repository,
    writeTables: writesFacts
      ? async (week, options) => {
          if (variant.skipsLastTables === true && !options.isWorkOutstanding) return 0;
          return (await writeWeekTables(factContextOf(repository), week, options)).written;
        }
      : null,
    records: { store, records: jobRecordCodec, clock },
    sender: {
      send: (batch) =>
        queue.send(
          process,
          batch.map((job) => TEXT_DECODER.decode(jobCodec.encode(job))),
        ),
    },
    settleHours: SETTLE_HOURS,
    concurrency: 8,
  };
}
