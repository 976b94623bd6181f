// Who may see what: a caller is bound to folders and sees those and all below. It hides where the folders above
// one are known from: the week's plan, or else the company's tree.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Plan } from '../domain/stored.ts';
import type { ApiToken } from './ports.ts';
import type { Shelf } from './shelf.ts';
import { readPlan } from './shelf.ts';

export interface Caller {
  /** Keys of folders; null for the whole company. */
  readonly folders: readonly number[] | null;
}

export const WHOLE_COMPANY: Caller = { folders: null };

/** The folder above each folder; the root's is null. */
export type Parents = ReadonlyMap<number, number | null>;

/** The company's tree as it was a short while ago. */
export type CompanyTree = () => Promise<Parents>;

export interface Access {
  readonly shelf: Shelf;
  readonly tree: CompanyTree;
}

/**
 * Whether a caller sees a folder's report of a week; null for no week in particular.
 * Fails as the reporting API does when only the tree could tell and can't be had.
 */
export async function seesFolder(
  access: Access,
  caller: Caller,
  { week, folder }: { readonly week: string | null; readonly folder: number },
): Promise<boolean> {
  if (caller.folders === null || caller.folders.includes(folder)) return true;
  const planned =
    week === null ? null : isBelow(await planOf(access, week), caller.folders, folder);
  if (planned === true) return true;
  // Asked also where the plan has said no: what isn't seen costs, and fails, as what doesn't exist.
  const parents = await access.tree();
  return planned ?? isBelow(parents, caller.folders, folder) ?? false;
}

/** As `seesFolder`, for many folders of one week. */
export function sightOfWeek(
  access: Access,
  caller: Caller,
  week: string,
): (folder: number) => Promise<boolean> {
  let plan: Promise<Parents> | null = null;
  return sight(caller, () => (plan ??= planOf(access, week)), access.tree);
}

/** As `sightOfWeek`, where the plan of the week was read already; null when there is none. */
export function sightByPlan(
  { tree }: Pick<Access, 'tree'>,
  caller: Caller,
  plan: Plan | null,
): (folder: number) => Promise<boolean> {
  const parents = Promise.resolve(parentsIn(plan));
  return sight(caller, () => parents, tree);
}

/** Whether a caller sees a folder of a tree. */
export function seesInTree({ folders }: Caller, parents: Parents, folder: number): boolean {
  return folders === null || (isBelow(parents, folders, folder) ?? false);
}

function sight(
  { folders }: Caller,
  plan: () => Promise<Parents>,
  tree: CompanyTree,
): (folder: number) => Promise<boolean> {
  if (folders === null) return () => Promise.resolve(true);
  return async (folder) => {
    if (folders.includes(folder)) return true;
    const planned = isBelow(await plan(), folders, folder);
    return planned ?? isBelow(await tree(), folders, folder) ?? false;
  };
}

async function planOf({ shelf }: Access, week: string): Promise<Parents> {
  return parentsIn(await readPlan(shelf, week));
}

function parentsIn(plan: Plan | null): Parents {
  return new Map(plan?.folders.map(({ key, parent }) => [key, parent]));
}

/** Whether a folder lies below one of others; null when these parents don't tell. */
function isBelow(parents: Parents, above: readonly number[], folder: number): boolean | null {
  // Whoever sees the root sees everything, also what is in no tree any more.
  if (above.some((key) => parents.get(key) === null)) return true;
  let at: number | null = folder;
  // More steps than folders would be a ring.
  for (let steps = 0; steps <= parents.size; steps += 1) {
    if (above.includes(at)) return true;
    const parent = parents.get(at);
    if (parent === undefined) return null;
    if (parent === null) return false;
    at = parent;
  }
  return null;
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
