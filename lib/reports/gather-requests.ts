// The requests for a folder's facts, whose rows must be of the requested dates, and their outcomes.
import type { Week } from '../domain/calendar.ts';
import type { Alert, DayCounts, HourCounts, SurveyInFolder } from '../domain/report-inputs.ts';
import type { HourCheck, RangeCheck } from '../domain/requested-range.ts';
import { checkAlertRange, checkDays, checkHours } from '../domain/requested-range.ts';
import { alertsToRequest } from '../domain/survey-week.ts';
import { daysToRequest, hoursToRequest } from '../domain/weeks-of-survey.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import { endsRun, Failure } from '../shared/failure.ts';

export interface Ranged<T, C extends RangeCheck = RangeCheck> {
  readonly items: T;
  readonly answered: C;
}

/** Fails with OUT_OF_RANGE when every received row is outside the requested dates. */
function ranged<T, C extends RangeCheck>(items: T, answered: C): Ranged<T, C> {
  const { rows, outside } = answered;
  if (rows > 0 && outside === rows) throw new Failure('OUT_OF_RANGE', { rows });
  return { items, answered };
}

export function sumChecks(checks: readonly RangeCheck[]): RangeCheck {
  return {
    rows: checks.reduce((sum, { rows }) => sum + rows, 0),
    outside: checks.reduce((sum, { outside }) => sum + outside, 0),
  };
}

export async function readHours(
  { key, timeZone }: SurveyInFolder,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<Iterable<HourCounts>, HourCheck>> {
  const range = hoursToRequest(week, timeZone);
  const hours = await source.readHourlyCounts(key, range);
  return ranged(hours, checkHours(hours, range));
}

export async function readHistory(
  { key, timeZone }: SurveyInFolder,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<Iterable<DayCounts>>> {
  const range = daysToRequest(week, timeZone);
  const days = await source.readDailyCounts(key, range);
  return ranged(days, checkDays(days, range));
}

export async function readAlerts(
  { key }: Pick<Folder, 'key'>,
  source: FeedbackSource,
  week: Week,
): Promise<Ranged<readonly Alert[]>> {
  const range = alertsToRequest(week);
  const alerts = await source.readAlerts(key, range, { childFolders: false });
  return ranged(alerts, checkAlertRange(alerts, range));
}

// ── outcome of one call ─────────────────────────────────────────────────────────────────────────

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Returns a Failure as a value; errors that end the run are thrown. */
export async function attempt<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error)) throw error;
    return { ok: false, failure: error };
  }
}
