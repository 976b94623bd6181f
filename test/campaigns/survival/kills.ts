// Real kills: the bundled worker dies by SIGKILL in the middle of its work, its message comes again, and in the end
// there is exactly one whole report of everything that is owed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { bundleFunction, ROOT } from '../../../infra/bundle-function.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { NOW } from '../../support/test-company.ts';
import type { Outcome } from '../../support/lambda/lambda-function.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { randomFrom } from '../../support/test-reports.ts';
import type { Cloud } from './cloud-output.ts';
import { startCloud } from './cloud-output.ts';
import type { Deliveries, Delivery } from './deliveries.ts';
import { openDeliveries } from './deliveries.ts';
import { MOMENTS } from './kill-proxy.ts';
import { isDone, judgeKept } from './stored-week.ts';
import { openBucket } from './bucket-process.ts';
import type { Site } from './kill-sites.ts';
import { killSites } from './kill-sites.ts';
import type { Campaign } from './report-outcome.ts';
import type { Worker } from './killed-worker.ts';
import { startWorker } from './killed-worker.ts';

export interface Kills {
  readonly seed: number;
  readonly kills: number;
  /** Every kind of write must have been struck at every moment. */
  readonly isWhole: boolean;
  /** Why AWS's runtime client can't be used; default: looked up. */
  readonly missing?: string | null;
  /** After each week that was made: how often a worker was killed so far. */
  readonly onKills?: (done: number) => void;
}

const WEEK = '2026-W46';
/** The folders of the test company that owe a report. */
const FOLDERS = [1, 2, 3, 21, 22];
/** The queue gives a message five times; the last is for getting done. */
const MOST_KILLS_OF_ONE = 3;
const MOST_TICKS = 4;
const MOST_TRIES = 3;
const BY_CHANCE = 'between, by chance';
/** What a worker writes; each must be struck at each moment. */
const WRITES = [
  'PUT pdf',
  'PUT json',
  'PUT manifest',
  'PUT receipt',
  'SendMessageBatch',
  'PutEvents',
];

interface Scene {
  readonly cloud: Cloud;
  readonly worker: Worker;
  readonly planner: Worker;
  readonly deliveries: Deliveries;
  readonly store: ObjectStore;
}

export async function killWorkers({
  seed,
  kills,
  isWhole,
  missing,
  onKills,
}: Kills): Promise<Campaign> {
  const random = randomFrom(seed);
  await using scene = await openScene(missing);
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };

  const killed = (): number =>
    [...MOMENTS, BY_CHANCE].reduce((sum, moment) => sum + (counts.get(moment) ?? 0), 0);

  const { golden, jobMs } = await calmRound(scene);
  const sites = killSites(golden, kills, random);
  const tries = new Map<Site, number>();

  /** How far the last worker of each folder's message came. */
  const reached = new Map<number, number>();
  const struck = async (delivery: Delivery): Promise<Outcome> => {
    const { folder, receives } = delivery;
    const order = golden.get(folder) ?? [];
    const isSpared = receives > MOST_KILLS_OF_ONE || (receives > 1 && random() < 0.3);
    const from = receives === 1 ? -1 : (reached.get(folder) ?? -1);
    const own = sites.get(folder) ?? [];
    const site = isSpared ? null : takeSite(own, order, from);
    const { outcome, isKilled, effect } = await workOn(scene, delivery, site, jobMs);
    if (isKilled && site !== null) {
      reached.set(folder, order.indexOf(effect));
      const moment = site.kind === 'time' ? BY_CHANCE : site.moment;
      count(moment);
      count(`${effect.replace(/ \d+$/, '')}: ${moment}`);
    } else if (site !== null) {
      // Not reached this time: an earlier death, or another order of the folders.
      const tried = (tries.get(site) ?? 0) + 1;
      const next: Site = tried < MOST_TRIES ? site : { kind: 'time', part: random() / 2 };
      tries.set(next, next === site ? tried : 0);
      own.push(next);
      count('(not reached)');
    }
    return outcome;
  };
  let rounds = 0;
  let [orphans, unsaid, ticks] = [0, 0, 0];
  while ([...sites.values()].some((own) => own.length > 0)) {
    rounds += 1;
    const ended = await round(scene, struck);
    violations.push(...ended.violations.map((what) => `round ${rounds}: ${what}`));
    orphans += ended.orphans;
    unsaid += ended.unsaid;
    ticks += ended.ticks;
    onKills?.(killed());
  }

  const done = killed();
  if (done < kills) violations.push(`only ${done} of ${kills} kills`);
  for (const moment of MOMENTS) {
    if (!counts.has(moment)) violations.push(`never killed ${moment}`);
    for (const write of isWhole ? WRITES : []) {
      // After its last effect a worker may have answered before it dies.
      if (write === 'PutEvents' && moment === 'after') continue;
      if (!counts.has(`${write}: ${moment}`)) violations.push(`never killed ${moment} ${write}`);
    }
  }
  return {
    violations,
    counts,
    told: `seed ${seed}: ${done} kills of the bundled worker under ${scene.worker.host}, ${rounds} weeks of ${FOLDERS.length} reports, ${ticks} more ticks needed, ${orphans} files left that no manifest names, ${unsaid} of ${rounds * FOLDERS.length} events never sent`,
  };
}

/** What each job does, and how long the longest takes, when nothing goes wrong. */
async function calmRound(scene: Scene) {
  const golden = new Map<number, readonly string[]>();
  let jobMs = 0;
  const { violations } = await round(scene, async ({ folder, event }) => {
    await scene.cloud.begin(null);
    const started = performance.now();
    const outcome = await scene.worker.invoke(event);
    jobMs = Math.max(jobMs, performance.now() - started);
    golden.set(folder, await scene.cloud.effects());
    return outcome;
  });
  if (violations.length > 0) throw new Error(`before any kill: ${violations.join('; ')}`);
  return { golden, jobMs };
}

/** On the first delivery any; later one that lies behind: what was done is not done again. */
function takeSite(own: Site[], order: readonly string[], from: number): Site | null {
  const at = own.findIndex((site) => site.kind === 'time' || order.indexOf(site.effect) > from);
  const [site = null] = at === -1 ? [] : own.splice(at, 1);
  return site;
}

interface RoundEnd {
  readonly violations: readonly string[];
  readonly orphans: number;
  /** Reports that nobody was told of: the worker died between the receipt and the event. */
  readonly unsaid: number;
  /** Beside the first, and the one that sees that all is done. */
  readonly ticks: number;
}

/** A week from the tick on, until its plan says that all is done; then the verdict. */
async function round(
  scene: Scene,
  work: (delivery: Delivery) => Promise<Outcome>,
): Promise<RoundEnd> {
  const { cloud, planner, worker, deliveries, store } = scene;
  const violations: string[] = [];
  await cloud.clear();
  let ticks = 0;
  for (; ticks < MOST_TICKS && !(await isDone(store, WEEK)); ticks += 1) {
    const planned = await planner.invoke(scheduleEvent(NOW + ticks * HOUR_MS));
    if ('error' in planned) violations.push(`the planner failed: ${planned.error.errorMessage}`);
    for (let next = await deliveries.next(); next !== null; next = await deliveries.next()) {
      // Started before its time is taken and its effects are counted.
      await worker.invoke({ Records: [] });
      await next.settle(await work(next));
    }
  }
  if (!(await isDone(store, WEEK))) violations.push('stuck: the week is not done');
  const kept = await judgeKept(store, { week: WEEK, folders: FOLDERS, revision: 1 });
  violations.push(...kept.violations);
  const left = await deliveries.left();
  if (left > 0) violations.push(`${left} messages left`);
  const told = await cloud.told();
  if (new Set(told).size < told.length) violations.push(`told twice: ${told.join(', ')}`);
  const receipts = (await store.entries('receipts/')).map(({ key }) => key);
  if (receipts.length !== FOLDERS.length) violations.push(`receipts: ${receipts.join(' ')}`);
  // A message that comes again does all that its first worker left undone; no tick has to heal it.
  if (ticks > 2) violations.push(`${ticks - 2} more ticks were needed`);
  const unsaid = FOLDERS.length - told.length;
  return { violations, orphans: kept.orphans, unsaid, ticks: ticks - 2 };
}

/** One delivery, in which the worker dies at the site; the effect is where it did. */
async function workOn(
  { cloud, worker }: Scene,
  { event }: Delivery,
  site: Site | null,
  jobMs: number,
): Promise<{ readonly outcome: Outcome; readonly isKilled: boolean; readonly effect: string }> {
  await cloud.begin(site?.kind === 'effect' ? site : null);
  const working = worker.invoke(event);
  const strikes: string[] = [];
  const strike = (by: string): void => {
    strikes.push(by);
    worker.kill();
  };
  cloud.onKill = async (effect) => {
    strike(effect);
    await working;
  };
  const timer = site?.kind === 'time' ? setTimeout(strike, site.part * jobMs, 'chance') : undefined;
  const outcome = await working;
  clearTimeout(timer);
  const last = (await cloud.effects()).at(-1) ?? 'nothing yet';
  return {
    outcome,
    // After the answer it is no death in the middle of work.
    isKilled: strikes.length > 0 && 'error' in outcome,
    effect: site?.kind === 'effect' ? site.effect : last,
  };
}

async function openScene(missing?: string | null): Promise<Scene & AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'kills-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const bundled = (name: string): string => join(folder, name);
  const [cloud] = await Promise.all([
    startCloud(),
    ...['make-report', 'plan-week'].map((name) =>
      bundleFunction({
        entry: join(ROOT, 'functions', name, 'index.ts'),
        folder: bundled(name),
        draws: name === 'make-report',
      }),
    ),
  ]);
  opened.defer(() => cloud.close());
  const { region, credentials, direct, gated } = cloud;
  const start = async (name: string, env: Readonly<Record<string, string>>): Promise<Worker> => {
    const worker = await startWorker({ folder: bundled(name), env, region, credentials }, missing);
    opened.defer(() => worker.stop());
    return worker;
  };
  const [worker, planner] = await Promise.all([
    start('make-report', gated),
    start('plan-week', direct),
  ]);
  const deliveries = openDeliveries(cloud);
  opened.defer(() => {
    deliveries.close();
  });
  const { store, close } = openBucket(cloud);
  opened.defer(close);
  const all = opened.move();
  return {
    cloud,
    worker,
    planner,
    deliveries,
    store,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
