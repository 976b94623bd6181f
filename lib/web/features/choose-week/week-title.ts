// Names of weeks.
import { weekNumber } from '../../../i18n/formats.ts';
import type { PageLocalization } from '../../page-localization.ts';
import { weekDates } from './week-entry.ts';

/** The number of a week in the reader's digits. */
export function weekNumberText(
  week: string,
  { formats }: Pick<PageLocalization, 'formats'>,
): string {
  return formats.numeral(weekNumber(week));
}

/** 'Week 47 · 16–22 November 2026'; the text itself when it names no week. */
export function weekTitle(
  week: string,
  localization: Pick<PageLocalization, 'page' | 'formats'>,
): string {
  const dates = weekDates(week);
  if (dates === null) return week;
  const { page, formats } = localization;
  return page.browse.weekWithDates({
    range: formats.dateRange(dates.from, dates.to),
    week: weekNumberText(week, localization),
  });
}
