// What make-report is made of: the worker with its renderers, and those who are told of reports.
import { openEvents } from '../../adapters/events/index.ts';
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import { jobCodec, jsonRenderer, receiptCodec } from '../../adapters/json/index.ts';
import { pdfRenderer, reportSpeaker } from '../../adapters/pdf/index.ts';
import type { Queue } from '../../adapters/queue/index.ts';
import { openWebhooks } from '../../adapters/webhook/index.ts';
import { announceReport } from '../../delivery/announce-report.ts';
import { linkToRevision } from '../../links/make-link.ts';
import { rememberedCompany } from '../../jobs/company-tree.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Keeping } from '../../reports/commit.ts';
import type { JobOutcome } from '../../jobs/process-job.ts';
import { giveUpLook, isLook, lookAgain } from '../../jobs/reconcile-folder.ts';
import { giveUpJob, makeQueuedReport } from '../../jobs/process-job.ts';
import type { ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import type { SecretSource } from '../../ports/secrets.ts';
import type { Shelf } from '../../reports/report-repository.ts';
import { readReport } from '../../reports/report-repository.ts';
import type { Step, Stopwatch } from '../../jobs/stopwatch.ts';
import { stopwatch } from '../../jobs/stopwatch.ts';
import { childLinksOf, rulesOf, shelfOn } from '../compose.ts';
import type { Config, Environment } from '../config.ts';
import type { Manifest } from '../../ports/stored-records.ts';
import type { Log } from '../../shared/log.ts';
import { type World } from '../system.ts';
import { deliveryLog } from './delivery-log.ts';
import type { Ground } from './function-context.ts';
import {
  COMMON,
  bucketOf,
  ground,
  linkingOf,
  lookNotesOn,
  planningOf,
  queueOf,
  recordsOn,
  secretOf,
  upstreamOf,
} from './function-context.ts';

export interface Worker extends Ground {
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

export function openWorker(environment: Environment, world: World): Worker {
  const base = ground(environment, world, 'configured', [...COMMON, 'REPORTS_QUEUE_URL']);
  const { config } = base;
  const secret = secretOf(config, world);
  const { store } = bucketOf(config, world);
  const shelf = shelfOn(store);
  const queue = queueOf(config, world);
  const renderers = {
    pdf: pdfRenderer(config),
    json: jsonRenderer(),
  };
  const childLinks = childLinksOf(config, async () => (await secret.read()).linkKeys);
  const notes = lookNotesOn(store, world);
  const company = rememberedCompany(world.clock);
  const announcer = announcerOf(config, { shelf, secret, world });
  return {
    ...base,
    jobs: jobCodec(),
    open(log) {
      const steps = stopwatch(world.clock);
      const upstream = upstreamOf(config, secret, world);
      const { source } = upstream;
      const planning = planningOf(config, { source, shelf, sender: queue.sender, world });
      const making = {
        source,
        company,
        keeping: { ...shelf, renderers: timed(renderers, steps), childLinks },
        clock: world.clock,
        rules: rulesOf(config),
        concurrency: config.concurrency,
      };
      const { random } = world;
      return {
        make: (job) => {
          const queued = { making, planning, stopwatch: steps, random, announce: announcer(log) };
          return isLook(job) ? lookAgain({ ...queued, notes }, job) : makeQueuedReport(queued, job);
        },
        steps: steps.taken,
        requests: () => upstream.requests(),
        close: () => upstream.close(),
      };
    },
    giveUp: (job, failure) =>
      isLook(job)
        ? giveUpLook(notes, job)
        : giveUpJob(
            { shelf, records: recordsOn(store, world), sender: queue.sender },
            { job, failure, random: world.random },
          ),
    giveBack: (receiptHandle, afterSeconds) => queue.giveBack(receiptHandle, afterSeconds),
  };
}

function timed({ pdf, json }: Keeping['renderers'], { time }: Stopwatch): Keeping['renderers'] {
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
  { shelf, secret, world }: { shelf: Shelf; secret: SecretSource; world: World },
): (log: Log) => (manifest: Manifest) => Promise<void> {
  if (config.eventBus === null && !config.webhooks) return () => () => Promise.resolve();
  const speaker = reportSpeaker({ locale: config.locale });
  const events = config.eventBus === null ? null : openEvents({ bus: config.eventBus });
  const webhooks = openWebhooks({ clock: world.clock });
  const linking = linkingOf(config, { shelf, secret, world });
  return (log) => async (manifest) => {
    const report = await readReport(shelf, manifest);
    const subscriptions = config.webhooks ? (await secret.read()).webhooks : [];
    const told = await announceReport(
      {
        store: shelf.store,
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
