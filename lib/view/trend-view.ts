// Thirteen weeks of a survey or a folder, with the level that this week is compared with.
import { weeksFrom, parseWeek } from '../domain/calendar.ts';
import type { GroupKey } from '../domain/figures.ts';
import type { TrendWeek } from '../domain/report.ts';
import { indexLimits } from '../domain/scale.ts';
import { MIN_RESPONSES } from '../domain/signals/level/comparison.ts';
import type { Level } from '../domain/signals/model.ts';
import { usualRange, weekNumberText } from '../i18n/report-texts/level-range.ts';
import type { ReportTexts } from '../i18n/generated/texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { heatClass } from './heat-class.ts';
import type { Axis, Trend, TrendPoint } from './report-view.ts';

/** A week's value as it is drawn, and its responses. */
export interface WeekValue {
  readonly week: string;
  readonly value: number | null;
  readonly responses: number;
}

/** `level`: what the weeks are compared with; `range`: of the scale. */
export function trendPoints(
  weeks: readonly WeekValue[],
  indexType: string,
  { level, range }: { readonly level: number | null; readonly range: number },
  { words, formats }: Localization,
): readonly TrendPoint[] {
  return weeks.map(({ week, value, responses }) => {
    const number = weekNumberText(week, formats);
    return {
      week,
      label: words.weekTick({ week: number }),
      name: words.view.weekName({ week: number }),
      number,
      value,
      text: formats.index(value, indexType),
      heat: heatClass(value, level, range),
      responses,
      responsesText: words.responses({ n: responses }),
    };
  });
}

/** Every week with its value and responses. */
export function trendDescription(
  points: readonly TrendPoint[],
  index: string,
  { words, formats }: Localization,
): string {
  const { textAlternatives: alts } = words;
  return alts.trend({
    index,
    weeks: formats.list(points.map((point) => pointText(point, alts))),
  });
}

/** Of a week or a day; the responses alone where it has no value. */
export function pointText(
  {
    name: when,
    value,
    text,
    responses: n,
  }: Pick<TrendPoint, 'name' | 'value' | 'text' | 'responses'>,
  alternatives: ReportTexts['textAlternatives'],
): string {
  if (n === 0) return alternatives.noResponses({ when });
  return value === null
    ? alternatives.count({ when, n })
    : alternatives.point({ when, index: text, n });
}

/** The weeks of a survey, of which those with too few responses are not measured. */
export function measuredWeeks(trend: readonly TrendWeek[]): readonly WeekValue[] {
  return trend.map(({ week, index, responses }) => ({
    week,
    value: responses < MIN_RESPONSES ? null : index,
    responses,
  }));
}

/** The whole scale of a place's own kind; null for an unknown one. */
export function placeAxis(
  { indexType, feedbackScale }: GroupKey,
  { formats }: Localization,
): Axis | null {
  const limits = indexLimits(indexType, feedbackScale);
  if (limits === null) return null;
  const { lower: min, upper: max } = limits;
  return {
    min,
    max,
    ticks: [min, (min + max) / 2, max].map((value) => ({
      value,
      text: indexType === 'AVERAGE' ? formats.decimal(value) : formats.index(value, indexType),
    })),
  };
}

type DrawnLevel = Pick<
  Level,
  'state' | 'usual' | 'lower' | 'upper' | 'since' | 'was' | 'lowWeeks' | 'weeksUsed' | 'settled'
>;

/** The usual range where the week is as usual; null beside every other state. */
export function bandOf(
  level: DrawnLevel,
  indexType: string,
  weeks: readonly string[],
  localization: Localization,
): Trend['band'] {
  const { state, lower, upper } = level;
  if (state !== 'usual' || lower === null || upper === null) return null;
  // The weeks before the present level are not of the range.
  const used = level.settled ? (level.lowWeeks ?? weeks.length) : (level.weeksUsed ?? weeks.length);
  const fromWeek = weeks.at(-Math.min(weeks.length, used + 1)) ?? '';
  const range = usualRange(level, indexType, localization);
  return { lower, upper, fromWeek, label: localization.words.signals.usualRange({ range }) };
}

/** The level that a week is compared with, over the weeks at that level. */
export function levelsOf(
  level: DrawnLevel,
  indexType: string,
  weeks: readonly string[],
  { words, formats }: Localization,
): Trend['levels'] {
  const { state, usual, was, since, lowWeeks } = level;
  if (usual === null) return [];
  const [first = ''] = weeks;
  const last = weeks.at(-1) ?? '';
  const text = (value: number): string => formats.index(value, indexType);
  const before = (week: string, count: number): string => {
    const parsed = parseWeek(week);
    return parsed === null ? week : weeksFrom(parsed, -count).name;
  };
  switch (state) {
    case 'new':
    case 'still':
    case 'better': {
      const level = { value: usual, fromWeek: first };
      const until = before(since ?? last, 1);
      if (until < first)
        return [{ ...level, toWeek: last, label: words.signals.was({ level: text(usual) }) }];
      const week = weekNumberText(until, formats);
      return [
        { ...level, toWeek: until, label: words.view.levelUntil({ level: text(usual), week }) },
      ];
    }
    case 'recovered': {
      const label = words.signals.usualRange({ range: text(usual) });
      const level = { value: usual, fromWeek: first, toWeek: last, label };
      if (was === null) return [level];
      const fromWeek = before(last, Math.min(lowWeeks ?? 1, weeks.length - 1));
      const low = { value: was, fromWeek, toWeek: before(last, 1) };
      return [level, { ...low, label: words.signals.was({ level: text(was) }) }];
    }
    case 'silent':
    case 'newPlace':
    case 'tooFew':
    case 'usual':
    case null:
      return [];
  }
}
