// Formulas for the numbers in charts, in their alternative texts, and next to the parts of the week.
import { daysDraw, daysSay, distributionSays, trendDraws, trendSays } from './chart-figures.ts';
import { namedSay, partsDraw, partsSay } from './hour-figures.ts';
import type { ExpectedItem, Formula } from './subjects.ts';
import * as as from './recomputed.ts';
import { FOLDER, PAGES, ofKind, says, under } from './subjects.ts';

export const CHARTS: readonly Formula[] = [
  {
    name: 'the distribution, drawn: every button',
    places: PAGES,
    what: 'chart',
    under: under.head,
    entries: ({ kinds }) => kinds.map((kind) => says(distributionSays(kind.data, kind))),
  },
  {
    name: 'the alternative text of the distribution',
    places: PAGES,
    what: 'alt',
    under: under.head,
    entries: ({ kinds }) => kinds.map((kind) => says(distributionSays(kind.data, kind))),
  },
  {
    name: 'the trend, drawn: ticks, the last index, weeks, responses',
    places: PAGES,
    what: 'chart',
    under: under.trend,
    entries: ({ kinds, report }) => kinds.flatMap((kind) => trendDraws(kind, report).map(plain)),
  },
  {
    name: 'the alternative text of the trend',
    places: PAGES,
    what: 'alt',
    under: under.trend,
    entries: ({ kinds }) =>
      kinds.map((kind) => ofKind(kind, trendSays(kind.trend, kind, kind.level))),
  },
  {
    name: 'the days, drawn: indexes, dates, responses',
    places: ['survey'],
    what: 'chart',
    under: under.days,
    entries: ({ survey }) => (survey === null ? [] : daysDraw(survey.days, survey).map(plain)),
  },
  {
    name: 'the alternative text of the days',
    places: ['survey'],
    what: 'alt',
    under: under.days,
    entries: ({ survey }) => (survey === null ? [] : [says(daysSay(survey.days, survey))]),
  },
  {
    name: 'the parts of the week, drawn: differences, hours, responses',
    places: PAGES,
    what: 'chart',
    under: under.hours,
    entries: ({ kinds }) => kinds.flatMap((kind) => partsDraw(kind.week, kind).map(plain)),
  },
  {
    name: 'the confidence of the intervals of days',
    places: ['survey'],
    what: 'text',
    under: under.days,
    entries: () => [says('95%')],
  },
  {
    name: 'the buttons of the kind of the parts of the week',
    places: FOLDER,
    what: 'text',
    under: under.hours,
    entries: ({ kinds }) => kinds.map((kind) => ofKind(kind, as.buttons(kind))),
  },
  {
    name: 'the alternative text of the parts of the week',
    places: PAGES,
    what: 'alt',
    under: under.hours,
    entries: ({ kinds }) => kinds.map((kind) => ofKind(kind, partsSay(kind.week, kind))),
  },
  {
    name: 'the weekdays and parts of the day that differ',
    places: PAGES,
    what: 'text',
    under: under.hours,
    entries: ({ kinds }) => kinds.flatMap((kind) => namedSay(kind.week, kind).map(plain)),
  },
];

function plain(text: string): ExpectedItem {
  return says(text);
}
