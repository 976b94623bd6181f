// The hours of a week in which alerts were open, as one row of bars for each direction.
import type { SurveyWeek } from '../domain/report.ts';
import type { AlertDirection, Interval } from '../domain/signals/alarm.ts';
import { timesInAlarm } from '../domain/signals/alarm.ts';
import { filledRectangle, line } from './draw-operations.ts';
import { colours, directionColours, textStyles } from './theme.ts';
import type { ChartContext, Drawing } from './chart.ts';

const TOP = 1;
const ROW = 10;
const BAR = 8;
const LABELS = 11;
const LABEL_GAP = 8;
const DIRECTIONS = ['bad', 'good', 'neutral'] as const;
const MS_PER_HOUR = 3_600_000;
/** A short alert must still be visible. */
const MIN_WIDTH = 0.75;
/** The part of the width that the names of the directions may take. */
const MAX_LABEL_SHARE = 0.25;

export type AlarmWeek = Pick<SurveyWeek, 'alerts' | 'data' | 'days' | 'period'>;

/** `asOf`: the end of open alerts. */
export function alarmStrip(
  survey: AlarmWeek,
  asOf: string,
  width: number,
  context: ChartContext,
): Drawing {
  const { words, formats, typesetter } = context;
  const { fitted, lineIn, widthOf } = typesetter;
  const week = { start: Date.parse(survey.period.start), end: Date.parse(survey.period.end) };
  const rows = DIRECTIONS.flatMap((direction) => {
    const spans = timesInAlarm(
      survey.alerts ?? [],
      direction,
      week,
      Date.parse(asOf),
      survey.data.length,
    );
    return spans.length === 0 ? [] : [{ direction, spans }];
  });
  const labelRoom = width * MAX_LABEL_SHARE;
  const names = rows.map(({ direction }) =>
    fitted(words.signals.directions[direction], textStyles.label, labelRoom),
  );
  const left = Math.max(0, ...names.map((name) => widthOf(name, textStyles.label))) + LABEL_GAP;
  const xOf = (instant: number): number =>
    left + ((instant - week.start) / (week.end - week.start)) * (width - left);
  const bottom = TOP + rows.length * ROW;
  const bars = rows.flatMap(({ direction, spans }, i) => [
    ...lineIn(names[i] ?? '', textStyles.label, 0, [TOP + i * ROW, BAR]),
    filledRectangle(left, TOP + i * ROW, width - left, BAR, colours.calm),
    ...spans.flatMap(({ start, end }) => {
      const barWidth = Math.max(MIN_WIDTH, xOf(end) - xOf(start));
      const x = Math.min(xOf(start), width - barWidth);
      return [filledRectangle(x, TOP + i * ROW, barWidth, BAR, directionColours[direction])];
    }),
  ]);
  // A day with a change of the clock is an hour longer or shorter, which no reader sees at this size.
  const dayWidth = (width - left) / Math.max(1, survey.days.length);
  const days = survey.days.flatMap(({ date }, day) => {
    const x = left + day * dayWidth;
    const label = fitted(formats.dayLabels(date)[1] ?? '', textStyles.label, dayWidth - 2);
    return [
      ...(day === 0 ? [] : [line([x, 0], [x, bottom], colours.paper, 1)]),
      ...lineIn(label, textStyles.label, x + dayWidth / 2, [bottom, LABELS], 'centre'),
    ];
  });
  return {
    width,
    height: bottom + LABELS,
    alt: rows.map((row) => altText(row, context)).join(' '),
    operations: [...bars, ...days],
  };
}

function altText(
  { direction, spans }: { readonly direction: AlertDirection; readonly spans: readonly Interval[] },
  { words, formats }: ChartContext,
): string {
  const hours = spans.reduce((sum, { start, end }) => sum + (end - start), 0) / MS_PER_HOUR;
  return words.signals.chartTextAlternatives.alarm({
    direction,
    hours: formats.duration(Math.round(hours * 60)),
    times: spans.length,
  });
}
