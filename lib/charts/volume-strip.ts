// The responses of weeks or days as bars in a strip of their own, never on the axis of an index.
import type { Operation } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import { colours } from './theme.ts';

/** The part of a column that its bar fills. */
const BAR_SHARE = 0.62;
const MIN_BAR = 0.75;

/** The columns that a chart and its strip share, in points. */
export interface Columns {
  readonly left: number;
  readonly width: number;
  readonly count: number;
}

export function columnCentre({ left, width }: Columns, i: number): number {
  return left + (i + 0.5) * width;
}

export function volumeStrip(
  responses: readonly number[],
  columns: Columns,
  top: number,
  height: number,
): readonly Operation[] {
  const maxResponses = Math.max(1, ...responses);
  const bottom = top + height;
  const barWidth = columns.width * BAR_SHARE;
  const bars = responses.flatMap((n, i) => {
    if (n === 0) return [];
    const barHeight = Math.max(MIN_BAR, (n / maxResponses) * height);
    const left = columnCentre(columns, i) - barWidth / 2;
    return [filledRectangle(left, bottom - barHeight, barWidth, barHeight, colours.volume)];
  });
  const right = columns.left + columns.width * columns.count;
  return [...bars, line([columns.left, bottom], [right, bottom], colours.hairline, 0.75)];
}
