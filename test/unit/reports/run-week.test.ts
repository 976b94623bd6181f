// A run over a week: when its plan is marked done, and which folder counts a survey that is in two.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import {
  findManifest,
  JSON_ATTRIBUTES,
  readPlan,
  readReport,
} from '../../../lib/reports/report-repository.ts';
import type { Accepted } from '../../../lib/domain/signals/accepted.ts';
import { acceptedId, removeAccepted, setAccepted } from '../../../lib/reports/change-settings.ts';
import { ACCEPTED_KEY } from '../../../lib/reports/report-settings.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { openArchive } from '../../support/archive.ts';
import { RULES } from '../../support/test-facts.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';

const NOW = '2026-11-19T08:00:00.000Z';

function setUp(
  folders: readonly MemoryFolder[] = [
    { key: 21, surveys: [{ key: 211 }] },
    { key: 22, surveys: [{ key: 221 }] },
  ],
) {
  const company = memoryCompany({ key: 1, folders });
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(memoryStore()), childLinks: null, renderers };
  const clock = (): number => Date.parse(NOW);
  const making = { source: company.source, repository, clock, rules: RULES, concurrency: 1 };
  const week = parseWeek('2026-W46');
  assert(week !== null);
  return {
    company,
    making,
    repository,
    week: week.name,
    /** When the plan says that the week is done, after a run; undefined where there is no plan. */
    run: async (folder: number | null, force: boolean): Promise<string | null | undefined> => {
      await runWeek(making, { week, folder, force });
      return (await readPlan(repository, week.name))?.doneAt;
    },
  };
}

describe('the plan after a run', () => {
  it('is done when no report is partial, and not before', async () => {
    const { company, run } = setUp();
    company.broken.add(211);
    assert.equal(await run(21, false), undefined);
    assert.equal(await run(null, false), null);
    company.broken.clear();
    assert.equal(await run(21, false), null, 'the reports above are partial');
    assert.equal(await run(null, false), NOW);
    assert.equal(await run(22, true), null, 'that above contains the revision before');
    assert.equal(await run(null, false), NOW);
  });

  it('is reopened when a forced run makes a report partial', async () => {
    for (const folder of [null, 21]) {
      const { company, run } = setUp();
      assert.equal(await run(null, false), NOW);
      company.broken.add(211);
      assert.equal(await run(folder, true), null, `of folder ${folder}`);
    }
  });
});

describe('the plan of a week that is made again after a folder has moved', () => {
  it('has the new parent where the report was made again, and otherwise that of the report', async () => {
    const store = { key: 21, surveys: [{ key: 211 }] };
    const north = { key: 2, surveys: [{ key: 201 }] };
    const { company, repository, run, week } = setUp([{ ...north, folders: [store] }]);
    const parentOfStore = async (force: boolean): Promise<number | null | undefined> => {
      await run(null, force);
      const { mismatches } = await verifyWeek(repository, parseWeek(week) ?? assert.fail());
      assert.deepEqual(mismatches, []);
      return (await readPlan(repository, week))?.folders.find(({ key }) => key === 21)?.parent;
    };
    assert.equal(await parentOfStore(false), 2);
    company.root = { key: 1, folders: [north, store] };
    assert.equal(await parentOfStore(false), 2);
    assert.equal(await parentOfStore(true), 1);
  });
});

describe('a run after the root of the company has changed', () => {
  it('leaves a week that verifies', async () => {
    const store = { key: 21, surveys: [{ key: 211 }] };
    const above = { key: 1, folders: [store] };
    for (const root of [
      { key: 7, folders: [store] },
      { key: 7, folders: [above] },
      // Its report is kept.
      store,
    ]) {
      const { run, company, making, week } = setUp([store]);
      await run(null, false);
      company.root = root;
      const options = { week: parseWeek(week) ?? assert.fail(), folder: null, force: false };
      await runWeek(making, { ...options, isNewRoot: true });
      await runWeek(making, options);
      assert.deepEqual((await verifyWeek(making.repository, options.week)).mismatches, []);
    }
  });
});

describe('a survey in two folders', () => {
  it('is counted in the first one, also by a run of the second alone', async () => {
    const { run, repository, week } = setUp([
      { key: 2, surveys: [{ key: 5 }] },
      { key: 3, surveys: [{ key: 5 }, { key: 6 }] },
    ]);
    const surveysOf = async (folder: number): Promise<readonly number[]> => {
      const manifest = await findManifest(repository, { week, folder });
      assert(manifest !== null);
      return (await readReport(repository, manifest)).surveys.map(({ key }) => key);
    };
    await run(3, false);
    assert.deepEqual(await surveysOf(3), [6]);
    await run(null, false);
    assert.deepEqual([await surveysOf(2), await surveysOf(3)], [[5], [6]]);
  });
});

describe('a run after the settings have changed', () => {
  const entry: Accepted = {
    ...{ folder: 21, survey: 211, kind: 'level', week: '2026-W46' },
    ...{ by: 'shell', at: NOW },
  };

  function setUpRun() {
    const { making, repository, ...rest } = setUp();
    const run = async (folder: number | null = null, name = '2026-W46') => {
      const week = parseWeek(name) ?? assert.fail();
      const outcomes = await runWeek(making, { week, folder, force: false });
      return outcomes.map(
        ({ folder: { key }, report }) =>
          `${key} ${report?.outcome ?? 'none'} ${report?.manifest.revision ?? 0}`,
      );
    };
    return { ...rest, repository, run };
  }

  it('makes the reports concerned again and those above, once', async () => {
    const { repository, run } = setUpRun();
    await run();
    await setAccepted(repository, entry);
    assert.deepEqual(await run(), ['1 made 2', '21 made 2', '22 kept 1']);
    assert.deepEqual(await run(), ['1 kept 2', '21 kept 2', '22 kept 1']);
    await removeAccepted(repository, acceptedId(entry));
    assert.deepEqual(await run(), ['1 made 3', '21 made 3', '22 kept 1']);
    assert.deepEqual(await run(), ['1 kept 3', '21 kept 3', '22 kept 1']);
    assert.equal((await readPlan(repository, '2026-W46'))?.doneAt, NOW);
  });

  it('makes those above that an interrupted run has not reached', async () => {
    const { repository, run } = setUpRun();
    await run();
    await setAccepted(repository, entry);
    assert.deepEqual(await run(21), ['21 made 2']);
    assert.deepEqual(await run(), ['1 made 2', '21 kept 2', '22 kept 1']);
  });

  it('keeps the reports of an earlier week', async () => {
    const { repository, run } = setUpRun();
    await run(null, '2026-W45');
    await setAccepted(repository, { ...entry, week: '2026-W44' });
    assert.deepEqual(await run(null, '2026-W45'), ['1 kept 1', '21 kept 1', '22 kept 1']);
  });

  it('makes partial reports without settings that can not be read, and complete ones with them', async () => {
    const { repository, run } = setUpRun();
    const { store } = repository;
    await store.create(ACCEPTED_KEY, Buffer.from('{'), JSON_ATTRIBUTES);
    await run();
    const manifest = await findManifest(repository, { week: '2026-W46', folder: 21 });
    assert.deepEqual(
      [manifest?.status, manifest?.problems.map(({ code }) => code)],
      ['partial', ['SETTINGS_UNREADABLE']],
    );
    assert.deepEqual(await run(), ['1 kept 1', '21 kept 1', '22 kept 1']);
    await store.remove(ACCEPTED_KEY);
    assert.deepEqual(await run(), ['1 made 2', '21 made 2', '22 made 2']);
    assert.equal((await readPlan(repository, '2026-W46'))?.doneAt, NOW);
  });
});
