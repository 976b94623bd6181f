// The texts in the header of a report (week, time zones, totals and the time of the data), and the method note at its
// end.
import type { Report, SurveyWeek } from '../../domain/report.ts';
import { isIndexType } from '../../domain/scale.ts';
import { weekNumber } from '../formats.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { responsesText } from './headline-sentence.ts';

/** '9–15 November 2026, week 46' */
export function weekText(
  { week, from, to }: Pick<Report, 'week' | 'from' | 'to'>,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  return words.week({
    range: formats.dateRange(from, to),
    week: formats.numeral(weekNumber(week)),
  });
}

/** 'Data as of 16 November 2026, 06:00 UTC  ·  Revision 1' */
export function sourceText(
  { asOf, revision }: Pick<Report, 'asOf' | 'revision'>,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  return [words.dataAsOf({ instant: formats.utc(asOf) }), words.revision({ n: revision })].join(
    '  ·  ',
  );
}

/** Responses, surveys and alerts of a folder with subfolders, over all kinds of index; null for other folders. */
export function totalsText(
  { status, subfolders, summary }: Pick<Report, 'status' | 'subfolders' | 'summary'>,
  localization: Localization,
): string | null {
  const { words } = localization;
  const { surveys, surveysWithResponses } = summary;
  if (subfolders.length === 0 || surveys === 0) return null;
  const surveysPart =
    surveysWithResponses === surveys
      ? words.surveysIn({ n: surveys })
      : words.surveysWithResponses({ withResponses: surveysWithResponses, n: surveys });
  const { started, carriedOver, open } = summary.alerts;
  const alerts = started + carriedOver;
  const noAlertsText = status === 'partial' ? words.alertTotalsNoneRead : words.alertTotalsNone;
  const alertsPart =
    alerts === 0 ? noAlertsText : words.alertTotals({ n: alerts, started, carriedOver, open });
  const responsesPart = words.responsesFrom({
    responses: responsesText(summary, localization),
    surveys: surveysPart,
  });
  return `${responsesPart}  ·  ${alertsPart}`;
}

/** Up to three zones by name, more by their number; surveys of a region are each in their own zone. */
export function zonesText(
  { surveys, subfolders }: Pick<Report, 'surveys' | 'subfolders'>,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const zones = [...new Set(surveys.map((survey) => survey.timeZone))];
  if (subfolders.length > 0 || zones.length === 0) return words.eachOwnTimeZone;
  const zoneNames = zones.map((zone) => displayText(zone, localization, 60));
  if (zones.length <= 3) return words.timeZones({ zones: formats.list(zoneNames) });
  return words.manyTimeZones({ n: zones.length });
}

const WEEKS = 4;

interface MethodEntry {
  readonly term: string;
  /** One paragraph each. */
  readonly texts: readonly string[];
}

export function methodEntries(report: Report, localization: Localization): readonly MethodEntry[] {
  const { words } = localization;
  const isRanked = report.ranking.length > 0 && report.subfolders.length > 0;
  const usedIndexTypes = [...new Set(report.summary.groups.map((group) => group.indexType))];
  const terms = words.methodTerms;
  return [
    ...usedIndexTypes.flatMap((indexType) =>
      isIndexType(indexType)
        ? [{ term: words.indexNames[indexType], texts: [words.methodIndexes[indexType]] }]
        : [],
    ),
    { term: terms.uncertainty, texts: [words.signals.methodUsual, words.signals.methodIntervals] },
    ...(report.summary.surveys > 1 ? [{ term: terms.pooling, texts: [words.methodPooling] }] : []),
    ...(isRanked ? [{ term: terms.ranking, texts: [words.methodRanking] }] : []),
    { term: terms.counting, texts: [words.methodCounting] },
    { term: terms.week, texts: [words.methodWeek, ...weekBounds(report.surveys, localization)] },
  ];
}

/** The week in each time zone, with the UTC offsets at both ends and its length in hours. */
function weekBounds(surveys: readonly SurveyWeek[], localization: Localization): readonly string[] {
  const { words, formats } = localization;
  const lines = [
    ...new Set(
      surveys.map(({ timeZone, period }) =>
        words.weekBounds({
          zone: displayText(timeZone, localization, 60),
          start: weekBoundText(period.start, localization),
          end: weekBoundText(period.end, localization),
          hours: formats.weekLength(period.hours),
        }),
      ),
    ),
  ];
  if (lines.length <= WEEKS) return lines;
  return [...lines.slice(0, WEEKS), words.moreInJson({ n: lines.length - WEEKS })];
}

/** 'Mon 9 Nov, 00:00 (+02:00)' */
export function weekBoundText(instant: string, { formats }: Localization): string {
  const match = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(instant);
  const offset = match === null ? '' : ` (${match[0].replace('-', '\u2212')})`;
  return `${formats.wallClock(instant)}${offset}`;
}
