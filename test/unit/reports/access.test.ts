// Who sees what: by the week's plan, else by the company's tree, never by a guess.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  callerOf,
  canSeeFolder,
  visibleFoldersInTree,
  visibleFoldersOfWeek,
  WHOLE_COMPANY,
} from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { folder, NOW, reportsWorld, type World } from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const sees = (
  world: World,
  folders: readonly number[] | null,
  folder: number,
  week: string | null = WEEK,
) => canSeeFolder(world.api, { folders }, { week, folder });

describe('a caller', () => {
  it('sees its folders and everything below, by the tree', async (t) => {
    const world = await reportsWorld(t);
    const seen = await Promise.all([1, 2, 21, 22, 3, 31, 99].map((key) => sees(world, [2], key)));
    assert.deepEqual(seen, [false, true, true, true, false, false, false]);
    assert.equal(await sees(world, [3, 21], 21), true);
    assert.equal(await sees(world, [], 21), false);
  });

  it('sees by the plan of the week where that has the folder', async (t) => {
    const world = await reportsWorld(t);
    // Store C was below North in that week.
    await world.plan(WEEK, [
      [1, null],
      [2, 1],
      [31, 2],
    ]);
    assert.equal(await sees(world, [2], 31), true);
    assert.equal(await sees(world, [3], 31), false);
    assert.equal(await sees(world, [3], 31, '2026-W45'), true);
    assert.equal(await sees(world, [3], 31, null), true);
    // The plan doesn't have folder 21, which owes nothing; the tree does.
    assert.equal(await sees(world, [2], 21), true);
  });

  it('sees everything when it holds the root of the tree, also what is in no tree any more', async (t) => {
    const world = await reportsWorld(t);
    await world.plan(WEEK, [[1, null]]);
    assert.equal(await sees(world, [1], 99), true);
    assert.equal(await sees(world, [1], 99, null), true);
    // The root of a plan is no proof: the tree may have another one by now.
    world.now = NOW + 300_000;
    world.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    await assert.rejects(sees(world, [1], 99), { code: 'UPSTREAM_UNAVAILABLE' });
  });

  it('sees of a week before its folder became the root what was below the folder then', async (t) => {
    const world = await reportsWorld(t);
    await world.plan(WEEK, [
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
      [31, 3],
    ]);
    world.root = folder(2, 'North', [folder(21, 'Store Å')]);
    const seen = async (week: string | null) =>
      Promise.all([1, 2, 21, 3, 31, 99].map((key) => sees(world, [2], key, week)));
    assert.deepEqual(await seen(WEEK), [false, true, true, false, false, false]);
    assert.deepEqual(await seen('2026-W45'), [true, true, true, true, true, true]);
    assert.deepEqual(await seen(null), [true, true, true, true, true, true]);
  });

  it('asks nothing when it is the whole company, or holds the folder itself', async (t) => {
    const world = await reportsWorld(t);
    assert.equal(await sees(world, null, 99), true);
    assert.equal(await sees(world, [99], 99), true);
    assert.equal(world.requests, 0);
  });

  it('needs no plan for a folder that it holds, nor without a week', async (t) => {
    const world = await reportsWorld(t);
    const unreadable = { code: 'STORE_UNAVAILABLE' };
    const read = () => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    const api = { ...world.api, repository: { ...world.api.repository, store: { ...world.store, read } } };
    assert.equal(await canSeeFolder(api, { folders: [2] }, { week: null, folder: 21 }), true);
    assert.equal(await canSeeFolder(api, { folders: [2] }, { week: WEEK, folder: 2 }), true);
    await assert.rejects(canSeeFolder(api, { folders: [2] }, { week: WEEK, folder: 21 }), unreadable);
    const seesInWeek = visibleFoldersOfWeek(api, { folders: [2] }, WEEK);
    assert.equal(await seesInWeek(2), true);
    await assert.rejects(seesInWeek(21), unreadable);
  });

  it('sees in a known tree its folders, everything below, and what it holds outside the tree', () => {
    const parents = new Map([
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
    ]);
    const seen = (folders: readonly number[] | null) =>
      [1, 2, 21, 3, 99].filter(visibleFoldersInTree({ folders }, { root: 1, parents }));
    assert.deepEqual(seen([2, 99]), [2, 21, 99]);
    assert.deepEqual(seen([]), []);
    assert.deepEqual(seen([1]), [1, 2, 21, 3, 99]);
    assert.deepEqual(seen(WHOLE_COMPANY.folders), [1, 2, 21, 3, 99]);
  });

  it('is not told no, and never yes, while the tree can not be had', async (t) => {
    const world = await reportsWorld(t);
    await world.plan(WEEK, [
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
      [31, 3],
    ]);
    world.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    const unavailable = { code: 'UPSTREAM_UNAVAILABLE' };
    assert.equal(await sees(world, [2], 21), true);
    // What is there but not seen fails as what isn't there: nothing is told by the difference.
    await assert.rejects(sees(world, [2], 31), unavailable);
    await assert.rejects(sees(world, [2], 99), unavailable);
    world.upstream = null;
    assert.equal(await sees(world, [2], 31), false);
  });

  it('survives a plan that goes in a ring', async (t) => {
    const world = await reportsWorld(t);
    await world.plan(WEEK, [
      [21, 22],
      [22, 21],
    ]);
    assert.equal(await sees(world, [2], 21), true);
    assert.equal(await sees(world, [3], 21), false);
    // A ring leads to no root, so the tree alone counts.
    assert.equal(await sees(world, [22], 21), false);
  });
});

describe('the company’s tree', () => {
  it('is remembered for 300 seconds, and read once by those who ask together', async (t) => {
    const world = await reportsWorld(t);
    await Promise.all([sees(world, [2], 21), sees(world, [2], 31)]);
    world.now = NOW + 299_999;
    await sees(world, [2], 22);
    assert.equal(world.requests, 1);
    world.now = NOW + 300_000;
    await sees(world, [2], 22);
    assert.equal(world.requests, 2);
  });
});

describe('a bearer token', () => {
  const known = [
    { sha256: sha256Of(Buffer.from('one')), folders: [2, 3] },
    { sha256: sha256Of(Buffer.from('two')), folders: [1] },
    { sha256: sha256Of(Buffer.from('one')), folders: [3, 4] },
    { sha256: '', folders: [1] },
  ];
  it('stands for the folders of all entries with its hash', () => {
    assert.deepEqual(callerOf('one', known), { folders: [2, 3, 4] });
    assert.deepEqual(callerOf('two', known), { folders: [1] });
  });
  it('stands for nobody when its hash is not known', () => {
    for (const token of ['', 'One', 'one ', sha256Of(Buffer.from('one'))]) {
      assert.equal(callerOf(token, known), null);
    }
    assert.equal(callerOf('one', []), null);
  });
});
