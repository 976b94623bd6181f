// The hours of a week in alarm, as one row.
import type { AlertsView } from '../view/report-view.ts';
import type { Typesetter } from './chart-text.ts';
import type { Drawing } from './chart.ts';
import { filledRectangle, line } from './draw-operations.ts';
import { colours, textStyles } from './theme.ts';

const ROW = 6.75;
const LABELS = 10.5;
/** A short alert must still be visible. */
const MIN_WIDTH = 0.75;

export function alarmHours(
  { strip, hours, dayLabels, summary }: AlertsView,
  width: number,
  { lineAt, fitted }: Typesetter,
): Drawing {
  const xOf = (hour: number): number => (hour / Math.max(1, hours)) * width;
  // A day with a change of the clock is an hour longer or shorter, which no reader sees at this size.
  const day = width / Math.max(1, dayLabels.length);
  return {
    width,
    height: ROW + LABELS,
    alt: summary,
    operations: [
      filledRectangle(0, 0, width, ROW, colours.calm),
      ...strip.map(({ from, to }) => {
        const length = Math.max(MIN_WIDTH, xOf(to) - xOf(from));
        return filledRectangle(Math.min(xOf(from), width - length), 0, length, ROW, colours.bad);
      }),
      ...dayLabels.flatMap((label, i) => [
        ...(i === 0 ? [] : [line([i * day, 0], [i * day, ROW], colours.paper, 1.1)]),
        ...lineAt(
          fitted(label, textStyles.label, day - 2),
          textStyles.label,
          (i + 0.5) * day,
          ROW + 8.2,
          'centre',
        ),
      ]),
    ],
  };
}
