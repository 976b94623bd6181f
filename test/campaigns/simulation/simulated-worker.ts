// The worker of one message: the real gathering, building and committing, with a renderer that only digests, and those
// who are told of reports.
import { createHash } from 'node:crypto';
import type { SQSBatchResponse } from 'aws-lambda';
import type { Work } from '../../../functions/make-report/handler.ts';
import { createHandler } from '../../../functions/make-report/handler.ts';
import {
  jobCodec,
  jsonRenderer,
  receiptCodec,
  secondLookCodec,
} from '../../../lib/adapters/json/index.ts';
import { announceReport } from '../../../lib/delivery/announce-report.ts';
import type { ReadCompany } from '../../../lib/jobs/company-tree.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  abandonReconciliation,
  isReconciliation,
  reconcileFolder,
} from '../../../lib/jobs/reconcile-folder.ts';
import type { ReconciliationStore } from '../../../lib/jobs/reconciliation-progress.ts';
import { abandonJob, processJob } from '../../../lib/jobs/process-job.ts';
import type { PlanContext } from '../../../lib/jobs/synchronize-plan.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Clock } from '../../../lib/shared/clock.ts';
import type { ReportRepository } from '../../../lib/reports/report-repository.ts';
import { readReport } from '../../../lib/reports/report-repository.ts';
import { createStopwatch } from '../../../lib/jobs/make-folder.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { Log } from '../../../lib/shared/log.ts';
import { canary } from '../../support/secret-markers.ts';
import type { Chaos } from './fault-plan.ts';
import type { Company } from './simulated-company.ts';
import { NO_SOURCE } from './idle.ts';
import type { Message, Queue } from './simulated-queue.ts';
import { eventOf } from './simulated-queue.ts';
import type { Safety } from './safety.ts';
import type { Process, Timeline } from './timeline.ts';
import { Killed } from './timeline.ts';
import type { Variant } from './variant.ts';

export interface WorkerParts {
  readonly timeline: Timeline;
  readonly chaos: Chaos;
  readonly clock: Clock;
  readonly trace: (line: () => string) => void;
  readonly safety: Safety;
  readonly company: Company;
  readonly variant: Variant;
  readonly planningOf: (process: Process, source: FeedbackSource) => PlanContext;
  readonly tree: ReadCompany;
}

const HOOK = { folder: 1, url: 'https://example.com/hook', key: canary('webhook key') };
const JSON_FILES = jsonRenderer();

export function notesIn(store: ObjectStore, clock: Clock): ReconciliationStore {
  return { store, notes: secondLookCodec(), clock };
}

/** As a function has. */
const REMAINING_MS = 240_000;

/** Works on a message as the function does. */
export function workOn(
  parts: WorkerParts & { readonly log: Log; readonly queue: Pick<Queue, 'giveBack'> },
  process: Process,
  message: Message,
  receipt: number,
): Promise<SQSBatchResponse> {
  const { clock, chaos, log, queue, planningOf } = parts;
  const until = clock() + REMAINING_MS;
  const handle = createHandler({
    jobs: jobCodec(),
    openWork: () => openWork(parts, process),
    giveUp: (job, failure) => {
      const planning = planningOf(process, NO_SOURCE);
      return isReconciliation(job)
        ? abandonReconciliation(notesIn(planning.repository.store, clock), job)
        : abandonJob(planning, { job, failure, random: chaos.random });
    },
    giveBack: (_handle, seconds) => queue.giveBack(process, message, seconds),
    random: chaos.random,
    clock,
    log,
  });
  return handle(eventOf(message, receipt), { getRemainingTimeInMillis: () => until - clock() });
}

/** One message's way through the upstream and the store. */
function openWork(parts: WorkerParts, process: Process): Work {
  const { company, chaos, clock, variant } = parts;
  const paged = company.sourceOf(process, variant.paging);
  const source = variant.wrapSource?.(paged, clock) ?? paged;
  const planning = parts.planningOf(process, source);
  const { repository } = planning;
  const steps = createStopwatch(clock);
  const making = {
    source,
    company: parts.tree,
    keeping: {
      ...repository,
      childLinks: null,
      renderers: {
        json: JSON_FILES,
        pdf: { render: (_: unknown, { bytes }: { bytes: Uint8Array }) => pdf(bytes) },
      },
    },
    clock,
    rules: { minResponses: 10, reversedScale: 'display', settleHours: planning.settleHours },
    concurrency: 8,
  } as const;
  const announce = announcing(parts, process, repository);
  const { random } = chaos;
  const work: Work = {
    make: (job) => {
      const queued = { making, planning, stopwatch: steps, random, announce };
      const notes = notesIn(repository.store, clock);
      return isReconciliation(job)
        ? reconcileFolder({ ...queued, notes }, job)
        : processJob(queued, job);
    },
    requests: () => ({ sent: 0, retried: 0 }),
    steps: steps.taken,
    close: () => {
      paged.close();
      return Promise.resolve();
    },
  };
  return variant.wrapWork?.(work, repository.store) ?? work;
}

function announcing(
  { timeline, chaos, clock, trace, safety, variant }: WorkerParts,
  process: Process,
  repository: ReportRepository,
) {
  const tell = async (channel: string, report: Parameters<Safety['onTold']>[1]) => {
    const fault = chaos.callFault('tell');
    await timeline.effect(process, 50 + 500 * chaos.random(), () => {
      if (fault === 'error') throw new Failure('DELIVERY_FAILED');
      if (fault === 'crash before') {
        timeline.kill(process, () => false);
        throw new Killed();
      }
      trace(() => `${process.name} tell ${channel} ${report.week} ${report.folder.key}`);
      safety.onTold(channel, report);
      if (fault === 'crash after') timeline.kill(process, () => chaos.random() < 0.5);
      if (fault === 'error after effect') throw new Failure('DELIVERY_FAILED');
    });
  };
  return async (manifest: Manifest): Promise<void> => {
    const report = await readReport(repository, manifest);
    const store = variant.wrapReceipts?.(repository.store) ?? repository.store;
    await announceReport(
      {
        store,
        receipts: receiptCodec(),
        speaker: { sentence: () => 'A sentence.' },
        clock,
        events: { publish: (it) => tell('event', it) },
        webhooks: { send: (_to, it) => tell('hook', it.report).then(() => 'delivered' as const) },
        subscriptions: [HOOK],
        makeLink: () => Promise.resolve(null),
        failed: () => undefined,
        accepted: () => undefined,
      },
      { manifest, report },
    );
  };
}

function pdf(bytes: Uint8Array) {
  return Promise.resolve({
    bytes: createHash('sha256').update(bytes).digest(),
    contentType: 'application/pdf',
    extension: 'pdf' as const,
  });
}
