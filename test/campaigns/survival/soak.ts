// A year of a whole company in simulated time, with the real planner and worker, while a hundredth of everything goes
// wrong: every week ends complete and true, and what a process holds does not grow.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { planCodec } from '../../../lib/adapters/json/index.ts';
import { planKey, readPlan } from '../../../lib/reports/report-repository.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import {
  dayOf,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  endsEverywhere,
  weekOf,
  weeksFrom,
} from '../../../lib/domain/calendar.ts';
import type { SimulatedFolder } from '../simulation/simulated-company.ts';
import type { SimulatedDeployment } from '../simulation/simulated-deployment.ts';
import { createSimulatedDeployment } from '../simulation/simulated-deployment.ts';
import { checkWeek, findExpectedFolders } from '../simulation/liveness.ts';
import { randomFrom } from '../../support/test-reports.ts';
import { steadyChaos, STEADY_FAULTS } from './random-faults.ts';
import type { Campaign } from './report-outcome.ts';

export interface Soak {
  readonly seed: number;
  readonly weeks: number;
  /** With the root. */
  readonly folders: number;
  /** Of calls, messages and ticks. */
  readonly rate: number;
  /** Hears of every week that is over. */
  readonly onWeek?: (week: string, heldBytes: number) => void;
}

const ZONES = [
  'Europe/Helsinki',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'UTC',
];
const FIRST = weekOf(dayOf('2026-01-05'));
const SECOND_LOOK_MS = 3 * DAY_MS;
/** After it has settled: what was sent late is in it, and the next week has not begun to be planned. */
const JUDGED_AFTER_MS = 5.5 * DAY_MS;
/** The next week settles a day and a half after a week is judged. */
const MOST_HOURS_MORE = 24;
const KEPT_WEEKS = 3;
/** Weeks after which memory is compared; what is kept is the same from the fourth on. */
const MEASURED = [10, 30, 52];
const MOST_DRIFT = 0.1;

export async function soak({ seed, weeks: count, folders, rate, onWeek }: Soak): Promise<Campaign> {
  const random = randomFrom(seed);
  const faultPlan = steadyChaos(random, rate);
  const weeks = Array.from({ length: count }, (_, i) => weeksFrom(FIRST, i));
  const root = companyOf(folders);
  const start = settledAt(FIRST) - 12 * HOUR_MS;
  const it = createSimulatedDeployment({
    start,
    faultPlan,
    root,
    weeks,
    reconcileAfterMs: SECOND_LOOK_MS,
  });
  for (const back of [1, 2]) {
    const { name } = weeksFrom(FIRST, -back);
    const done = { week: name, folders: [], doneAt: new Date(start).toISOString() };
    it.bucket.put(planKey(name), planCodec().encode(done));
  }
  onTheHour(it, Math.ceil(start / HOUR_MS) * HOUR_MS);

  const surveys = surveysOf(root);
  const held = new Map<number, number>();
  let revisions = 0;
  let late = 0;
  let waited = 0;
  for (const [i, week] of weeks.entries()) {
    for (let n = 0; n < Math.ceil(surveys.length / 100); n += 1) {
      const survey = surveys[Math.floor(random() * surveys.length)] ?? 0;
      const at = settledAt(week) + random() * 2 * DAY_MS;
      it.timeline.after(at - it.timeline.now(), () => {
        it.company.sendLate(survey, week, 4);
        late += 1;
      });
    }
    const until = settledAt(week) + JUDGED_AFTER_MS;
    await it.timeline.run(() => it.timeline.now() >= until && it.isIdle());
    // What has just failed again is done with the ticks of a few hours.
    for (let h = 1; h <= MOST_HOURS_MORE && !(await isDone(it, week)); h += 1) {
      const later = until + h * HOUR_MS;
      await it.timeline.run(() => it.timeline.now() >= later && it.isIdle());
      waited += 1;
    }
    await judgeOne(it, week, findExpectedFolders(root));
    for (const [key, manifests] of it.safety.history) {
      if (key.includes(week.name)) revisions += manifests.length;
    }
    const old = weeks[i - KEPT_WEEKS];
    if (old !== undefined) pruneUntilDone(it, old);
    const bytes = heldBytes();
    held.set(i + 1, bytes);
    onWeek?.(week.name, bytes);
  }

  const violations = it.safety.violations.map(({ rule, description: what }) => `${rule}: ${what}`);
  const reports = count * findExpectedFolders(root).length;
  if (count >= Math.max(...MEASURED)) {
    violations.push(...memoryDrift(held));
    for (const fault of STEADY_FAULTS)
      if (!faultPlan.counts.has(fault)) violations.push(`never happened: ${fault}`);
  }
  const faults = [...faultPlan.counts.values()].reduce((sum, times) => sum + times, 0);
  const measured = MEASURED.flatMap((week) => held.get(week) ?? []).map(megabytes);
  return {
    violations,
    counts: faultPlan.counts,
    told: `seed ${seed}: ${reports} reports of ${count} weeks and ${folders} folders, ${surveys.length} surveys in ${ZONES.length} zones, in ${revisions} revisions, ${late} late uploads, ${waited} hours waited for, ${faultPlan.calls()} calls, ${faults} faults; held after gc at weeks ${MEASURED.join(', ')}: ${measured.join(', ')} MB`,
  };
}

function settledAt(week: Week): number {
  return endsEverywhere(week) + 6 * HOUR_MS;
}

/** A root, regions, and below them shops, each with a survey in every zone. */
function companyOf(folders: number): SimulatedFolder {
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

function surveysOf(folder: SimulatedFolder): readonly number[] {
  return [...folder.surveys.map(({ key }) => key), ...folder.folders.flatMap(surveysOf)];
}

function onTheHour(it: SimulatedDeployment, scheduledAt: number): void {
  const { timeline, faultPlan } = it;
  timeline.after(scheduledAt - timeline.now(), () => {
    onTheHour(it, scheduledAt + HOUR_MS);
    if (faultPlan.occurs('tick lost')) return;
    const lateMs = faultPlan.occurs('tick late') ? faultPlan.random() * 3 * HOUR_MS : 0;
    for (let i = 0; i < (faultPlan.occurs('tick doubled') ? 2 : 1); i += 1) {
      timeline.after(lateMs, () => void it.tick(scheduledAt));
    }
  });
}

async function judgeOne(
  it: SimulatedDeployment,
  week: Week,
  mustOwe: readonly number[],
): Promise<void> {
  const holdsUntil = it.queue.deadLetters.length > 0 ? 0 : settledAt(week) + SECOND_LOOK_MS;
  await checkWeek(it, week, {
    expectedFolders: mustOwe,
    removedFolders: new Set(),
    includedUntil: holdsUntil,
  });
  if (!(await isDone(it, week))) it.safety.violate('stuck', `${week.name} is not done`);
}

async function isDone({ repository }: SimulatedDeployment, week: Week): Promise<boolean> {
  return ((await readPlan(repository, week.name))?.doneAt ?? null) !== null;
}

/** Whoever prunes does it again when it was interrupted. */
function pruneUntilDone(it: SimulatedDeployment, week: Week): void {
  const prune = async (): Promise<void> => {
    if (await it.prune(week)) return;
    it.timeline.after(20 * MINUTE_MS, () => void prune());
  };
  it.timeline.after(0, () => void prune());
}

// ── memory ──────────────────────────────────────────────────────────────────────────────────────

const isCollector = (it: unknown): it is () => void => typeof it === 'function';

/** What is reachable, buffers included. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (!isCollector(collect)) throw new TypeError('nothing collects garbage');
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function memoryDrift(held: ReadonlyMap<number, number>): readonly string[] {
  const all = MEASURED.map((week) => held.get(week) ?? 0);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return most > least * (1 + MOST_DRIFT)
    ? [`memory grew: ${all.map(megabytes).join(', ')} MB after weeks ${MEASURED.join(', ')}`]
    : [];
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
