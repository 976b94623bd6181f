// Regression tests for failures that the simulation found, each as its shortest sequence.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { createStoredQueue } from '../../../lib/jobs/requested-jobs.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { createRandom } from '../../support/test-reports.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

const SETTLED = '2026-11-16T18:00:00Z';

async function hours(run: WeeklyRun, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    await run.tick();
    await run.drain();
    run.now += HOUR_MS;
  }
}

async function stateOf(run: WeeklyRun, folder: number): Promise<string | null> {
  const manifest = await run.manifest(folder);
  return manifest === null ? null : `${manifest.status} ${manifest.revision}`;
}

describe('the report of a parent folder', () => {
  it('includes a new revision of a subfolder only once it loses none of its own surveys', async () => {
    const company = memoryCompany({
      key: 1,
      surveys: [{ key: 101 }],
      folders: [{ key: 2, surveys: [{ key: 201 }] }],
    });
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 2);
    assert.deepEqual([await stateOf(run, 1), await stateOf(run, 2)], ['complete 1', 'complete 1']);

    company.broken.add(101);
    run.queue.push({ week: WEEK, folder: 2, since: new Date(run.now).toISOString() });
    await hours(run, 2);
    assert.deepEqual([await stateOf(run, 1), await stateOf(run, 2)], ['complete 1', 'complete 2']);

    company.broken.clear();
    await hours(run, 1);
    assert.deepEqual([await stateOf(run, 1), await stateOf(run, 2)], ['complete 2', 'complete 2']);
  });

  it('contains a moved folder only under its current parent, even if it was made before the move', async () => {
    const [shop, sibling] = [
      { key: 21, surveys: [{ key: 211 }] },
      { key: 22, surveys: [{ key: 221 }] },
    ];
    const third = { key: 31, surveys: [{ key: 311 }] };
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, folders: [shop, sibling] },
        { key: 3, folders: [third] },
      ],
    });
    const run = weeklyRun(company, { now: '2026-11-16T07:00:00Z' });
    await hours(run, 1);
    assert.equal((await run.report(1)).summary.responses, 60);
    company.root = {
      key: 1,
      folders: [
        { key: 2, folders: [shop] },
        { key: 3, folders: [third, sibling] },
      ],
    };
    run.now = Date.parse(SETTLED);
    await hours(run, 3);
    const below = async (folder: number) =>
      (await run.report(folder)).subfolders.map(({ key }) => key);
    assert.deepEqual([await below(2), await below(3)], [[21], [22, 31]]);
    assert.equal((await run.report(1)).summary.responses, 60, 'no response is counted twice');
    assert.notEqual((await run.plan())?.doneAt, null);
  });
});

describe('a planned folder', () => {
  it('stays planned when the reporting API denies the whole company together with it', async () => {
    const company = memoryCompany({ key: 1, folders: [{ key: 2, surveys: [{ key: 201 }] }] });
    let isDenied = false;
    const source: FeedbackSource = {
      ...company.source,
      readFolders: (from, options) =>
        isDenied && from === null
          ? Promise.reject(new Failure('UPSTREAM_NOT_FOUND', { path: '/folders' }))
          : company.source.readFolders(from, options),
    };
    const run = weeklyRun({ ...company, source }, { now: SETTLED });
    await run.tick();
    isDenied = true;
    company.denied.add(2);
    await run.drain();
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      [1, 2],
    );
    isDenied = false;
    company.denied.clear();
    await hours(run, 3);
    assert.deepEqual([await stateOf(run, 1), await stateOf(run, 2)], ['complete 1', 'complete 1']);
  });
});

describe('a week that the planner no longer covers', () => {
  async function longAgo(): Promise<{ readonly run: WeeklyRun; readonly since: string }> {
    const company = memoryCompany({ key: 1, folders: [{ key: 2, surveys: [{ key: 201 }] }] });
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 3);
    run.now += 30 * DAY_MS;
    return { run, since: new Date(run.now).toISOString() };
  }

  it('sends a job whose sender died when the report is requested again later', async () => {
    const { run } = await longAgo();
    const { repository, records, sender } = run.planning;
    const dead = { send: () => new Promise<never>(() => undefined) };
    const sleep = () => Promise.resolve();
    const request = { week: WEEK, folder: 2, force: true, supersedes: 1 };
    const random = createRandom(1);
    void createStoredQueue({
      hasPlanner: true,
      repository,
      records,
      sender: dead,
      sleep,
      random,
    }).enqueue(request);
    await new Promise((resolve) => setImmediate(resolve));

    const jobs = createStoredQueue({
      hasPlanner: true,
      repository,
      records,
      sender,
      sleep,
      random,
    });
    await jobs.enqueue(request);
    assert.deepEqual(run.queue, [], 'an immediate second request finds the job queued');
    assert.deepEqual(await jobs.stateOf(request), { state: 'queued' });
    await hours(run, 1);
    assert.equal(await stateOf(run, 2), 'complete 1', 'no tick makes the report');

    run.now -= HOUR_MS - 5 * MINUTE_MS;
    await jobs.enqueue(request);
    await run.drain();
    assert.deepEqual([await stateOf(run, 1), await stateOf(run, 2)], ['complete 2', 'complete 2']);
  });

  it('lists outdated reports of a worker that died in its status until they are requested again', async () => {
    const { run, since } = await longAgo();
    let isDead = false;
    run.store.onCall = async (work) => {
      if (isDead) throw new Failure('STORE_UNAVAILABLE');
      const result = await work();
      const bytes = run.store.objects.get(manifestKey({ week: WEEK, folder: 2 }));
      isDead = bytes !== undefined && repositoryCodecs.manifests.decode(bytes).revision === 2;
      return result;
    };
    // Its message was deleted from the queue.
    await run.work({ week: WEEK, folder: 2, since }).catch(() => undefined);
    run.store.onCall = (work) => work();
    await hours(run, 2);
    const week = parseWeek(WEEK);
    assert(week !== null);
    const behind = async () => {
      const { repository, records, planner } = run.planning;
      const archive = { ...repository, ...records, planner };
      const { folders } = await readWeekStatus(archive, week, run.now);
      return folders.flatMap((status) => (status.behind.length > 0 ? [status.folder.key] : []));
    };
    assert.deepEqual(await behind(), [1]);

    run.queue.push({ week: WEEK, folder: 1, since: new Date(run.now).toISOString() });
    await run.drain();
    assert.deepEqual(await behind(), []);
  });
});
