// The running server: schedule, jobs, messages and HTTP, until the process is to stop.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  jobRecordCodec,
  plannerRecordCodec,
  queueRecordCodec,
  tokenCodecs,
} from '../../lib/composition/compose.ts';
import { localLinkKeys, localServerParts } from '../../lib/composition/local.ts';
import { openServedDeliveries } from '../../lib/composition/local-deliveries.ts';
import type { Server } from '../../lib/composition/serve.ts';
import { openServer } from '../../lib/composition/serve.ts';
import type { HealthChecks, LocalServer, ServeOptions } from '../../lib/http/local/local-server.ts';
import { serveReports } from '../../lib/http/local/local-server.ts';
import type { LocalJobs, ScheduleOptions } from '../../lib/jobs/local-jobs.ts';
import { createLocalJobs } from '../../lib/jobs/local-jobs.ts';
import type { TickSchedule } from '../../lib/jobs/tick-schedule.ts';
import { createTickSchedule, HEARTBEAT_MS } from '../../lib/jobs/tick-schedule.ts';
import { listTokens } from '../../lib/reports/stored-tokens.ts';
import type { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { startAdminServer } from './admin-server.ts';
import { createCertificateWatch, formatExpiry } from './certificate-watch.ts';
import type { DeliveryCounts, ServeMetrics } from './serve-metrics.ts';
import { createServeMetrics } from './serve-metrics.ts';
import type { ServeSettings } from './serve-options.ts';
import type { ServeContext } from './serve-ticks.ts';
import { createTicks, readWeekCounts } from './serve-ticks.ts';
import type { Io } from './terminal.ts';
import { describeListenError, EXIT, PROGRAM } from './terminal.ts';
import { describeFailure } from './week-run.ts';

/** Jobs and messages in flight get this long after a signal. */
const MAX_JOBS_MS = 25_000;
/** The server is alive while its timer runs. */
const MAX_BEAT_MS = 60_000;

export interface ServerOptions extends Omit<ServeSettings, 'isOnce'> {
  readonly isLeaseHeld: () => boolean;
  /** Of the lease. */
  readonly instance: string;
}

/** Returns the exit code. Fails as the store does. */
export async function runServer(
  context: ServeContext & { readonly io: Io },
  { drainMs, adminPort, ...options }: ServerOptions,
): Promise<number> {
  const { config, system, log, signal, io } = context;
  let { tls } = options;
  const server = await openServer(config, system);
  let schedule: TickSchedule | null = null;
  let deliveries: DeliveryCounts | null = null;
  const jobs = openJobs(server, system.random, log, {
    onDrained: () => schedule?.request(),
    onJobEnded: (_job, durationMs, error) => {
      metrics.countJob(durationMs, error === null ? 'done' : 'failed');
    },
  });
  const metrics = createServeMetrics(async () => ({
    weeks: await readWeekCounts(context, server),
    jobs: jobs.counts(),
    requests: server.requests().sent,
    deliveries,
    clockOffsetMs: server.clockOffsetMs(),
    lastTickAt: schedule?.lastSuccessAt() ?? null,
  }));
  const { promise: refused, resolve: refuse } = Promise.withResolvers<Failure>();
  const tick = createTicks(context, server, jobs);
  let lastFailure: Failure['code'] | null = null;
  const ticks = createTickSchedule({
    clock: system.clock,
    monotonic: () => performance.now(),
    run: async (start) => {
      const outcome = await tick(start);
      const { refusal: found, failure } = outcome;
      if (found !== null) refuse(found);
      // Once, though it is tried again every five minutes.
      else if (failure !== null && failure.code !== lastFailure) {
        io.stderr.write(`${describeFailure(failure)} The server tries again every five minutes.\n`);
      }
      lastFailure = failure?.code ?? null;
      return outcome;
    },
  });
  schedule = ticks;
  let isStopping = false;
  const health: HealthChecks = {
    instance: options.instance,
    isAlive: () => ticks.sinceBeatMs() < MAX_BEAT_MS,
    isReady: async () => {
      await server.making.repository.store.children('weeks/');
      return !isStopping && options.isLeaseHeld();
    },
  };
  const report = (host: string, port: number, option: string) => (error: unknown) => {
    io.stderr.write(`${describeListenError(error, host, port, option)}\n`);
    return null;
  };
  let http: LocalServer | null = null;
  let admin: Listener | null = null;
  let timer: NodeJS.Timeout | undefined;
  const onHangup = (): void => {
    const newTls = options.readTls();
    if (newTls !== null) http?.replaceTls(newTls);
    tls = newTls ?? tls;
    log.info(newTls === null ? 'certificate not replaced' : 'certificate replaced');
  };
  const checkCertificate = createCertificateWatch(system.clock, (end) => {
    const validUntil = formatExpiry(end);
    log.info('certificate expires soon', { validUntil });
    const state = end > system.clock() ? 'is valid until' : 'expired on';
    io.stderr.write(
      `The certificate ${state} ${validUntil}: replace its files, then send SIGHUP.\n`,
    );
  });
  const beat = (): void => {
    if (tls !== null) checkCertificate(tls);
    void ticks.beat();
  };
  let refusal: Failure | null = null;
  try {
    http = await listen(context, server, jobs, {
      ...{ ...options, health },
      onAnswered: metrics.countRequest,
      onPlanned: (planned) => {
        deliveries = sumDeliveries(planned);
      },
    }).catch(report(options.host, options.port, 'port'));
    if (http === null) return EXIT.failed;
    admin = await openAdmin(adminPort, health, metrics, log).catch(
      report(ADMIN_HOST, adminPort ?? 0, 'admin-port'),
    );
    if (admin === null) return EXIT.failed;
    log.info('listening', { url: http.url, adminUrl: admin.url });
    if (options.tls !== null) process.on('SIGHUP', onHangup);
    timer = setInterval(beat, HEARTBEAT_MS);
    beat();
    if (!(await hasToken(context, server))) {
      io.stderr.write(
        `Nobody can sign in yet: create a token with ${PROGRAM} token create --name NAME\n`,
      );
    }
    const stopped = signal.aborted ? null : once(signal, 'abort').then(() => null);
    refusal = await Promise.race([stopped, refused]);
    isStopping = true;
    log.info('stopping', { ...jobs.counts() });
    if (drainMs > 0 && refusal === null) await wait(drainMs);
  } finally {
    clearInterval(timer);
    process.off('SIGHUP', onHangup);
    await endInTime(Promise.all([http?.close(), ticks.close(), jobs.close()]));
    await admin?.close();
    await server.close();
  }
  if (refusal !== null) throw refusal;
  log.info('stopped');
  return EXIT.done;
}

/** Requests to the reporting API are cancelled afterwards, only when the jobs had their time. */
export async function endInTime(ends: Promise<unknown>): Promise<void> {
  await Promise.race([ends, wait(MAX_JOBS_MS, undefined, { ref: false })]);
}

interface Listener {
  readonly url: string | null;
  close(): Promise<void>;
}

const ADMIN_HOST = '127.0.0.1';

async function openAdmin(
  port: number | null,
  { isReady }: HealthChecks,
  metrics: ServeMetrics,
  log: Log,
): Promise<Listener> {
  if (port === null) return { url: null, close: () => Promise.resolve() };
  return startAdminServer({
    ...{ host: ADMIN_HOST, port },
    readiness: async () => ({ isReady: await isReady().catch(() => false), details: {} }),
    metrics: metrics.read,
    onError: (error) => {
      log.error('admin request failed', error);
    },
  });
}

/** `onDrained`: the reports above those that were made may be due now. */
export function openJobs(
  { making }: Server,
  random: () => number,
  log: Log,
  events: Pick<ScheduleOptions, 'onDrained' | 'onJobEnded'>,
): LocalJobs {
  return createLocalJobs({
    making,
    jobRecords: jobRecordCodec,
    random,
    onError: (error) => {
      log.error('report failed', error);
    },
    schedule: {
      ...{ planner: plannerRecordCodec, queue: queueRecordCodec },
      onReport: ({ week }, { folder, result }) => {
        if (result.outcome !== 'made') return;
        const { revision, status } = result.report.manifest;
        log.info('report made', { week, folder, revision, status });
      },
      ...events,
    },
  });
}

/** True where that is not known. */
async function hasToken({ config, system }: ServeContext, { making }: Server): Promise<boolean> {
  if (config.reportsApiToken !== null) return true;
  const { store } = making.repository;
  const stored = await listTokens({ store, ...tokenCodecs, ...system }).catch(() => null);
  return stored?.length !== 0;
}

function sumDeliveries(weeks: readonly DeliveryCounts[]): DeliveryCounts {
  const sum = (name: keyof DeliveryCounts): number =>
    weeks.reduce((total, week) => total + week[name], 0);
  return {
    due: sum('due'),
    unsent: sum('unsent'),
    refused: sum('refused'),
    unknown: sum('unknown'),
  };
}

interface ListenOptions extends Pick<
  ServeOptions,
  'host' | 'port' | 'tls' | 'health' | 'onAnswered'
> {
  readonly onPlanned: (planned: readonly DeliveryCounts[]) => void;
}

function listen(
  { config, system, log }: ServeContext,
  server: Server,
  jobs: LocalJobs,
  { onPlanned, ...options }: ListenOptions,
): Promise<LocalServer> {
  const { secret, making, source } = server;
  const parts = { repository: making.repository, secret, system };
  return serveReports({
    ...localServerParts(config),
    ...options,
    making: { ...making, source },
    localJobs: jobs,
    token: config.reportsApiToken,
    linkKeys: localLinkKeys(config.store, secret, config.linkKey),
    openDelivery: (address) =>
      openServedDeliveries(
        config,
        parts,
        address,
        (error) => {
          log.error('message failed', error);
        },
        { sendsAll: true, mayPlan: server.mayWrite, onPlanned },
      ),
    onError: (error, requestId) => {
      log.error('request failed', error, requestId === undefined ? {} : { requestId });
    },
  });
}
