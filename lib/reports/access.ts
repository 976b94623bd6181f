// The authorization rule of every route: which folders a caller may see.
//
// A caller sees a folder in a week when its token grants that folder, a folder above it, or the whole company.
// - The folders above are those of the week's plan where the plan leads from the folder up to a root, and those of the
//   company's current tree otherwise. Without a week, or without a plan that can be read, the tree alone counts.
// - The whole company is granted only through the root of the current tree, and not in a week whose plan has that root
//   below another folder. A root in a plan proves nothing: plans retain old parents, so that after a change of the
//   company's root a plan has several.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Plan } from '../ports/stored-records.ts';
import type { ApiToken } from '../ports/secrets.ts';
import type { Origin } from '../ports/subscriptions.ts';
import { CREATED_BY_SHELL } from '../ports/subscriptions.ts';
import { isUpstreamFailure } from '../shared/failure.ts';
import type { ReportRepository } from './report-repository.ts';
import { readPlan } from './report-repository.ts';

export interface Caller {
  /** Keys of granted folders; null for the whole company, without reading any tree. */
  readonly folders: readonly number[] | null;
  /** What these folders don't grant is not visible either; missing or null: no such limit. */
  readonly within?: readonly number[] | null;
}

/** Lists of granted folders, each of which must grant what the caller sees; none for the whole company. */
function grantsOf({ folders, within = null }: Caller): readonly (readonly number[])[] {
  return [folders, within].filter((granted) => granted !== null);
}

/** A caller that records name: of the HTTP API, or the operator's shell. */
export interface IdentifiedCaller extends Caller {
  readonly origin: Origin;
  /** A digest of the token or of the identity provider's user, CREATED_BY_SHELL, or 'local'. */
  readonly id: string;
  /** Present for a reader with an access link, who may only read: the shortened mail address. */
  readonly reader?: string;
}

/** The operator's shell. */
export const WHOLE_COMPANY: IdentifiedCaller = {
  folders: null,
  origin: 'shell',
  id: CREATED_BY_SHELL,
};

/** The folder above each folder; a root's is null. */
export type Parents = ReadonlyMap<number, number | null>;

/** The company's current folders. */
export interface CurrentFolderTree {
  readonly root: number;
  readonly parents: Parents;
}

/** Reads the company's tree; the result may be a short time old. */
export type ReadCompanyTree = () => Promise<CurrentFolderTree>;

export interface Access {
  readonly repository: ReportRepository;
  readonly tree: ReadCompanyTree;
}

/**
 * Whether a caller sees a folder's report of a week; `week` is null for no particular week.
 * Fails as the reporting API does when the tree is needed and can't be read.
 */
export async function canSeeFolder(
  access: Access,
  caller: Caller,
  place: { readonly week: string | null; readonly folder: number },
): Promise<boolean> {
  for (const granted of grantsOf(caller)) {
    if (!(await isGranted(access, granted, place))) return false;
  }
  return true;
}

async function isGranted(
  access: Access,
  granted: readonly number[],
  { week, folder }: { readonly week: string | null; readonly folder: number },
): Promise<boolean> {
  if (granted.includes(folder)) return true;
  const rule = createRule(granted, week === null ? NO_PLAN : await readParents(access, week));
  if (rule.byPlan(folder) === true) return true;
  // The tree is read even if the plan denies access: time and failures must not reveal whether the folder exists.
  return rule.byTree(folder, await access.tree());
}

/** As `canSeeFolder`, for many folders of one week. */
export function visibleFoldersOfWeek(
  access: Access,
  caller: Caller,
  week: string,
): (folder: number) => Promise<boolean> {
  let plan: Promise<Parents> | null = null;
  return createVisibility(caller, () => (plan ??= readParents(access, week)), access.tree);
}

/** As `visibleFoldersOfWeek`, with a plan that was read before; null when there is none. */
export function visibleFoldersByPlan(
  { tree }: Pick<Access, 'tree'>,
  caller: Caller,
  plan: Plan | null,
): (folder: number) => Promise<boolean> {
  const parents = Promise.resolve(parentsIn(plan));
  return createVisibility(caller, () => parents, tree);
}

/** The folders that a caller sees in no particular week, with a tree that was read before. */
export function visibleFoldersInTree(
  caller: Caller,
  tree: CurrentFolderTree,
): (folder: number) => boolean {
  const rules = grantsOf(caller).map((granted) => createRule(granted, NO_PLAN));
  return (folder) => rules.every((rule) => rule.byTree(folder, tree));
}

/** The same with the tree as it is now; while it can't be read, only the folders that the caller was given. */
export async function visibleFoldersNow(
  { tree }: Pick<Access, 'tree'>,
  caller: Caller,
): Promise<(folder: number) => boolean> {
  if (grantsOf(caller).length === 0) return () => true;
  return visibleFoldersInTree(caller, await readTreeOr(tree, NO_TREE));
}

/** No folder has the key 0: a caller sees only the folders that it was given. */
export const NO_TREE: ReadCompanyTree = () => Promise.resolve({ root: 0, parents: new Map() });

/** For reading what is stored; `fallback` counts while the reporting API can't be read. */
export async function readTreeOr(
  tree: ReadCompanyTree,
  fallback: ReadCompanyTree,
): Promise<CurrentFolderTree> {
  try {
    return await tree();
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    return fallback();
  }
}

/** Whether a caller sees the whole company as it is now. */
export async function seesWholeCompany(
  { tree }: Pick<Access, 'tree'>,
  caller: Caller,
): Promise<boolean> {
  const grants = grantsOf(caller);
  if (grants.length === 0) return true;
  const { root } = await tree();
  return grants.every((granted) => granted.includes(root));
}

function createVisibility(
  caller: Caller,
  plan: () => Promise<Parents>,
  tree: ReadCompanyTree,
): (folder: number) => Promise<boolean> {
  const checks = grantsOf(caller).map((granted) => createCheck(granted, plan, tree));
  return async (folder) => {
    for (const check of checks) if (!(await check(folder))) return false;
    return true;
  };
}

/** Reads the tree only where the plan does not decide. */
function createCheck(
  granted: readonly number[],
  plan: () => Promise<Parents>,
  tree: ReadCompanyTree,
): (folder: number) => Promise<boolean> {
  let rule: Rule | null = null;
  return async (folder) => {
    if (granted.includes(folder)) return true;
    const { byPlan, byTree } = (rule ??= createRule(granted, await plan()));
    return byPlan(folder) ?? byTree(folder, await tree());
  };
}

async function readParents({ repository }: Access, week: string): Promise<Parents> {
  return parentsIn(await readPlan(repository, week));
}

function parentsIn(plan: Plan | null): Parents {
  return new Map(plan?.folders.map(({ key, parent }) => [key, parent]));
}

const NO_PLAN: Parents = new Map();

// ── rule ────────────────────────────────────────────────────────────────────────────────────────

interface Rule {
  /** Whether a folder is visible; null when only the tree decides. */
  readonly byPlan: (folder: number) => boolean | null;
  readonly byTree: (folder: number, tree: CurrentFolderTree) => boolean;
}

/** The rule at the head of this file, for a caller and the plan of a week. */
function createRule(granted: readonly number[], plan: Parents): Rule {
  const keys = new Set(granted);
  const isGranted = (key: number): boolean => keys.has(key);
  // Grants the whole company if the current tree's root is one of these.
  const rootCandidates = granted.filter((key) => (pathIn(plan, key)?.length ?? 0) <= 1);
  const byPlan = (folder: number): boolean | null => {
    if (isGranted(folder)) return true;
    const path = pathIn(plan, folder);
    if (path?.some(isGranted) === true) return true;
    return path !== null && rootCandidates.length === 0 ? false : null;
  };
  return {
    byPlan,
    byTree: (folder, { root, parents }) => {
      const planDecision = byPlan(folder);
      if (planDecision !== null) return planDecision;
      if (rootCandidates.includes(root)) return true;
      return pathIn(plan, folder) === null && pathIn(parents, folder)?.some(isGranted) === true;
    },
  };
}

/** The path from a folder up to a root, including both; null where the parents do not lead to one. */
export function pathIn(parents: Parents, folder: number): readonly number[] | null {
  const path: number[] = [];
  let current: number | null = folder;
  while (current !== null) {
    const parent = parents.get(current);
    // A plan may be corrupt: more steps than folders mean a cycle.
    if (parent === undefined || path.length === parents.size) return null;
    path.push(current);
    current = parent;
  }
  return path;
}

/** A folder of the tree and all below it. */
export function foldersBelow({ parents }: CurrentFolderTree, folder: number): readonly number[] {
  return [...parents.keys()].filter((key) => pathIn(parents, key)?.includes(folder) === true);
}

/**
 * The id of a caller, by which records tell callers apart: a digest that shows neither the token nor the user.
 * `text`: the hash of the bearer token as the secret lists it, the subject that the identity provider names, or the id of the
 * reader's subscription.
 */
export function callerId(kind: 'token' | 'user' | 'reader', text: string): string {
  const digest = createHash('sha256').update(`feedback-reports caller v1\n${kind}\n${text}`);
  return digest.digest('hex').slice(0, CALLER_ID_LENGTH);
}

const CALLER_ID_LENGTH = 20;

/** Stands for a token that is generated at each start; no digest equals it. */
const LOCAL_CALLER_ID = 'local';

/** The caller with the configured token for the whole company; null where one is generated at each start. */
export function wholeCompanyCaller(configuredToken: string | null): IdentifiedCaller {
  const id =
    configuredToken === null
      ? LOCAL_CALLER_ID
      : callerId('token', createHash('sha256').update(configuredToken).digest('hex'));
  return { folders: null, origin: 'token', id };
}

/** The caller that a bearer token authenticates; null for an unknown token. */
export function authenticateToken(
  token: string,
  apiTokens: readonly ApiToken[],
): IdentifiedCaller | null {
  const hash = createHash('sha256').update(token).digest();
  // All tokens are compared, so that the time does not reveal which one matched.
  const matches = apiTokens.filter(({ sha256 }) => {
    const expected = Buffer.from(sha256, 'hex');
    return expected.byteLength === hash.byteLength && timingSafeEqual(expected, hash);
  });
  return callerOfEntries(matches);
}

/** The caller with an id, as listed tokens grant its folders now; null when its token is not listed any more. */
export function findTokenCaller(
  id: string,
  apiTokens: readonly ApiToken[],
): IdentifiedCaller | null {
  return callerOfEntries(apiTokens.filter(({ sha256 }) => callerId('token', sha256) === id));
}

/** `entries`: all of one token. */
function callerOfEntries(entries: readonly ApiToken[]): IdentifiedCaller | null {
  const [entry] = entries;
  if (entry === undefined) return null;
  const granted = entries.map((one) => one.folders);
  const folders = granted.includes(null) ? null : [...new Set(granted.flatMap((one) => one ?? []))];
  return { folders, origin: 'token', id: callerId('token', entry.sha256) };
}
