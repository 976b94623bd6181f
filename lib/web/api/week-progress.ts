// How many reports of a week are ready, and when to poll for more.
import type { OverviewState, WeekOverview } from '../../http/responses.ts';

export interface WeekProgress {
  /** Includes damaged reports, because polling does not change them. */
  readonly ready: number;
  readonly total: number;
}

/** States that change without user action. */
const PENDING_STATES: readonly OverviewState[] = ['queued', 'owed', 'waiting'];

/** Null when no report is pending. */
export function computeProgress({ totals, folders }: WeekOverview): WeekProgress | null {
  if (PENDING_STATES.every((state) => totals[state] === 0)) return null;
  const missing = totals.failed + PENDING_STATES.reduce((sum, state) => sum + totals[state], 0);
  return { ready: folders.length - missing, total: folders.length };
}

/** Whether the overview may change soon: reports are pending or the week's plan is not written yet. */
export function shouldPoll(overview: WeekOverview, latest: string): boolean {
  const { isClosed, plan, week, folders } = overview;
  if (!isClosed) return false;
  if (computeProgress(overview) !== null) return true;
  const isUnplanned = plan === 'none' && (folders.length === 0 || week === latest);
  return isUnplanned || folders.some(({ job }) => job?.state === 'queued');
}

/**
 * Why a folder has no report although nothing has failed. unplanned: the service has not read the latest week's places yet. making:
 * it makes the reports of the week. notDue: it will make them at `dueAt`, a UTC instant.
 */
export type PendingReport =
  { readonly kind: 'unplanned' | 'making' } | { readonly kind: 'notDue'; readonly dueAt: string };

/** Null where the report is not missing, has failed, or is not made without a request. */
export function findPendingReport(
  { isClosed, plan, week, folders, totals }: WeekOverview,
  folder: number,
  latest: string,
): PendingReport | null {
  if (!isClosed) return null;
  if (plan === 'none' && folders.length === 0) {
    return week === latest ? { kind: 'unplanned' } : null;
  }
  const { state = null, dueAt = null } = folders.find(({ key }) => key === folder) ?? {};
  // Of no plan: only requests make it.
  if (dueAt === null) return null;
  if (state === 'waiting') return { kind: 'notDue', dueAt };
  // One job alone may be a request.
  const isWeekMade = (state === 'queued' || state === 'owed') && totals.queued > 1;
  return isWeekMade ? { kind: 'making' } : null;
}

const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 60_000;

/** `unchanged`: number of consecutive identical answers. */
export function pollDelayMs(unchanged: number): number {
  return Math.min(FIRST_DELAY_MS * 1.5 ** unchanged, MAX_DELAY_MS);
}

/** Progress is announced per quarter, so that screen readers do not announce every single report. */
export function completedQuarters({ ready, total }: WeekProgress): number {
  return total === 0 ? 0 : Math.floor((4 * ready) / total);
}
