// The alternative texts of charts, for readers who don't see them.
import type { GroupKey } from '../domain/figures.ts';
import { halfWidthOf } from '../domain/figures.ts';
import type { SurveyDay, TrendWeek } from '../domain/report.ts';
import type { SurveyCell } from '../domain/signals/hour-cells.ts';
import type { Signal } from '../domain/signals/signal.ts';
import { weekNumber } from '../i18n/formats.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import { clearHoursTexts, verdictText } from '../i18n/report-texts/signal-sentences.ts';
import { usualRange } from '../i18n/report-texts/usual-level-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { MIN_RESPONSES } from './index-axes.ts';
import type { SmallTrendSeries } from './small-trend.ts';

/** Every week with its index and responses, then the verdict, the limits and a change of the level. */
export function trendAltText(
  trend: readonly TrendWeek[],
  group: GroupKey,
  signal: Signal | null,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { textAlternatives: alts } = words;
  const isIndexed = trend.some(({ index }) => index !== null);
  const weeks = trend.map(({ week, index, responses }) => {
    const weekName = alts.week({ week: formats.numeral(weekNumber(week)) });
    return pointText(weekName, index, responses, group, localization);
  });
  const text = formats.list(weeks);
  const series = isIndexed
    ? alts.trend({ index: indexName(group, localization), weeks: text })
    : alts.trendCounts({ weeks: text });
  return [series, ...signalTexts(signal, group, localization)].join(' ');
}

/** The index of every week. `name`: what the trend is of. */
export function smallTrendAltText(
  { indexes, indexType }: Pick<SmallTrendSeries, 'indexes' | 'indexType'>,
  name: string,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): string {
  const values = indexes.map((index) => formats.index(index, indexType));
  return words.textAlternatives.trend({ index: name, weeks: formats.list(values) });
}

function signalTexts(
  signal: Signal | null,
  { indexType }: GroupKey,
  localization: Localization,
): readonly string[] {
  if (signal === null) return [];
  const { words, formats } = localization;
  const { chartTextAlternatives: alts } = words.signals;
  const { usual, earlierUsual, phaseSince } = signal;
  const range = usualRange(signal, indexType, localization);
  const verdict = verdictText(signal, localization);
  if (range === '') return [words.signals.asSentence({ text: verdict })];
  const texts = [alts.limits({ verdict, usual: formats.index(usual, indexType), range })];
  if (earlierUsual === null || phaseSince === null) return texts;
  const week = formats.numeral(weekNumber(phaseSince));
  const earlier = formats.index(earlierUsual, indexType);
  return [...texts, alts.levelChange({ week, earlier, usual: formats.index(usual, indexType) })];
}

/** Every day with its index, the interval and the responses. */
export function daysAltText(
  days: readonly SurveyDay[],
  group: GroupKey,
  indexed: boolean,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { textAlternatives: alts } = words;
  const texts = days.map(({ date, index, responses, data }) => {
    const dayName = formats.weekdayAndDay(date);
    const halfWidth = halfWidthOf(data, group);
    if (!indexed || index === null || halfWidth === null || responses < MIN_RESPONSES) {
      return pointText(dayName, indexed ? index : null, responses, group, localization);
    }
    return words.signals.chartTextAlternatives.pointWithInterval({
      when: dayName,
      index: formats.index(index, group.indexType),
      halfWidth: formats.changeSize(halfWidth, group.indexType),
      n: responses,
    });
  });
  const text = formats.list(texts);
  return indexed
    ? alts.days({ index: indexName(group, localization), days: text })
    : alts.daysCounts({ days: text });
}

function pointText(
  time: string,
  index: number | null,
  responses: number,
  { indexType }: GroupKey,
  { words, formats }: Localization,
): string {
  const { textAlternatives: alts } = words;
  if (responses === 0) return alts.noResponses({ when: time });
  return index === null
    ? alts.count({ when: time, n: responses })
    : alts.point({ when: time, index: formats.index(index, indexType), n: responses });
}

/** The responses of every part of the week, then the parts that clearly differ. */
export function weekPartsAltText(
  cells: readonly SurveyCell[],
  group: GroupKey,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { textAlternatives: alts } = words;
  const parts = cells.map(({ weekday, part, responses }) =>
    alts.count({
      when: words.hoursOfDay({
        weekday: formats.weekday(weekday, 'long'),
        from: formats.hour(part * 6),
        to: formats.hour(part * 6 + 6),
      }),
      n: responses,
    }),
  );
  return [
    words.signals.chartTextAlternatives.parts({ parts: formats.list(parts) }),
    ...clearHoursTexts(cells, group, localization),
  ].join(' ');
}
