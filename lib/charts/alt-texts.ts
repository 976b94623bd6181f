// The alternative texts of charts, for readers who don't see them.
import type { GroupKey } from '../domain/figures.ts';
import type { WeekdayHour } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import type { Localization } from '../i18n/localization.ts';
import type { BestAndWorstHours, HourSlot } from './best-worst-hours.ts';
import { MIN_RESPONSES, slotName } from './best-worst-hours.ts';

export interface AltPoint {
  readonly when: string;
  readonly index: number | null;
  readonly responses: number;
}

/** `indexed`: whether the chart shows an index, or only counts. */
export function seriesAltText(
  chart: 'trend' | 'days',
  points: readonly AltPoint[],
  group: GroupKey,
  indexed: boolean,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { alts } = words;
  const text = formats.list(
    points.map(({ when, index, responses }) => {
      if (responses === 0) return alts.nothing(when);
      const responsesText = words.responses(formats.count(responses), formats.plural(responses));
      if (!indexed || index === null) return alts.count(when, responsesText);
      return alts.point(when, formats.index(index, group.indexType), responsesText);
    }),
  );
  const name = indexName(group, localization);
  if (chart === 'trend') return indexed ? alts.trend(name, text) : alts.trendCounts(text);
  return indexed ? alts.days(name, text) : alts.daysCounts(text);
}

/** The best and worst hours, the hour with most responses, and the number of hours with few responses. */
export function hoursAltText(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  counts: boolean,
  { best, worst }: BestAndWorstHours,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { alts } = words;
  const responsesText = (n: number): string => words.responses(formats.count(n), formats.plural(n));
  const slots = (list: readonly HourSlot[]): string =>
    formats.list(
      list.map((slot) =>
        alts.point(
          slotName(slot, localization),
          formats.index(slot.index, group.indexType),
          responsesText(slot.responses),
        ),
      ),
    );
  const responsesByCell = cells.map((cell) => ({ cell, responses: responsesOf(cell.data) }));
  const fullest = responsesByCell.reduce(
    (most, cell) => (cell.responses > most.responses ? cell : most),
    {
      cell: { weekday: 1, hour: 0 },
      responses: 0,
    },
  );
  const thinHours = responsesByCell.filter(
    ({ responses }) => responses > 0 && responses < MIN_RESPONSES,
  ).length;
  return [
    counts ? alts.heatCounts : alts.heatMap(indexName(group, localization)),
    best.length === 0 ? '' : alts.best(slots(best)),
    worst.length === 0 ? '' : alts.worst(slots(worst)),
    fullest.responses === 0
      ? ''
      : alts.most(slotName(fullest.cell, localization), responsesText(fullest.responses)),
    thinHours === 0 || counts ? '' : alts.thin(formats.count(thinHours), formats.plural(thinHours)),
  ]
    .filter((text) => text !== '')
    .join(' ');
}
