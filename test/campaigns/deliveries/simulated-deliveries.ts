// The real planner, processor and use cases of deliveries on a simulated clock, bucket, queue and receivers. Each invocation
// is a process with its own adapters, like on Lambda.
import {
  deliveryCodecs,
  deliveryJobCodec,
  repositoryCodecs,
} from '../../../lib/adapters/json/index.ts';
import type { DeliveryContext } from '../../../lib/delivery/delivery-context.ts';
import { weeksToDeliver } from '../../../lib/delivery/due-time.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import { keyOfReceipt } from '../../../lib/delivery/receipts.ts';
import { createRenderedPdfs } from '../../../lib/delivery/rendered-pdfs.ts';
import { keyOfSubscription } from '../../../lib/delivery/subscription-store.ts';
import type { ReportReader } from '../../../lib/ports/rendering.ts';
import { SUBSCRIPTION_CHANNELS } from '../../../lib/ports/subscriptions.ts';
import { createObjectCache } from '../../../lib/reports/object-cache.ts';
import { keyOfManifest } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { PLAIN_COMPOSER } from '../../support/delivery/delivery-parts.ts';
import type { FaultPlan } from '../simulation/fault-plan.ts';
import type { SimulatedBucket } from '../simulation/simulated-bucket.ts';
import { createSimulatedBucket } from '../simulation/simulated-bucket.ts';
import type { SimulatedQueue } from '../simulation/simulated-queue.ts';
import { createSimulatedQueue } from '../simulation/simulated-queue.ts';
import type { SimulatedProcess, Timeline } from '../simulation/timeline.ts';
import { createTimeline, ProcessKilled } from '../simulation/timeline.ts';
import { PARENTS } from './delivery-circumstances.ts';
import type { ReceiptChecks } from './receipt-checks.ts';
import { createReceiptChecks } from './receipt-checks.ts';
import type { SimulatedReceivers } from './simulated-receivers.ts';
import { createSimulatedReceivers } from './simulated-receivers.ts';

export interface SimulatedDeliveries {
  readonly timeline: Timeline;
  readonly bucket: SimulatedBucket;
  readonly queue: SimulatedQueue;
  readonly receivers: SimulatedReceivers;
  readonly checks: ReceiptChecks;
  readonly faultPlan: FaultPlan;
  readonly traceLines: readonly string[];
  /** Plans all weeks; resolves also when the process was killed or failed. */
  readonly tick: () => Promise<void>;
  /** Runs a request of a person; false when it was killed or failed. */
  readonly request: (
    name: string,
    work: (context: DeliveryContext) => Promise<unknown>,
  ) => Promise<boolean>;
}

export interface SimulationSettings {
  readonly start: number;
  readonly faultPlan: FaultPlan;
  readonly reader: ReportReader;
  /** Current rate of slow and late answers of receivers. */
  readonly oddAnswerRate: () => number;
  readonly recordsTrace: boolean;
  /** Plans in one process until it is killed, so that its caches are old. */
  readonly isWarm: boolean;
}

export function createSimulatedDeliveries(settings: SimulationSettings): SimulatedDeliveries {
  const { faultPlan, reader } = settings;
  const timeline = createTimeline(settings.start);
  const checks = createReceiptChecks();
  const traceLines: string[] = [];
  const trace = (line: () => string): void => {
    if (!settings.recordsTrace) return;
    traceLines.push(`${new Date(timeline.now()).toISOString().slice(5, 23)} ${line()}`);
  };
  const repeatActions = new Map<SimulatedProcess, () => void>();
  const runConcurrentWorker = (process: SimulatedProcess): void => {
    repeatActions.get(process)?.();
    // Once per process.
    repeatActions.delete(process);
  };
  const parts = { timeline, faultPlan, trace, runConcurrentWorker };
  const bucket: SimulatedBucket = createSimulatedBucket({
    ...parts,
    onChange: (change) => {
      const before = checks.violations.length;
      checks.onChange(change);
      for (const { rule, description } of checks.violations.slice(before)) {
        trace(() => `** ${rule}: ${description}`);
      }
    },
  });
  const receivers = createSimulatedReceivers(parts, settings.oddAnswerRate);
  const jobs = deliveryJobCodec;
  const codecs = deliveryCodecs;
  let processCount = 0;

  function openContext(process: SimulatedProcess): DeliveryContext {
    const store = bucket.openStore(process);
    const repository = { store, ...repositoryCodecs, reader };
    return {
      repository,
      tree: () => Promise.resolve({ root: 1, parents: PARENTS }),
      findTokenCaller: () => Promise.resolve(null),
      codecs,
      caches: {
        subscriptions: createObjectCache(store, codecs.subscriptions, keyOfSubscription),
        receipts: createObjectCache(store, codecs.receipts, keyOfReceipt),
        manifests: createObjectCache(store, repository.manifests, keyOfManifest),
      },
      clock: () => timeline.now(),
      random: faultPlan.random,
      composer: PLAIN_COMPOSER,
      sender: receivers.openSender(process),
      jobs: {
        send: (newJobs) =>
          queue.send(
            process,
            newJobs.map((job) => new TextDecoder().decode(jobs.encode(job))),
          ),
      },
      channels: SUBSCRIPTION_CHANNELS,
      mailDomains: [],
      linkKeys: () => Promise.resolve([{ id: 'k1', key: 'a key of the simulation'.repeat(2) }]),
      accessLinks: true,
      pdf: () => fakePdfRenderer,
      renderedPdfs: createRenderedPdfs(() => timeline.now()),
      publicUrl: 'https://reports.example.com',
      makeLink: () => Promise.resolve('https://reports.example.com/d/x'),
      linkPlaces: () => Promise.resolve(new Map<number, string>()),
      locale: 'en',
      onProblem: () => undefined,
    };
  }

  interface RunningProcess {
    readonly process: SimulatedProcess;
    readonly context: DeliveryContext;
  }
  let planner: RunningProcess | null = null;

  function startProcess(name: string): RunningProcess {
    processCount += 1;
    const process = timeline.startProcess(`${name}${processCount}`);
    return { process, context: openContext(process) };
  }

  function findPlanner(): RunningProcess {
    if (planner === null || planner.process.isKilled || !settings.isWarm) {
      planner = startProcess('planner');
    }
    return planner;
  }

  /** Null when the process was killed. */
  async function run<T>(
    { process, context }: RunningProcess,
    work: (context: DeliveryContext, process: SimulatedProcess) => Promise<T>,
  ): Promise<T | Failure | null> {
    try {
      return await work(context, process);
    } catch (error) {
      if (error instanceof ProcessKilled || process.isKilled) return null;
      if (!(error instanceof Failure)) throw error;
      trace(() => `${process.name} failed: ${error.code}`);
      return error;
    }
  }

  const queue: SimulatedQueue = createSimulatedQueue({
    ...parts,
    acknowledgesBeforeWork: false,
    async receive(message) {
      const result = await run(startProcess('worker'), async (context, process) => {
        repeatActions.set(process, () => {
          queue.deliverTwice(message);
        });
        const job = jobs.decode(new TextEncoder().encode(message.body));
        const { state, repeatAfterSeconds } = await processDelivery(context, job);
        trace(() => `${process.name} ended: ${state}`);
        if (repeatAfterSeconds !== null) {
          await queue.changeVisibility(process, message, repeatAfterSeconds);
        }
        return repeatAfterSeconds === null;
      });
      return result instanceof Failure ? false : result;
    },
  });

  return {
    timeline,
    bucket,
    queue,
    receivers,
    checks,
    faultPlan,
    traceLines,
    async tick() {
      await run(findPlanner(), async (context, process) => {
        repeatActions.set(process, () => void run(startProcess('planner'), planAll));
        await planAll(context);
      });
    },
    async request(name, work) {
      const result = await run(startProcess(name), async (context) => {
        await work(context);
        return true;
      });
      return result === true;
    },
  };

  async function planAll(context: DeliveryContext): Promise<void> {
    for (const week of weeksToDeliver(timeline.now())) {
      await planDeliveries(context, week, timeline.now());
    }
  }
}
