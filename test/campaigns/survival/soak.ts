// A simulated year of a company with the real planner and worker, in which one percent of all calls fail. Every week
// must be complete and correct, and the memory of the process must not grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { planKey, readPlan } from '../../../lib/reports/report-repository.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import {
  dayOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  endOfWeekEverywhere,
  weekOf,
  weeksFrom,
} from '../../../lib/domain/calendar.ts';
import type { SimulatedFolder } from '../simulation/simulated-company.ts';
import type { SimulatedDeployment } from '../simulation/simulated-deployment.ts';
import { createSimulatedDeployment } from '../simulation/simulated-deployment.ts';
import { checkWeek, findExpectedFolders } from '../simulation/liveness.ts';
import { createRandom } from '../../support/test-reports.ts';
import { createSteadyFaultPlan, STEADY_FAULTS } from './random-faults.ts';
import type { CampaignResult } from './report-outcome.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly weeks: number;
  /** Includes the root. */
  readonly folders: number;
  /** Probability of a fault per call, message and tick. */
  readonly rate: number;
  /** Hears of every week that is over. */
  readonly onWeek?: (week: string, measureMemory: number) => void;
}

const ZONES = [
  'Europe/Helsinki',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
];
const FIRST_WEEK = weekOf(dayOf('2026-01-05'));
const RECONCILE_AFTER_MS = 3 * DAY_MS;
/** After the week has settled: late data is included, and the next week is not planned yet. */
const CHECKED_AFTER_MS = 5.5 * DAY_MS;
/** The next week settles one and a half days after a week is checked. */
const MAX_EXTRA_HOURS = 24;
const RETAINED_WEEKS = 3;
/** Weeks after which memory is compared; the number of stored weeks is constant from the fourth on. */
const MEASURED_WEEKS = [10, 30, 52];
const MAX_MEMORY_GROWTH = 0.1;

export async function soak({
  seed,
  weeks: count,
  folders,
  rate,
  onWeek,
}: SoakOptions): Promise<CampaignResult> {
  const random = createRandom(seed);
  const faultPlan = createSteadyFaultPlan(random, rate);
  const weeks = Array.from({ length: count }, (_, i) => weeksFrom(FIRST_WEEK, i));
  const root = createCompanyTree(folders);
  const start = settleTimeOf(FIRST_WEEK) - 12 * HOUR_MS;
  const deployment = createSimulatedDeployment({
    start,
    faultPlan,
    root,
    weeks,
    reconcileAfterMs: RECONCILE_AFTER_MS,
  });
  for (const weeksBefore of [1, 2]) {
    const { name } = weeksFrom(FIRST_WEEK, -weeksBefore);
    const completedPlan = { week: name, folders: [], doneAt: new Date(start).toISOString() };
    deployment.bucket.put(planKey(name), repositoryCodecs.plans.encode(completedPlan));
  }
  scheduleTick(deployment, Math.ceil(start / HOUR_MS) * HOUR_MS);

  const surveys = listSurveys(root);
  const memoryByWeek = new Map<number, number>();
  let revisions = 0;
  let lateUploads = 0;
  let extraHours = 0;
  for (const [i, week] of weeks.entries()) {
    for (let n = 0; n < Math.ceil(surveys.length / 100); n += 1) {
      const survey = surveys[Math.floor(random() * surveys.length)] ?? 0;
      const at = settleTimeOf(week) + random() * 2 * DAY_MS;
      deployment.timeline.after(at - deployment.timeline.now(), () => {
        deployment.company.sendLate(survey, week, 4);
        lateUploads += 1;
      });
    }
    const until = settleTimeOf(week) + CHECKED_AFTER_MS;
    await deployment.timeline.run(() => deployment.timeline.now() >= until && deployment.isIdle());
    // Recent failures are repaired by the ticks of the next hours.
    for (let h = 1; h <= MAX_EXTRA_HOURS && !(await isWeekDone(deployment, week)); h += 1) {
      const later = until + h * HOUR_MS;
      await deployment.timeline.run(
        () => deployment.timeline.now() >= later && deployment.isIdle(),
      );
      extraHours += 1;
    }
    await checkOneWeek(deployment, week, findExpectedFolders(root));
    for (const [key, manifests] of deployment.safety.history) {
      if (key.includes(week.name)) revisions += manifests.length;
    }
    const expiredWeek = weeks[i - RETAINED_WEEKS];
    if (expiredWeek !== undefined) pruneUntilDone(deployment, expiredWeek);
    const bytes = measureMemory();
    memoryByWeek.set(i + 1, bytes);
    onWeek?.(week.name, bytes);
  }

  const violations = deployment.safety.violations.map(
    ({ rule, description: what }) => `${rule}: ${what}`,
  );
  const reports = count * findExpectedFolders(root).length;
  if (count >= Math.max(...MEASURED_WEEKS)) {
    violations.push(...checkMemoryGrowth(memoryByWeek));
    for (const fault of STEADY_FAULTS)
      if (!faultPlan.counts.has(fault)) violations.push(`never occurred: ${fault}`);
  }
  const faults = [...faultPlan.counts.values()].reduce((sum, times) => sum + times, 0);
  const measuredMegabytes = MEASURED_WEEKS.flatMap((week) => memoryByWeek.get(week) ?? []).map(
    megabytes,
  );
  return {
    violations,
    counts: faultPlan.counts,
    summary: `seed ${seed}: ${reports} reports of ${count} weeks and ${folders} folders, ${surveys.length} surveys in ${ZONES.length} zones, in ${revisions} revisions, ${lateUploads} late uploads, ${extraHours} additional hours, ${faultPlan.calls()} calls, ${faults} faults; memory after gc at weeks ${MEASURED_WEEKS.join(', ')}: ${measuredMegabytes.join(', ')} MB`,
  };
}

function settleTimeOf(week: Week): number {
  return endOfWeekEverywhere(week) + 6 * HOUR_MS;
}

/** A root, regions, and shops below them with one survey per zone. */
function createCompanyTree(folders: number): SimulatedFolder {
  const regions = Math.max(1, Math.round(folders / 20));
  const shops = folders - 1 - regions;
  return {
    key: 1,
    surveys: [],
    folders: Array.from({ length: regions }, (_, r) => ({
      key: 10 + r,
      surveys: [],
      folders: Array.from({ length: shops }, (_, s) => s)
        .filter((s) => s % regions === r)
        .map((s) => ({
          key: 1_000 + s,
          surveys: ZONES.map((timeZone, z) => ({ key: 10_000 + 10 * s + z, timeZone })),
          folders: [],
        })),
    })),
  };
}

function listSurveys(folder: SimulatedFolder): readonly number[] {
  return [...folder.surveys.map(({ key }) => key), ...folder.folders.flatMap(listSurveys)];
}

function scheduleTick(deployment: SimulatedDeployment, scheduledAt: number): void {
  const { timeline, faultPlan } = deployment;
  timeline.after(scheduledAt - timeline.now(), () => {
    scheduleTick(deployment, scheduledAt + HOUR_MS);
    if (faultPlan.occurs('tick lost')) return;
    const lateMs = faultPlan.occurs('tick late') ? faultPlan.random() * 3 * HOUR_MS : 0;
    for (let i = 0; i < (faultPlan.occurs('tick doubled') ? 2 : 1); i += 1) {
      timeline.after(lateMs, () => void deployment.tick(scheduledAt));
    }
  });
}

async function checkOneWeek(
  deployment: SimulatedDeployment,
  week: Week,
  expectedFolders: readonly number[],
): Promise<void> {
  const includedUntil =
    deployment.queue.deadLetters.length > 0 ? 0 : settleTimeOf(week) + RECONCILE_AFTER_MS;
  await checkWeek(deployment, week, {
    expectedFolders,
    removedFolders: new Set(),
    includedUntil,
  });
  if (!(await isWeekDone(deployment, week)))
    deployment.safety.violate('stuck', `${week.name} is not completed`);
}

async function isWeekDone({ repository }: SimulatedDeployment, week: Week): Promise<boolean> {
  return ((await readPlan(repository, week.name))?.doneAt ?? null) !== null;
}

/** Repeats an interrupted pruning. */
function pruneUntilDone(deployment: SimulatedDeployment, week: Week): void {
  const prune = async (): Promise<void> => {
    if (await deployment.prune(week)) return;
    deployment.timeline.after(20 * MINUTE_MS, () => void prune());
  };
  deployment.timeline.after(0, () => void prune());
}

// ── memory ──────────────────────────────────────────────────────────────────────────────────────

const isCollector = (deployment: unknown): deployment is () => void =>
  typeof deployment === 'function';

/** Reachable memory including buffers. */
function measureMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (!isCollector(collect)) throw new TypeError('no garbage collector');
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function checkMemoryGrowth(memoryByWeek: ReadonlyMap<number, number>): readonly string[] {
  const measurements = MEASURED_WEEKS.map((week) => memoryByWeek.get(week) ?? 0);
  const [least, most] = [Math.min(...measurements), Math.max(...measurements)];
  return most > least * (1 + MAX_MEMORY_GROWTH)
    ? [
        `memory grew: ${measurements.map(megabytes).join(', ')} MB after weeks ${MEASURED_WEEKS.join(', ')}`,
      ]
    : [];
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
