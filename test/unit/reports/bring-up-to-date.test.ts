// A week that was made and is brought up to date: late responses, folders that fail, runs that end early, and what moved.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weeksFrom } from '../../../lib/domain/calendar.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { notesKey, takePlace } from '../../../lib/reports/place-notes.ts';
import { changePlan } from '../../../lib/reports/plan.ts';
import { setAccepted } from '../../../lib/reports/change-settings.ts';
import {
  findManifest,
  findStoredReport,
  JSON_ATTRIBUTES,
  manifestKey,
  readPlan,
  readReport,
} from '../../../lib/reports/report-repository.ts';
import type { RunWeekOptions } from '../../../lib/reports/run-week.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { openArchive, replaceBytes } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { RULES, W46 } from '../../support/test-facts.ts';

const SETTLED = '2026-11-19T08:00:00.000Z';
/** In no zone has the week settled. */
const SETTLING = '2026-11-16T13:00:00.000Z';

/** Root 1 → North 2 → 21, 22; 31 below the root. `late`: of survey 211. */
function acme(late = 0): MemoryFolder {
  const north = {
    key: 2,
    folders: [
      { key: 21, surveys: [{ key: 211, late }] },
      { key: 22, surveys: [{ key: 221 }] },
    ],
  };
  return { key: 1, folders: [north, { key: 31, surveys: [{ key: 311 }] }] };
}

function setUp(root: MemoryFolder = acme()) {
  const company = memoryCompany(root);
  const faults: Partial<ObjectStore> = {};
  const memory = memoryStore();
  const store: ObjectStore = {
    ...memory,
    create: (...args) => (faults.create ?? memory.create)(...args),
    replace: (...args) => (faults.replace ?? memory.replace)(...args),
  };
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(store), childLinks: null, renderers };
  const times = { now: SETTLED };
  const clock = (): number => Date.parse(times.now);
  const making = { source: company.source, repository, clock, rules: RULES, concurrency: 2 };
  const run = async (options: Partial<RunWeekOptions> = {}): Promise<readonly string[]> => {
    const outcomes = await runWeek(making, { week: W46, folder: null, force: false, ...options });
    return outcomes.map(
      ({ folder: { key }, report, lacks }) =>
        `${key} ${report?.outcome ?? 'none'} ${report?.manifest.revision ?? 0}${lacks === null ? '' : ` ${lacks}`}`,
    );
  };
  const responsesOf = async (folder: number, week = W46.name): Promise<number> => {
    const manifest = await findManifest(repository, { week, folder });
    return (await readReport(repository, manifest ?? assert.fail())).summary.responses;
  };
  const isDone = async () => (await readPlan(repository, W46.name))?.doneAt !== null;
  return { company, memory, faults, repository, times, run, responsesOf, isDone };
}

/** Changes the settings of folder 21. */
async function acceptLevel(repository: Parameters<typeof setAccepted>[0]): Promise<void> {
  const by = { by: 'shell', at: SETTLED };
  await setAccepted(repository, {
    ...{ folder: 21, survey: 211, kind: 'level', week: W46.name },
    ...by,
  });
}

const COMPARED = { comparesCounts: true };
const KEPT = ['1 kept 1', '2 kept 1', '21 kept 1', '22 kept 1', '31 kept 1'];

describe('responses that arrive after a report', () => {
  it('are noticed only when the counts are compared, and make one revision of it and of those above', async () => {
    const { company, run, responsesOf, isDone } = setUp();
    await run();
    company.root = acme(5);
    company.calls.clear();
    assert.deepEqual(await run(), KEPT);
    assert.deepEqual([...company.calls.keys()].toSorted(), ['folders']);
    assert.deepEqual(await run(COMPARED), [
      '1 made 2',
      '2 made 2',
      '21 made 2',
      '22 kept 1',
      '31 kept 1',
    ]);
    assert.deepEqual([await responsesOf(21), await responsesOf(1), await isDone()], [25, 65, true]);
  });

  it('cost one results request a survey where there are none', async () => {
    const { company, run } = setUp();
    await run();
    company.calls.clear();
    assert.deepEqual(await run(COMPARED), KEPT);
    assert.deepEqual(Object.fromEntries(company.calls), { folders: 1, history: 3 });
  });

  it('are told as not compared where a survey can’t be read, and leave the report as it is', async () => {
    const { company, run } = setUp();
    await run();
    company.root = acme(5);
    company.broken.add(211);
    assert.deepEqual((await run(COMPARED)).slice(2), [
      '21 kept 1 unknown',
      '22 kept 1',
      '31 kept 1',
    ]);
    company.broken.clear();
    assert.deepEqual((await run(COMPARED)).slice(2), ['21 made 2', '22 kept 1', '31 kept 1']);
  });

  it('do not remove a survey that is gone from the company from its report', async () => {
    const { company, run, responsesOf } = setUp();
    await run();
    company.root = {
      key: 1,
      folders: [{ key: 2, folders: [{ key: 21 }, { key: 22 }] }, { key: 31 }],
    };
    assert.deepEqual(
      await run(COMPARED),
      KEPT.map((line, i) => (i < 2 ? line : `${line} gone`)),
    );
    assert.equal(await responsesOf(1), 60);
  });

  it('leave a survey that has moved in the report of its former folder', async () => {
    const { company, run, responsesOf } = setUp();
    await run();
    company.root = {
      key: 1,
      folders: [
        {
          key: 2,
          folders: [{ key: 21, surveys: [{ key: 211, late: 5 }, { key: 221 }] }, { key: 22 }],
        },
        { key: 31, surveys: [{ key: 311 }] },
      ],
    };
    assert.deepEqual((await run(COMPARED)).slice(2), ['21 made 2', '22 kept 1', '31 kept 1']);
    assert.deepEqual([await responsesOf(21), await responsesOf(2)], [25, 45]);
  });
});

describe('a folder that can’t be stored', () => {
  const refused = new Failure('STORE_UNAVAILABLE', { reason: 'full' });

  it('does not keep its siblings from being made; the report above waits, and a later run makes the rest', async () => {
    const { memory, faults, repository, run, isDone } = setUp();
    const key = manifestKey({ week: W46.name, folder: 21 });
    faults.create = (...args) =>
      args[0] === key ? Promise.reject(refused) : memory.create(...args);
    await assert.rejects(run(), { code: 'STORE_UNAVAILABLE' });
    const exists = async (folder: number) =>
      (await findManifest(repository, { week: W46.name, folder })) !== null;
    assert.deepEqual(await Promise.all([1, 2, 21, 22, 31].map(exists)), [
      false,
      false,
      false,
      true,
      true,
    ]);
    assert.equal(await isDone(), false);
    delete faults.create;
    assert.deepEqual(await run(), ['1 made 1', '2 made 1', '21 made 1', '22 kept 1', '31 kept 1']);
  });

  it('ends the run where the store refuses everything', async () => {
    const { company, faults, run } = setUp();
    faults.create = () => Promise.reject(new Failure('STORE_REFUSED', {}));
    await assert.rejects(run({ folder: 22 }), { code: 'STORE_REFUSED' });
    company.calls.clear();
    await assert.rejects(run(), { code: 'STORE_REFUSED' });
    assert.equal(company.calls.get('results') ?? 0, 0);
  });

  it('passes its stored report to those above', async () => {
    const { company, memory, faults, run, responsesOf } = setUp();
    await run();
    company.root = acme(5);
    const late = {
      ...acme(5),
      folders: [
        ...(acme(5).folders ?? []).slice(0, 1),
        { key: 31, surveys: [{ key: 311, late: 3 }] },
      ],
    };
    company.root = late;
    faults.create = (...args) =>
      args[0].includes('/folders/21/') ? Promise.reject(refused) : memory.create(...args);
    await assert.rejects(run(COMPARED), { code: 'STORE_UNAVAILABLE' });
    assert.equal(await responsesOf(1), 63);
  });
});

describe('a run that ended between two commits', () => {
  it('leaves the week open, and the next run makes the reports above', async () => {
    const { company, run, responsesOf, isDone } = setUp();
    await run();
    company.root = acme(5);
    assert.deepEqual(await run({ ...COMPARED, folder: 21 }), ['21 made 2']);
    assert.equal(await isDone(), false);
    assert.deepEqual(await run(), ['1 made 2', '2 made 2', '21 kept 2', '22 kept 1', '31 kept 1']);
    assert.deepEqual([await responsesOf(1), await isDone()], [65, true]);
  });
});

describe('a folder that moves', () => {
  const moved: MemoryFolder = {
    key: 1,
    folders: [
      { key: 2, folders: [{ key: 22, surveys: [{ key: 221 }] }] },
      { key: 21, surveys: [{ key: 211 }] },
      { key: 31, surveys: [{ key: 311 }] },
    ],
  };

  async function mismatches(repository: ReturnType<typeof setUp>['repository']) {
    return (await verifyWeek(repository, W46)).mismatches;
  }

  it('makes both parents once before the week has settled', async () => {
    const { company, repository, times, run, responsesOf } = setUp();
    times.now = SETTLING;
    await run();
    company.root = moved;
    await run();
    assert.deepEqual([await responsesOf(1), await responsesOf(2)], [60, 20]);
    assert.deepEqual(await mismatches(repository), []);
  });

  it('stays where it was in a settled week, also when its former parent is made again', async () => {
    const { company, repository, run, responsesOf } = setUp();
    await run();
    company.root = moved;
    assert.deepEqual(await run(), ['1 kept 1', '2 kept 1', '22 kept 1', '21 kept 1', '31 kept 1']);
    const by = { by: 'shell', at: SETTLED };
    await setAccepted(repository, {
      folder: 22,
      survey: 221,
      kind: 'level',
      week: W46.name,
      ...by,
    });
    assert.deepEqual(await run(), ['1 made 2', '2 made 2', '22 made 2', '21 kept 1', '31 kept 1']);
    assert.deepEqual([await responsesOf(1), await responsesOf(2)], [60, 40]);
    assert.deepEqual(await mismatches(repository), []);
  });

  it('is contained in the report above as it is stored after it was removed', async () => {
    const { company, repository, run, responsesOf } = setUp();
    await run();
    company.root = { key: 1, folders: [{ key: 31, surveys: [{ key: 311, late: 3 }] }] };
    assert.deepEqual(await run(COMPARED), ['1 made 2', '31 made 2']);
    assert.equal(await responsesOf(1), 63);
    assert.deepEqual(await mismatches(repository), []);
  });
});

describe('a folder that is gone, with those below it elsewhere', () => {
  const dissolved = (late = 0): MemoryFolder => ({
    key: 1,
    folders: [
      { key: 21, surveys: [{ key: 211, late }] },
      { key: 22, surveys: [{ key: 221 }] },
      { key: 31, surveys: [{ key: 311 }] },
    ],
  });

  it('is counted once, whatever makes the reports again', async () => {
    const cases = [
      { now: SETTLING, late: 0, options: {} },
      { now: SETTLED, late: 0, options: { force: true } },
      { now: SETTLED, late: 5, options: COMPARED },
    ];
    for (const { now, late, options } of cases) {
      const { company, repository, times, run, responsesOf } = setUp();
      times.now = now;
      await run();
      company.root = dissolved(late);
      await run(options);
      assert.equal(await responsesOf(1), 60 + late);
      const planned = (await readPlan(repository, W46.name))?.folders.map(({ key }) => key);
      assert.deepEqual(planned?.toSorted(), [1, 21, 22, 31]);
      assert.deepEqual((await verifyWeek(repository, W46)).mismatches, []);
    }
  });

  it('leaves nothing in its own report when the only folder below it has moved', async () => {
    const store = { key: 21, surveys: [{ key: 211 }] };
    const other = { key: 31, surveys: [{ key: 311 }] };
    const { company, times, run, responsesOf } = setUp({
      key: 1,
      folders: [{ key: 2, folders: [store] }, other],
    });
    times.now = SETTLING;
    await run();
    company.root = { key: 1, folders: [{ key: 2 }, store, other] };
    await run();
    assert.deepEqual([await responsesOf(1), await responsesOf(2)], [40, 0]);
  });
});

describe('an older week after the root of the company has changed', () => {
  it('has the new root above all others', async () => {
    const store = { key: 21, surveys: [{ key: 211 }] };
    const { company, run, responsesOf } = setUp({ key: 1, folders: [store] });
    const W45 = weeksFrom(W46, -1);
    await run({ week: W45 });
    await run();
    company.root = { key: 7, folders: [store] };
    await run({ isNewRoot: true });
    await run({ week: W45 });
    assert.equal(await responsesOf(7, W45.name), 20);
  });
});

describe('a survey that has moved in a settled week', () => {
  it('stays in the report that counts it, whatever that is made again for', async () => {
    const { company, repository, run, responsesOf } = setUp();
    await run();
    company.root = {
      key: 1,
      surveys: [{ key: 211 }],
      folders: [
        { key: 2, folders: [{ key: 21 }, { key: 22, surveys: [{ key: 221, late: 5 }] }] },
        { key: 31, surveys: [{ key: 311 }] },
      ],
    };
    const by = { by: 'shell', at: SETTLED };
    await setAccepted(repository, {
      folder: 21,
      survey: 211,
      kind: 'level',
      week: W46.name,
      ...by,
    });
    const made = ['1 made 2', '2 made 2', '21 made 2', '22 made 2', '31 kept 1'];
    assert.deepEqual(await run(COMPARED), made);
    assert.deepEqual([await responsesOf(21), await responsesOf(1)], [20, 65]);
  });

  it('or is gone keeps the report above it as it is, which is told', async () => {
    const { company, run, responsesOf } = setUp({
      key: 1,
      surveys: [{ key: 11 }],
      folders: [{ key: 31, surveys: [{ key: 311 }] }],
    });
    await run();
    company.root = { key: 1, folders: [{ key: 31, surveys: [{ key: 311, late: 5 }] }] };
    assert.deepEqual(await run(COMPARED), ['1 kept 1 gone', '31 made 2']);
    assert.equal(await responsesOf(1), 40);
    assert.deepEqual(await run({ force: true }), ['1 made 2', '31 made 3']);
    assert.equal(await responsesOf(1), 25);
  });
});

describe('alerts that one response denies', () => {
  it('keep a report with late responses as it is, to be compared again', async () => {
    const { company, run } = setUp();
    await run();
    company.root = acme(5);
    const readAlerts = company.source.readAlerts.bind(company.source);
    const denied = (): Promise<never> =>
      Promise.reject(new Failure('UPSTREAM_NOT_FOUND', { path: '/alerts' }));
    Object.assign(company.source, { readAlerts: denied });
    assert.equal((await run(COMPARED))[2], '21 kept 1 unknown');
    Object.assign(company.source, { readAlerts });
    assert.equal((await run(COMPARED))[2], '21 made 2');
  });
});

describe('a report whose content is damaged', () => {
  it('is made again before the one above it', async () => {
    const { company, memory, repository, run, responsesOf } = setUp();
    await run();
    const manifest = await findManifest(repository, { week: W46.name, folder: 22 });
    await memory.remove(manifest?.files.json.key ?? assert.fail());
    company.root = acme(5);
    const made = ['1 made 2', '2 made 2', '21 made 2', '22 made 2', '31 kept 1'];
    assert.deepEqual(await run(COMPARED), made);
    assert.equal(await responsesOf(1), 65);
  });

  it('and can’t be made again leaves the one above it as it is', async () => {
    const { company, memory, repository, run, responsesOf } = setUp();
    await run();
    const manifest = await findManifest(repository, { week: W46.name, folder: 22 });
    await memory.remove(manifest?.files.json.key ?? assert.fail());
    company.root = {
      key: 1,
      folders: [{ key: 2, folders: [{ key: 21, surveys: [{ key: 211, late: 5 }] }] }],
    };
    assert.deepEqual((await run(COMPARED)).slice(0, 2), ['1 kept 1', '2 kept 1 unknown']);
    assert.equal(await responsesOf(2), 40);
  });
});

describe('a report whose manifest is damaged', () => {
  const DAMAGED = new TextEncoder().encode('{');
  const ID = { week: W46.name, folder: 21 };

  /** Two revisions of folder 21 and of those above it, and a damaged manifest of 21. */
  async function setUpDamaged() {
    const parts = setUp();
    const { company, memory, repository, run } = parts;
    await run();
    const first = (await findManifest(repository, ID)) ?? assert.fail();
    company.root = acme(5);
    await run(COMPARED);
    const second = (await findManifest(repository, ID)) ?? assert.fail();
    await replaceBytes(memory, manifestKey(ID), DAMAGED);
    return { ...parts, first, second };
  }

  it('gets a revision that no earlier one had, and so do those above it', async () => {
    const { run } = await setUpDamaged();
    const made = ['1 made 3', '2 made 3', '21 made 3', '22 kept 1', '31 kept 1'];
    assert.deepEqual(await run(), made);
    assert.deepEqual(await run(), [
      ...['1 kept 3', '2 kept 3', '21 kept 3', '22 kept 1', '31 kept 1'],
    ]);
  });

  it('gets a higher revision than any earlier one although files of these are damaged too', async () => {
    for (const damaged of ['first', 'second', 'both'] as const) {
      const { memory, run, ...manifests } = await setUpDamaged();
      for (const name of ['first', 'second'] as const) {
        const isDamaged = damaged === name || damaged === 'both';
        if (isDamaged) await replaceBytes(memory, manifests[name].files.json.key, DAMAGED);
      }
      assert.equal((await run())[2], '21 made 3', damaged);
    }
  });

  it('is named in the problems of the next revision and of those above it, and in no later one', async () => {
    const { company, repository, run } = await setUpDamaged();
    const problemsOf = async (folder: number) =>
      (await findManifest(repository, { ...ID, folder }))?.problems.map((problem) => [
        problem.code,
        problem.folder,
        problem.missing,
      ]);
    await run();
    const named = [['MANIFEST_DAMAGED', 21, false]];
    assert.deepEqual([await problemsOf(21), await problemsOf(1)], [named, named]);
    company.root = acme(9);
    await run(COMPARED);
    assert.deepEqual([await problemsOf(21), await problemsOf(1)], [[], []]);
  });

  it('gets the first revision when the commit of that one has not ended', async () => {
    const { memory, run } = setUp();
    await memory.create(manifestKey(ID), DAMAGED, JSON_ATTRIBUTES);
    assert.equal((await run())[2], '21 made 1');
  });
});

describe('a report that is made again', () => {
  it('reads the stored one once, for whatever reason', async () => {
    for (const reason of ['late data', 'settings'] as const) {
      const { company, memory, repository, run } = setUp();
      await run();
      const files = new Map<string, number>();
      for (const folder of [1, 2, 21]) {
        const manifest = await findManifest(repository, { week: W46.name, folder });
        files.set(manifest?.files.json.key ?? assert.fail(), folder);
      }
      if (reason === 'late data') company.root = acme(5);
      else await acceptLevel(repository);
      const reads: number[] = [];
      memory.onCall = (work, key) => {
        reads.push(...[files.get(key)].filter((folder) => folder !== undefined));
        return work();
      };
      const made = await run(reason === 'late data' ? COMPARED : {});
      assert.deepEqual(made.slice(0, 3), ['1 made 2', '2 made 2', '21 made 2']);
      assert.deepEqual(reads.toSorted(), [1, 2, 21], reason);
    }
  });
});

describe('a week that is marked as done while a report is committed', () => {
  it('is open after the commit', async () => {
    const { company, memory, faults, repository, run, isDone } = setUp();
    await run();
    company.root = acme(5);
    const key = manifestKey({ week: W46.name, folder: 21 });
    faults.replace = async (...args) => {
      if (args[0] === key) {
        // The commit has found the week open, and the planner has read the manifest for the last time.
        assert.equal(await isDone(), false);
        await changePlan(repository, W46.name, (plan) => ({ ...plan, doneAt: SETTLED }));
      }
      return memory.replace(...args);
    };
    assert.deepEqual(await run({ folder: 21, ...COMPARED }), ['21 made 2']);
    assert.equal(await isDone(), false);
  });
});

describe('the owners and notes of places', () => {
  it('are read once by a run, each list of them that is stored, and again after a read that failed', async () => {
    const { memory, repository, run } = setUp();
    const owner = { by: 'anna', name: 'Anna', week: W46.name, since: SETTLED };
    await takePlace(repository, 21, owner);
    const reads: string[] = [];
    let failures = 0;
    memory.onCall = (work, key) => {
      if (!key.startsWith('settings/notes/')) return work();
      reads.push(key);
      failures += 1;
      return failures === 1 ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
    };
    await assert.rejects(run(), { code: 'STORE_UNAVAILABLE' });
    const [failed] = reads;
    await run();
    reads.length = 0;
    await acceptLevel(repository);
    assert.deepEqual((await run()).slice(0, 3), ['1 made 2', '2 made 2', '21 made 2']);
    assert.equal(failed, 'settings/notes/');
    assert.deepEqual(reads, ['settings/notes/', notesKey(21)]);
  });
});

describe('a commit that is lost to another writer', () => {
  it('is decided on again, because that writer may have read older reports below', async () => {
    const { company, memory, faults, repository, run, responsesOf } = setUp();
    await run();
    company.root = acme(5);
    const id = { week: W46.name, folder: 2 };
    const key = manifestKey(id);
    faults.replace = async (...args) => {
      if (args[0] === key) {
        delete faults.replace;
        const stored = await findStoredReport(repository, id);
        assert(stored !== null && stored.value !== null);
        const bytes = repository.manifests.encode({ ...stored.value, revision: 2 });
        await memory.replace(key, bytes, stored.version, JSON_ATTRIBUTES);
      }
      return memory.replace(...args);
    };
    assert.equal((await run(COMPARED))[1], '2 made 3');
    assert.deepEqual([await responsesOf(2), await responsesOf(1)], [45, 65]);
  });
});

describe('an error of this program', () => {
  it('fails the folder alone', async () => {
    const { memory, faults, repository, run } = setUp();
    const bug = new TypeError('broken on purpose');
    faults.create = (...args) =>
      args[0].includes('/folders/31/') ? Promise.reject(bug) : memory.create(...args);
    await assert.rejects(run(), bug);
    const manifest = await findManifest(repository, { week: W46.name, folder: 2 });
    assert.equal(manifest?.status, 'complete');
  });
});

describe('a report whose settings have changed', () => {
  it('keeps its own data while they can’t be read', async () => {
    const { company, repository, run, responsesOf, isDone } = setUp();
    await run();
    await acceptLevel(repository);
    company.broken.add(211);
    assert.deepEqual((await run()).slice(2), ['21 kept 1 unknown', '22 kept 1', '31 kept 1']);
    assert.equal(await isDone(), false);
    assert.equal(await responsesOf(21), 20);
    company.broken.clear();
    assert.deepEqual((await run()).slice(0, 3), ['1 made 2', '2 made 2', '21 made 2']);
  });
});
