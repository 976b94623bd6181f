// The seven days: responses as bars, the day's index as a dot above them.
import type { GroupKey } from '../domain/figures.ts';
import type { SurveyDay } from '../domain/report.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { circle, filledRectangle, line } from './draw-operations.ts';
import { colours, withColour, textStyles } from './theme.ts';
import { seriesAltText } from './alt-texts.ts';
import { createAxis } from './axis.ts';
import type { ChartSetting, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const LABELS = 24;
const BAR_SHARE = 0.4;
/** Between the names of two days. */
const LABEL_GAP = 2;

export function daysChart(
  days: readonly SurveyDay[],
  group: GroupKey,
  width: number,
  plotHeight: number,
  context: ChartSetting,
): Drawing {
  const { formats, typesetter } = context;
  const { baselineIn, lineAt } = typesetter;
  const top = 6;
  const bottom = top + plotHeight;
  const column = width / Math.max(1, days.length);
  const xOf = (i: number): number => (i + 0.5) * column;
  const indexed = days.some((day) => day.index !== null);
  const k = Math.max(0, ...days.map((day) => day.data.length));
  const range = indexed ? indexRange(group.indexType, k) : null;
  const most = Math.max(1, ...days.map((day) => day.responses));
  const operations: Operation[] = [];

  days.forEach((day, i) => {
    const share = range === null ? 0.92 : BAR_SHARE;
    const height = (day.responses / most) * plotHeight * share;
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
    // Labels stand on the dots, so dots keep clear of the top, and of the bars below.
    const axis = createAxis(indexes, range, top + 14, bottom - plotHeight * (BAR_SHARE + 0.06), 2);
    let before: readonly [number, number] | null = null;
    const dots: Operation[] = [];
    days.forEach((day, i) => {
      if (day.index === null) {
        before = null;
        return;
      }
      const here = [xOf(i), axis.at(day.index)] as const;
      if (before !== null) operations.push(line(before, here, colours.band, 1.2));
      before = here;
      const label = formats.index(day.index, group.indexType);
      dots.push(
        {
          kind: 'path',
          commands: circle(here[0], here[1], 2.6),
          fill: colours.accent,
          stroke: colours.paper,
          lineWidth: 0.8,
        },
        ...lineAt(
          label,
          withColour(textStyles.labelStrong, colours.accent),
          here[0],
          here[1] - 5.5,
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
  const said = days.map(({ date, index, responses }) => ({
    when: formats.dayOfWeek(date),
    index,
    responses,
  }));
  const alt = seriesAltText('days', said, group, range !== null, context);
  return { width, height: bottom + LABELS, alt, operations };
}

/** As long as all of them find room between their neighbours. */
function dayNames(
  days: readonly SurveyDay[],
  room: number,
  { formats, typesetter }: ChartSetting,
): readonly (string | undefined)[] {
  const labels = days.map(({ date }) => formats.dayLabels(date));
  const fits = (i: number): boolean =>
    labels.every((of) => typesetter.widthOf(of[i] ?? '', textStyles.label) <= room - LABEL_GAP);
  const longest = [0, 1].find(fits) ?? 2;
  return labels.map((of) => of[longest]);
}
