// Which folders a caller sees: according to the week's plan, otherwise to the company's tree.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  authenticateToken,
  callerId,
  wholeCompanyCaller,
  canSeeFolder,
  findTokenCaller,
  visibleFoldersInTree,
  visibleFoldersOfWeek,
  WHOLE_COMPANY,
} from '../../../lib/reports/access.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import {
  folder,
  NOW,
  createTestApi,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const sees = (
  fixture: ReportsApiTestContext,
  folders: readonly number[] | null,
  folder: number,
  week: string | null = WEEK,
) => canSeeFolder(fixture.api, { folders }, { week, folder });

describe('a caller', () => {
  it('sees its folders and their subtrees according to the tree', async (t) => {
    const fixture = await createTestApi(t);
    const visibility = await Promise.all(
      [1, 2, 21, 22, 3, 31, 99].map((key) => sees(fixture, [2], key)),
    );
    assert.deepEqual(visibility, [false, true, true, true, false, false, false]);
    assert.equal(await sees(fixture, [3, 21], 21), true);
    assert.equal(await sees(fixture, [], 21), false);
  });

  it('sees folders according to the plan of the week where that contains them', async (t) => {
    const fixture = await createTestApi(t);
    // Store C was below North in that week.
    await fixture.plan(WEEK, [
      [1, null],
      [2, 1],
      [31, 2],
    ]);
    assert.equal(await sees(fixture, [2], 31), true);
    assert.equal(await sees(fixture, [3], 31), false);
    assert.equal(await sees(fixture, [3], 31, '2026-W45'), true);
    assert.equal(await sees(fixture, [3], 31, null), true);
    // The plan doesn't have folder 21, which owes nothing; the tree does.
    assert.equal(await sees(fixture, [2], 21), true);
  });

  it('sees everything with the root of the tree, also folders that were removed', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.plan(WEEK, [[1, null]]);
    assert.equal(await sees(fixture, [1], 99), true);
    assert.equal(await sees(fixture, [1], 99, null), true);
    // The root of a plan proves nothing: the tree may have another root now.
    fixture.now = NOW + 300_000;
    fixture.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    await assert.rejects(sees(fixture, [1], 99), { code: 'UPSTREAM_UNAVAILABLE' });
  });

  it('sees of a week before its folder became the root only the folder’s subtree of that time', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.plan(WEEK, [
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
      [31, 3],
    ]);
    fixture.root = folder(2, 'North', [folder(21, 'Store Å')]);
    const readVisibility = async (week: string | null) =>
      Promise.all([1, 2, 21, 3, 31, 99].map((key) => sees(fixture, [2], key, week)));
    assert.deepEqual(await readVisibility(WEEK), [false, true, true, false, false, false]);
    assert.deepEqual(await readVisibility('2026-W45'), [true, true, true, true, true, true]);
    assert.deepEqual(await readVisibility(null), [true, true, true, true, true, true]);
  });

  it('needs no plan or tree for the whole company or a granted folder', async (t) => {
    const fixture = await createTestApi(t);
    assert.equal(await sees(fixture, null, 99), true);
    assert.equal(await sees(fixture, [99], 99), true);
    assert.equal(fixture.requests, 0);
  });

  it('needs no plan for a granted folder or without a week', async (t) => {
    const fixture = await createTestApi(t);
    const unreadable = { code: 'STORE_UNAVAILABLE' };
    const read = () => Promise.reject(new Failure('STORE_UNAVAILABLE'));
    const api = {
      ...fixture.api,
      repository: { ...fixture.api.repository, store: { ...fixture.store, read } },
    };
    assert.equal(await canSeeFolder(api, { folders: [2] }, { week: null, folder: 21 }), true);
    assert.equal(await canSeeFolder(api, { folders: [2] }, { week: WEEK, folder: 2 }), true);
    await assert.rejects(
      canSeeFolder(api, { folders: [2] }, { week: WEEK, folder: 21 }),
      unreadable,
    );
    const seesInWeek = visibleFoldersOfWeek(api, { folders: [2] }, WEEK);
    assert.equal(await seesInWeek(2), true);
    await assert.rejects(seesInWeek(21), unreadable);
  });

  it('sees in a given tree its folders, their subtrees, and granted folders outside the tree', () => {
    const parents = new Map([
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
    ]);
    const visibleFolders = (folders: readonly number[] | null) =>
      [1, 2, 21, 3, 99].filter(visibleFoldersInTree({ folders }, { root: 1, parents }));
    assert.deepEqual(visibleFolders([2, 99]), [2, 21, 99]);
    assert.deepEqual(visibleFolders([]), []);
    assert.deepEqual(visibleFolders([1]), [1, 2, 21, 3, 99]);
    assert.deepEqual(visibleFolders(WHOLE_COMPANY.folders), [1, 2, 21, 3, 99]);
  });

  it('gets a failure instead of a decision while the tree can’t be read', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.plan(WEEK, [
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
      [31, 3],
    ]);
    fixture.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    const unavailable = { code: 'UPSTREAM_UNAVAILABLE' };
    assert.equal(await sees(fixture, [2], 21), true);
    // An existing folder that is not visible fails as a missing one, so that nothing is disclosed.
    await assert.rejects(sees(fixture, [2], 31), unavailable);
    await assert.rejects(sees(fixture, [2], 99), unavailable);
    fixture.upstream = null;
    assert.equal(await sees(fixture, [2], 31), false);
  });

  it('gets a decision from a plan with a cycle', async (t) => {
    const fixture = await createTestApi(t);
    await fixture.plan(WEEK, [
      [21, 22],
      [22, 21],
    ]);
    assert.equal(await sees(fixture, [2], 21), true);
    assert.equal(await sees(fixture, [3], 21), false);
    // A ring leads to no root, so the tree alone counts.
    assert.equal(await sees(fixture, [22], 21), false);
  });
});

describe('the company’s tree', () => {
  it('is cached for 300 seconds and read once for concurrent calls', async (t) => {
    const fixture = await createTestApi(t);
    await Promise.all([sees(fixture, [2], 21), sees(fixture, [2], 31)]);
    fixture.now = NOW + 299_999;
    await sees(fixture, [2], 22);
    assert.equal(fixture.requests, 1);
    fixture.now = NOW + 300_000;
    await sees(fixture, [2], 22);
    assert.equal(fixture.requests, 2);
  });
});

describe('a bearer token', () => {
  const apiTokens = [
    { sha256: sha256Of(Buffer.from('one')), folders: [2, 3] },
    { sha256: sha256Of(Buffer.from('two')), folders: [1] },
    { sha256: sha256Of(Buffer.from('one')), folders: [3, 4] },
    { sha256: '', folders: [1] },
  ];
  it('grants the folders of all entries with its hash', () => {
    assert.deepEqual(authenticateToken('one', apiTokens), {
      folders: [2, 3, 4],
      origin: 'token',
      id: callerId('token', sha256Of(Buffer.from('one'))),
    });
    assert.deepEqual(authenticateToken('two', apiTokens), {
      folders: [1],
      origin: 'token',
      id: callerId('token', sha256Of(Buffer.from('two'))),
    });
  });
  it('is found by the id of its caller while it is listed, with the folders of then', () => {
    const { id = '' } = authenticateToken('one', apiTokens) ?? {};
    assert.deepEqual(findTokenCaller(id, apiTokens), authenticateToken('one', apiTokens));
    const [first = assert.fail(), ...others] = apiTokens;
    assert.deepEqual(findTokenCaller(id, [{ ...first, folders: [5] }])?.folders, [5]);
    const otherHashes = others.filter(({ sha256 }) => sha256 !== first.sha256);
    assert.equal(findTokenCaller(id, otherHashes), null);
    for (const wrongId of ['', 'shell', 'local', callerId('user', 'one')]) {
      assert.equal(findTokenCaller(wrongId, apiTokens), null);
    }
  });
  it('has an id that differs between tokens and users and is no digest that the secret has', () => {
    const ids = [
      callerId('token', 'one'),
      callerId('token', 'two'),
      callerId('user', 'one'),
      sha256Of(Buffer.from('one')).slice(0, 20),
    ];
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[0-9a-f]{20}$/);
  });
  it('of the whole company has the id of its digest, and a constant one where it is generated at each start', () => {
    assert.deepEqual(wholeCompanyCaller('one'), {
      folders: null,
      origin: 'token',
      id: callerId('token', sha256Of(Buffer.from('one'))),
    });
    assert.equal(wholeCompanyCaller(null).id, 'local');
  });
  it('is rejected when its hash is unknown', () => {
    for (const token of ['', 'One', 'one ', sha256Of(Buffer.from('one'))]) {
      assert.equal(authenticateToken(token, apiTokens), null);
    }
    assert.equal(authenticateToken('one', []), null);
  });
});
