// The plan of a full run: written before the reports, completed after them or by others when the run crashes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { writePlan } from '../../../lib/reports/plan.ts';
import type { ReportMakingContext } from '../../../lib/reports/run-week.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { planKey, readPlan } from '../../../lib/reports/report-repository.ts';
import { toFigureRules, openReportRepository } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import type { Plan } from '../../../lib/ports/stored-records.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { replaceBytes } from '../../support/archive.ts';
import { W46 } from '../../support/test-facts.ts';
import type { MemoryCompany } from '../../support/memory-company.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import type { WeeklyRun } from '../../support/plan-and-worker.ts';
import { weeklyRun } from '../../support/plan-and-worker.ts';

const SETTLED = '2026-11-16T18:00:00Z';
const DUE_AT = '2026-11-16T06:00:00.000Z';

/** Root 1; 2 is active, 3 and 4 have ended and 3 has responses all the same, 5 ended too but is listed as active. */
const COMPANY = {
  key: 1,
  folders: [
    { key: 2, surveys: [{ key: 21 }] },
    { key: 3, surveys: [{ key: 31, isActive: false }] },
    { key: 4, surveys: [{ key: 41, isActive: false, responses: 0 }] },
    { key: 5, surveys: [{ key: 51, isActive: false, isListedActive: true, responses: 0 }] },
  ],
};

interface Run {
  readonly company: MemoryCompany;
  /** The planner and the worker on the same store. */
  readonly weekly: WeeklyRun;
  readonly make: (folder?: number | null) => Promise<unknown>;
  readonly plan: () => Promise<Plan | null>;
  /** The plan at each read of a survey; null before it was written. */
  readonly observedPlans: (Plan | null)[];
}

function fullRun(company = memoryCompany(COMPANY)): Run {
  const weekly = weeklyRun(company, { now: SETTLED });
  const repository = openReportRepository(weekly.store, DEFAULTS);
  const plan = () => readPlan(repository, W46.name);
  const observedPlans: (Plan | null)[] = [];
  const making: ReportMakingContext = {
    source: {
      ...company.source,
      readSurvey: async (key) => {
        observedPlans.push(await plan());
        return company.source.readSurvey(key);
      },
    },
    repository: {
      ...repository,
      renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
      childLinks: null,
    },
    clock: () => Date.parse(SETTLED),
    rules: toFigureRules(DEFAULTS),
    concurrency: 8,
  };
  const make = (folder: number | null = null) =>
    runWeek(making, { week: W46, folder, force: false });
  return { company, weekly, make, plan, observedPlans };
}

function keysOf(plan: Plan | null | undefined): readonly number[] | null {
  return plan?.folders.map(({ key }) => key) ?? null;
}

describe('the plan of a full run', () => {
  it('is written open before the first survey is read, and done with the reports that were due', async () => {
    const { make, plan, observedPlans } = fullRun();
    await make();
    assert.deepEqual(observedPlans.map(keysOf), Array(4).fill([1, 2, 5]));
    assert.deepEqual(new Set(observedPlans.map((plan) => plan?.doneAt)), new Set([null]));
    const finishedPlan = await plan();
    assert.deepEqual(keysOf(finishedPlan), [1, 2, 3]);
    assert.equal(finishedPlan?.doneAt, '2026-11-16T18:00:00.000Z');
  });

  it('is not written by a run of one folder', async () => {
    const { make, plan } = fullRun();
    await make(2);
    assert.equal(await plan(), null);
  });

  it('retains the folders of an existing plan without requesting active periods', async () => {
    const { company, weekly, make, plan } = fullRun();
    const folders = [1, 5, 9].map((key) => ({
      key,
      parent: key === 1 ? null : 1,
      dueAt: DUE_AT,
    }));
    await writePlan(openReportRepository(weekly.store, DEFAULTS), {
      week: W46.name,
      folders,
      doneAt: null,
    });
    await make();
    const completed = await plan();
    assert.deepEqual(keysOf(completed), [1, 5, 9, 2, 3]);
    assert.equal(completed?.doneAt, null, '5 and 9 have no report');
    assert.equal(company.calls.get('periods'), undefined);
  });

  it('is written after the reports where active periods can’t be read', async () => {
    const company = memoryCompany(COMPANY);
    const readActivePeriods = () => Promise.reject(new Failure('UPSTREAM_REJECTED'));
    const { make, plan, observedPlans } = fullRun({
      ...company,
      source: { ...company.source, readActivePeriods },
    });
    await make();
    assert.deepEqual(new Set(observedPlans), new Set([null]));
    assert.deepEqual(keysOf(await plan()), [1, 2, 3]);
  });

  for (const [completes, complete] of [
    [
      'the planner',
      async ({ weekly }: Run) => {
        await weekly.tick();
        await weekly.drain();
        await weekly.tick();
      },
    ],
    ['another run', ({ make }: Run) => make()],
  ] as const) {
    it(`is completed by ${completes} when the run crashed`, async () => {
      const run = fullRun();
      const { store } = run.weekly;
      const create = store.create.bind(store);
      store.create = (key, ...rest) =>
        key.endsWith('/1/manifest.json')
          ? Promise.reject(new Failure('STORE_UNAVAILABLE', { key }))
          : create(key, ...rest);
      await assert.rejects(run.make(), { code: 'STORE_UNAVAILABLE' });
      assert.deepEqual([keysOf(await run.plan()), (await run.plan())?.doneAt], [[1, 2, 5], null]);
      store.create = create;
      await complete(run);
      const plan = await run.plan();
      assert.ok(new Set([1, 2, 3]).isSubsetOf(new Set(keysOf(plan))));
      assert.notEqual(await run.weekly.manifest(1), null);
    });
  }
});

describe('the plan of another week', () => {
  it('is neither used nor replaced, and ends planner and run', async () => {
    const { weekly, make, plan } = fullRun();
    await make();
    const stored = await plan();
    assert(stored !== null);
    const repository = openReportRepository(weekly.store, DEFAULTS);
    const bytes = new Uint8Array(repository.plans.encode({ ...stored, week: '2026-W45' }));
    await replaceBytes(weekly.store, planKey(W46.name), bytes);
    assert.equal(await plan(), null);
    const isDamaged = (error: unknown) =>
      error instanceof Failure &&
      error.code === 'REPORT_DAMAGED' &&
      error.facts['key'] === planKey(W46.name);
    const tick = { now: weekly.now, isScheduled: false };
    const { error } = await planWeek(weekly.planning, W46, tick);
    assert.ok(isDamaged(error));
    await assert.rejects(make(), isDamaged);
    assert.deepEqual((await weekly.store.read(planKey(W46.name)))?.bytes, bytes);
  });
});
