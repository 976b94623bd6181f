// The funnel of a league: the index of each place by its number of responses, and the curves between which chance and the
// ordinary differences between places leave it.
import { scaleSqrt } from 'd3-scale';
import type { GroupKey } from '../domain/figures.ts';
import { standardError } from '../domain/figures.ts';
import { responsesOf } from '../domain/scale.ts';
import type { League, LeaguePlace } from '../domain/signals/league.ts';
import { FUNNEL_LIMIT } from '../domain/signals/league.ts';
import { indexName, indexRange } from '../i18n/report-texts/index-types.ts';
import { axisDomain, createAxis } from './axis.ts';
import type { ChartContext, Drawing } from './chart.ts';
import type { Operation, PathCommand } from './draw-operations.ts';
import { circle, line } from './draw-operations.ts';
import { colours, textStyles } from './theme.ts';

const GUTTER = 26;
const LABELS = 14;
const CURVE_STEPS = 40;
const MAX_LABELS = 4;

/** Null where there is no funnel: too few places, or an unknown kind. `group` has the counts of all places. */
export function funnelChart(
  league: League,
  group: GroupKey & { readonly data: readonly number[] },
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing | null {
  const { formats, typesetter } = context;
  const range = indexRange(group.indexType, group.data.length);
  const error = standardError(group.data, group);
  const { tau, target, places } = league;
  if (league.basis !== 'funnel' || range === null || error === null || tau === null) return null;

  const perResponse = error ** 2 * responsesOf(group.data);
  const halfWidthAt = (n: number): number =>
    FUNNEL_LIMIT * Math.sqrt(perResponse / Math.max(1, n) + tau ** 2);
  const most = Math.max(...places.map(({ responses }) => responses));
  const least = Math.min(...places.map(({ responses }) => responses));
  const clamp = (value: number): number => Math.min(range.high, Math.max(range.low, value));
  const top = 6;
  const bottom = top + plotHeight;
  const axis = createAxis(
    axisDomain(
      [
        ...places.map(({ index }) => index),
        clamp(target - halfWidthAt(least)),
        clamp(target + halfWidthAt(least)),
      ],
      range,
    ),
    top,
    bottom,
  );
  const xScale = scaleSqrt()
    .domain([0, most * 1.05])
    .range([GUTTER, width - 8]);
  const operations: Operation[] = axis.ticks.flatMap((tick) => [
    line([GUTTER, axis.at(tick)], [width, axis.at(tick)], colours.grid, 0.5),
    ...typesetter.lineAt(
      formats.index(tick, group.indexType),
      textStyles.label,
      GUTTER - 5,
      axis.at(tick) + 2.7,
      'right',
    ),
  ]);
  for (const tick of xScale.ticks(6).filter((n) => n > 0)) {
    operations.push(
      ...typesetter.lineAt(
        formats.count(tick),
        textStyles.label,
        xScale(tick),
        bottom + 10,
        'centre',
      ),
    );
  }
  const curve = (side: 1 | -1): Operation => ({
    kind: 'path',
    commands: Array.from({ length: CURVE_STEPS + 1 }, (_, i): PathCommand => {
      const n = least + ((most * 1.05 - least) * i) / CURVE_STEPS;
      const y = axis.at(clamp(target + side * halfWidthAt(n)));
      return { to: i === 0 ? 'move' : 'line', x: xScale(n), y };
    }),
    fill: null,
    stroke: colours.muted,
    lineWidth: 0.75,
  });
  operations.push(
    line([GUTTER, axis.at(target)], [width, axis.at(target)], colours.accent, 0.75),
    curve(1),
    curve(-1),
    ...places.map((place): Operation => ({
      kind: 'path',
      commands: circle(xScale(place.responses), axis.at(place.index), 2.4),
      fill: place.funnel === null ? colours.paper : colours.accent,
      stroke: colours.accent,
      lineWidth: 0.9,
    })),
    ...labels(places, xScale, (index) => axis.at(index), width, context),
    line([GUTTER, bottom], [width, bottom], colours.hairline, 0.75),
  );
  return { width, height: bottom + LABELS, alt: altText(places, group, context), operations };
}

/** The names of places outside the funnel. */
function labels(
  places: readonly LeaguePlace[],
  xOf: (n: number) => number,
  yOf: (index: number) => number,
  width: number,
  { names, typesetter }: ChartContext,
): readonly Operation[] {
  const style = textStyles.labelStrong;
  return places
    .filter(({ funnel }) => funnel !== null)
    .slice(0, MAX_LABELS)
    .flatMap((place) => {
      const name = names.folder(place.folder);
      const x = xOf(place.responses);
      const isRight = x + 6 + typesetter.widthOf(name, style) <= width;
      return typesetter.lineAt(
        name,
        style,
        isRight ? x + 6 : x - 6,
        yOf(place.index) + 2.6,
        isRight ? 'left' : 'right',
      );
    });
}

/** The places outside the funnel by name, and the number of all. */
function altText(
  places: readonly LeaguePlace[],
  group: GroupKey,
  localization: ChartContext,
): string {
  const { words, formats, names } = localization;
  const { alts, region } = words.signals;
  const outside = places.flatMap(({ folder, funnel }) =>
    funnel === null
      ? []
      : [`${names.folder(folder)} (${funnel === 'low' ? region.farBelow : region.farAbove})`],
  );
  const all = words.signals.legend.allPlaces;
  const list = [`${all}: ${formats.count(places.length)}`, ...outside];
  return alts.funnel(indexName(group, localization), formats.list(list));
}
