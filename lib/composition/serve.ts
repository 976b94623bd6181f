// Composition of a server of one company: what runs the schedule, makes reports and answers requests in one process.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { jsonRenderer, reconciliationCodec } from '../adapters/json/index.ts';
import { backgroundPdfRenderer } from '../adapters/pdf/background-renderer.ts';
import { writeWeekTables } from '../analytics/week-tables.ts';
import { MINUTE_MS } from '../domain/calendar.ts';
import type { LeaseContext } from '../jobs/lease.ts';
import type { LocalJobs } from '../jobs/local-jobs.ts';
import type { PlannerContext } from '../jobs/plan-week.ts';
import type { FeedbackSource } from '../ports/feedback-source.ts';
import type { SecretSource } from '../ports/secrets.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import { isKnownCompany, withIdentityCheck } from '../reports/store-identity.ts';
import { Failure } from '../shared/failure.ts';
import {
  createChildLinks,
  createCredentialSource,
  leaseCodec,
  openConfiguredSecret,
  openFacts,
  openFeedbackSource,
  openIdentity,
  openReportRepository,
  openStore,
  plannerRecordCodec,
  toFigureRules,
} from './compose.ts';
import type { Config } from './config.ts';
import { findLocalLinkKeys } from './local.ts';
import type { RenewedSource } from './renewed-source.ts';
import { createRenewedSource } from './renewed-source.ts';
import { release } from './release.ts';
import type { SystemContext } from './system.ts';

/** Recorded in the store. */
export const RUNNER = 'serve';
/** With a larger difference, weeks could be taken for over that are not. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * MINUTE_MS;

export interface Server extends Pick<RenewedSource, 'requests' | 'clockOffsetMs'> {
  /** For jobs and the planner: fails with CLOCK_WRONG where the clocks differ by more than five minutes. */
  readonly making: ReportMakingContext;
  /** For requests, which read what is stored whatever the clock says. */
  readonly source: FeedbackSource;
  readonly secret: SecretSource | null;
  readonly planner: (jobs: Pick<LocalJobs, 'sender' | 'records'>) => PlannerContext;
  /** Whether the store is known to be that of the company, and the clock was not found wrong. */
  readonly mayWrite: () => boolean;
  /** Compares the store's record of the company again, which another command may have replaced. Fails as the store does. */
  readonly compareAgain: () => Promise<void>;
  close(): Promise<void>;
}

/** Fails as the store does. The reporting API may be unavailable. */
export async function openServer(config: Config, system: SystemContext): Promise<Server> {
  const { api } = config;
  if (api === null) throw new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' });
  const repository = openReportRepository(openStore(config, system), config);
  const credentials = createCredentialSource(config, api, system);
  const feedback = createRenewedSource(
    () => openFeedbackSource(config, api, credentials, system, { clockDifference: 'noted' }),
    system.clock,
  );
  const identity = {
    ...openIdentity(repository, api, credentials, system),
    ...{ runner: RUNNER, isNewRoot: false },
  };
  let isKnown = await isKnownCompany(identity);
  const checked = withIdentityCheck(feedback.source, identity);
  const source: FeedbackSource = {
    ...checked,
    readFolders: async (from, options) => {
      const tree = await checked.readFolders(from, options);
      isKnown ||= from === null;
      return tree;
    },
  };
  const isClockWrong = (): boolean =>
    Math.abs(feedback.clockOffsetMs() ?? 0) > MAX_CLOCK_DIFFERENCE_MS;
  const secret = openConfiguredSecret(config, system);
  const linkKeys = findLocalLinkKeys(config.store, secret, config.linkKey);
  const tables = openFacts(repository);
  return {
    making: {
      source: withClockCheck(source, isClockWrong, () => feedback.clockOffsetMs()),
      repository: {
        ...repository,
        renderers: { pdf: backgroundPdfRenderer(config), json: jsonRenderer() },
        childLinks: createChildLinks(config, linkKeys),
        release: release(),
      },
      clock: system.clock,
      rules: toFigureRules(config),
      concurrency: config.concurrency,
    },
    source,
    secret,
    planner: ({ sender, records }) => ({
      source: withClockCheck(source, isClockWrong, () => feedback.clockOffsetMs()),
      ...{ repository, sender, records },
      settleHours: config.settleHours,
      concurrency: config.concurrency,
      writeTables: config.facts
        ? async (week, options) => (await writeWeekTables(await tables(), week, options)).written
        : null,
      ...{ planner: plannerRecordCodec, earlierLooks: reconciliationCodec },
      lookDelaysMs: config.lookDelaysMs,
    }),
    mayWrite: () => isKnown && !isClockWrong(),
    compareAgain: async () => {
      checked.compareAgain();
      isKnown = await isKnownCompany(identity);
    },
    requests: () => feedback.requests(),
    clockOffsetMs: () => feedback.clockOffsetMs(),
    close: () => feedback.close(),
  };
}

function withClockCheck(
  source: FeedbackSource,
  isClockWrong: () => boolean,
  offsetMs: () => number | null,
): FeedbackSource {
  return {
    ...source,
    readFolders: async (from, options) => {
      const tree = await source.readFolders(from, options);
      if (isClockWrong()) {
        throw new Failure('CLOCK_WRONG', { seconds: Math.round((offsetMs() ?? 0) / 1000) });
      }
      return tree;
    },
  };
}

/** For the lease of a store by this process. */
export function openLeaseContext(
  config: Config,
  system: SystemContext,
  sleep: LeaseContext['sleep'],
): LeaseContext {
  return {
    store: openStore(config, system),
    leases: leaseCodec,
    clock: system.clock,
    monotonic: () => performance.now(),
    sleep,
    process: { host: hostname(), boot: readBootId(), pid: process.pid },
    isRunning,
  };
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Other systems have no such file.
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
