// The planner's part in the second look: some days after a week has settled every folder with surveys of its own is
// looked at once more. It hides whose turn it is, and for how long it is tried.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { ReconciliationStore } from './reconciliation-progress.ts';
import { recordRemaining, readReconciliation } from './reconciliation-progress.ts';
import type { PlanContext } from './synchronize-plan.ts';
import { settledEverywhereAt } from './synchronize-plan.ts';
import type { PlannedWeek } from './plan-week.ts';
import { RECONCILIATION_WINDOW_MS } from './plan-week.ts';
import type { Instant } from '../domain/facts.ts';
import { readPlan } from '../reports/report-repository.ts';
import { flattenFolders } from '../reports/subtree.ts';

export interface ReconciliationSchedule {
  readonly planning: PlanContext;
  readonly notes: ReconciliationStore;
  /** Milliseconds from the moment that a week has settled everywhere. */
  readonly afterMs: number;
}

/** What a tick did about a week's second look, in folders. */
export interface ReconciledWeek {
  readonly week: string;
  readonly asked: number;
  /** Still to be looked at by later ticks. */
  readonly left: number;
  /** That won't be looked at any more. */
  readonly givenUp: number;
}

/** Ticks that ask for looks: more than any tree has levels, and an hour apart. */
const MOST_TRIES = 24;
/** Reports that are behind hold up the folders above for that long. */
const WAIT_FOR_PARENTS_MS = DAY_MS;

/**
 * Asks for the looks whose turn it is; null when there was nothing to do. `planned`: how the week stood at this tick.
 * Fails with what the reporting API or the store said; then the next tick asks.
 */
export async function scheduleReconciliation(
  { planning, notes, afterMs }: ReconciliationSchedule,
  week: Week,
  planned: PlannedWeek,
  now: Instant,
): Promise<ReconciledWeek | null> {
  const dueAt = settledEverywhereAt(week, planning) + afterMs;
  if (now < dueAt) return null;
  const known = await readReconciliation(notes, week.name);
  if (known?.left.length === 0) return null;
  const plan = await readPlan(planning.repository, week.name);
  if (plan === null) return null;

  const result = { week: week.name, asked: 0, left: 0, givenUp: 0 };
  if (now >= dueAt + RECONCILIATION_WINDOW_MS || (known?.tries ?? 0) >= MOST_TRIES) {
    await recordRemaining(notes, week.name, known, []);
    return { ...result, givenUp: new Set(known?.left ?? plan.folders.map(({ key }) => key)).size };
  }
  const isHeldUp = planned.behind > 0 && now < dueAt + WAIT_FOR_PARENTS_MS;
  if (known !== null && isHeldUp) return { ...result, left: new Set(known.left).size };

  // Also for what is left: while the reporting API is down nothing is asked for.
  const { root } = await planning.source.readFolders(null, { surveys: true });
  const withSurveys = new Set(
    flattenFolders(root).flatMap(({ folder }) => (folder.surveys.length > 0 ? [folder.key] : [])),
  );
  const planKeys = plan.folders.map(({ key }) => key).filter((key) => withSurveys.has(key));
  const waiting = new Set(known === null ? planKeys : known.left);
  const above = foldersAbove(plan, waiting);
  const ready = [...waiting].filter((key) => !above.has(key));
  const left = [...waiting].filter((key) => above.has(key));
  const look = new Date(dueAt).toISOString();
  // Sent before it is noted: a crash in between costs a second message and loses nothing.
  await planning.sender.send(
    ready.map((folder) => ({ week: week.name, folder, since: null, look })),
  );
  await recordRemaining(notes, week.name, known, left);
  return { ...result, asked: ready.length, left: left.length };
}

/** The folders above others that wait: a parent that is made again reads its own surveys anew as well. */
function foldersAbove({ folders }: Plan, waiting: ReadonlySet<number>): ReadonlySet<number> {
  const parents = new Map(folders.map(({ key, parent }) => [key, parent]));
  const above = new Set<number>();
  for (const folder of waiting) {
    let key = parents.get(folder) ?? null;
    while (key !== null && !above.has(key)) {
      above.add(key);
      key = parents.get(key) ?? null;
    }
  }
  return above;
}
