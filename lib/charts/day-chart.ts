// The chart of the seven days: responses as bars, the index of the day as a dot above.
import type { GroupKey } from '../domain/figures.ts';
import type { SurveyDay } from '../domain/report.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { circle, filledRectangle, line } from './draw-operations.ts';
import { colours, withColour, textStyles } from './theme.ts';
import { seriesAltText } from './alt-texts.ts';
import { createAxis } from './axis.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const LABELS = 24;
const BAR_SHARE = 0.4;
/** The minimum distance between the names of two days. */
const LABEL_GAP = 2;

export function daysChart(
  days: readonly SurveyDay[],
  group: GroupKey,
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing {
  const { formats, typesetter } = context;
  const { baselineIn, lineAt } = typesetter;
  const top = 6;
  const bottom = top + plotHeight;
  const column = width / Math.max(1, days.length);
  const xOf = (i: number): number => (i + 0.5) * column;
  const indexed = days.some((day) => day.index !== null);
  const buttonCount = Math.max(0, ...days.map((day) => day.data.length));
  const range = indexed ? indexRange(group.indexType, buttonCount) : null;
  const maxResponses = Math.max(1, ...days.map((day) => day.responses));
  const operations: Operation[] = [];

  days.forEach((day, i) => {
    const share = range === null ? 0.92 : BAR_SHARE;
    const height = (day.responses / maxResponses) * plotHeight * share;
    if (day.responses > 0) {
      const barHeight = Math.max(0.75, height);
      operations.push(
        filledRectangle(
          xOf(i) - column * 0.31,
          bottom - barHeight,
          column * 0.62,
          barHeight,
          colours.bar,
        ),
      );
    }
  });

  if (range !== null) {
    const indexes = days.flatMap((day) => (day.index === null ? [] : [day.index]));
    // Labels are above the dots, so the axis leaves space at the top and above the bars.
    const axis = createAxis(indexes, range, top + 14, bottom - plotHeight * (BAR_SHARE + 0.06), 2);
    let previousPoint: readonly [number, number] | null = null;
    const dots: Operation[] = [];
    days.forEach((day, i) => {
      if (day.index === null) {
        previousPoint = null;
        return;
      }
      const point = [xOf(i), axis.at(day.index)] as const;
      if (previousPoint !== null) operations.push(line(previousPoint, point, colours.band, 1.2));
      previousPoint = point;
      const label = formats.index(day.index, group.indexType);
      dots.push(
        {
          kind: 'path',
          commands: circle(point[0], point[1], 2.6),
          fill: colours.accent,
          stroke: colours.paper,
          lineWidth: 0.8,
        },
        ...lineAt(
          label,
          withColour(textStyles.labelStrong, colours.accent),
          point[0],
          point[1] - 5.5,
          'centre',
        ),
      );
    });
    operations.push(...dots);
  }

  const names = dayNames(days, column, context);
  operations.push(line([0, bottom], [width, bottom], colours.hairline, 0.75));
  days.forEach((day, i) => {
    const name = names[i] ?? '';
    const count = fitCount(day.responses, column, textStyles.label, context);
    operations.push(
      ...lineAt(
        name,
        withColour(textStyles.label, colours.ink),
        xOf(i),
        baselineIn(bottom + 4, 9, textStyles.label),
        'centre',
      ),
      ...lineAt(
        count,
        textStyles.label,
        xOf(i),
        baselineIn(bottom + 13, 9, textStyles.label),
        'centre',
      ),
    );
  });
  const altPoints = days.map(({ date, index, responses }) => ({
    when: formats.dayOfWeek(date),
    index,
    responses,
  }));
  const alt = seriesAltText('days', altPoints, group, range !== null, context);
  return { width, height: bottom + LABELS, alt, operations };
}

/** The longest form of the day names in which all of them fit. */
function dayNames(
  days: readonly SurveyDay[],
  room: number,
  { formats, typesetter }: ChartContext,
): readonly (string | undefined)[] {
  const labels = days.map(({ date }) => formats.dayLabels(date));
  const fits = (i: number): boolean =>
    labels.every(
      (dayLabels) => typesetter.widthOf(dayLabels[i] ?? '', textStyles.label) <= room - LABEL_GAP,
    );
  const longest = [0, 1].find(fits) ?? 2;
  return labels.map((dayLabels) => dayLabels[longest]);
}
