// A tick of `serve`: the planner of AWS, over the jobs of this process.
import type { SystemContext } from '../../lib/composition/compose.ts';
import { plannerRecordCodec } from '../../lib/composition/compose.ts';
import type { Config } from '../../lib/composition/config.ts';
import type { Server } from '../../lib/composition/serve.ts';
import { readGivenUp } from '../../lib/jobs/job-records.ts';
import type { LocalJobs } from '../../lib/jobs/local-jobs.ts';
import { planWeek } from '../../lib/jobs/plan-week.ts';
import { findPlannerRecord, forgetSentJobs } from '../../lib/jobs/planner-record.ts';
import type { TickOutcome, TickScheduleOptions } from '../../lib/jobs/tick-schedule.ts';
import { weeksToPlan } from '../../lib/jobs/weeks-to-plan.ts';
import type { WeekCounts } from '../../lib/ports/stored-records.ts';
import { readPlan } from '../../lib/reports/report-repository.ts';
import { isIdentityFailure } from '../../lib/reports/store-identity.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { mapConcurrent } from '../../lib/shared/map-concurrent.ts';
import { createHandler } from '../plan-week/handler.ts';

export interface ServeContext {
  readonly config: Config;
  readonly system: SystemContext;
  readonly log: Log;
  /** Aborted when the process is to stop. */
  readonly signal: AbortSignal;
}

interface TickContext extends Pick<ServeContext, 'log'> {
  readonly config: Pick<Config, 'settleHours' | 'lookDelaysMs'>;
  readonly system: Pick<SystemContext, 'clock'>;
}

export interface ServeTickOutcome extends TickOutcome {
  /** Present when the store is that of another company, or is served elsewhere: nothing may be written to it. */
  readonly refusal: Failure | null;
  /** Why the tick failed, where that is known. */
  readonly failure: Failure | null;
}

export function createTicks(
  { config, system, log }: TickContext,
  server: Pick<Server, 'planner' | 'mayWrite' | 'compareAgain'>,
  jobs: LocalJobs,
): (...args: Parameters<TickScheduleOptions['run']>) => Promise<ServeTickOutcome> {
  const { settleHours, lookDelaysMs } = config;
  const context = server.planner(jobs);
  const weeksAt = (now: number) => weeksToPlan(now, settleHours, lookDelaysMs);
  /** Weeks whose sent jobs are all in the queue. */
  const begun = new Set<string>();
  const handle = createHandler({
    clock: system.clock,
    weeks: weeksAt,
    plan: async (week, tick) => {
      // An earlier process has ended all of its jobs, or could not store them.
      if (!begun.has(week.name)) {
        const givenUp = await readGivenUp(context.repository, context.records, week.name);
        await forgetSentJobs(context, week.name, givenUp);
      }
      begun.add(week.name);
      return planWeek(context, week, tick);
    },
    log,
  });
  return async ({ now, isScheduled }) => {
    // Before anything is written. When the reporting API is unavailable, the planner fails at the same request.
    let hasFailed = false;
    let refusal: Failure | null = null;
    let failure: Failure | null = null;
    try {
      await server.compareAgain();
      if (!server.mayWrite()) await context.source.readFolders(null, { surveys: false });
      for (const { week } of await jobs.resume()) begun.add(week);
      await handle(isScheduled ? { scheduledTime: new Date(now).toISOString() } : {});
    } catch (error) {
      refusal = isIdentityFailure(error) ? error : null;
      failure = error instanceof Failure ? error : null;
      log.error('tick failed', error);
      hasFailed = true;
    }
    const nextDueAt = await findNextDue(context.repository, weeksAt(now), now).catch(() => null);
    return { hasFailed, nextDueAt, refusal, failure };
  };
}

/** What the last comparison of each week that is planned has counted, newest first. */
export function readWeekCounts(
  { config: { settleHours, lookDelaysMs }, system }: ServeContext,
  { making: { repository } }: Server,
): Promise<readonly { readonly name: string; readonly counts: WeekCounts | null }[]> {
  const weeks = weeksToPlan(system.clock(), settleHours, lookDelaysMs).toReversed();
  return mapConcurrent(weeks, async ({ name }) => {
    const record = await findPlannerRecord({ repository, planner: plannerRecordCodec }, name);
    return { name, counts: record?.counts ?? null };
  });
}

async function findNextDue(
  repository: Parameters<typeof readPlan>[0],
  weeks: ReturnType<typeof weeksToPlan>,
  now: number,
): Promise<TickOutcome['nextDueAt']> {
  const plans = await Promise.all(weeks.map(({ name }) => readPlan(repository, name)));
  const times = plans.flatMap((plan) => plan?.folders.map(({ dueAt }) => Date.parse(dueAt)) ?? []);
  const next = Math.min(...times.filter((dueAt) => dueAt > now));
  return Number.isFinite(next) ? next : null;
}
