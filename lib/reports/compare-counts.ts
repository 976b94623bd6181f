// Compares the counts in a stored report with those of the reporting API, to find responses that arrived after it was made.
// An unchanged folder costs one results request for each of its surveys.
import type { Week } from '../domain/calendar.ts';
import { isKnownZone } from '../domain/calendar.ts';
import { daysToCompare, hasChanged } from '../domain/late-data.ts';
import type { ReportProblem, SurveyWeek } from '../domain/report.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { FeedbackSource } from '../ports/feedback-source.ts';
import type { Limit } from '../shared/concurrency-limits.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { Lacking } from './goal.ts';

/**
 * State of a report's surveys. "gone": one of them can't be read any more, so a new revision would lose its data; the
 * company's tree must confirm that, because one response may be wrong. "unknown": one of them could not be read this time.
 */
export type Comparison = 'same' | 'changed' | 'gone' | 'unknown';

export interface CountComparison {
  readonly source: FeedbackSource;
  readonly week: Week;
  readonly rules: FigureRules;
  /** Limits the requests. */
  readonly limit: Limit;
  /** Whether the company's tree, as of now, has a survey. */
  readonly isInTree: (survey: number) => Promise<boolean>;
}

/** Whether the tree has a survey, or can't be read. Fails only with errors that end a run. */
async function isKnownSurvey(
  isInTree: CountComparison['isInTree'],
  survey: number,
): Promise<boolean> {
  try {
    return await isInTree(survey);
  } catch (error) {
    if (endsRun(error)) throw error;
    return true;
  }
}

/** Fails only with errors that end a run. */
export async function compareCounts(
  { source, week, rules, limit, isInTree }: CountComparison,
  surveys: readonly SurveyWeek[],
): Promise<Comparison> {
  const compareSurvey = async (stored: SurveyWeek): Promise<Comparison> => {
    if (!isKnownZone(stored.timeZone)) return 'gone';
    try {
      const range = daysToCompare(week, stored.timeZone);
      const days = await source.readDailyCounts(stored.key, range);
      return hasChanged(stored, days, week, rules) ? 'changed' : 'same';
    } catch (error) {
      if (endsRun(error) || !(error instanceof Failure)) throw error;
      if (error.code !== 'UPSTREAM_NOT_FOUND') return 'unknown';
      return (await isKnownSurvey(isInTree, stored.key)) ? 'unknown' : 'gone';
    }
  };
  const results = new Set(
    await settleAll(surveys.map((survey) => limit(() => compareSurvey(survey)))),
  );
  const byPriority = ['gone', 'unknown', 'changed'] as const;
  return byPriority.find((comparison) => results.has(comparison)) ?? 'same';
}

/**
 * What a report that was kept may lack, by the problems that a new one would have had. What the reporting API has denied counts as gone
 * only when the company's tree confirms that, because one response may be wrong.
 */
export async function lackingOf(
  isInTree: CountComparison['isInTree'],
  lost: readonly ReportProblem[],
): Promise<Lacking> {
  if (lost.length === 0) return null;
  for (const { code, survey } of lost) {
    if (code !== 'UPSTREAM_NOT_FOUND' || survey === undefined) return 'unknown';
    if (await isKnownSurvey(isInTree, survey)) return 'unknown';
  }
  return 'gone';
}
