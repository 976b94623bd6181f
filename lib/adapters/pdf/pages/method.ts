// The last lines of every report: how the figures are made, and which hours a week has in each zone.
import { isIndexType } from '../../../domain/scale.ts';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import type { Block } from '../block.ts';
import { beside, paragraph, stacked } from '../block.ts';
import type { Setting } from '../setting.ts';
import { shown } from '../setting.ts';
import { space, type } from '../theme.ts';
import { heading } from './section.ts';

const WEEKS = 12;
const TERM_COLUMN = 128;

interface Entry {
  readonly term: string;
  readonly texts: readonly string[];
}

export function method(report: Report, setting: Setting): readonly Block[] {
  const { words, width } = setting;
  const ranked = report.ranking.length > 0 && report.subfolders.length > 0;
  const used = [...new Set(report.summary.groups.map((group) => group.indexType))];
  const terms = words.methodTerms;
  const entries: readonly Entry[] = [
    ...used.flatMap((indexType) =>
      isIndexType(indexType)
        ? [{ term: words.indexNames[indexType], texts: [words.methodIndexes[indexType]] }]
        : [],
    ),
    { term: terms.noise, texts: [words.methodNoise, ...(ranked ? [words.methodMovers] : [])] },
    { term: terms.pooling, texts: [words.methodPooling] },
    { term: terms.ranking, texts: [words.methodRanking] },
    { term: terms.misuse, texts: [words.methodMisuse] },
    { term: terms.week, texts: [words.methodWeek, ...weekBounds(report.surveys, setting)] },
  ];
  const rest = width - TERM_COLUMN;
  return [
    stacked(
      [
        heading('H2', words.method, width),
        ...entries.map(({ term, texts }) =>
          beside(
            [
              {
                x: 0,
                block: paragraph('P', term, type.fineStrong, TERM_COLUMN - 12, { maxLines: 2 }),
              },
              {
                x: TERM_COLUMN,
                block: stacked(
                  texts.map((text) => paragraph('P', text, type.fine, rest, { maxLines: 4 })),
                ),
              },
            ],
            { before: space.tiny },
          ),
        ),
      ],
      { before: space.section },
    ),
  ];
}

/** Each zone's week once, with the offsets at both ends and its hours. */
function weekBounds(surveys: readonly SurveyWeek[], setting: Setting): readonly string[] {
  const { words, formats } = setting;
  const lines = [
    ...new Set(
      surveys.map(({ timeZone, period }) =>
        words.weekBounds(
          shown(timeZone, setting, 60),
          boundOf(period.start, setting),
          boundOf(period.end, setting),
          formats.hours(period.hours),
        ),
      ),
    ),
  ];
  if (lines.length <= WEEKS) return lines;
  return [...lines.slice(0, WEEKS), words.moreInJson(formats.count(lines.length - WEEKS))];
}

/** 'Mon 9 Nov, 00:00 (+02:00)' */
function boundOf(instant: string, { formats }: Setting): string {
  const match = /(?:Z|[+-]\d{2}:?\d{2})$/.exec(instant);
  const offset = match === null ? '' : ` (${match[0].replace('-', '\u2212')})`;
  return `${formats.wallClock(instant)}${offset}`;
}
