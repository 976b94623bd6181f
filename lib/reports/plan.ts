// What a week owes, written down once and kept in step: created by whoever comes first, changed by compare and swap.
import type { Plan } from '../ports/stored-records.ts';
import { compareAndSwap } from './compare-and-swap.ts';
import type { ReportRepository } from './report-repository.ts';
import { findStoredPlan, JSON_TYPE, planKey, readPlan } from './report-repository.ts';
import { readManifests } from './week-state.ts';

/**
 * Writes what a run has found a week to owe. An existing plan keeps its folders but for `denied`: those that the same
 * run planned before and then found to owe nothing. It is done when the run is and no other folder lacks a report.
 */
export async function completePlan(
  repository: ReportRepository,
  plan: Plan,
  denied: ReadonlySet<number>,
): Promise<void> {
  if (await writePlan(repository, plan)) return;
  const made = new Set(plan.folders.map(({ key }) => key));
  const existing = await readPlan(repository, plan.week);
  const others = (existing?.folders ?? [])
    .map(({ key }) => key)
    .filter((key) => !made.has(key) && !denied.has(key));
  const manifests = await readManifests(repository, plan.week, others);
  const isLacking = others.some((key) => (manifests.get(key)?.status ?? 'partial') === 'partial');
  await changePlan(repository, plan.week, (now) => completed(now, plan, { denied, isLacking }));
}

/** With the folders of both. Open when the run is, since a forced one can make a report partial. */
function completed(
  existing: Plan,
  made: Plan,
  { denied, isLacking }: { readonly denied: ReadonlySet<number>; readonly isLacking: boolean },
): Plan {
  const kept = existing.folders.filter(({ key }) => !denied.has(key));
  const known = new Set(kept.map(({ key }) => key));
  const folders = [...kept, ...made.folders.filter(({ key }) => !known.has(key))];
  const doneAt =
    made.doneAt === null ? null : (existing.doneAt ?? (isLacking ? null : made.doneAt));
  const isSame = kept.length === existing.folders.length && folders.length === kept.length;
  if (isSame && doneAt === existing.doneAt) return existing;
  return { ...existing, folders, doneAt };
}

/** Writes a plan where there is none, or none that can be read; false when there is one. */
export async function writePlan(repository: ReportRepository, plan: Plan): Promise<boolean> {
  const { store, plans } = repository;
  const [key, bytes] = [planKey(plan.week), plans.encode(plan)];
  if (await store.create(key, bytes, JSON_TYPE)) return true;
  const standing = await findStoredPlan(repository, plan.week);
  if (standing === null || standing.plan !== null) return false;
  return store.replace(key, bytes, standing.version, JSON_TYPE);
}

/**
 * Changes the plan that stands, and gives what stands then; null when there is none, or none that can be read.
 * `change` is asked again when somebody else was quicker, and gives back the plan itself when there is nothing to do.
 */
export function changePlan(
  repository: ReportRepository,
  week: string,
  change: (plan: Plan) => Plan,
): Promise<Plan | null> {
  const { store, plans } = repository;
  const read = async (): Promise<{ value: Plan; version: string } | null> => {
    const found = await findStoredPlan(repository, week);
    if (found === null || found.plan === null) return null;
    return { value: found.plan, version: found.version };
  };
  return compareAndSwap(
    store,
    { key: planKey(week), read, encode: (plan) => plans.encode(plan) },
    change,
  );
}

/** Takes the mark away that a week is done: the planner passes over weeks that are. */
export async function reopenPlan(repository: ReportRepository, week: string): Promise<void> {
  await changePlan(repository, week, (plan) =>
    plan.doneAt === null ? plan : { ...plan, doneAt: null },
  );
}
