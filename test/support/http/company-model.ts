// A model of who may see what: random trees, plans with old parents, several roots and cycles; and an oracle, which descends
// from a caller's folders where the implementation climbs from a folder.
import assert from 'node:assert/strict';
import type { Folder } from '../../../lib/ports/feedback-source.ts';
import type { Parents } from '../../../lib/reports/access.ts';
import { completePlan } from '../../../lib/reports/plan.ts';
import { JSON_ATTRIBUTES, planKey } from '../../../lib/reports/report-repository.ts';
import { commitTestReport, openArchive } from '../archive.ts';
import { memoryStore } from '../memory-store.ts';
import { fc } from '../property-settings.ts';
import { createReport } from '../test-reports.ts';
import { createTestApiOn, folder as folderOf } from './reports-api-context.ts';

export const WEEKS = ['2026-W46', '2026-W45'] as const;
export type WeekName = (typeof WEEKS)[number];
export const KEYS = [1, 2, 3, 4, 5, 6] as const;
/** In tokens and as a parent in plans, but never a folder of the company. */
export const STRANGER = 99;
/** Folder 6 has a report only of the older week, folder 5 has none. */
export const REPORTED: Readonly<Record<WeekName, readonly number[]>> = {
  '2026-W46': [1, 2, 3, 4],
  '2026-W45': [1, 2, 3, 4, 6],
};

type Pairs = readonly (readonly [key: number, parent: number | null])[];

export interface Company {
  /** Parents first; the first is the root. */
  readonly tree: Pairs;
  /** The plans that full runs of a week wrote, in their order; null: the plan's bytes are damaged. */
  readonly plans: Readonly<Record<WeekName, readonly Pairs[] | null>>;
}

// ── the oracle ──────────────────────────────────────────────────────────────────────────────────

/** These folders and all below them. */
export function withAllBelow(parents: Parents, folders: Iterable<number>): ReadonlySet<number> {
  const below = new Set(folders);
  for (let level = 0; level < parents.size; level += 1) {
    for (const [key, parent] of parents) if (parent !== null && below.has(parent)) below.add(key);
  }
  return below;
}

/** The plan of a week after all runs: the parents of the first run stay. */
export function plannedIn({ plans }: Company, week: WeekName | null): Parents {
  const runs = week === null ? null : plans[week];
  return new Map((runs ?? []).toReversed().flat());
}

/** The folders that a caller sees in a week, or in no week in particular. */
export function visible(company: Company, tokenFolders: readonly number[], week: WeekName | null) {
  const plan = plannedIn(company, week);
  const tree = new Map(company.tree);
  const planRoots = [...plan].flatMap(([key, parent]) => (parent === null ? [key] : []));
  const placedFolders = withAllBelow(plan, planRoots);
  const isIn = (keys: { has(key: number): boolean }) => (key: number) => keys.has(key);
  const byPlan = withAllBelow(plan, tokenFolders.filter(isIn(placedFolders)));
  const byTree = withAllBelow(tree, tokenFolders.filter(isIn(tree)));
  const [root] = company.tree[0] ?? assert.fail();
  const wasPart = placedFolders.has(root) && plan.get(root) !== null;
  if (tokenFolders.includes(root) && !wasPart) return new Set<number>([...KEYS, STRANGER]);
  return new Set([
    ...tokenFolders,
    ...byPlan,
    ...[...byTree].filter((key) => !placedFolders.has(key)),
  ]);
}

// ── random companies ────────────────────────────────────────────────────────────────────────────

const anyTree: fc.Arbitrary<Pairs> = fc
  .tuple(
    fc.shuffledSubarray([...KEYS], { minLength: 1 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([keys, choices]) =>
    keys.map((key, i) => [key, i === 0 ? null : (keys[(choices[i] ?? 0) % i] ?? null)] as const),
  );
const anyParents: fc.Arbitrary<Pairs> = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(null, ...KEYS, STRANGER)),
  { selector: ([key]) => key, minLength: 1 },
);
const anyPlans = fc.oneof(
  { weight: 6, arbitrary: fc.array(anyTree, { maxLength: 2 }) },
  { weight: 3, arbitrary: fc.array(anyParents, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
export const anyCompany: fc.Arbitrary<Company> = fc.record({
  tree: anyTree,
  plans: fc.record({ '2026-W46': anyPlans, '2026-W45': anyPlans }),
});
export const anyHeld = fc.shuffledSubarray([...KEYS, STRANGER], { maxLength: 3 });

function treeOf(tree: Pairs, key: number): Folder {
  const children = tree.filter(([, parent]) => parent === key);
  return folderOf(
    key,
    `Folder ${key}`,
    children.map(([child]) => treeOf(tree, child)),
  );
}

export async function worldOf({ tree, plans }: Company, reports: ReadonlyMap<string, Uint8Array>) {
  const store = memoryStore();
  for (const [key, bytes] of reports) await store.create(key, bytes, JSON_ATTRIBUTES);
  const testApi = createTestApiOn(store);
  testApi.root = treeOf(tree, tree[0]?.[0] ?? assert.fail());
  for (const week of WEEKS) {
    const runs = plans[week];
    if (runs === null) await store.create(planKey(week), Buffer.from('{'), JSON_ATTRIBUTES);
    for (const pairs of runs ?? []) {
      const dueAt = '2026-11-17T08:00:00.000Z';
      const folders = pairs.map(([key, parent]) => ({ key, parent, dueAt }));
      await completePlan(
        testApi.api.repository,
        { week, folders, doneAt: null },
        { replaced: new Set(), removed: new Set() },
      );
    }
  }
  return testApi;
}

/** The reports of both weeks as a commit stores them, by key. */
export async function commitReports(): Promise<ReadonlyMap<string, Uint8Array>> {
  const store = memoryStore();
  for (const week of WEEKS) {
    for (const key of REPORTED[week]) {
      const name = `Folder ${key}`;
      await commitTestReport(
        openArchive(store),
        createReport({ key, name, surveys: [{ key: key * 10, name: 'How was it?' }] }, { week }),
      );
    }
  }
  return store.objects;
}
