// Which surveys belong in a week's report.
import type { Week, ZonedWeek } from './calendar.ts';
import { zonedWeek } from './calendar.ts';
import type { ActivePeriod, SurveyDetails } from './report-inputs.ts';
import { historyWeeks } from './weeks-of-survey.ts';

/**
 * By an active period or a response in the week; without active periods also by a response in the 60 weeks before, so that
 * a device that stops answering is not forgotten. Of a place that was said to be closed from the week `closedFrom` on, only
 * responses after that week count: it has opened again.
 */
export function belongsInWeek(
  { activePeriods, timeZone }: Pick<SurveyDetails, 'activePeriods' | 'timeZone'>,
  week: Week,
  hasResponses: (week: Week) => boolean,
  closedFrom: string | null,
): boolean {
  if (isActive(activePeriods, zonedWeek(week, timeZone)) || hasResponses(week)) return true;
  if (activePeriods.length > 0) return false;
  // The names of ISO weeks sort by time.
  const isOpen = ({ name }: Week): boolean => closedFrom === null || name > closedFrom;
  return historyWeeks(week).some((past) => isOpen(past) && hasResponses(past));
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
