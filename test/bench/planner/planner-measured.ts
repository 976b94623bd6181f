// A child process that runs the planner for a large company before, while and after the reports are made.
import { performance } from 'node:perf_hooks';
import { openS3Store } from '../../../lib/adapters/s3/index.ts';
import { changePlan } from '../../../lib/reports/plan.ts';
import type { PlannerContext } from '../../../lib/jobs/plan-week.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { mapConcurrent } from '../../../lib/shared/map-concurrent.ts';
import { sleep } from '../../../lib/composition/system.ts';
import { createRandom } from '../../support/test-reports.ts';
import { WEEK, weeklyRun } from '../../support/plan-and-worker.ts';
import { inputOf, sendResult } from '../child.ts';
import { cpuMs, peakRssMb } from '../bench-samples.ts';
import { benchWeek } from '../upstream/bodies.ts';
import { FOLDERS, largeCompany, SURVEYS } from './planner-company.ts';
import { plannerInput, type Tick } from './planner-figures.ts';

const SETTLED = '2026-11-16T18:00:00Z';

const { environment, rounds } = inputOf(plannerInput);
Object.assign(process.env, environment);
const company = largeCompany();
const week = benchWeek();
const ticks: Tick[] = [];

interface Counted {
  readonly store: ObjectStore;
  readonly calls: { reads: number; writes: number };
}

function counted(store: ObjectStore): Counted {
  const calls = { reads: 0, writes: 0 };
  return {
    calls,
    store: {
      read: (...args) => {
        calls.reads += 1;
        return store.read(...args);
      },
      create: (...args) => {
        calls.writes += 1;
        return store.create(...args);
      },
      replace: (...args) => {
        calls.writes += 1;
        return store.replace(...args);
      },
      children: (prefix) => store.children(prefix),
      entries: (...args) => store.entries(...args),
      remove: (key) => store.remove(key),
    },
  };
}

/** Runs one tick and records its figures. */
async function tick(
  name: Tick['tick'],
  where: Tick['store'],
  planning: PlannerContext,
  now: number,
): Promise<void> {
  const { store, calls } = counted(planning.repository.store);
  const countedPlanning: PlannerContext = {
    ...planning,
    repository: { ...planning.repository, store },
    records: { ...planning.records, store },
  };
  company.calls.clear();
  const [start, cpuBefore] = [performance.now(), cpuMs()];
  const { planned } = await planWeek(countedPlanning, week, { now, isScheduled: false });
  const [wallMs, usedMs] = [performance.now() - start, cpuMs() - cpuBefore];
  const callCount = [...company.calls.values()].reduce((sum, count) => sum + count, 0);
  ticks.push({
    store: where,
    tick: name,
    wallMs,
    cpuMs: usedMs,
    ...calls,
    calls: callCount,
    jobs: planned?.enqueued ?? 0,
  });
  if (planned === null) throw new Error(`${name}: the week could not be planned`);
  const { isDone } = planned;
  if (isDone !== (name === 'done' || name === 'all made')) throw new Error(`${name}: ${isDone}`);
}

/** Allows measuring the last tick again. */
async function undone({ repository }: PlannerContext): Promise<void> {
  await changePlan(repository, week.name, (plan) => ({ ...plan, doneAt: null }));
}

for (let round = 1; round < rounds; round += 1) {
  const run = weeklyRun(company, { now: SETTLED });
  await tick('first', 'memory', run.planning, run.now);
}
const run = weeklyRun(company, { now: SETTLED });
await tick('first', 'memory', run.planning, run.now);
for (let i = 0; i < rounds; i += 1) await tick('unchanged', 'memory', run.planning, run.now);

const { store } = openS3Store({
  bucket: 'reports',
  prefix: '',
  owner: null,
  random: createRandom(2),
  sleep,
});
const onS3: PlannerContext = {
  ...run.planning,
  repository: { ...run.planning.repository, store },
  records: { ...run.planning.records, store },
  sender: { send: () => Promise.resolve() },
};
await tick('first', 'S3', onS3, run.now);
await tick('unchanged', 'S3', onS3, run.now);

const outcomes = await run.drain();
if (outcomes.some(({ error }) => error !== null)) throw new Error('a report was not made');
const files = [...run.store.objects].filter(([key]) => key.startsWith(`weeks/${WEEK}/folders/`));
await mapConcurrent(
  files,
  ([key, bytes]) => store.create(key, bytes, { contentType: 'application/octet-stream' }),
  32,
);
for (const [where, planning] of [
  ['memory', run.planning],
  ['S3', onS3],
] as const) {
  for (let i = 0; i < rounds; i += 1) {
    if (i > 0) await undone(planning);
    await tick('all made', where, planning, run.now);
  }
  for (let i = 0; i < rounds; i += 1) await tick('done', where, planning, run.now);
}
sendResult({ ticks, folders: FOLDERS, surveys: SURVEYS, peakRssMb: peakRssMb() });
