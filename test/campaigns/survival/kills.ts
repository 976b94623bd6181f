// Kills the bundled worker with SIGKILL while it works. Its message is received again, and in the end every expected
// report must be stored complete and once.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { bundleFunction, ROOT } from '../../../infra/bundle-function.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { NOW } from '../../support/test-company.ts';
import type { InvocationOutcome } from '../../support/lambda/lambda-function.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { createRandom } from '../../support/test-reports.ts';
import type { SimulatedCloud } from './cloud-output.ts';
import { startCloud } from './cloud-output.ts';
import type { QueueDeliveries, QueueDelivery } from './deliveries.ts';
import { openDeliveries } from './deliveries.ts';
import { KILL_MOMENTS } from './kill-proxy.ts';
import { isWeekDone, checkStoredWeek } from './stored-week.ts';
import { openBucket } from './bucket-process.ts';
import type { KillSite } from './kill-sites.ts';
import { planKills } from './kill-sites.ts';
import type { CampaignResult } from './report-outcome.ts';
import type { KillableWorker } from './killed-worker.ts';
import { startKillableWorker } from './killed-worker.ts';
import { exitError } from '../../support/lambda/sandbox.ts';

export interface KillOptions {
  readonly seed: number;
  readonly kills: number;
  /** Fails unless every kind of write was killed at every moment. */
  readonly requiresAllKinds: boolean;
  /** Why the AWS runtime client can't be used; default: detected. */
  readonly missingRuntime?: string | null;
  /** Called after each week with the number of kills. */
  readonly onKills?: (killCount: number) => void;
}

const WEEK = '2026-W46';
/** The folders of the test company that get a report. */
const FOLDERS = [1, 2, 3, 21, 22];
/** A message is received at most five times; the last one must succeed. */
const MAX_KILLS_PER_MESSAGE = 3;
const MAX_PLANNER_TICKS = 4;
const MAX_ATTEMPTS_PER_SITE = 3;
const MAX_ROUNDS_PER_KILL = 3;
const AT_RANDOM_TIME = 'at a random time';
/** Writes of a worker; each must be killed at each moment. */
const WRITES = ['PUT pdf', 'PUT json', 'PUT manifest', 'SendMessageBatch'];

export interface KillSetup {
  readonly cloud: SimulatedCloud;
  readonly worker: KillableWorker;
  readonly planner: KillableWorker;
  readonly deliveries: QueueDeliveries;
  readonly store: ObjectStore;
}

export async function killWorkers({
  seed,
  kills,
  requiresAllKinds,
  missingRuntime,
  onKills,
}: KillOptions): Promise<CampaignResult> {
  const random = createRandom(seed);
  await using setup = await openKillSetup(missingRuntime);
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };

  const countKills = (): number =>
    [...KILL_MOMENTS, AT_RANDOM_TIME].reduce((sum, moment) => sum + (counts.get(moment) ?? 0), 0);

  const { expectedEffects, jobMs } = await runWithoutKills(setup);
  const sites = planKills(expectedEffects, kills, random);
  const attemptsBySite = new Map<KillSite, number>();

  const hasSites = (): boolean => [...sites.values()].some((jobSites) => jobSites.length > 0);
  const atRandomTime = (): KillSite => ({ kind: 'time', part: random() / 2 });
  /** Position of the last effect by attempt. */
  const lastEffects = new Map<string, number>();
  const workAndKill = async (delivery: QueueDelivery): Promise<InvocationOutcome> => {
    const { receives } = delivery;
    const attempt = attemptOf(delivery);
    const order = expectedEffects.get(attempt) ?? [];
    const isNotKilled = receives > MAX_KILLS_PER_MESSAGE || (receives > 1 && random() < 0.3);
    const from = receives <= 2 ? -1 : (lastEffects.get(attempt) ?? -1);
    const jobSites = sites.get(attempt) ?? [];
    // Sites of messages that are received again, and of their parts, are reached only after a kill.
    const isFirst = receives === 1 && hasSites() && random() < 0.5;
    const site = isNotKilled
      ? null
      : (takeNextSite(jobSites, order, from) ?? (isFirst ? atRandomTime() : null));
    const { outcome, isKilled, effect } = await invokeAndKill(
      setup.cloud,
      setup.worker,
      delivery.event,
      { site, jobMs },
    );
    if (isKilled && site !== null) {
      lastEffects.set(attempt, order.indexOf(effect));
      const moment = site.kind === 'time' ? AT_RANDOM_TIME : site.moment;
      count(moment);
      count(`${effect.replace(/ \d+$/, '')}: ${moment}`);
    } else if (site !== null) {
      // Not reached, because of an earlier kill or another order of the folders.
      const attempts = (attemptsBySite.get(site) ?? 0) + 1;
      const next: KillSite = attempts < MAX_ATTEMPTS_PER_SITE ? site : atRandomTime();
      attemptsBySite.set(next, next === site ? attempts : 0);
      jobSites.push(next);
      count('(not reached)');
    }
    return outcome;
  };
  let rounds = 0;
  let [orphans, ticks] = [0, 0];
  /** What must still be killed, at which moment. Sites that only other kills lead to may remain. */
  const missingKinds = (): readonly string[] =>
    KILL_MOMENTS.flatMap((moment) =>
      requiresAllKinds
        ? WRITES.map((write) => `${write}: ${moment}`).filter((kind) => !counts.has(kind))
        : [],
    );
  while (
    hasSites() &&
    rounds < MAX_ROUNDS_PER_KILL * kills &&
    (countKills() < kills || missingKinds().length > 0)
  ) {
    rounds += 1;
    const roundResult = await runRound(setup, workAndKill);
    violations.push(...roundResult.violations.map((name) => `round ${rounds}: ${name}`));
    orphans += roundResult.orphans;
    ticks += roundResult.ticks;
    onKills?.(countKills());
  }

  const killCount = countKills();
  if (killCount < kills) violations.push(`only ${killCount} of ${kills} kills`);
  for (const moment of KILL_MOMENTS) {
    if (!counts.has(moment)) violations.push(`never killed ${moment}`);
  }
  violations.push(...missingKinds().map((kind) => `never killed ${kind}`));
  return {
    violations,
    counts,
    summary: `seed ${seed}: ${killCount} kills of the bundled worker under ${setup.worker.host}, ${rounds} weeks of ${FOLDERS.length} reports, ${ticks} more ticks needed, ${orphans} files left that no manifest names`,
  };
}

/** A message that is received again does other work: its job is divided. */
function attemptOf({ name, receives }: QueueDelivery): string {
  return receives === 1 ? name : `${name} again`;
}

/**
 * The effects of each job, and the duration of the longest, without kills: of all jobs of a week, and then of those that begin after
 * the first delivery of these jobs has had no effect.
 */
async function runWithoutKills(setup: KillSetup) {
  const expectedEffects = new Map<string, readonly string[]>();
  let jobMs = 0;
  const work = async (delivery: QueueDelivery): Promise<InvocationOutcome> => {
    await setup.cloud.begin(null);
    const startTime = performance.now();
    const outcome = await setup.worker.invoke(delivery.event);
    jobMs = Math.max(jobMs, performance.now() - startTime);
    expectedEffects.set(attemptOf(delivery), await setup.cloud.effects());
    return outcome;
  };
  const workAgain = (delivery: QueueDelivery): Promise<InvocationOutcome> =>
    expectedEffects.has(delivery.name) && delivery.receives === 1
      ? Promise.resolve({ error: exitError('it did not start') })
      : work(delivery);
  for (const handle of [work, workAgain]) {
    const { violations } = await runRound(setup, handle);
    if (violations.length > 0) throw new Error(`before any kill: ${violations.join('; ')}`);
  }
  return { expectedEffects, jobMs };
}

/** Any site on the first delivery; later only sites after the last effect, because completed work is not repeated. */
function takeNextSite(
  jobSites: KillSite[],
  order: readonly string[],
  from: number,
): KillSite | null {
  const at = jobSites.findIndex(
    (site) => site.kind === 'time' || order.indexOf(site.effect) > from,
  );
  const [site = null] = at === -1 ? [] : jobSites.splice(at, 1);
  return site;
}

interface RoundResult {
  readonly violations: readonly string[];
  readonly orphans: number;
  /** Ticks beyond the first, and the one that completes the plan. */
  readonly ticks: number;
}

/** Runs a week from the first tick until its plan is done, and checks the result. */
async function runRound(
  setup: KillSetup,
  work: (delivery: QueueDelivery) => Promise<InvocationOutcome>,
): Promise<RoundResult> {
  const { cloud, planner, worker, deliveries, store } = setup;
  const violations: string[] = [];
  await cloud.clear();
  const tick = async (now: number): Promise<void> => {
    await cloud.begin(null);
    const outcome = await planner.invoke(scheduleEvent(now));
    if ('error' in outcome) violations.push(`the planner failed: ${outcome.error.errorMessage}`);
  };
  let [ticks, ticksWithWork] = [0, 0];
  for (; ticks < MAX_PLANNER_TICKS && !(await isWeekDone(store, WEEK)); ticks += 1) {
    await tick(NOW + ticks * HOUR_MS);
    if ((await deliveries.countMessages()) > 0) ticksWithWork += 1;
    for (let next = await deliveries.next(); next !== null; next = await deliveries.next()) {
      // Starts the process before the measurement.
      await worker.invoke({ Records: [] });
      await next.settle(await work(next));
    }
  }
  if (!(await isWeekDone(store, WEEK))) violations.push('stuck: the week is not done');
  const storedWeek = await checkStoredWeek(store, { week: WEEK, folders: FOLDERS, revision: 1 });
  violations.push(...storedWeek.violations);
  const remainingMessages = await deliveries.countMessages();
  if (remainingMessages > 0) violations.push(`${remainingMessages} remaining messages`);
  // Announces reports that were committed after the last tick.
  await tick(NOW + ticks * HOUR_MS);
  const events = await cloud.notifications();
  if (new Set(events).size < events.length)
    violations.push(`duplicate events: ${events.join(', ')}`);
  const receipts = (await store.entries('receipts/')).map(({ key }) => key);
  if (receipts.length !== FOLDERS.length) violations.push(`receipts: ${receipts.join(' ')}`);
  // A message that is received again completes the work of its first worker without further ticks, but has the plan marked as done again.
  if (ticksWithWork > 2) violations.push(`${ticksWithWork - 2} more ticks had work`);
  if (events.length < FOLDERS.length) violations.push(`events: ${events.join(', ')}`);
  return { violations, orphans: storedWeek.orphans, ticks: ticks - 2 };
}

/** Invokes a function and kills it at the site; returns the effect at which it died. */
export async function invokeAndKill(
  cloud: SimulatedCloud,
  worker: KillableWorker,
  event: unknown,
  { site, jobMs = 0 }: { readonly site: KillSite | null; readonly jobMs?: number },
): Promise<{
  readonly outcome: InvocationOutcome;
  readonly isKilled: boolean;
  readonly effect: string;
}> {
  await cloud.begin(site?.kind === 'effect' ? site : null);
  const invocation = worker.invoke(event);
  const killCauses: string[] = [];
  const killWorker = (cause: string): void => {
    killCauses.push(cause);
    worker.kill();
  };
  cloud.onKill = async (effect) => {
    killWorker(effect);
    await invocation;
  };
  const timer =
    site?.kind === 'time' ? setTimeout(killWorker, site.part * jobMs, 'chance') : undefined;
  const outcome = await invocation;
  clearTimeout(timer);
  const lastEffect = (await cloud.effects()).at(-1) ?? 'nothing yet';
  return {
    outcome,
    // A kill after the answer does not interrupt any work.
    isKilled: killCauses.length > 0 && 'error' in outcome,
    effect: site?.kind === 'effect' ? site.effect : lastEffect,
  };
}

export async function openKillSetup(
  missingRuntime?: string | null,
): Promise<KillSetup & AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kills-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const bundleFolder = (name: string): string => join(folder, name);
  const [cloud] = await Promise.all([
    startCloud(),
    ...['make-report', 'plan-week'].map((name) =>
      bundleFunction({
        entry: join(ROOT, 'functions', name, 'index.ts'),
        folder: bundleFolder(name),
        rendersPdf: name === 'make-report',
      }),
    ),
  ]);
  resources.defer(() => cloud.close());
  const { region, credentials, gated } = cloud;
  const start = async (
    name: string,
    env: Readonly<Record<string, string>>,
  ): Promise<KillableWorker> => {
    const worker = await startKillableWorker(
      { folder: bundleFolder(name), env, region, credentials },
      missingRuntime,
    );
    resources.defer(() => worker.stop());
    return worker;
  };
  const [worker, planner] = await Promise.all([
    start('make-report', gated),
    start('plan-week', gated),
  ]);
  const deliveries = openDeliveries(cloud);
  resources.defer(() => {
    deliveries.close();
  });
  const { store, close } = openBucket(cloud);
  resources.defer(close);
  const disposables = resources.move();
  return {
    cloud,
    worker,
    planner,
    deliveries,
    store,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
