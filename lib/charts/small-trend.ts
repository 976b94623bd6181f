// A small trend for table rows: the index of thirteen weeks as a line without an axis, over its usual range or level.
import type { Entry } from '../domain/signals/model.ts';
import type { IndexRange } from '../i18n/report-texts/index-types.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { Operation } from './draw-operations.ts';
import { circle, filledRectangle, line, polyline } from './draw-operations.ts';
import type { DrawnLevel } from './drawn-level.ts';
import { drawnLevelOf } from './drawn-level.ts';
import { colours } from './theme.ts';

export interface SmallTrendSeries {
  /** Oldest first; null leaves a gap. */
  readonly indexes: readonly (number | null)[];
  readonly level: DrawnLevel;
  readonly indexType: string;
}

/** A drawing that takes the size of its table cell. */
export interface SmallTrend {
  readonly alt: string;
  readonly draw: (width: number, height: number) => readonly Operation[];
}

const INSET = 3;
/** The number of buttons matters only for the ends of an axis, which small trends don't have. */
const ANY_BUTTONS = 5;

/** Null without an index. */
export function smallTrend(series: SmallTrendSeries, alt: string): SmallTrend | null {
  const { indexes, indexType } = series;
  const range = indexRange(indexType, ANY_BUTTONS);
  if (range === null || indexes.every((index) => index === null)) return null;
  return { alt, draw: (width, height) => drawTrend(series, range, width, height) };
}

/** The series of an entry of the attention list. */
export function entryTrend(
  entry: Pick<Entry, 'trend' | 'figures' | 'indexType'>,
): SmallTrendSeries {
  return { indexes: entry.trend, level: drawnLevelOf(entry), indexType: entry.indexType };
}

/** `range` sets the minimum span, so that noise doesn't look like a change. */
function drawTrend(
  { indexes, level: { usual, range: usualRange } }: SmallTrendSeries,
  range: IndexRange,
  width: number,
  height: number,
): readonly Operation[] {
  const shownIndexes = indexes.flatMap((index) => (index === null ? [] : [index]));
  const levels = [usual ?? [], usualRange?.lower ?? [], usualRange?.upper ?? []].flat();
  const [low, high] = [Math.min(...shownIndexes, ...levels), Math.max(...shownIndexes, ...levels)];
  const span = Math.max(high - low, range.minSpan);
  const middle = (low + high) / 2;
  const xOf = (i: number): number =>
    INSET + (i / Math.max(1, indexes.length - 1)) * (width - 2 * INSET);
  const yOf = (index: number): number =>
    height / 2 - ((index - middle) / span) * (height - 2 * INSET);

  const level =
    usual === null ? [] : [line([0, yOf(usual)], [width, yOf(usual)], colours.hairline, 0.75)];
  const points = indexes.map((index, i) => (index === null ? null : { x: xOf(i), y: yOf(index) }));
  const last = indexes.at(-1) ?? null;
  return [
    ...(usualRange === null ? level : band(usualRange, yOf, width)),
    polyline(points, colours.accent, 1),
    ...(last === null
      ? [line([width - INSET, 2], [width - INSET, height - 2], colours.hairline, 0.5)]
      : [dot(xOf(indexes.length - 1), yOf(last))]),
  ];
}

function band(
  { lower, upper }: NonNullable<DrawnLevel['range']>,
  yOf: (index: number) => number,
  width: number,
): readonly Operation[] {
  const top = yOf(upper);
  return [filledRectangle(0, top, width, Math.max(1, yOf(lower) - top), colours.band)];
}

function dot(x: number, y: number): Operation {
  return {
    kind: 'path',
    commands: circle(x, y, 2),
    fill: colours.accent,
    stroke: null,
    lineWidth: 0,
  };
}
