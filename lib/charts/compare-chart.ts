// Two to five places over thirteen weeks: a line for each, told apart by colour, dash and the name at its end.
import type { Typesetter } from './chart-text.ts';
import type { Drawing } from './chart.ts';
import type { Operation } from './draw-operations.ts';
import { line, polyline } from './draw-operations.ts';
import { dot, gridLines, scaleOf, tickLabels, weekLabels } from './series-plot.ts';
import type { Colour } from './theme.ts';
import { colours, compareColours, textStyles } from './theme.ts';

/** A place: its mean of the buttons, 0–100, oldest first. */
export interface ComparedPlace {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The last value. */
  readonly text: string;
}

/** A drawing whose weeks can be pointed at; each has the positions of its values. */
export interface CompareDrawing extends Drawing {
  readonly points: readonly { readonly x: number; readonly values: readonly number[] }[];
  readonly plot: { readonly top: number; readonly bottom: number };
}

interface CompareChart {
  readonly places: readonly ComparedPlace[];
  /** 'W47', oldest first. */
  readonly weeks: readonly string[];
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly alt: string;
}

/** Colour, width and dash of the line of each place. */
export interface LineStyle {
  readonly colour: Colour;
  readonly lineWidth: number;
  readonly dash: readonly number[];
}

const DASHES: readonly (readonly number[])[] = [[], [4.5, 2.5], [1.3, 1.9], [8, 2], [6, 2, 1.3, 2]];

export const LINE_STYLES: readonly LineStyle[] = DASHES.map((dash, i) => ({
  colour: compareColours[i]?.[0] ?? colours.ink,
  lineWidth: i === 0 ? 1.6 : 1.5,
  dash,
}));

const TOP = 6;
const BELOW = 16;
const TICK_GAP = 5;
const END_GAP = 7;
const LABEL_HEIGHT = 11;
/** The part of the width that names may take. */
const MAX_NAME_SHARE = 0.28;
/** Narrower charts have the values alone: their names are beside the chart. */
const MIN_NAMED_WIDTH = 340;
const { strong: VALUE, body: NAME } = textStyles;
const WEEK_STEPS = [1, 2, 4, 6, 12] as const;

export function compareChart(
  { places, weeks, ticks, alt }: CompareChart,
  width: number,
  plotHeight: number,
  typesetter: Typesetter,
): CompareDrawing {
  const { widthOf } = typesetter;
  const plot = { top: TOP, bottom: TOP + plotHeight };
  const scale = scaleOf({ min: 0, max: 100 }, plot.top, plot.bottom);
  const named = width >= MIN_NAMED_WIDTH;
  const labels = endLabels(places, scale, plot, named ? width * MAX_NAME_SHARE : 0, typesetter);
  const widest = Math.max(0, ...weeks.map((week) => widthOf(week, textStyles.labelStrong)));
  const tickWidth = Math.max(0, ...ticks.map(({ text }) => widthOf(text, textStyles.label)));
  const labelWidth = Math.max(0, ...labels.map((label) => label.width));
  const left = Math.max(tickWidth + TICK_GAP, widest / 2);
  const right = width - Math.max(END_GAP + labelWidth, widest / 2);
  const step = (right - left) / Math.max(1, weeks.length - 1);
  const xOf = (week: number): number => left + week * step;
  const points = weeks.map((_, i) => ({
    x: xOf(i),
    values: places.flatMap(({ values }) => {
      const value = values[i] ?? null;
      return value === null ? [] : [scale(value)];
    }),
  }));
  const height = plot.bottom + BELOW;
  return {
    width,
    height,
    alt,
    plot,
    points,
    operations: [
      ...gridLines(ticks, scale, left, right),
      ...tickLabels(ticks, scale, left - TICK_GAP, typesetter),
      ...places.flatMap(({ values }, i) => placeLine(values, i, xOf, scale)),
      ...labels.flatMap((label) => label.at(right + END_GAP)),
      ...weekLabels(weeks, points, WEEK_STEPS, height - 2.5, typesetter),
    ],
  };
}

function placeLine(
  values: readonly (number | null)[],
  place: number,
  xOf: (week: number) => number,
  scale: (value: number) => number,
): readonly Operation[] {
  const { colour, lineWidth, dash } = lineStyle(place);
  const points = values.map((value, i) => (value === null ? null : { x: xOf(i), y: scale(value) }));
  const last = points.at(-1) ?? null;
  const path = polyline(points, colour, lineWidth);
  return [
    ...(path.commands.length > 1 ? [dash.length === 0 ? path : { ...path, dash }] : []),
    ...(last === null ? [] : [dot(last.x, last.y, 2.8, colour)]),
  ];
}

function lineStyle(place: number): LineStyle {
  return (
    LINE_STYLES[place % LINE_STYLES.length] ?? { colour: colours.ink, lineWidth: 1.5, dash: [] }
  );
}

interface EndLabel {
  readonly width: number;
  readonly at: (x: number) => readonly Operation[];
}

/** The value and name of each place at the height of its last value, moved apart where they would overlap. */
function endLabels(
  places: readonly ComparedPlace[],
  scale: (value: number) => number,
  { top, bottom }: CompareDrawing['plot'],
  nameWidth: number,
  { widthOf, lineAt, fitted }: Typesetter,
): readonly EndLabel[] {
  const wanted = places.flatMap(({ name, text, values }) => {
    const value = values.at(-1) ?? null;
    return value === null ? [] : [{ name, text, y: scale(value) }];
  });
  const sorted = wanted.toSorted((a, b) => a.y - b.y);
  const heights = apart(
    sorted.map(({ y }) => y),
    LABEL_HEIGHT,
    [top, bottom],
  );
  return sorted.map(({ name, text }, i) => {
    const y = (heights[i] ?? 0) + 3;
    const valueWidth = widthOf(text, VALUE) + 3;
    const shownName = nameWidth === 0 ? '' : fitted(name, NAME, nameWidth);
    return {
      width: valueWidth + widthOf(shownName, NAME),
      at: (x) => [...lineAt(text, VALUE, x, y), ...lineAt(shownName, NAME, x + valueWidth, y)],
    };
  });
}

/** Sorted positions, each moved down or up until all are at least the distance apart within the bounds. */
export function apart(
  positions: readonly number[],
  distance: number,
  [least, most]: readonly [number, number],
): readonly number[] {
  let previous = least - distance;
  const down = positions.map((position) => {
    previous = Math.max(position, previous + distance);
    return previous;
  });
  let next = most + distance;
  return down
    .toReversed()
    .map((position) => {
      next = Math.min(position, next - distance);
      return next;
    })
    .toReversed();
}

/** The line of a place as a sign of the given size, for a table of the places. */
export function lineSample(place: number, width: number, height: number): readonly Operation[] {
  const { colour, lineWidth, dash } = lineStyle(place);
  return [line([0, height / 2], [width, height / 2], colour, lineWidth, dash)];
}
