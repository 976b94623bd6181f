// Which folders a caller sees: the one authorization rule, which every route goes through.
//
// A caller sees a folder in a week when it holds that folder, a folder above it, or the whole company.
// - The folders above are those of the week's plan where the plan leads from the folder up to a root, and those of the
//   company's current tree otherwise. Without a week, or without a plan that can be read, the tree alone counts.
// - The whole company is held through the root of the current tree alone, and not in a week whose plan has that root
//   below another folder. A root in a plan proves nothing: plans keep old parents, so that after a change of the
//   company's root a plan has several.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Plan } from '../ports/stored-records.ts';
import type { ApiToken } from '../ports/secrets.ts';
import type { ReportRepository } from './report-repository.ts';
import { readPlan } from './report-repository.ts';

export interface Caller {
  /** Keys of folders; null for the whole company without a look at any tree. */
  readonly folders: readonly number[] | null;
}

export const WHOLE_COMPANY: Caller = { folders: null };

/** The folder above each folder; a root's is null. */
export type Parents = ReadonlyMap<number, number | null>;

/** The company's current folders. */
export interface CurrentTree {
  readonly root: number;
  readonly parents: Parents;
}

/** The company's tree as it was a short while ago. */
export type ReadCompanyTree = () => Promise<CurrentTree>;

export interface Access {
  readonly repository: ReportRepository;
  readonly tree: ReadCompanyTree;
}

/**
 * Whether a caller sees a folder's report of a week; null for no week in particular.
 * Fails as the reporting API does when the tree is needed and can't be had.
 */
export async function canSeeFolder(
  access: Access,
  { folders }: Caller,
  { week, folder }: { readonly week: string | null; readonly folder: number },
): Promise<boolean> {
  if (folders === null || folders.includes(folder)) return true;
  const rule = ruleOf(folders, week === null ? NO_PLAN : await planOf(access, week));
  if (rule.byPlan(folder) === true) return true;
  // The tree is asked also where the plan denies: a folder that isn't seen costs, and fails, as one that doesn't exist.
  return rule.byTree(folder, await access.tree());
}

/** As `seesFolder`, for many folders of one week. */
export function visibleFoldersOfWeek(
  access: Access,
  caller: Caller,
  week: string,
): (folder: number) => Promise<boolean> {
  let plan: Promise<Parents> | null = null;
  return sight(caller, () => (plan ??= planOf(access, week)), access.tree);
}

/** As `sightOfWeek`, where the plan of the week was read already; null when there is none. */
export function visibleFoldersByPlan(
  { tree }: Pick<Access, 'tree'>,
  caller: Caller,
  plan: Plan | null,
): (folder: number) => Promise<boolean> {
  const parents = Promise.resolve(parentsIn(plan));
  return sight(caller, () => parents, tree);
}

/** The folders that a caller sees in no week in particular, where the tree was read already. */
export function visibleFoldersInTree({ folders }: Caller, tree: CurrentTree): (folder: number) => boolean {
  if (folders === null) return () => true;
  const rule = ruleOf(folders, NO_PLAN);
  return (folder) => rule.byTree(folder, tree);
}

/** Asks for the tree only where the plan leaves a folder open. */
function sight(
  { folders }: Caller,
  plan: () => Promise<Parents>,
  tree: ReadCompanyTree,
): (folder: number) => Promise<boolean> {
  if (folders === null) return () => Promise.resolve(true);
  let rule: Rule | null = null;
  return async (folder) => {
    if (folders.includes(folder)) return true;
    const { byPlan, byTree } = (rule ??= ruleOf(folders, await plan()));
    return byPlan(folder) ?? byTree(folder, await tree());
  };
}

async function planOf({ repository }: Access, week: string): Promise<Parents> {
  return parentsIn(await readPlan(repository, week));
}

function parentsIn(plan: Plan | null): Parents {
  return new Map(plan?.folders.map(({ key, parent }) => [key, parent]));
}

const NO_PLAN: Parents = new Map();

// ── the rule ────────────────────────────────────────────────────────────────────────────────────

interface Rule {
  /** Whether a folder is seen; null when only the tree can tell. */
  readonly byPlan: (folder: number) => boolean | null;
  readonly byTree: (folder: number, tree: CurrentTree) => boolean;
}

/** The rule at the head of this file, for a caller and the plan of a week. */
function ruleOf(held: readonly number[], plan: Parents): Rule {
  const keys = new Set(held);
  const isHeld = (key: number): boolean => keys.has(key);
  // The current tree's root counts when it is one of these.
  const belowNone = held.filter((key) => (pathIn(plan, key)?.length ?? 0) <= 1);
  const byPlan = (folder: number): boolean | null => {
    if (isHeld(folder)) return true;
    const path = pathIn(plan, folder);
    if (path?.some(isHeld) === true) return true;
    return path !== null && belowNone.length === 0 ? false : null;
  };
  return {
    byPlan,
    byTree: (folder, { root, parents }) => {
      const planned = byPlan(folder);
      if (planned !== null) return planned;
      if (belowNone.includes(root)) return true;
      return pathIn(plan, folder) === null && pathIn(parents, folder)?.some(isHeld) === true;
    },
  };
}

/** From a folder up to a root, both included; null where the parents don't lead to one. */
function pathIn(parents: Parents, folder: number): readonly number[] | null {
  const path: number[] = [];
  let at: number | null = folder;
  while (at !== null) {
    const parent = parents.get(at);
    // A plan is only data: more steps than folders are a cycle.
    if (parent === undefined || path.length === parents.size) return null;
    path.push(at);
    at = parent;
  }
  return path;
}

/** Who a bearer token stands for; null when it is none of these. */
export function callerOf(token: string, apiTokens: readonly ApiToken[]): Caller | null {
  const hash = createHash('sha256').update(token).digest();
  // Every one is compared: how long it takes doesn't tell which it was.
  const own = apiTokens.filter(({ sha256 }) => {
    const expected = Buffer.from(sha256, 'hex');
    return expected.byteLength === hash.byteLength && timingSafeEqual(expected, hash);
  });
  return own.length === 0 ? null : { folders: [...new Set(own.flatMap((one) => one.folders))] };
}
