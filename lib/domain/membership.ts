// Which surveys belong in a week's report.
import type { Week, ZonedWeek } from './calendar.ts';
import { zonedWeek } from './calendar.ts';
import type { ActivePeriod, SurveyDetails } from './report-inputs.ts';
import { historyWeeks } from './weeks-of-survey.ts';

/**
 * By an active period or a response in the week; without active periods also by a response in the 60 weeks before, so that
 * a device that stops answering is not forgotten. A place that was said to be closed belongs only by a period or a response
 * in the week.
 */
export function belongsInWeek(
  { activePeriods, timeZone }: Pick<SurveyDetails, 'activePeriods' | 'timeZone'>,
  week: Week,
  hasResponses: (week: Week) => boolean,
  isClosed: boolean,
): boolean {
  if (isActive(activePeriods, zonedWeek(week, timeZone)) || hasResponses(week)) return true;
  return !isClosed && activePeriods.length === 0 && historyWeeks(week).some(hasResponses);
}

/** Whether a period intersects [start, end). */
export function isActive(
  periods: readonly ActivePeriod[],
  { start, end }: Pick<ZonedWeek, 'start' | 'end'>,
): boolean {
  return periods.some(
    (period) => period.start < end && (period.end === null || period.end > start),
  );
}
