// Composition of make-report: the job processor with its renderers, and notifications about reports.
import { openEventBus } from '../../adapters/events/index.ts';
import { createRequestPause, type FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jsonRenderer, receiptCodec } from '../../adapters/json/index.ts';
import { pdfRenderer } from '../../adapters/pdf/index.ts';
import type { SqsQueue } from '../../adapters/queue/index.ts';
import { createWebhookSender } from '../../adapters/webhook/index.ts';
import type { AnnounceContext } from '../../delivery/announce-report.ts';
import { announceReport } from '../../delivery/announce-report.ts';
import { enqueueReady } from '../../delivery/plan-deliveries.ts';
import { createRevisionLink } from '../../links/make-link.ts';
import type { JobStep, Stopwatch } from '../../jobs/make-folder.ts';
import { createCompanyCache, createStopwatch } from '../../jobs/make-folder.ts';
import type { Failure } from '../../shared/failure.ts';
import type { CommitContext } from '../../reports/commit.ts';
import type { JobOutcome } from '../../jobs/process-job.ts';
import { abandonJob, runJob } from '../../jobs/reconcile-folder.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { ReportRepository } from '../../reports/report-repository.ts';
import { readReport } from '../../reports/report-repository.ts';
import { createChildLinks, toFigureRules } from '../compose.ts';
import type { Config, Environment } from '../config.ts';
import { createMessageLinks } from '../open-delivery.ts';
import { MESSAGE_COMPOSER } from '../../delivery/message-composer.ts';
import { readMessageNotes } from '../../delivery/outgoing-report.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Log } from '../../shared/log.ts';
import { settleAll } from '../../shared/map-concurrent.ts';
import { release } from '../release.ts';
import type { SystemContext } from '../system.ts';
import { openDeliveryPlanning } from './deliveries.ts';
import type { FunctionContext } from './function-context.ts';
import {
  openLinkContext,
  openReconciliationStore,
  openPlanContext,
  openJobQueue,
  openJobRecords,
  openSource,
  openStoredReports,
} from './function-context.ts';

interface Worker extends FunctionContext {
  readonly jobs: Codec<ReportJob>;
  /**
   * A new one for each message, because a client can't be used after its credentials were rejected. When the reporting API
   * asks for a pause that is too long for a call, only that call fails in the last attempt; an earlier attempt fails as a whole.
   */
  openJobContext(
    log: Log,
    attempt: { readonly isLast: boolean },
  ): {
    readonly make: (job: ReportJob) => Promise<JobOutcome>;
    readonly requests: FeedbackApi['requests'];
    readonly steps: ReadonlyMap<JobStep, number>;
    readonly close: () => Promise<void>;
  };
  readonly abandon: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly delayMessage: SqsQueue<ReportJob>['delayMessage'];
}

export function openWorker(environment: Environment, system: SystemContext): Worker {
  const { context, config, secret, store, repository } = openStoredReports(
    environment,
    system,
    'configured',
    ['REPORTS_QUEUE_URL', 'REPORTS_DELIVERY_QUEUE_URL'],
  );
  const { sender, delayMessage } = openJobQueue(config, system);
  const renderers = {
    pdf: pdfRenderer(config),
    json: jsonRenderer(),
  };
  const childLinks = createChildLinks(config, async () => (await secret.read()).linkKeys);
  const progress = openReconciliationStore(store, system);
  const company = createCompanyCache(system.clock);
  const pause = createRequestPause();
  const announce = createAnnouncer(config, { repository, secret, system });
  const enqueueReadyDeliveries = createDeliveryEnqueuer(config, repository, system);
  return {
    ...context,
    jobs: jobCodec,
    openJobContext(log, { isLast }) {
      const stopwatch = createStopwatch(system.clock);
      const api = openSource(config, secret, system, {
        pause,
        stopsAtLongPause: !isLast,
        // Lambda's clock is right.
        clockDifference: 'noted',
      });
      const { source } = api;
      const planning = openPlanContext(config, { source, repository, sender, system });
      const making = {
        source,
        company,
        repository: {
          ...repository,
          renderers: withTiming(renderers, stopwatch),
          childLinks,
          release: release(),
        },
        clock: system.clock,
        rules: toFigureRules(config),
        concurrency: config.concurrency,
      };
      const jobContext = {
        making,
        planning,
        progress,
        stopwatch,
        random: system.random,
        announce: async (manifest: Manifest) => {
          await settleAll([announce(log)(manifest), enqueueReadyDeliveries(log, manifest)]);
        },
      };
      return {
        make: (job) => runJob(jobContext, job),
        steps: stopwatch.durations,
        requests: () => api.requests(),
        close: () => api.close(),
      };
    },
    abandon: (job, failure) =>
      abandonJob(
        {
          repository,
          records: openJobRecords(store, system),
          sender,
          settleHours: config.settleHours,
        },
        progress,
        { job, failure, random: system.random },
      ),
    delayMessage,
  };
}

function withTiming(
  { pdf, json }: CommitContext['renderers'],
  { time }: Stopwatch,
): CommitContext['renderers'] {
  return {
    pdf: {
      render: (report, attached, links, notes) =>
        time('render', () => pdf.render(report, attached, links, notes)),
    },
    json: { render: (report) => time('render', () => json.render(report)) },
  };
}

/** Never fails: the planner makes up for jobs that were not sent. */
function createDeliveryEnqueuer(
  config: Config,
  repository: ReportRepository,
  system: SystemContext,
): (log: Log, manifest: Manifest) => Promise<void> {
  const deliveries = openDeliveryPlanning(config, repository, system);
  return async (log, { week, folder: { key: folder } }) => {
    try {
      const jobs = await enqueueReady(deliveries, { week, folder }, system.clock());
      if (jobs > 0) log.info('ready deliveries enqueued', { week, folder, jobs });
    } catch (error) {
      log.error('ready deliveries not enqueued', error, { week, folder });
    }
  };
}

/** With neither an event bus nor webhooks, no adapter is opened and no report is read. */
function createAnnouncer(
  config: Config,
  {
    repository,
    secret,
    system,
  }: { repository: ReportRepository; secret: SecretSource; system: SystemContext },
): (log: Log) => (manifest: Manifest) => Promise<void> {
  if (config.eventBus === null && !config.webhooks) return () => () => Promise.resolve();
  const events = config.eventBus === null ? null : openEventBus({ bus: config.eventBus });
  const webhooks = createWebhookSender({ clock: system.clock });
  const links = openLinkContext(config, { repository, secret, system });
  const { linkPlaces } = createMessageLinks(config.publicUrl, links.linkKeys, repository);
  return (log) => async (manifest) => {
    const report = await readReport(repository, manifest);
    const webhookSettings = config.webhooks ? (await secret.read()).webhooks : [];
    const channels = await announceReport(
      {
        store: repository.store,
        receipts: receiptCodec,
        composer: MESSAGE_COMPOSER,
        locale: config.locale,
        publicUrl: config.publicUrl,
        linkPlaces,
        readNotes: (announced) => readMessageNotes(repository, announced),
        clock: system.clock,
        events,
        webhooks,
        webhookSettings,
        makeLink: async (revision) =>
          config.publicUrl === null ? null : (await createRevisionLink(links, revision)).url,
        ...createDeliveryLog(log),
      },
      { manifest, report },
    );
    if (channels.length > 0) log.info('notifications sent', { channels: channels.join(' ') });
  };
}

export function createDeliveryLog(log: Log): Pick<AnnounceContext, 'onFailed' | 'onAccepted'> {
  return {
    onFailed: (channel, failure) => {
      log.error('notification failed', failure, { channel });
      log.metrics({ DeliveriesFailed: 1 }, { channel });
    },
    onAccepted: (channel) => {
      log.info('accepted, delivery unknown', { channel, status: 202 });
    },
  };
}
