// The alternative texts of charts, for readers who don't see them.
import type { GroupKey } from '../domain/figures.ts';
import { halfWidthOf } from '../domain/figures.ts';
import type { SurveyDay, TrendWeek } from '../domain/report.ts';
import type { Level } from '../domain/signals/model.ts';
import { weekNumber } from '../i18n/formats.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import { usualRange } from '../i18n/report-texts/level-range.ts';
import { partTexts, stateText } from '../i18n/report-texts/state-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { MIN_RESPONSES } from './index-axes.ts';
import type { SmallTrendSeries } from './small-trend.ts';
import type { WeekHours } from './week-hours.ts';
import { hoursOfCell } from './week-hours.ts';

/** Every week with its index and responses, then the state and what the week is compared with. `level`: null without an index. */
export function trendAltText(
  trend: readonly TrendWeek[],
  group: GroupKey,
  level: Level | null,
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
  return [series, ...levelTexts(level, group, localization)].join(' ');
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

function levelTexts(
  level: Level | null,
  { indexType }: GroupKey,
  localization: Localization,
): readonly string[] {
  if (level === null || level.state === null) return [];
  const { words, formats } = localization;
  const { chartTextAlternatives: alts } = words.signals;
  const state = stateText(level, localization);
  if (level.usual === null) return [words.signals.asSentence({ text: state })];
  const usual = formats.index(level.usual, indexType);
  const range = level.state === 'usual' ? usualRange(level, indexType, localization) : '';
  return [range === '' ? alts.level({ state, usual }) : alts.limits({ state, usual, range })];
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

/** The responses of every cell of the week, then the weekdays and parts of the day that differ. */
export function weekPartsAltText(
  { cells, parts }: WeekHours,
  group: GroupKey,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { textAlternatives: alts } = words;
  const counts = cells.flatMap((n, cell) => {
    if (n === 0) return [];
    const { weekday, from, to } = hoursOfCell(cell);
    const when = words.hoursOfDay({
      weekday: formats.weekday(weekday, 'long'),
      from: formats.hour(from),
      to: formats.hour(to),
    });
    return [alts.count({ when, n })];
  });
  return [
    words.signals.chartTextAlternatives.parts({ parts: formats.list(counts) }),
    ...partTexts(parts, group, localization),
  ].join(' ');
}
