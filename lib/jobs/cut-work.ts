// Divides the work of a week into jobs of a bounded size. A subtree within the limit is one root, and roots with the same
// parent share a job. A folder above a cut is in no job: its report is made by the job that finishes the last one below it.
import type { PlannedFolder } from '../reports/planned-folders.ts';

export interface WeekTree {
  /** In any order; those whose parent is not among them are roots. */
  readonly folders: readonly Pick<PlannedFolder, 'key' | 'parent'>[];
  /** Positive where work is needed, by folder; one beyond the limit counts as the limit. */
  readonly weights: ReadonlyMap<number, number>;
  /** Folders that are in no job now, and neither are those above them. */
  readonly held: ReadonlySet<number>;
}

/** Of a job: 1 for each report, and 1 for each survey that is read. */
const MAX_JOB_WEIGHT = 300;

/** The weight of a folder whose report is made; `surveys`: by folder, those without any may be left out. */
export function weightOf(surveys: ReadonlyMap<number, number>, folder: number): number {
  return 1 + (surveys.get(folder) ?? 0);
}

/** The roots of each job; a job covers all below its roots. */
export function cutWork(tree: WeekTree, limit = MAX_JOB_WEIGHT): readonly (readonly number[])[] {
  const children = Map.groupBy(tree.folders, ({ parent }) => parent);
  const childrenOf = (key: number): readonly number[] =>
    (children.get(key) ?? []).map((child) => child.key);
  const keys = new Set(tree.folders.map(({ key }) => key));
  const roots = tree.folders.filter(({ parent }) => parent === null || !keys.has(parent));
  const { sums, holding } = sumSubtrees(tree, { roots, childrenOf, limit });
  const jobs: (readonly number[])[] = [];
  const open: (readonly number[])[] = [roots.map(({ key }) => key)];
  for (let siblings = open.pop(); siblings !== undefined; siblings = open.pop()) {
    const sumOf = (key: number): number => sums.get(key) ?? 0;
    const isCut = (key: number): boolean => sumOf(key) > limit || holding.has(key);
    const needed = siblings.filter((key) => sumOf(key) > 0);
    open.push(...needed.filter(isCut).map(childrenOf));
    const whole = needed.filter((key) => !isCut(key));
    jobs.push(...groupByWeight(whole, sumOf, limit));
  }
  return jobs;
}

/** Groups of neighbours within the limit; one folder beyond it is alone. */
export function groupByWeight(
  folders: readonly number[],
  weight: (folder: number) => number,
  limit = MAX_JOB_WEIGHT,
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let size = Infinity;
  for (const key of folders) {
    if (size + weight(key) > limit) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(key);
    size += weight(key);
  }
  return groups;
}

interface Subtrees {
  readonly roots: readonly Pick<PlannedFolder, 'key'>[];
  readonly childrenOf: (key: number) => readonly number[];
  readonly limit: number;
}

/** The weight of each subtree, and the folders that are held themselves or above one that is. */
function sumSubtrees(
  { weights, held }: WeekTree,
  { roots, childrenOf, limit }: Subtrees,
): { readonly sums: ReadonlyMap<number, number>; readonly holding: ReadonlySet<number> } {
  const parentsFirst: number[] = [];
  const pending = roots.map(({ key }) => key);
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    parentsFirst.push(key);
    pending.push(...childrenOf(key));
  }
  const sums = new Map<number, number>();
  const holding = new Set<number>();
  for (const key of parentsFirst.toReversed()) {
    const below = childrenOf(key);
    const weight = Math.min(weights.get(key) ?? 0, limit);
    sums.set(
      key,
      below.reduce((sum, child) => sum + (sums.get(child) ?? 0), weight),
    );
    if (held.has(key) || below.some((child) => holding.has(child))) holding.add(key);
  }
  return { sums, holding };
}
