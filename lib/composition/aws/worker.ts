// What make-report is made of: the worker with its renderers, and those who are told of reports.
import { openEvents } from '../../adapters/events/index.ts';
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jsonRenderer, receiptCodec } from '../../adapters/json/index.ts';
import { pdfRenderer, reportSpeaker } from '../../adapters/pdf/index.ts';
import type { Queue } from '../../adapters/queue/index.ts';
import { openWebhooks } from '../../adapters/webhook/index.ts';
import { announceReport } from '../../delivery/announce-report.ts';
import { linkToRevision } from '../../links/make-link.ts';
import { createCompanyCache } from '../../jobs/company-tree.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CommitContext } from '../../reports/commit.ts';
import type { JobOutcome } from '../../jobs/process-job.ts';
import {
  abandonReconciliation,
  isReconciliation,
  reconcileFolder,
} from '../../jobs/reconcile-folder.ts';
import { abandonJob, processJob } from '../../jobs/process-job.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { readReport } from '../../reports/report-repository.ts';
import type { Step, Stopwatch } from '../../jobs/make-folder.ts';
import { createStopwatch } from '../../jobs/make-folder.ts';
import { childLinksOf, figureRules, openReportRepository } from '../compose.ts';
import type { Config, Environment } from '../config.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Log } from '../../shared/log.ts';
import { type SystemContext } from '../system.ts';
import { deliveryLog } from './delivery-log.ts';
import type { FunctionContext } from './function-context.ts';
import {
  COMMON_SETTINGS,
  openBucket,
  openFunctionContext,
  openLinkContext,
  openReconciliationStore,
  openPlanContext,
  openJobQueue,
  openJobRecords,
  openReportsSecret,
  openSource,
} from './function-context.ts';

export interface Worker extends FunctionContext {
  readonly jobs: Codec<ReportJob>;
  /** Anew for each message. */
  open(log: Log): {
    readonly make: (job: ReportJob) => Promise<JobOutcome>;
    readonly requests: FeedbackApi['requests'];
    readonly steps: ReadonlyMap<Step, number>;
    readonly close: () => Promise<void>;
  };
  readonly giveUp: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly giveBack: Queue['giveBack'];
}

export function openWorker(environment: Environment, world: SystemContext): Worker {
  const base = openFunctionContext(environment, world, 'configured', [
    ...COMMON_SETTINGS,
    'REPORTS_QUEUE_URL',
  ]);
  const { config } = base;
  const secret = openReportsSecret(config, world);
  const { store } = openBucket(config, world);
  const repository = openReportRepository(store);
  const queue = openJobQueue(config, world);
  const renderers = {
    pdf: pdfRenderer(config),
    json: jsonRenderer(),
  };
  const childLinks = childLinksOf(config, async () => (await secret.read()).linkKeys);
  const notes = openReconciliationStore(store, world);
  const company = createCompanyCache(world.clock);
  const announcer = announcerOf(config, { repository, secret, world });
  return {
    ...base,
    jobs: jobCodec(),
    open(log) {
      const steps = createStopwatch(world.clock);
      const upstream = openSource(config, secret, world);
      const { source } = upstream;
      const planning = openPlanContext(config, { source, repository, sender: queue.sender, world });
      const making = {
        source,
        company,
        keeping: { ...repository, renderers: timed(renderers, steps), childLinks },
        clock: world.clock,
        rules: figureRules(config),
        concurrency: config.concurrency,
      };
      const { random } = world;
      return {
        make: (job) => {
          const queued = { making, planning, stopwatch: steps, random, announce: announcer(log) };
          return isReconciliation(job)
            ? reconcileFolder({ ...queued, notes }, job)
            : processJob(queued, job);
        },
        steps: steps.taken,
        requests: () => upstream.requests(),
        close: () => upstream.close(),
      };
    },
    giveUp: (job, failure) =>
      isReconciliation(job)
        ? abandonReconciliation(notes, job)
        : abandonJob(
            { repository, records: openJobRecords(store, world), sender: queue.sender },
            { job, failure, random: world.random },
          ),
    giveBack: (receiptHandle, afterSeconds) => queue.giveBack(receiptHandle, afterSeconds),
  };
}

function timed(
  { pdf, json }: CommitContext['renderers'],
  { time }: Stopwatch,
): CommitContext['renderers'] {
  return {
    pdf: {
      render: (report, attached, links) =>
        time('render', () => pdf.render(report, attached, links)),
    },
    json: { render: (report) => time('render', () => json.render(report)) },
  };
}

/** Nothing is opened, and no report read, where nobody wants to be told. */
function announcerOf(
  config: Config,
  {
    repository,
    secret,
    world,
  }: { repository: ReportRepository; secret: SecretSource; world: SystemContext },
): (log: Log) => (manifest: Manifest) => Promise<void> {
  if (config.eventBus === null && !config.webhooks) return () => () => Promise.resolve();
  const speaker = reportSpeaker({ locale: config.locale });
  const events = config.eventBus === null ? null : openEvents({ bus: config.eventBus });
  const webhooks = openWebhooks({ clock: world.clock });
  const linking = openLinkContext(config, { repository, secret, world });
  return (log) => async (manifest) => {
    const report = await readReport(repository, manifest);
    const subscriptions = config.webhooks ? (await secret.read()).webhooks : [];
    const told = await announceReport(
      {
        store: repository.store,
        receipts: receiptCodec(),
        speaker,
        clock: world.clock,
        events,
        webhooks,
        subscriptions,
        makeLink: async (it) =>
          config.publicUrl === null ? null : (await linkToRevision(linking, it)).url,
        ...deliveryLog(log),
      },
      { manifest, report },
    );
    if (told.length > 0) log.info('told', { channels: told.join(' ') });
  };
}
