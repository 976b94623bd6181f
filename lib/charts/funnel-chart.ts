// The funnel of a ranking: the index of each place by its number of responses, and the curves between which chance and the
// ordinary differences between places leave it.
import type { ScalePower } from 'd3-scale';
import { scaleSqrt } from 'd3-scale';
import type { GroupKey } from '../domain/figures.ts';
import { standardError } from '../domain/figures.ts';
import { responsesOf } from '../domain/scale.ts';
import type { Ranking, Standing } from '../domain/signals/standing.ts';
import { sideOf } from '../domain/signals/standing.ts';
import { thresholdOf } from '../domain/signals/statistics.ts';
import type { IndexRange } from '../i18n/report-texts/index-types.ts';
import { indexName, indexRange } from '../i18n/report-texts/index-types.ts';
import { joinTexts } from '../i18n/report-texts/alert-texts.ts';
import { questionsOfSharedPlaces } from '../i18n/report-texts/place-order.ts';
import type { Axis } from './axis.ts';
import { axisDomain, createAxis } from './axis.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { dot } from './curves.ts';
import type { Operation } from './draw-operations.ts';
import { line, polyline } from './draw-operations.ts';
import { colours, textStyles } from './theme.ts';

const GUTTER = 26;
const TOP = 6;
/** The horizontal axis ends behind the largest place. */
const X_MARGIN = 1.05;
const LABELS = 14;
/** Between the numbers of responses. */
const LABEL_GAP = 3;
const CURVE_STEPS = 40;
const MAX_LABELS = 4;

/** The curves of a ranking, and the numbers of responses between which its places lie. */
interface Funnel {
  readonly target: number;
  /** Smallest and largest number of responses of a place. */
  readonly least: number;
  readonly most: number;
  /** The index on a curve above (1) or below (-1) the target, at a number of responses. */
  readonly limitAt: (responses: number, side: 1 | -1) => number;
}

interface Plot {
  readonly axis: Axis;
  readonly xScale: ScalePower<number, number>;
  readonly width: number;
  readonly bottom: number;
}

/** Null where there is no funnel: too few places, or an unknown kind. `group` has the counts of all places. */
export function funnelChart(
  ranking: Ranking,
  group: GroupKey & { readonly data: readonly number[] },
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing | null {
  const { places } = ranking;
  const range = indexRange(group.indexType, group.data.length);
  if (range === null) return null;
  const funnel = createFunnel(ranking, group, range);
  if (funnel === null) return null;
  const { target, least, most } = funnel;
  const bottom = TOP + plotHeight;
  const values = [
    ...places.map(({ index }) => index),
    funnel.limitAt(least, -1),
    funnel.limitAt(least, 1),
  ];
  const axis = createAxis(axisDomain(values, range), TOP, bottom);
  const xScale = scaleSqrt()
    .domain([0, most * X_MARGIN])
    .range([GUTTER, width - 8]);
  const plot = { axis, xScale, width, bottom };
  const operations = [
    ...tickLabels(plot, group, context),
    line([GUTTER, axis.at(target)], [width, axis.at(target)], colours.accent, 0.75),
    curve(funnel, 1, plot),
    curve(funnel, -1, plot),
    // Filled for a place outside the funnel.
    ...places.map((place) => {
      const isOutside = sideOf(place, places.length) !== null;
      return dot(xScale(place.responses), axis.at(place.index), 2.4, isOutside);
    }),
    ...labels(places, plot, context),
    line([GUTTER, bottom], [width, bottom], colours.hairline, 0.75),
  ];
  return { width, height: bottom + LABELS, alt: altText(places, group, context), operations };
}

function createFunnel(
  { tau, target, places }: Ranking,
  group: GroupKey & { readonly data: readonly number[] },
  range: IndexRange,
): Funnel | null {
  const error = standardError(group.data, group);
  if (error === null || tau === null) return null;
  const threshold = thresholdOf(places.length);
  const perResponse = error ** 2 * responsesOf(group.data);
  const counts = places.map(({ responses }) => responses);
  return {
    target,
    least: Math.min(...counts),
    most: Math.max(...counts),
    limitAt: (responses, side) => {
      const deviation = Math.sqrt(perResponse / Math.max(1, responses) + tau ** 2);
      return Math.min(range.high, Math.max(range.low, target + side * threshold * deviation));
    },
  };
}

/** The indices with their grid lines, and the numbers of responses below. */
function tickLabels(
  { axis, xScale, width, bottom }: Plot,
  { indexType }: GroupKey,
  context: ChartContext,
): readonly Operation[] {
  const { formats, typesetter } = context;
  return [
    ...axis.ticks.flatMap((tick) => [
      line([GUTTER, axis.at(tick)], [width, axis.at(tick)], colours.grid, 0.5),
      ...typesetter.lineAt(
        formats.index(tick, indexType),
        textStyles.label,
        GUTTER - 5,
        axis.at(tick) + 2.7,
        'right',
      ),
    ]),
    ...responseLabels(xScale, context).flatMap(({ text, x }) =>
      typesetter.lineAt(text, textStyles.label, x, bottom + 10, 'centre'),
    ),
  ];
}

/** Numbers of responses with their centres, without those too close to the one before. */
function responseLabels(
  xScale: Plot['xScale'],
  { formats, typesetter }: ChartContext,
): readonly { readonly text: string; readonly x: number }[] {
  let end = 0;
  return xScale
    .ticks(6)
    .filter((n) => n > 0)
    .map((tick) => ({ text: formats.count(tick), x: xScale(tick) }))
    .filter(({ text, x }) => {
      const halfWidth = typesetter.widthOf(text, textStyles.label) / 2;
      if (x - halfWidth < end + LABEL_GAP) return false;
      end = x + halfWidth;
      return true;
    });
}

function curve({ least, most, limitAt }: Funnel, side: 1 | -1, { axis, xScale }: Plot): Operation {
  const points = Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
    const n = least + ((most * X_MARGIN - least) * i) / CURVE_STEPS;
    return { x: xScale(n), y: axis.at(limitAt(n, side)) };
  });
  return polyline(points, colours.muted, 0.75);
}

function labels(
  places: readonly Standing[],
  { axis, xScale, width, bottom }: Plot,
  { names, typesetter }: ChartContext,
): readonly Operation[] {
  const style = textStyles.labelStrong;
  const questionOf = questionsOfSharedPlaces(places, names);
  return places
    .filter((place) => sideOf(place, places.length) !== null)
    .slice(0, MAX_LABELS)
    .flatMap((place) => {
      const name = joinTexts([names.folder(place.folder), questionOf(place)]);
      const x = xScale(place.responses);
      const [left, right] = [x - 6, width - x - 6];
      const isRight = typesetter.widthOf(name, style) <= right || right >= left;
      return typesetter.lineAt(
        typesetter.fitted(name, style, isRight ? right : left),
        style,
        isRight ? x + 6 : x - 6,
        // Above the line at the bottom, also for the lowest place.
        Math.min(axis.at(place.index) + 2.6, bottom - 3),
        isRight ? 'left' : 'right',
      );
    });
}

/** The places outside the funnel by name, and the number of all. */
function altText(places: readonly Standing[], group: GroupKey, localization: ChartContext): string {
  const { words, formats, names } = localization;
  const { chartTextAlternatives, region, why } = words.signals;
  const questionOf = questionsOfSharedPlaces(places, names);
  const placesOutside = places.flatMap((place) => {
    const side = sideOf(place, places.length);
    if (side === null) return [];
    const name = joinTexts([names.folder(place.folder), questionOf(place)]);
    return [`${name} (${side === 'low' ? region.farBelow : region.farAbove})`];
  });
  const list = [`${why.allPlaces}: ${formats.count(places.length)}`, ...placesOutside];
  return chartTextAlternatives.funnel({
    index: indexName(group, localization),
    places: formats.list(list),
  });
}
