// The jobs and ticks of `serve` on one store, when the process ends while it makes a certain report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTicks } from '../../../functions/cli/serve-ticks.ts';
import {
  jobRecordCodec,
  jsonRenderer,
  plannerRecordCodec,
  queueRecordCodec,
  reconciliationCodec,
  repositoryCodecs,
} from '../../../lib/adapters/json/index.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { createLocalJobs } from '../../../lib/jobs/local-jobs.ts';
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { listFolderKeys } from '../../../lib/reports/week-folders.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { RULES } from '../../support/test-facts.ts';

const WEEK = '2026-W46';
const ROOT = 100;
const POISON = 31;
/** Four regions of four stores; a survey has the key of its folder. */
const REGIONS = [1, 2, 3, 4].map((region) => ({
  key: region,
  folders: [1, 2, 3, 4].map((store) => ({
    key: 10 * region + store,
    surveys: [{ key: 10 * region + store }],
  })),
}));

function setUp() {
  const company = memoryCompany({ key: ROOT, folders: REGIONS });
  const store = memoryStore();
  const time = { now: Date.parse('2026-11-19T08:00:00Z') };
  const clock = (): number => time.now;

  /** Resolves with whether the process has ended before its jobs have. */
  async function runProcess(): Promise<boolean> {
    const { promise: crashed, resolve: crash } = Promise.withResolvers<true>();
    let hasCrashed = false;
    const alive = async <T>(work: () => Promise<T>): Promise<T> => {
      if (hasCrashed) throw new Failure('STORE_UNAVAILABLE');
      return work();
    };
    const storeOfProcess: ObjectStore = {
      read: (key) => alive(() => store.read(key)),
      create: (...args) => alive(() => store.create(...args)),
      replace: (...args) => alive(() => store.replace(...args)),
      children: (prefix) => alive(() => store.children(prefix)),
      entries: (...args) => alive(() => store.entries(...args)),
      remove: (key) => alive(() => store.remove(key)),
    };
    const source: FeedbackSource = {
      ...company.source,
      readSurvey: (key) => {
        if (key !== POISON) return company.source.readSurvey(key);
        hasCrashed = true;
        crash(true);
        return Promise.reject(new Failure('STORE_UNAVAILABLE'));
      },
    };
    const repository = {
      store: storeOfProcess,
      ...repositoryCodecs,
      childLinks: null,
      renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
    };
    let isOutdated = true;
    const jobs = createLocalJobs({
      making: { source, repository, clock, rules: RULES, concurrency: 4 },
      jobRecords: jobRecordCodec,
      random: () => 0.5,
      onError: () => undefined,
      schedule: {
        ...{ planner: plannerRecordCodec, queue: queueRecordCodec },
        onDrained: () => {
          isOutdated = true;
        },
      },
    });
    const { settleHours } = RULES;
    const planner = {
      ...{ source, repository, sender: jobs.sender, records: jobs.records },
      ...{ settleHours, concurrency: 4, lookDelaysMs: [], writeTables: null },
      ...{ planner: plannerRecordCodec, earlierLooks: reconciliationCodec },
    };
    const tick = createTicks(
      {
        config: { settleHours, lookDelaysMs: [] },
        system: { clock },
        log: createLog({ write: () => undefined, clock, context: {} }),
      },
      { planner: () => planner, mayWrite: () => true, compareAgain: () => Promise.resolve() },
      jobs,
    );
    const run = async (): Promise<false> => {
      while (isOutdated) {
        isOutdated = false;
        await tick({ now: clock(), isScheduled: false });
        await jobs.drained();
      }
      return false;
    };
    const outcome = await Promise.race([crashed, run()]);
    await jobs.close();
    return outcome;
  }

  /** Runs processes until one has ended its jobs; returns the number of those that did not. */
  async function runUntilDone(): Promise<number> {
    for (let crashes = 0; crashes < 40; crashes += 1) if (!(await runProcess())) return crashes;
    return Infinity;
  }

  const reports = async (): Promise<readonly number[]> =>
    (await listFolderKeys(store, WEEK)).toSorted((a, b) => a - b);
  return { time, runUntilDone, reports, queue: () => store.objects.get('queue.json') };
}

describe('a folder that ends the process of serve', () => {
  it('is given up after a few restarts, and tried again only when its time has come', async () => {
    const { time, runUntilDone, reports, queue } = setUp();
    const crashes = await runUntilDone();
    assert(crashes <= 12, `${crashes} crashes`);
    const stores = REGIONS.flatMap(({ folders }) => folders.map(({ key }) => key));
    const others = [...stores.filter((key) => key !== POISON), 1, 2, 3, 4, ROOT];
    assert.deepEqual(
      await reports(),
      others.toSorted((a, b) => a - b),
    );
    assert.equal(new TextDecoder().decode(queue()), '{"jobs":[]}\n');
    assert.equal(await runUntilDone(), 0);
    time.now += HOUR_MS;
    assert.equal(await runUntilDone(), 5);
    assert.equal(await runUntilDone(), 0);
  });
});
