// What stands at the head of a report: which place, which week, in which zones, how much was said, and as of when.
import type { Report } from '../../domain/report.ts';
import { weekNumber } from '../formats.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { responsesText } from './headline-sentence.ts';

/** '9–15 November 2026, week 46' */
export function weekText(
  { week, from, to }: Pick<Report, 'week' | 'from' | 'to'>,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  return words.week(formats.dateRange(from, to), formats.numeral(weekNumber(week)));
}

/** 'Data as of 16 November 2026, 06:00 UTC  ·  Revision 1' */
export function sourceText(
  { asOf, revision }: Pick<Report, 'asOf' | 'revision'>,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  return [words.dataAsOf(formats.utc(asOf)), words.revision(formats.count(revision))].join('  ·  ');
}

/** Of a folder with subfolders, whatever the kinds of index: what was said, by how many, and what went off; else null. */
export function totalsText(
  { status, subfolders, summary }: Pick<Report, 'status' | 'subfolders' | 'summary'>,
  localization: Localization,
): string | null {
  const { words, formats } = localization;
  const { surveys, surveysWithResponses } = summary;
  if (subfolders.length === 0 || surveys === 0) return null;
  const counted = words.surveysIn(formats.count(surveys), formats.plural(surveys));
  const heard =
    surveysWithResponses === surveys
      ? counted
      : words.surveysHeard(formats.count(surveysWithResponses), counted);
  const { started, carriedOver, open } = summary.alerts;
  const alerts = started + carriedOver;
  const none = status === 'partial' ? words.alertTotalsNoneRead : words.alertTotalsNone;
  const wentOff =
    alerts === 0
      ? none
      : words.alertTotals(
          formats.count(alerts),
          formats.plural(alerts),
          formats.count(started),
          formats.count(carriedOver),
          formats.count(open),
        );
  const said = words.responsesFrom(responsesText(summary, localization), heard);
  return `${said}  ·  ${wentOff}`;
}

/** One zone by its name, several by their number; a region's surveys keep their own. */
export function zonesText(
  { surveys, subfolders }: Pick<Report, 'surveys' | 'subfolders'>,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const zones = [...new Set(surveys.map((survey) => survey.timeZone))];
  if (subfolders.length > 0 || zones.length === 0) return words.eachOwnTimeZone;
  const named = zones.map((zone) => displayText(zone, localization, 60));
  if (zones.length <= 3) return words.timeZones(formats.list(named));
  return words.manyTimeZones(formats.count(zones.length));
}
