// When a week is compared with the reporting API again, in which jobs, and what is left when they have ended.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plannerRecordCodec, reconciliationCodec } from '../../../lib/adapters/json/index.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { DAY_MS, HOUR_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import type { LookStep } from '../../../lib/jobs/plan-looks.ts';
import { isOpen, NO_LOOK_WORK, nextLookStep, takeLookStep } from '../../../lib/jobs/plan-looks.ts';
import {
  changePlannerRecord,
  findPlannerRecord,
  finishLookJob,
  newPlannerRecord,
} from '../../../lib/jobs/planner-record.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import type { Look } from '../../../lib/ports/stored-records.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { memoryStore } from '../../support/memory-store.ts';

const WEEK: Week = parseWeek('2026-W46') ?? assert.fail();
/** Monday noon in UTC and six hours. */
const SETTLED = Date.parse('2026-11-16T18:00:00Z');
const FIRST = new Date(SETTLED + DAY_MS).toISOString();

/** 1(2(21, 22), 31), where 1 has surveys as well. */
const PLAN = {
  week: WEEK.name,
  doneAt: null,
  folders: [
    [1, null],
    [2, 1],
    [21, 2],
    [22, 2],
    [31, 1],
  ].map(([key, parent]) => ({
    key: key ?? 0,
    parent: parent ?? null,
    dueAt: '2026-11-16T06:00:00.000Z',
  })),
};
const FEW = new Map([
  [1, 1],
  [21, 2],
  [22, 1],
  [31, 1],
]);
/** Too many for one job. */
const MANY = new Map([...FEW.keys()].map((key) => [key, 200]));

function open({ days = [1, 8], surveys = FEW }: { days?: number[]; surveys?: typeof FEW } = {}) {
  const store = memoryStore();
  const sent: ReportJob[] = [];
  const queue = { isUnavailable: false };
  const records = { repository: { store }, planner: plannerRecordCodec };
  const schedule = {
    ...records,
    ...{ earlierLooks: reconciliationCodec, settleHours: 6 },
    sender: {
      send: (jobs: readonly ReportJob[]) => {
        if (queue.isUnavailable) return Promise.reject(new Failure('QUEUE_UNAVAILABLE'));
        sent.push(...jobs);
        return Promise.resolve();
      },
    },
    lookDelaysMs: days.map((day) => day * DAY_MS),
  };
  const find = async (afterMs: number) => {
    const record = await findPlannerRecord(records, WEEK.name);
    return nextLookStep(schedule, WEEK, { record, now: SETTLED + afterMs });
  };
  const take = (step: LookStep, afterMs: number) =>
    takeLookStep(schedule, step, { week: WEEK, plan: PLAN, surveys, now: SETTLED + afterMs });
  return {
    ...{ store, sent, queue, records, find, take },
    /** What a tick does; null for nothing. */
    tick: async (afterMs: number) => {
      const step = await find(afterMs);
      return step === null ? null : { kind: step.kind, ...(await take(step, afterMs)) };
    },
    look: async (): Promise<Look | null> =>
      (await findPlannerRecord(records, WEEK.name))?.look ?? null,
  };
}

describe('the looks at a week', () => {
  it('begin at their times, once each', async () => {
    const { tick, sent } = open();
    assert.equal(await tick(DAY_MS - 1), null);
    assert.deepEqual(await tick(DAY_MS), {
      ...{ kind: 'begin', jobs: 1, abandoned: 0 },
      look: { at: FIRST, begunAt: FIRST, sentAt: null, tries: 1, jobs: [[1]], only: [], above: [] },
    });
    assert.deepEqual(sent, [{ week: WEEK.name, folder: 1, since: null, look: FIRST }]);
    assert.equal(await tick(DAY_MS + HOUR_MS), null);
    assert.equal((await tick(8 * DAY_MS))?.kind, 'begin');
    assert.equal(sent[1]?.look, new Date(SETTLED + 8 * DAY_MS).toISOString());
  });

  it('compare a folder above a cut alone, when the jobs below it have ended', async () => {
    const { tick, sent, records, look } = open({ surveys: MANY });
    await tick(DAY_MS);
    const job = { week: WEEK.name, since: null, look: FIRST };
    assert.deepEqual(sent, [
      { ...job, folder: 31 },
      { ...job, folder: 21 },
      { ...job, folder: 22 },
    ]);
    assert.equal(await tick(DAY_MS + HOUR_MS), null);
    for (const ended of sent.splice(0)) await finishLookJob(records, ended, NO_LOOK_WORK);
    assert.equal(isOpen(await look()), true);
    assert.equal((await tick(DAY_MS + 2 * HOUR_MS))?.jobs, 1);
    assert.deepEqual(sent, [{ ...job, folder: 1, only: true }]);
    assert.deepEqual([(await look())?.tries, await tick(DAY_MS + 3 * HOUR_MS)], [1, null]);
  });

  it('make no missing report of a week for which none is made any more', async () => {
    const at = new Date(SETTLED + 8 * DAY_MS).toISOString();
    const job = { week: WEEK.name, since: null, look: at };
    const jobsWith = async (folders: readonly number[]): Promise<readonly ReportJob[]> => {
      const { tick, sent, store } = open();
      for (const folder of folders) {
        const key = `weeks/${WEEK.name}/folders/${folder}/manifest.json`;
        await store.create(key, new TextEncoder().encode('{}'), JSON_ATTRIBUTES);
      }
      await tick(8 * DAY_MS + 1);
      return sent;
    };
    assert.deepEqual(await jobsWith([1, 2, 21, 22, 31]), [{ ...job, folder: 1 }]);
    assert.deepEqual(await jobsWith([1, 21]), [{ ...job, folder: 1, others: [21], only: true }]);
    assert.deepEqual(await jobsWith([]), []);
  });

  it('are finished when each job has ended', async () => {
    const { tick, sent, records, look } = open({ surveys: MANY });
    for (const afterMs of [DAY_MS, DAY_MS + HOUR_MS]) {
      await tick(afterMs);
      for (const job of sent.splice(0)) {
        assert.equal(isOpen(await look()), true);
        await finishLookJob(records, job, NO_LOOK_WORK);
      }
    }
    assert.equal(isOpen(await look()), false);
    assert.equal(await tick(DAY_MS + 13 * HOUR_MS), null);
  });

  it('repeat what was not compared after twelve hours, and are abandoned after three attempts', async () => {
    const { tick, sent, records, look } = open({ surveys: MANY });
    await tick(DAY_MS);
    const [job] = sent.splice(0);
    assert(job !== undefined);
    await finishLookJob(records, job, { jobs: [], only: [31] });
    assert.deepEqual((await look())?.only, [31]);
    const taken: unknown[] = [];
    for (let hour = 1; hour <= 48; hour += 1) {
      const step = await tick(DAY_MS + hour * HOUR_MS);
      if (step !== null) taken.push([hour, step.kind, step.jobs, step.abandoned]);
    }
    assert.deepEqual(taken, [
      [12, 'send', 4, 0],
      [24, 'send', 4, 0],
      [36, 'abandon', 0, 4],
    ]);
    assert.deepEqual(
      sent.slice(0, 4).map(({ folder, only = false }) => [folder, only]),
      [
        [21, false],
        [22, false],
        [31, true],
        [1, true],
      ],
    );
    assert.equal(isOpen(await look()), false);
  });

  it('send jobs at the next tick when the queue did not accept them', async () => {
    const { tick, sent, queue, look } = open();
    queue.isUnavailable = true;
    await assert.rejects(tick(DAY_MS), { code: 'QUEUE_UNAVAILABLE' });
    await assert.rejects(tick(DAY_MS + 1), { code: 'QUEUE_UNAVAILABLE' });
    queue.isUnavailable = false;
    assert.equal((await tick(DAY_MS + 2))?.jobs, 1);
    assert.deepEqual([sent.length, (await look())?.tries], [1, 1]);
  });

  it('send each job once when two ticks begin at the same time', async () => {
    const { find, take, sent } = open();
    const steps = await Promise.all([find(DAY_MS), find(DAY_MS)]);
    await Promise.all(steps.flatMap((step) => (step === null ? [] : [take(step, DAY_MS)])));
    assert.equal(sent.length, 1);
  });

  it('keep what a job has recorded before all jobs were sent', async () => {
    const { find, take, records, look, sent } = open({ surveys: MANY });
    const step = (await find(DAY_MS)) ?? assert.fail();
    const push = sent.push.bind(sent);
    const ended: Promise<void>[] = [];
    sent.push = (...jobs) => {
      ended.push(...jobs.slice(0, 1).map((job) => finishLookJob(records, job, NO_LOOK_WORK)));
      return push(...jobs);
    };
    await take(step, DAY_MS);
    await Promise.all(ended);
    const { jobs, sentAt } = (await look()) ?? assert.fail();
    assert.deepEqual([jobs, sentAt], [[[21], [22]], FIRST]);
  });

  it('ignore jobs of an earlier look', async () => {
    const { tick, sent, records, look } = open();
    await tick(DAY_MS);
    await tick(8 * DAY_MS);
    const [first] = sent;
    assert(first !== undefined);
    await finishLookJob(records, first, NO_LOOK_WORK);
    assert.equal(isOpen(await look()), true);
  });

  it('are replaced by the parts of a job that was divided', async () => {
    const { tick, sent, records, look } = open();
    await tick(DAY_MS);
    const [job] = sent;
    assert(job !== undefined);
    const parts = { jobs: [[21, 22]], only: [1] };
    await finishLookJob(records, job, parts);
    const { jobs, only } = (await look()) ?? assert.fail();
    assert.deepEqual({ jobs, only }, parts);
  });

  it('do not begin before those that an earlier release has finished', async () => {
    const key = `requests/${WEEK.name}/second-look.json`;
    for (const [left, doneAfterDays, kind] of [
      [[], 3, undefined],
      [[], 0.5, 'begin'],
      [[21], 3, 'begin'],
    ] as const) {
      const { store, tick } = open();
      const at = new Date(SETTLED + doneAfterDays * DAY_MS).toISOString();
      const bytes = reconciliationCodec.encode({ week: WEEK.name, at, tries: 2, left });
      await store.create(key, bytes, JSON_ATTRIBUTES);
      assert.equal((await tick(4 * DAY_MS))?.kind, kind);
      assert.equal((await tick(8 * DAY_MS))?.kind, 'begin');
    }
  });

  it('never begin where they are switched off', async () => {
    const { tick } = open({ days: [] });
    assert.equal(await tick(30 * DAY_MS), null);
  });
});

describe('the record of the planner', () => {
  it('is read as an earlier release has written it', async () => {
    const { store, records } = open();
    const counts = { due: 5, missing: 1, partial: 0, partialPercent: 0 };
    const rest = { partialForADay: 0, behind: 0, late: 0 };
    const record = { week: WEEK.name, at: FIRST, counts: { ...counts, ...rest } };
    const bytes = new TextEncoder().encode(JSON.stringify(record));
    await store.create(`requests/${WEEK.name}/planner.json`, bytes, JSON_ATTRIBUTES);
    assert.deepEqual(await findPlannerRecord(records, WEEK.name), {
      ...newPlannerRecord(WEEK, FIRST),
      counts: record.counts,
    });
  });

  it('is missing when it is damaged, and is replaced then', async () => {
    const { store, records } = open();
    const key = `requests/${WEEK.name}/planner.json`;
    await store.create(key, new TextEncoder().encode('{'), JSON_ATTRIBUTES);
    assert.equal(await findPlannerRecord(records, WEEK.name), null);
    const record = newPlannerRecord(WEEK, FIRST);
    await changePlannerRecord(records, WEEK.name, () => record);
    assert.deepEqual(await findPlannerRecord(records, WEEK.name), record);
  });
});
