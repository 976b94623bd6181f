// How the work of a week is divided into jobs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutWork } from '../../../lib/jobs/cut-work.ts';
import { fc } from '../../support/property-settings.ts';

/** 1(2(21, 22), 31). */
const FOLDERS = [
  { key: 1, parent: null },
  { key: 2, parent: 1 },
  { key: 21, parent: 2 },
  { key: 22, parent: 2 },
  { key: 31, parent: 1 },
];
const NONE: ReadonlySet<number> = new Set();

function weigh(keys: readonly number[], weight = 1): ReadonlyMap<number, number> {
  return new Map(keys.map((key) => [key, weight]));
}

const ALL = weigh(FOLDERS.map(({ key }) => key));

function toSets(jobs: readonly (readonly number[])[]): readonly string[] {
  return jobs.map((job) => job.toSorted((a, b) => a - b).join(' ')).toSorted();
}

describe('cutWork', () => {
  it('makes one job of a tree within the limit, and cuts a larger one from above', () => {
    const cut = (limit: number) =>
      toSets(cutWork({ folders: FOLDERS, weights: ALL, held: NONE }, limit));
    assert.deepEqual(cut(100), ['1']);
    assert.deepEqual(cut(3), ['2', '31']);
    assert.deepEqual(cut(2), ['21 22', '31']);
    assert.deepEqual(cut(1), ['21', '22', '31']);
  });

  it('counts a folder that is heavier than the limit as the limit', () => {
    const weights = new Map([
      [21, 500],
      [22, 1],
    ]);
    const jobs = cutWork({ folders: FOLDERS, weights, held: NONE }, 2);
    assert.deepEqual(toSets(jobs), ['21', '22']);
  });

  it('leaves out folders that need no work', () => {
    const jobs = cutWork({ folders: FOLDERS, weights: weigh([22]), held: NONE }, 100);
    assert.deepEqual(jobs, [[1]]);
    assert.deepEqual(cutWork({ folders: FOLDERS, weights: weigh([]), held: NONE }, 100), []);
  });

  it('leaves out a held folder and those above it, and not those below it', () => {
    const held = new Set([2]);
    const jobs = cutWork({ folders: FOLDERS, weights: ALL, held }, 100);
    assert.deepEqual(toSets(jobs), ['21 22', '31']);
  });

  it('covers a folder whose parent is in no plan', () => {
    const folders = [...FOLDERS, { key: 90, parent: 9 }, { key: 91, parent: 90 }];
    const jobs = cutWork({ folders, weights: weigh([91]), held: NONE }, 100);
    assert.deepEqual(jobs, [[90]]);
  });

  it('puts each folder that needs work into exactly one job within the limit, or leaves it above a cut', () => {
    const tree = fc.array(
      fc.record({ parent: fc.nat(), weight: fc.nat({ max: 400 }), isHeld: fc.boolean() }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(tree, fc.integer({ min: 1, max: 300 }), fc.boolean(), (nodes, limit, holds) => {
        const folders = nodes.map(({ parent }, i) => ({
          key: i + 1,
          parent: i === 0 ? null : (parent % i) + 1,
        }));
        const weights = new Map(nodes.map(({ weight }, i) => [i + 1, weight]));
        const held = new Set(nodes.flatMap(({ isHeld }, i) => (holds && isHeld ? [i + 1] : [])));
        const jobs = cutWork({ folders, weights, held }, limit);
        const parentOf = new Map(folders.map(({ key, parent }) => [key, parent]));
        const pathOf = (key: number): readonly number[] => {
          const parent = parentOf.get(key) ?? null;
          return parent === null ? [key] : [key, ...pathOf(parent)];
        };
        const sizes = jobs.map(() => 0);
        const covered = new Map<number, number>();
        for (const { key } of folders) {
          const path = pathOf(key);
          const covering = jobs.flatMap((roots, i) =>
            roots.some((root) => path.includes(root)) ? [i] : [],
          );
          assert(covering.length <= 1, `folder ${key} is in ${covering.length} jobs`);
          const [job] = covering;
          if (job === undefined) continue;
          covered.set(key, job);
          sizes[job] = (sizes[job] ?? 0) + Math.min(weights.get(key) ?? 0, limit);
          assert(!held.has(key), `held folder ${key} is in a job`);
        }
        for (const size of sizes) assert(size > 0 && size <= limit, `a job weighs ${size}`);
        for (const roots of jobs) {
          const parents = new Set(roots.map((root) => parentOf.get(root)));
          assert.equal(parents.size, 1, 'the roots of a job have one parent');
        }
        const weightBelow = (key: number): number =>
          folders
            .filter((folder) => pathOf(folder.key).includes(key))
            .reduce((sum, folder) => sum + Math.min(weights.get(folder.key) ?? 0, limit), 0);
        const isAboveHeld = (key: number): boolean =>
          [...held].some((folder) => pathOf(folder).includes(key));
        for (const { key } of folders) {
          if (covered.has(key) || (weights.get(key) ?? 0) === 0) continue;
          assert(weightBelow(key) > limit || isAboveHeld(key), `folder ${key} is in no job`);
        }
      }),
    );
  });
});
