// What the functions on AWS are made of, each of what it needs alone: a bundle holds what its function opens.
// Beside compose.ts the only file that knows adapters.
import { randomBytes } from 'node:crypto';
import { openEvents } from './adapters/events/index.ts';
import type { FeedbackApi, Timeouts } from './adapters/feedback-api/index.ts';
import {
  jobCodec,
  jobRecordCodec,
  jsonRenderer,
  receiptCodec,
  revocationCodec,
} from './adapters/json/index.ts';
import { pdfRenderer, reportSpeaker } from './adapters/pdf/index.ts';
import type { Queue } from './adapters/queue/index.ts';
import { openQueue } from './adapters/queue/index.ts';
import type { S3Store } from './adapters/s3/index.ts';
import { openS3Store } from './adapters/s3/index.ts';
import type { OpenSecret } from './adapters/secrets/index.ts';
import { credentialSource, openSecret } from './adapters/secrets/index.ts';
import { openWebhooks } from './adapters/webhook/index.ts';
import { companyTree } from './app/access.ts';
import type { CompanyTree } from './app/access.ts';
import { announceReport } from './app/announce-report.ts';
import type { Linking } from './app/capability-links.ts';
import { linkKeysOf, linkToRevision } from './app/capability-links.ts';
import { Failure } from './app/failures.ts';
import type { JobRecords } from './app/job-records.ts';
import type { Keeping } from './app/keep-reports.ts';
import type { JobOutcome } from './app/make-queued-report.ts';
import { giveUpJob, makeQueuedReport } from './app/make-queued-report.ts';
import type { Planning } from './app/plan-in-step.ts';
import type { Codec, FolderSource, ReportJob, SecretSource, SignLink } from './app/ports.ts';
import type { JobQueue } from './app/request-report.ts';
import type { Shelf } from './app/shelf.ts';
import { readReport } from './app/shelf.ts';
import type { Step, Stopwatch } from './app/stopwatch.ts';
import { stopwatch } from './app/stopwatch.ts';
import { storedJobs } from './app/stored-jobs.ts';
import { childLinksOf, openUpstream, rulesOf, shelfOn } from './compose.ts';
import type { Config, Environment, SettingName } from './config.ts';
import { readConfig } from './config.ts';
import type { Manifest } from './domain/stored.ts';
import type { Fields, Log } from './log.ts';
import { openLog } from './log.ts';
import { sleep, type World } from './world.ts';

/** What every function has: its log, and a way to end what it opened for one event. */
interface Ground {
  readonly config: Config;
  readonly log: (context: Fields) => Log;
}

/** Fails with CONFIG_INVALID, which names everything that is wrong with the environment at once. */
function ground(
  environment: Environment,
  world: World,
  api: 'configured' | 'none',
  needs: readonly SettingName[],
): Ground {
  const { config, problems } = readConfig(environment, { api, needs });
  if (config === null) {
    const told = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ');
    throw new Failure('CONFIG_INVALID', { problems: told });
  }
  return {
    config,
    log: (context) =>
      openLog({
        write: (line) => process.stdout.write(`${line}\n`),
        clock: world.clock,
        context,
        stage: config.stage,
      }),
  };
}

const COMMON = ['REPORTS_SECRET', 'REPORT_STORE'] as const;

// ── plan-week ───────────────────────────────────────────────────────────────────────────────────

export interface Planner extends Ground {
  /** Anew for each event: credentials that were refused once must not be refused for ever. */
  readonly open: () => { readonly planning: Planning; readonly close: () => Promise<void> };
}

export function openPlanner(environment: Environment, world: World): Planner {
  const base = ground(environment, world, 'configured', [...COMMON, 'REPORTS_QUEUE_URL']);
  const secret = secretOf(base.config, world);
  const { store } = bucketOf(base.config, world);
  const shelf = shelfOn(store);
  const { sender } = queueOf(base.config, world);
  return {
    ...base,
    open() {
      const upstream = upstreamOf(base.config, secret, world);
      return {
        planning: planningOf(base.config, { source: upstream.source, shelf, sender, world }),
        close: () => upstream.close(),
      };
    },
  };
}

// ── make-report ─────────────────────────────────────────────────────────────────────────────────

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
        keeping: { ...shelf, renderers: timed(renderers, steps), childLinks },
        clock: world.clock,
        rules: rulesOf(config),
        concurrency: config.concurrency,
      };
      const { random } = world;
      return {
        make: (job) =>
          makeQueuedReport(
            { making, planning, stopwatch: steps, random, announce: announcer(log) },
            job,
          ),
        steps: steps.taken,
        requests: () => upstream.requests(),
        close: () => upstream.close(),
      };
    },
    giveUp: (job, failure) =>
      giveUpJob(
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
        failed: (channel, failure) => {
          log.error('nobody was told', failure, { channel });
        },
      },
      { manifest, report },
    );
    if (told.length > 0) log.info('told', { channels: told.join(' ') });
  };
}

// ── reports-api and its authorizer ──────────────────────────────────────────────────────────────

export interface ReportsApiParts extends Ground, Linking {
  readonly source: FolderSource;
  readonly tree: CompanyTree;
  readonly jobs: JobQueue;
  readonly signLink: SignLink;
}

/** The gateway waits 30 s for an answer, in which a tree may be read twice. */
const WHILE_ASKED = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

export function openReportsApi(environment: Environment, world: World): ReportsApiParts {
  const needs = [...COMMON, 'REPORTS_QUEUE_URL', 'REPORTS_PUBLIC_URL'] as const;
  const base = ground(environment, world, 'configured', needs);
  const secret = secretOf(base.config, world);
  const { store, signLink } = bucketOf(base.config, world);
  const shelf = shelfOn(store);
  const source = folderSource(() => upstreamOf(base.config, secret, world, WHILE_ASKED));
  return {
    ...base,
    ...linkingOf(base.config, { shelf, secret, world }),
    source,
    tree: companyTree(source, world.clock),
    jobs: storedJobs({
      shelf,
      records: recordsOn(store, world),
      sender: queueOf(base.config, world).sender,
      sleep: (ms) => sleep(ms, new AbortController().signal),
    }),
    signLink,
  };
}

/** Tokens alone: an authorizer neither reads reports nor asks the reporting API. */
export function openAuthorizer(
  environment: Environment,
  world: World,
): Ground & { readonly secret: SecretSource } {
  const base = ground(environment, world, 'none', ['REPORTS_SECRET']);
  return { ...base, secret: secretOf(base.config, world) };
}

/** A client is done with once its credentials were refused; so each question gets its own. */
function folderSource(open: () => FeedbackApi): FolderSource {
  return {
    async readFolders(from, options) {
      const upstream = open();
      try {
        return await upstream.source.readFolders(from, options);
      } finally {
        await upstream.close();
      }
    },
  };
}

// ── parts ───────────────────────────────────────────────────────────────────────────────────────

function bucketOf(config: Config, world: World): S3Store {
  const { store } = config;
  if (store.kind !== 's3') {
    throw new Failure('CONFIG_INVALID', { problems: 'REPORT_STORE must be a bucket: s3://…' });
  }
  const { bucket, prefix } = store;
  const { random } = world;
  return openS3Store({ bucket, prefix, owner: config.bucketOwner, random, sleep });
}

function secretOf({ secret }: Config, { clock }: World): OpenSecret {
  return openSecret({ name: secret ?? '', clock });
}

function queueOf({ queueUrl }: Config, { random }: World): Queue {
  return openQueue({ url: queueUrl ?? '', jobs: jobCodec(), random, sleep });
}

function upstreamOf(
  config: Config,
  secret: OpenSecret,
  world: World,
  timeouts: Partial<Timeouts> = {},
): FeedbackApi {
  if (config.api === null) throw new Failure('CONFIG_INVALID', { problems: 'FEEDBACK_API_URL' });
  return openUpstream(config, config.api, credentialSource(secret), world, timeouts);
}

function recordsOn(store: Shelf['store'], { clock }: World): JobRecords {
  return { store, records: jobRecordCodec(), clock };
}

function planningOf(
  { settleHours, concurrency }: Config,
  parts: Pick<Planning, 'source' | 'shelf' | 'sender'> & { readonly world: World },
): Planning {
  const { world, ...rest } = parts;
  return { ...rest, records: recordsOn(rest.shelf.store, world), settleHours, concurrency };
}

function linkingOf(
  { publicUrl }: Config,
  { shelf, secret, world }: { shelf: Shelf; secret: SecretSource; world: World },
): Linking {
  return {
    shelf,
    revocations: revocationCodec(),
    linkKeys: linkKeysOf(secret),
    randomBytes,
    clock: world.clock,
    publicUrl: publicUrl ?? '',
  };
}
