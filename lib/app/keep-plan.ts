// What a week owes, written down once and kept in step: created by whoever comes first, changed by compare and swap.
import type { Plan } from '../domain/stored.ts';
import { changeInPlace } from './change-in-place.ts';
import type { Shelf } from './shelf.ts';
import { findPlan, JSON_TYPE, planKey } from './shelf.ts';

/** Writes what a run has found a week to owe; what stands is completed, never cut. */
export async function keepPlan(shelf: Shelf, plan: Plan): Promise<void> {
  if (await writePlan(shelf, plan)) return;
  await changePlan(shelf, plan.week, (standing) => completed(standing, plan));
}

/** With the folders of both, and done when the run has found it so: a forced one can make a report partial. */
function completed(standing: Plan, run: Plan): Plan {
  const known = new Set(standing.folders.map(({ key }) => key));
  const added = run.folders.filter(({ key }) => !known.has(key));
  const doneAt = run.doneAt === null ? null : (standing.doneAt ?? run.doneAt);
  if (added.length === 0 && doneAt === standing.doneAt) return standing;
  return { ...standing, folders: [...standing.folders, ...added], doneAt };
}

/** Writes a plan where there is none, or none that can be read; false when there is one. */
export async function writePlan(shelf: Shelf, plan: Plan): Promise<boolean> {
  const { store, plans } = shelf;
  const [key, bytes] = [planKey(plan.week), plans.encode(plan)];
  if (await store.create(key, bytes, JSON_TYPE)) return true;
  const standing = await findPlan(shelf, plan.week);
  if (standing === null || standing.plan !== null) return false;
  return store.replace(key, bytes, standing.version, JSON_TYPE);
}

/**
 * Changes the plan that stands, and gives what stands then; null when there is none, or none that can be read.
 * `change` is asked again when somebody else was quicker, and gives back the plan itself when there is nothing to do.
 */
export function changePlan(
  shelf: Shelf,
  week: string,
  change: (plan: Plan) => Plan,
): Promise<Plan | null> {
  const { store, plans } = shelf;
  const read = async (): Promise<{ value: Plan; version: string } | null> => {
    const found = await findPlan(shelf, week);
    if (found === null || found.plan === null) return null;
    return { value: found.plan, version: found.version };
  };
  return changeInPlace(
    store,
    { key: planKey(week), read, encode: (plan) => plans.encode(plan) },
    change,
  );
}

/** Takes the mark away that a week is done: the planner passes over weeks that are. */
export async function reopenPlan(shelf: Shelf, week: string): Promise<void> {
  await changePlan(shelf, week, (plan) =>
    plan.doneAt === null ? plan : { ...plan, doneAt: null },
  );
}
