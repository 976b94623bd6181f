// What charts say in words, to a reader who doesn't see them.
import type { GroupKey } from '../domain/figures.ts';
import type { WeekdayHour } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import type { Localization } from '../i18n/localization.ts';
import type { BestAndWorstHours, Slot } from './best-worst-hours.ts';
import { THIN, slotName } from './best-worst-hours.ts';

export interface AltPoint {
  readonly when: string;
  readonly index: number | null;
  readonly responses: number;
}

/** `indexed`: whether the chart shows the index, or counts alone. */
export function seriesAltText(
  of: 'trend' | 'days',
  points: readonly AltPoint[],
  group: GroupKey,
  indexed: boolean,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { alts } = words;
  const said = formats.list(
    points.map(({ when, index, responses }) => {
      if (responses === 0) return alts.nothing(when);
      const counted = words.responses(formats.count(responses), formats.plural(responses));
      if (!indexed || index === null) return alts.count(when, counted);
      return alts.point(when, formats.index(index, group.indexType), counted);
    }),
  );
  const name = indexName(group, localization);
  if (of === 'trend') return indexed ? alts.trend(name, said) : alts.trendCounts(said);
  return indexed ? alts.days(name, said) : alts.daysCounts(said);
}

/** What the map shows at a glance: its best and worst hours, the fullest one, and how many are thin. */
export function hoursAltText(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  counts: boolean,
  { best, worst }: BestAndWorstHours,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { alts } = words;
  const counted = (n: number): string => words.responses(formats.count(n), formats.plural(n));
  const slots = (list: readonly Slot[]): string =>
    formats.list(
      list.map((slot) =>
        alts.point(
          slotName(slot, localization),
          formats.index(slot.index, group.indexType),
          counted(slot.responses),
        ),
      ),
    );
  const heard = cells.map((cell) => ({ cell, responses: responsesOf(cell.data) }));
  const fullest = heard.reduce((most, one) => (one.responses > most.responses ? one : most), {
    cell: { weekday: 1, hour: 0 },
    responses: 0,
  });
  const thin = heard.filter(({ responses }) => responses > 0 && responses < THIN).length;
  return [
    counts ? alts.heatCounts : alts.heatMap(indexName(group, localization)),
    best.length === 0 ? '' : alts.best(slots(best)),
    worst.length === 0 ? '' : alts.worst(slots(worst)),
    fullest.responses === 0
      ? ''
      : alts.most(slotName(fullest.cell, localization), counted(fullest.responses)),
    thin === 0 || counts ? '' : alts.thin(formats.count(thin), formats.plural(thin)),
  ]
    .filter((said) => said !== '')
    .join(' ');
}
