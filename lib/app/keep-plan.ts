// What a week owes, written down once and kept in step: created by whoever comes first, changed by compare and swap.
import type { Plan } from '../domain/stored.ts';
import { Failure } from './failures.ts';
import type { Shelf } from './shelf.ts';
import { findPlan, JSON_TYPE, planKey } from './shelf.ts';

/** Of writers of one plan at the same time, each of whom makes one win. */
const MOST_TRIES = 20;

/** Writes what a run has found a week to owe; what stands is completed, never cut. */
export async function keepPlan(shelf: Shelf, plan: Plan): Promise<void> {
  if (await writePlan(shelf, plan)) return;
  await changePlan(shelf, plan.week, (standing) => completed(standing, plan));
}

/** With the folders of both, and done when either is. */
function completed(standing: Plan, other: Plan): Plan {
  const known = new Set(standing.folders.map(({ key }) => key));
  const added = other.folders.filter(({ key }) => !known.has(key));
  const doneAt = standing.doneAt ?? other.doneAt;
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
export async function changePlan(
  shelf: Shelf,
  week: string,
  change: (plan: Plan) => Plan,
): Promise<Plan | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const standing = await findPlan(shelf, week);
    if (standing === null || standing.plan === null) return null;
    const changed = change(standing.plan);
    if (changed === standing.plan) return changed;
    const bytes = shelf.plans.encode(changed);
    if (await shelf.store.replace(planKey(week), bytes, standing.version, JSON_TYPE)) {
      return changed;
    }
  }
  throw new Failure('STORE_UNAVAILABLE', { key: planKey(week), reason: 'too many writers' });
}

/** Takes the mark away that a week is done: the planner passes over weeks that are. */
export async function reopenPlan(shelf: Shelf, week: string): Promise<void> {
  await changePlan(shelf, week, (plan) =>
    plan.doneAt === null ? plan : { ...plan, doneAt: null },
  );
}
