// Two releases on one store and one queue in the middle of a week: what each stores is read by the other, and the week is finished
// whichever runs. The schemas are those of the last release that had a job for each folder; they are never changed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { DAY_MS, HOUR_MS } from '../../../lib/domain/calendar.ts';
import { recordFailed, recordQueued } from '../../../lib/jobs/job-records.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import type { MemoryFolder } from '../../support/memory-company.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

const SETTLED = '2026-11-16T18:00:00.000Z';
const MAX_TICKS = 12;

const key = z.int().min(1);
const count = z.int().min(0);
const revision = z.int().min(1);
const week = z.string().regex(/^\d{4}-W\d{2}$/);
const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
const file = z.object({
  key: z.string(),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const EARLIER = {
  message: z.object({
    ...{ week, folder: key },
    since: instant.nullable(),
    look: z.exactOptional(instant),
  }),
  manifest: z.object({
    ...{ week, folder: z.object({ key, name: z.string() }), revision },
    status: z.enum(['complete', 'partial', 'empty']),
    asOf: instant,
    files: z.object({ pdf: file, json: file }),
    problems: z.array(
      z.object({ code: z.string().min(1), message: z.string(), missing: z.boolean() }),
    ),
    madeBy: z.exactOptional(z.string()),
    settings: z.exactOptional(z.string()),
    contains: z.exactOptional(z.record(z.string().regex(/^[1-9]\d{0,15}$/), revision)),
  }),
  plan: z.object({
    week,
    folders: z.array(z.object({ key, parent: key.nullable(), dueAt: instant })),
    doneAt: instant.nullable(),
    settings: z.exactOptional(z.string()),
  }),
  jobRecord: z.object({
    ...{ week, folder: key, since: instant.nullable(), supersedes: revision.nullable() },
    state: z.enum(['queued', 'ended', 'failed']),
    at: instant,
    failure: z
      .object({
        code: z.string(),
        facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      })
      .nullable(),
    sending: z.exactOptional(z.object({ id: z.string(), isSent: z.boolean() })),
  }),
  plannerRecord: z.object({
    ...{ week, at: instant },
    counts: z
      .object({
        ...{ due: count, missing: count, partial: count, partialPercent: count },
        ...{ partialForADay: count, behind: count, late: count },
      })
      .nullable(),
  }),
};

const SCHEMAS: readonly (readonly [RegExp, z.ZodType])[] = [
  [/^requests\/[^/]+\/\d+\.json$/, EARLIER.jobRecord],
  [/^requests\/[^/]+\/planner\.json$/, EARLIER.plannerRecord],
  [/^weeks\/[^/]+\/plan\.json$/, EARLIER.plan],
  [/^weeks\/[^/]+\/folders\/\d+\/manifest\.json$/, EARLIER.manifest],
];

const ACME: MemoryFolder = {
  key: 1,
  folders: [
    {
      key: 2,
      folders: [
        { key: 21, surveys: [{ key: 211 }] },
        { key: 22, surveys: [{ key: 221 }] },
      ],
    },
    { key: 31, surveys: [{ key: 311 }] },
  ],
};
const FOLDERS = [1, 2, 21, 22, 31];

/** What an earlier release makes of a message: it knows the first root only. */
function readByEarlierRelease(message: ReportJob): ReportJob {
  const { look, ...job } = EARLIER.message.parse(JSON.parse(JSON.stringify(message)));
  return { ...job, ...(look === undefined ? {} : { look }) };
}

async function store(run: WeeklyRun, name: string, value: unknown): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  assert.equal(await run.store.create(name, bytes, JSON_ATTRIBUTES), true);
}

async function statesOf(run: WeeklyRun, folders: readonly number[]): Promise<readonly string[]> {
  const manifests = await Promise.all(folders.map((folder) => run.manifest(folder)));
  return manifests.map((manifest) => `${manifest?.status} ${manifest?.revision}`);
}

/** Ticks and jobs until the week is done. */
async function finish(run: WeeklyRun): Promise<void> {
  for (let i = 0; i < MAX_TICKS; i += 1) {
    const planned = (await run.tick()).find(({ week: name }) => name === WEEK);
    if (planned?.isDone === true) return;
    await run.drain();
    run.now += HOUR_MS;
  }
  assert.fail(`not done after ${MAX_TICKS} ticks`);
}

describe('an earlier release after this one', () => {
  it('reads all that is stored and sent in the middle of a week', async () => {
    const company = memoryCompany(ACME);
    company.broken.add(311);
    const run = weeklyRun(company, { now: SETTLED, lookDelaysMs: [DAY_MS] });
    const { records } = run.planning;
    const job = { week: WEEK, folder: 21, since: SETTLED };
    await run.tick();
    await run.drain();
    await recordQueued(records, null, job, 1, 'a');
    await recordFailed(records, { ...job, folder: 31 }, 1, new Failure('JOB_FAILED'));
    run.now += DAY_MS;
    await run.tick();
    const read = new Set<RegExp>();
    for (const [name, bytes] of run.store.objects) {
      const [pattern, schema] = SCHEMAS.find(([known]) => known.test(name)) ?? [];
      if (pattern === undefined) assert.match(name, /^weeks\/.*\.(json|pdf)$/);
      else read.add(pattern);
      schema?.parse(JSON.parse(new TextDecoder().decode(bytes)));
    }
    assert.equal(read.size, SCHEMAS.length);
    const roots = new Set(FOLDERS);
    for (const message of run.sent) assert(roots.has(readByEarlierRelease(message).folder));
    assert(run.sent.some(({ look }) => look !== undefined));
  });

  it('makes the first folder of a message, and this one sends the others again', async () => {
    const surveys = (first: number) => Array.from({ length: 80 }, (_, i) => ({ key: first + i }));
    const children = [21, 22, 23, 24].map((child) => ({
      key: child,
      surveys: surveys(child * 1_000),
    }));
    const run = weeklyRun(memoryCompany({ key: 1, folders: children }), { now: SETTLED });
    await run.tick();
    assert(run.queue.some(({ others }) => others !== undefined));
    const messages = run.queue.splice(0);
    run.queue.push(...messages.map(readByEarlierRelease));
    await run.drain();
    const made = await statesOf(run, [21, 22, 23, 24]);
    assert(made.includes('complete 1') && made.includes('undefined undefined'), String(made));
    run.now += HOUR_MS;
    await finish(run);
    const all = [1, 21, 22, 23, 24];
    assert.deepEqual(
      await statesOf(run, all),
      all.map(() => 'complete 1'),
    );
  });
});

describe('this release after an earlier one', () => {
  it('finishes a week from its plan, records and messages, with one revision of each report', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const dueAt = '2026-11-16T06:00:00.000Z';
    const parents = { 1: null, 2: 1, 21: 2, 22: 2, 31: 1 };
    await store(run, `weeks/${WEEK}/plan.json`, {
      week: WEEK,
      folders: Object.entries(parents).map(([folder, parent]) => ({
        ...{ key: Number(folder), parent, dueAt },
      })),
      doneAt: null,
    });
    const record = { week: WEEK, since: null, supersedes: null, at: SETTLED, failure: null };
    const failure = { code: 'JOB_FAILED', facts: {} };
    for (const folder of [1, 2, 21]) {
      await store(run, `requests/${WEEK}/${folder}.json`, { ...record, folder, state: 'queued' });
    }
    const sending = { id: 'a', isSent: false };
    await store(run, `requests/${WEEK}/22.json`, {
      ...record,
      folder: 22,
      state: 'queued',
      sending,
    });
    await store(run, `requests/${WEEK}/31.json`, {
      ...record,
      folder: 31,
      state: 'failed',
      failure,
    });
    await store(run, `requests/${WEEK}/counted.json`, {});
    await store(run, `requests/${WEEK}/planner.json`, {
      ...{ week: WEEK, at: SETTLED },
      counts: {
        ...{ due: 5, missing: 5, partial: 0, partialPercent: 0 },
        ...{ partialForADay: 0, behind: 0, late: 5 },
      },
    });
    run.queue.push({ week: WEEK, folder: 21, since: null });
    await run.drain();
    assert.deepEqual(await statesOf(run, [21]), ['complete 1']);
    await finish(run);
    assert.deepEqual(
      await statesOf(run, FOLDERS),
      FOLDERS.map(() => 'complete 1'),
    );
    assert.equal((await run.report(1)).summary.responses, 60);
  });
});
