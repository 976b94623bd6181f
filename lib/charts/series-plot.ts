// The plot that charts of weeks and of days share: its scale, gridlines, usual range, line, points and labels.
import type { Axis, Trend } from '../view/report-view.ts';
import type { Drawing } from './chart.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import { circle, filledRectangle, line, polyline } from './draw-operations.ts';
import type { Colour } from './theme.ts';
import { colours, textStyles } from './theme.ts';

/** Fewer responses are drawn hollow. */
export const MIN_RESPONSES = 10;

/** A point of a drawing; `y` is null without a value. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number | null;
}

/** A drawing whose points can be pointed at. */
export interface SeriesDrawing extends Drawing {
  /** One for each week or day, from left to right. */
  readonly points: readonly PlotPoint[];
  readonly plot: { readonly top: number; readonly bottom: number };
}

const LABEL = textStyles.label;

/** Heights of a chart of weeks or days, in points. */
export const PLOT_TOP = 6;
const BELOW_PLOT = 33;

/** Charts of weeks and of days with plots of the same height are equally high. */
export function seriesHeight(plotHeight: number): number {
  return PLOT_TOP + plotHeight + BELOW_PLOT;
}

/** From values to the drawing; values outside the axis are drawn at its ends. */
export type Scale = (value: number) => number;

export function scaleOf(
  { min, max }: Pick<Axis, 'min' | 'max'>,
  top: number,
  bottom: number,
): Scale {
  return (value) => {
    const clipped = Math.min(max, Math.max(min, value));
    return bottom - ((clipped - min) / (max - min)) * (bottom - top);
  };
}

export function gridLines(
  ticks: readonly Pick<Axis['ticks'][number], 'value'>[],
  scale: Scale,
  left: number,
  right: number,
): readonly Operation[] {
  return ticks.map(({ value }) =>
    line([left, scale(value)], [right, scale(value)], colours.grid, 0.75),
  );
}

/** The texts of the ticks at the start side of a plot. */
export function tickLabels(
  ticks: Axis['ticks'],
  scale: Scale,
  right: number,
  { lineAt }: Typesetter,
): readonly Operation[] {
  return ticks.flatMap(({ value, text }) =>
    lineAt(text, LABEL, right, scale(value) + 2.6, 'right'),
  );
}

/** The labels of weeks that have room: the last one, and those at the first of the `steps` from it that is wide enough. */
export function weekLabels(
  labels: readonly string[],
  places: readonly Pick<PlotPoint, 'x'>[],
  steps: readonly number[],
  baseline: number,
  { lineAt, widthOf }: Typesetter,
): readonly Operation[] {
  const { labelStrong } = textStyles;
  const widest = Math.max(0, ...labels.map((label) => widthOf(label, labelStrong)));
  const last = labels.length - 1;
  const xOf = (i: number): number => places[i]?.x ?? 0;
  const step = (xOf(last) - xOf(0)) / Math.max(1, last);
  const every = steps.find((weeks) => weeks * step > widest + 4) ?? labels.length;
  return labels.flatMap((label, i) =>
    (last - i) % every === 0
      ? lineAt(label, i === last ? labelStrong : LABEL, xOf(i), baseline, 'centre')
      : [],
  );
}

export function usualBand(
  { lower, upper }: Pick<NonNullable<Trend['band']>, 'lower' | 'upper'>,
  scale: Scale,
  left: number,
  right: number,
): readonly Operation[] {
  const [top, bottom] = [scale(upper), scale(lower)];
  return [
    filledRectangle(left, top, right - left, Math.max(0.75, bottom - top), colours.band),
    ...[top, bottom].map((y) => line([left, y], [right, y], colours.bandEdge, 0.55)),
  ];
}

/** The line through the points, with gaps where there is no value; nothing for a single point. */
export function seriesLine(
  points: readonly PlotPoint[],
  colour: Colour,
  lineWidth: number,
): readonly Operation[] {
  const path = polyline(
    points.map(({ x, y }) => (y === null ? null : { x, y })),
    colour,
    lineWidth,
  );
  return path.commands.length > 1 ? [path] : [];
}

export function dot(x: number, y: number, radius: number, colour: Colour): Operation {
  return { kind: 'dot', x, y, radius, colour };
}

/** The dot of a value from few responses. */
export function hollowDot(x: number, y: number, radius: number, colour: Colour): Operation {
  const commands = circle(x, y, radius);
  return { kind: 'path', commands, fill: colours.paper, stroke: colour, lineWidth: 0.9 };
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A label of a line or band: `x` is its left edge, `y` its baseline. */
export interface LabelPlace {
  readonly x: number;
  readonly y: number;
}

/** Places labels where neither the line nor another label is; at their first place where each place is taken. */
export class LabelPlaces {
  readonly #points: readonly PlotPoint[];
  readonly #bounds: Rectangle;
  readonly #typesetter: Typesetter;
  readonly #taken: Rectangle[] = [];

  constructor(points: readonly PlotPoint[], bounds: Rectangle, typesetter: Typesetter) {
    this.#points = points;
    this.#bounds = bounds;
    this.#typesetter = typesetter;
  }

  keepFree(box: Rectangle): void {
    this.#taken.push(box);
  }

  /** The label at the first of the places that is free. Places are moved into the bounds. */
  place(text: string, places: readonly LabelPlace[]): readonly Operation[] {
    const width = this.#typesetter.widthOf(text, LABEL);
    const { left, right, top, bottom } = this.#bounds;
    const boxes = places.map(({ x, y }) => {
      const from = Math.max(left, Math.min(x, right - width));
      const baseline = Math.min(bottom - 2, Math.max(top + LABEL.size, y));
      return { left: from, right: from + width, top: baseline - 6, bottom: baseline + 2 };
    });
    const box = boxes.find((candidate) => this.#isFree(candidate)) ?? boxes[0];
    if (box === undefined) return [];
    this.keepFree(box);
    return this.#typesetter.lineAt(
      text,
      { ...LABEL, colour: colours.ink },
      box.left,
      box.bottom - 2,
    );
  }

  #isFree(box: Rectangle): boolean {
    return (
      this.#taken.every((other) => !overlap(box, other)) &&
      this.#points.every((point, i) => !crosses(point, this.#points[i + 1] ?? point, box))
    );
  }
}

function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** More than the radius of a dot. */
const CLEARANCE = 2;

/** Whether the line between two points, or the dot of the first, touches a box. */
function crosses(from: PlotPoint, to: PlotPoint, box: Rectangle): boolean {
  if (from.y === null) return false;
  const end = to.y === null ? from : to;
  const [left, right] = [box.left - CLEARANCE, box.right + CLEARANCE];
  if (from.x > right || end.x < left) return false;
  const slope = end.x === from.x ? 0 : ((end.y ?? from.y) - from.y) / (end.x - from.x);
  const ys = [Math.max(from.x, left), Math.min(end.x, right)].map(
    (x) => (from.y ?? 0) + slope * (x - from.x),
  );
  return Math.min(...ys) < box.bottom + CLEARANCE && Math.max(...ys) > box.top - CLEARANCE;
}
