// The plan of a week, which lists the reports that are due: created once, then changed by conditional writes.
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../ports/stored-records.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportRepository } from './report-repository.ts';
import {
  findStoredPlan,
  writeRecord,
  planKey,
  readPlan,
  updateRecord,
} from './report-repository.ts';
import { readManifests } from './week-folders.ts';
import { childrenByParent } from './week-state.ts';

/**
 * Writes the plan of a finished run. An existing plan keeps its folders, but those in `replaced` become as in the run's
 * plan, and those in `removed`, which the run had planned and for which no report was due, are dropped. It is done when
 * the run's plan is and no other folder lacks a report.
 */
export async function completePlan(
  repository: ReportRepository,
  plan: Plan,
  { replaced, removed }: Pick<MergeOptions, 'replaced' | 'removed'>,
): Promise<void> {
  if (await writePlan(repository, plan)) return;
  const reportedKeys = new Set(plan.folders.map(({ key }) => key));
  const existing = await readPlan(repository, plan.week);
  const unreportedKeys = (existing?.folders ?? [])
    .map(({ key }) => key)
    .filter((key) => !reportedKeys.has(key) && !removed.has(key));
  const manifests = await readManifests(repository, plan.week, unreportedKeys);
  const isLacking = unreportedKeys.some(
    (key) => (manifests.get(key)?.status ?? 'partial') === 'partial',
  );
  await changePlan(repository, plan.week, (current) =>
    mergePlans(current, plan, { replaced, removed, isLacking }),
  );
}

interface MergeOptions {
  readonly replaced: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  readonly isLacking: boolean;
}

/** The folders of both plans. Open when the run's plan is, because a forced run can make a report partial. */
function mergePlans(
  existing: Plan,
  runPlan: Plan,
  { replaced, removed, isLacking }: MergeOptions,
): Plan {
  const replacements = new Map(
    runPlan.folders.filter(({ key }) => replaced.has(key)).map((folder) => [folder.key, folder]),
  );
  const remaining = existing.folders
    .filter(({ key }) => !removed.has(key))
    .map((folder) => replacements.get(folder.key) ?? folder);
  const remainingKeys = new Set(remaining.map(({ key }) => key));
  const added = runPlan.folders.filter(({ key }) => !remainingKeys.has(key));
  // Of several roots the first is the company's current one.
  const isRoot = ({ key }: { readonly key: number }): boolean =>
    replacements.get(key)?.parent === null;
  const folders = [...remaining, ...added].toSorted(
    (a, b) => Number(isRoot(b)) - Number(isRoot(a)),
  );
  const doneAt =
    runPlan.doneAt === null ? null : (existing.doneAt ?? (isLacking ? null : runPlan.doneAt));
  const { settings: _, ...plan } = existing;
  const merged = { ...plan, folders, doneAt, ...withSettings(runPlan.settings) };
  return isDeepStrictEqual(merged, existing) ? existing : merged;
}

/** The member of a plan that names the settings of its reports; none without settings. */
export function withSettings(digest: string | undefined): Pick<Plan, 'settings'> {
  return digest === undefined ? {} : { settings: digest };
}

/** Writes a plan unless a readable one exists; returns whether it was written. Fails with REPORT_DAMAGED for one of another week. */
export async function writePlan(repository: ReportRepository, plan: Plan): Promise<boolean> {
  const { store, plans } = repository;
  const write = (version: string | null): Promise<boolean> =>
    writeRecord(store, plans, planKey(plan.week), plan, version);
  if (await write(null)) return true;
  const existing = await findStoredPlan(repository, plan.week);
  if (existing?.otherWeek !== undefined) {
    const reason = `it is the plan of ${existing.otherWeek}: restore an earlier version, or remove it`;
    throw new Failure('REPORT_DAMAGED', { key: planKey(plan.week), reason });
  }
  return existing?.value === null && write(existing.version);
}

/**
 * Changes the stored plan and returns the plan that is stored then; null when there is no readable plan.
 * `change` is called again after another writer came first, and returns its argument itself to change nothing.
 */
export function changePlan(
  repository: ReportRepository,
  week: string,
  change: (plan: Plan) => Plan,
): Promise<Plan | null> {
  const { store, plans } = repository;
  return updateRecord(
    store,
    plans,
    planKey(week),
    (plan) => (plan === null ? null : change(plan)),
    () => findStoredPlan(repository, week),
  );
}

/** Marks a week as not done, and returns its plan; the planner skips weeks that are done. */
export function reopenPlan(repository: ReportRepository, week: string): Promise<Plan | null> {
  return changePlan(repository, week, (plan) =>
    plan.doneAt === null ? plan : { ...plan, doneAt: null },
  );
}

/** No report waits for a folder that is not in the plan. The root stays. */
export async function removeFromPlan(
  repository: ReportRepository,
  week: string,
  folders: readonly number[],
): Promise<void> {
  if (folders.length === 0) return;
  const removed = new Set(folders);
  await changePlan(repository, week, (plan) => {
    const remaining = plan.folders.filter(
      ({ key, parent }) => parent === null || !removed.has(key),
    );
    return remaining.length === plan.folders.length ? plan : { ...plan, folders: remaining };
  });
}

/** The former parents of the folders that are in both lists with different parents: what these contained is counted elsewhere. */
export function formerParents(
  before: Plan['folders'],
  after: Plan['folders'],
): ReadonlySet<number | null> {
  const parents = new Map(after.map(({ key, parent }) => [key, parent]));
  return new Set(
    before
      .filter(({ key, parent }) => parents.has(key) && parents.get(key) !== parent)
      .map(({ parent }) => parent),
  );
}

/** These folders and all below them. */
export function subtreesOf(plan: Plan, roots: readonly number[]): ReadonlySet<number> {
  const children = childrenByParent(plan);
  const folders = new Set(roots);
  // A set also iterates over what is added meanwhile.
  for (const key of folders) for (const child of children.get(key) ?? []) folders.add(child.key);
  return folders;
}
