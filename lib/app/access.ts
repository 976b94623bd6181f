// Who may see what: a caller is bound to folders and sees those and all below. It hides where the folders above
// one are known from: the week's plan, or else the company's tree, which is remembered for a while.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiToken, Clock, FolderSource } from './ports.ts';
import type { Shelf } from './shelf.ts';
import { readPlan } from './shelf.ts';
import { walk } from './subtree.ts';

export interface Caller {
  /** Keys of folders; null for the whole company. */
  readonly folders: readonly number[] | null;
}

export const WHOLE_COMPANY: Caller = { folders: null };

/** The folder above each folder; the root's is null. */
type Parents = ReadonlyMap<number, number | null>;

/** The company's tree as it was a short while ago. */
export type CompanyTree = () => Promise<Parents>;

export interface Access {
  readonly shelf: Shelf;
  readonly tree: CompanyTree;
}

/** A folder that is made or moved is known this much later at the most. */
const REMEMBERED_MS = 300_000;

/** Reads the company's folders when they are first asked for and again when what is known is old. */
export function companyTree(source: FolderSource, clock: Clock): CompanyTree {
  let known: { readonly parents: Promise<Parents>; readonly at: number } | null = null;
  return () => {
    const now = clock();
    if (known !== null && now - known.at < REMEMBERED_MS) return known.parents;
    const reading = { parents: readParents(source), at: now };
    known = reading;
    // Only what was read is remembered, not that it couldn't be.
    reading.parents.catch(() => {
      if (known === reading) known = null;
    });
    return reading.parents;
  };
}

async function readParents(source: FolderSource): Promise<Parents> {
  const { root } = await source.readFolders(null, { surveys: false });
  return new Map(walk(root).map(({ folder, path }) => [folder.key, path.at(-1)?.key ?? null]));
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
  const { folders } = caller;
  if (folders === null) return () => Promise.resolve(true);
  let plan: Promise<Parents> | null = null;
  return async (folder) => {
    if (folders.includes(folder)) return true;
    const planned = isBelow(await (plan ??= planOf(access, week)), folders, folder);
    return planned ?? isBelow(await access.tree(), folders, folder) ?? false;
  };
}

async function planOf({ shelf }: Access, week: string): Promise<Parents> {
  const plan = await readPlan(shelf, week);
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
