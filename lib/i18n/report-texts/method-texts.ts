// The method note at the end of every report, and the bounds of the week in each time zone.
import type { Report, SurveyWeek } from '../../domain/report.ts';
import { isIndexType } from '../../domain/scale.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

const WEEKS = 4;

export interface MethodEntry {
  readonly term: string;
  /** One paragraph each. */
  readonly texts: readonly string[];
}

export function methodEntries(report: Report, localization: Localization): readonly MethodEntry[] {
  const { words } = localization;
  const ranked = report.ranking.length > 0 && report.subfolders.length > 0;
  const used = [...new Set(report.summary.groups.map((group) => group.indexType))];
  const terms = words.methodTerms;
  return [
    ...used.flatMap((indexType) =>
      isIndexType(indexType)
        ? [{ term: words.indexNames[indexType], texts: [words.methodIndexes[indexType]] }]
        : [],
    ),
    { term: terms.uncertainty, texts: [words.signals.methodUsual, words.signals.methodIntervals] },
    ...(report.summary.surveys > 1 ? [{ term: terms.pooling, texts: [words.methodPooling] }] : []),
    ...(ranked ? [{ term: terms.ranking, texts: [words.methodRanking] }] : []),
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
        words.weekBounds(
          displayText(timeZone, localization, 60),
          weekBoundText(period.start, localization),
          weekBoundText(period.end, localization),
          formats.hours(period.hours),
        ),
      ),
    ),
  ];
  if (lines.length <= WEEKS) return lines;
  return [...lines.slice(0, WEEKS), words.moreInJson(formats.count(lines.length - WEEKS))];
}

/** 'Mon 9 Nov, 00:00 (+02:00)' */
export function weekBoundText(instant: string, { formats }: Localization): string {
  const match = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(instant);
  const offset = match === null ? '' : ` (${match[0].replace('-', '\u2212')})`;
  return `${formats.wallClock(instant)}${offset}`;
}
