// Marks the plan of a week as done, unless a report was committed meanwhile.
import type { Week } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { changePlan, reopenPlan, withSettings } from '../reports/plan.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readManifests } from '../reports/week-folders.ts';

interface DoneWeek {
  readonly week: Week;
  readonly now: Instant;
  readonly manifests: ReadonlyMap<number, Manifest>;
  /** Digest of the settings that the reports were compared with. */
  readonly settings: string | undefined;
}

/** Marks the plan as done. A later commit removes the mark; one during the write is detected by reading again. */
export async function markDone(
  repository: ReportRepository,
  { week, now, manifests, settings }: DoneWeek,
): Promise<boolean> {
  const doneAt = new Date(now).toISOString();
  await changePlan(repository, week.name, (plan) => {
    if (plan.doneAt !== null && plan.settings === settings) return plan;
    const { settings: _, ...rest } = plan;
    return { ...rest, doneAt: plan.doneAt ?? doneAt, ...withSettings(settings) };
  });
  let isSame = false;
  try {
    const current = await readManifests(repository, week.name, [...manifests.keys()]);
    isSame = [...manifests].every(([key, { revision }]) => current.get(key)?.revision === revision);
  } finally {
    // Also when the manifests could not be read again.
    if (!isSame) await reopenPlan(repository, week.name);
  }
  return isSame;
}
