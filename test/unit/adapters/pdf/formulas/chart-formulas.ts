// Formulas for the numbers in charts, in their alternative texts, and next to the heat map.
import * as as from './recomputed.ts';
import {
  daysDraw,
  daysSay,
  distributionDraws,
  distributionSays,
  trendDraws,
  trendSays,
} from './chart-figures.ts';
import { THIN, extremesSay, hoursDraw, hoursSay } from './hour-figures.ts';
import type { Entry, Formula } from './subjects.ts';
import { PAGES, ofKind, says, under } from './subjects.ts';

export const CHARTS: readonly Formula[] = [
  {
    name: 'the distribution, drawn: shares in the bar, every button',
    places: PAGES,
    what: 'chart',
    under: under.head,
    entries: ({ kinds }) => kinds.flatMap(({ data }) => distributionDraws(data).map(plain)),
  },
  {
    name: 'the alternative text of the distribution',
    places: PAGES,
    what: 'alt',
    under: under.head,
    entries: ({ kinds }) => kinds.map(({ data }) => says(distributionSays(data))),
  },
  {
    name: 'the trend, drawn: ticks, the last index, weeks, responses',
    places: PAGES,
    what: 'chart',
    under: under.trend,
    entries: ({ kinds }) => kinds.flatMap((kind) => trendDraws(kind.trend, kind).map(plain)),
  },
  {
    name: 'the alternative text of the trend',
    places: PAGES,
    what: 'alt',
    under: under.trend,
    entries: ({ kinds }) => kinds.map((kind) => ofKind(kind, trendSays(kind.trend, kind))),
  },
  {
    name: 'the days, drawn: indexes, dates, responses',
    places: ['survey'],
    what: 'chart',
    under: under.days,
    entries: ({ survey }) => (survey === null ? [] : [says(daysDraw(survey.days, survey))]),
  },
  {
    name: 'the alternative text of the days',
    places: ['survey'],
    what: 'alt',
    under: under.days,
    entries: ({ survey }) => (survey === null ? [] : [says(daysSay(survey.days, survey))]),
  },
  {
    name: 'the hours, drawn: times, responses, the ends of the colour scale',
    places: PAGES,
    what: 'chart',
    under: under.hours,
    entries: ({ kinds }) =>
      kinds.flatMap((kind) =>
        hoursDraw(kind.hours, kind, kind.index).map((drawn) => ({ names: [], says: drawn })),
      ),
  },
  {
    name: 'the alternative text of the hours',
    places: PAGES,
    what: 'alt',
    under: under.hours,
    entries: ({ kinds }) =>
      kinds.map((kind) => ofKind(kind, hoursSay(kind.hours, kind, kind.index))),
  },
  {
    name: 'the best and the worst hours',
    places: PAGES,
    what: 'text',
    under: under.hours,
    entries: ({ kinds }) => kinds.flatMap((kind) => extremesSay(kind.hours, kind).map(plain)),
  },
  {
    name: 'the buttons of the kind, and the number of responses below which an hour is grey',
    places: PAGES,
    what: 'text',
    under: under.hours,
    entries: ({ kinds }) =>
      kinds.flatMap((kind) => {
        const thin = kind.index === null ? '' : as.count(THIN);
        return [says(thin), ofKind(kind, `${as.buttons(kind)} ${thin}`)];
      }),
  },
];

function plain(text: string): Entry {
  return says(text);
}
