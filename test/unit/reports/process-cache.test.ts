// The cache of a process: it saves requests, and no report is lost or duplicated by it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enqueueParent } from '../../../lib/jobs/related-jobs.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { PlanningContext } from '../../../lib/jobs/synchronize-plan.ts';
import { findStoredReport, manifestKey, readPlan } from '../../../lib/reports/report-repository.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import type { Plan } from '../../../lib/ports/stored-records.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { WEEK, weeklyRun } from '../../support/plan-and-worker.ts';

const CHILDREN = [21, 22, 23, 24, 25, 26, 27, 28];
const REGION = 2;
const COMPANY = {
  key: 1,
  folders: [
    { key: REGION, folders: CHILDREN.map((key) => ({ key, surveys: [{ key: 10 * key }] })) },
  ],
};
const PLAN: Plan = { week: WEEK, folders: [], doneAt: null };

/** A week whose children have reports, and a process with a cache. */
async function childrenMade() {
  const run = weeklyRun(memoryCompany(COMPANY), { now: '2026-11-16T18:00:00Z' });
  await run.tick();
  const jobs = run.queue.splice(0).filter(({ week }) => week === WEEK);
  for (const job of jobs) await run.work(job);
  const readKeys: string[] = [];
  const { repository, sender } = run.planning;
  const sending = { attempts: 0, failing: 0 };
  const planning: PlanningContext = {
    ...run.planning,
    sender: {
      async send(batch) {
        await Promise.resolve();
        sending.attempts += 1;
        if (sending.failing >= sending.attempts) throw new Failure('QUEUE_UNAVAILABLE');
        await sender.send(batch);
      },
    },
    repository: {
      ...repository,
      store: {
        ...repository.store,
        read: (key) => {
          readKeys.push(key);
          return repository.store.read(key);
        },
      },
      cache: createProcessCache(),
    },
  };
  const week = parseWeek(WEEK);
  assert(week !== null);
  const plan = await readPlan(repository, WEEK);
  const ends = (key: number, random = (): number => 0): Promise<void> => {
    const child = plan?.folders.find((folder) => folder.key === key);
    assert(child !== undefined);
    return enqueueParent(planning, { week, child, random });
  };
  const countParentJobs = (): number => run.queue.filter(({ folder }) => folder === REGION).length;
  run.queue.splice(0);
  return { run, planning, ends, countParentJobs, sending, readKeys };
}

describe('createProcessCache', () => {
  it('sends one job for the parent of children that finish together', async () => {
    const { ends, countParentJobs } = await childrenMade();
    await Promise.all(CHILDREN.map((key) => ends(key)));
    assert.equal(countParentJobs(), 1);
  });

  it('sends another job for each child that finishes after the last one was sent', async () => {
    const { ends, countParentJobs } = await childrenMade();
    await ends(21);
    await ends(22);
    assert.equal(countParentJobs(), 2);
  });

  it('sends a job for a child that relied on a message that could not be sent', async () => {
    const { ends, countParentJobs, sending } = await childrenMade();
    sending.failing = 1;
    const outcomes = await Promise.allSettled([ends(21), ends(22)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    assert.equal(countParentJobs(), 1);
  });

  it('reads no manifest of a child whose report is cached', async () => {
    const { planning, ends, countParentJobs, readKeys } = await childrenMade();
    for (const folder of CHILDREN)
      await findStoredReport(planning.repository, { week: WEEK, folder });
    readKeys.splice(0);
    await ends(21);
    assert.deepEqual(
      readKeys.filter((key) => key.endsWith('manifest.json')),
      [manifestKey({ week: WEEK, folder: REGION })],
    );
    assert.equal(countParentJobs(), 1);
  });

  it('reads one missing child and nothing of the parent', async () => {
    const { run, ends, countParentJobs, readKeys } = await childrenMade();
    await run.store.remove(manifestKey({ week: WEEK, folder: 23 }));
    let drawCount = 0;
    // The missing child is checked first.
    await ends(21, () => (CHILDREN[drawCount++] === 23 ? 0 : 0.5));
    assert.deepEqual(readKeys, [
      `weeks/${WEEK}/plan.json`,
      manifestKey({ week: WEEK, folder: 23 }),
    ]);
    assert.equal(countParentJobs(), 0);
    // A missing report is not cached.
    await ends(21, () => 0.5);
    assert.equal(countParentJobs(), 0);
  });

  it('enqueues the parent too early after a report was pruned; the parent then waits for it', async () => {
    const { run, planning, ends, countParentJobs } = await childrenMade();
    for (const folder of CHILDREN)
      await findStoredReport(planning.repository, { week: WEEK, folder });
    await run.store.remove(manifestKey({ week: WEEK, folder: 23 }));
    await run.store.remove(`requests/${WEEK}/23.json`);
    await ends(21);
    assert.equal(countParentJobs(), 1);
    const outcomes = await run.drain();
    assert.deepEqual(outcomes[0], { outcome: 'waiting', missing: 1 });
    assert.equal((await run.manifest(1))?.status, 'complete');
    assert.equal((await run.report(REGION)).subfolders.length, CHILDREN.length);
  });

  it('returns a plan only in the version that was stored', () => {
    const cache = createProcessCache();
    cache.storePlan('weeks/a/plan.json', '"1"', PLAN);
    const cached = cache.findPlan('weeks/a/plan.json');
    assert.deepEqual([cached?.plan, cached?.version], [PLAN, '"1"']);
    assert.equal(cache.findPlan('weeks/b/plan.json'), null);
  });

  it('evicts the oldest manifests', () => {
    const cache = createProcessCache();
    for (let folder = 1; folder <= 20_000; folder += 1)
      cache.recordManifest(manifestKey({ week: WEEK, folder }), true);
    assert.equal(cache.hasManifest(manifestKey({ week: WEEK, folder: 1 })), false);
    assert.equal(cache.hasManifest(manifestKey({ week: WEEK, folder: 20_000 })), true);
    cache.recordManifest(manifestKey({ week: WEEK, folder: 20_000 }), false);
    assert.equal(cache.hasManifest(manifestKey({ week: WEEK, folder: 20_000 })), false);
  });
});
