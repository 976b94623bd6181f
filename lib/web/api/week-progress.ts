// How far a week is: how many of its reports are there, and whether and when it is worth asking again.
import type { OverviewState, WeekOverview } from '../../http/responses.ts';

export interface WeekProgress {
  /** Reports that are there, damaged ones too: nothing more comes of those by waiting. */
  readonly ready: number;
  readonly all: number;
}

/** States that become others without anybody's doing. */
const COMING: readonly OverviewState[] = ['queued', 'owed', 'waiting'];

/** Null where no report is missing that may still come. */
export function progressOf({ totals, folders }: WeekOverview): WeekProgress | null {
  if (COMING.every((state) => totals[state] === 0)) return null;
  const missing = totals.failed + COMING.reduce((sum, state) => sum + totals[state], 0);
  return { ready: folders.length - missing, all: folders.length };
}

/** Whether the overview may soon say something else: reports are missing, or the plan of a week is not written yet. */
export function isAwaited(overview: WeekOverview, latest: string): boolean {
  const { isClosed, plan, week, folders } = overview;
  if (!isClosed) return false;
  if (progressOf(overview) !== null) return true;
  const isUnplanned = plan === 'none' && (folders.length === 0 || week === latest);
  return isUnplanned || folders.some(({ job }) => job?.state === 'queued');
}

const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 60_000;

/** `unchanged`: how many answers in a row were the same. */
export function pollDelayMs(unchanged: number): number {
  return Math.min(FIRST_DELAY_MS * 1.5 ** unchanged, MAX_DELAY_MS);
}

/** Which quarter of the reports is there: what is spoken when it grows, so that listeners aren't told of every report. */
export function quarterOf({ ready, all }: WeekProgress): number {
  return all === 0 ? 0 : Math.floor((4 * ready) / all);
}
