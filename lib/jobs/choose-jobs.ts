// Chooses the jobs that are sent for the work of a week, from what was sent before: no folder is in two jobs at once, and none
// is made before those below it.
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { LookWork, Plan, PlannerRecord, SentWork } from '../ports/stored-records.ts';
import { subtreesOf } from '../reports/plan.ts';
import { WAIT_FOR_CHILDREN_MS } from '../reports/week-state.ts';
import type { ComparedFolder } from './compare-week.ts';
import { cutWork, weightOf } from './cut-work.ts';

/** The hours after which work that remains is sent again, after each job; the last one repeats. */
const REPEAT_HOURS = [1, 2] as const;
const REPEAT_HOURS_GIVEN_UP = [1, 2, 4, 8, 12] as const;

export interface WorkToSend {
  readonly plan: Plan;
  /** The folders that are due, with what they need. */
  readonly folders: readonly ComparedFolder[];
  /** The number of surveys of each folder that has any. */
  readonly surveys: ReadonlyMap<number, number>;
  readonly sent: PlannerRecord['sent'];
  /** What an open look has left. */
  readonly look: LookWork;
  readonly now: Instant;
}

export interface ChosenJobs {
  /** Roots of each job. */
  readonly jobs: readonly (readonly number[])[];
  /** Folders each of which is made alone: given up, or with a report that lacks data of its own above work that was sent. */
  readonly alone: readonly number[];
  /** What was sent, once these jobs are. */
  readonly sent: PlannerRecord['sent'];
}

export function chooseJobs({ plan, folders, surveys, sent, look, now }: WorkToSend): ChosenJobs {
  const dueTimes = new Map(plan.folders.map(({ key, dueAt }) => [key, Date.parse(dueAt)]));
  // A look that is open brings them up to date itself, and then those above need one revision.
  const held = new Set([...subtreesOf(plan, look.jobs.flat()), ...look.only]);
  const unfinished = new Set<number>();
  const weights = new Map<number, number>();
  const givenUp: number[] = [];
  for (const { folder, manifest, work, isGivenUp } of folders) {
    const { key, parent } = folder;
    if (work === null) continue;
    const lastJob = sent[key] ?? null;
    if (isGivenUp) {
      if (isToBeRepeated(lastJob, now, REPEAT_HOURS_GIVEN_UP)) givenUp.push(key);
      const parentDueAt = dueTimes.get(parent ?? 0) ?? Infinity;
      if (manifest === null && now < parentDueAt + WAIT_FOR_CHILDREN_MS) held.add(key);
    } else if (work === 'unknown') {
      held.add(key);
    } else if (!isToBeRepeated(lastJob, now, REPEAT_HOURS)) {
      unfinished.add(key);
    } else {
      weights.set(key, weightOf(surveys, key));
    }
  }
  const jobs = cutWork({ folders: plan.folders, weights, held: held.union(unfinished) });
  const covered = subtreesOf(plan, jobs.flat());
  // Those below may be sent at different times, so that there is always one that is not finished.
  const ownData = folders.flatMap(({ folder: { key }, work }) => {
    if ((work !== 'partial' && work !== 'settings') || !weights.has(key) || covered.has(key))
      return [];
    const below = subtreesOf(plan, [key]);
    return below.isDisjointFrom(held) && !below.isDisjointFrom(unfinished) ? [key] : [];
  });
  const alone = [...givenUp, ...ownData];
  const isSent = (key: number): boolean =>
    alone.includes(key) || (weights.has(key) && covered.has(key));
  const entries = folders.flatMap(({ folder: { key }, work }): (readonly [string, SentWork])[] => {
    const lastJob = sent[key];
    if (work === null) return [];
    if (isSent(key)) {
      return [[String(key), { at: new Date(now).toISOString(), tries: (lastJob?.tries ?? 0) + 1 }]];
    }
    return lastJob === undefined ? [] : [[String(key), lastJob]];
  });
  return { jobs, alone, sent: Object.fromEntries(entries) };
}

/** Whether the time to send work again, if it still remains, was reached since an instant. */
export function isRepeatDue(sent: PlannerRecord['sent'], since: Instant, now: Instant): boolean {
  return Object.values(sent).some(
    (lastJob) =>
      isToBeRepeated(lastJob, now, REPEAT_HOURS) && !isToBeRepeated(lastJob, since, REPEAT_HOURS),
  );
}

function isToBeRepeated(lastJob: SentWork | null, now: Instant, hours: readonly number[]): boolean {
  if (lastJob === null) return true;
  const sentAt = Date.parse(lastJob.at);
  const delay = (hours[lastJob.tries - 1] ?? hours.at(-1) ?? 0) * HOUR_MS;
  // A time in the future is the mistake of a clock.
  return now < sentAt || now >= sentAt + delay;
}
