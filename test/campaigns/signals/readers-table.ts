// The table of figures that readers of reports get, from the documented figures.
import { DOCUMENTED } from './documented-figures.ts';

/** What is said, and the names of the figures in its two columns; null for an empty cell. */
const ROWS: readonly (readonly [string, string | null, string | null])[] = [
  [
    'a stable place called lower or better in a week, by its own page',
    'plain: own page',
    'realistic 150: own page',
  ],
  ['… by the company’s list', 'plain: company', 'realistic 150: company'],
  ['… own page, 600 responses a week', null, 'realistic 600: own page'],
  [
    'own pages that call stable places lower in the worst week of the year (December)',
    'plain: own page, worst week',
    'realistic 150: own page, worst week',
  ],
  [
    'a fall of 16 for good, 300 responses: lower in its first week',
    'plain 300, −16, week 1: own page',
    'realistic 300, −16, week 1: own page',
  ],
  [
    '… in its fourth week',
    'plain 300, −16, week 4: own page',
    'realistic 300, −16, week 4: own page',
  ],
  [
    '… in its 26th week',
    'plain 300, −16, week 26: own page',
    'realistic 300, −16, week 26: own page',
  ],
  [
    '… reported once as the usual level after 45 weeks',
    'plain 300, −16: settled exactly once',
    'realistic 300, −16: settled exactly once',
  ],
  [
    'the same, 100 responses: lower in its first week',
    null,
    'realistic 100, −16, week 1: own page',
  ],
  ['… in its fourth week', null, 'realistic 100, −16, week 4: own page'],
  [
    'a fall of 10 for good, 300 responses: in its fourth week',
    'plain 300, −10, week 4: own page',
    null,
  ],
  [
    'a fall of 20 for good, 15 responses: in its second week',
    'plain 15, −20, week 2: own page',
    null,
  ],
  ['… in its fourth week', 'plain 15, −20, week 4: own page', null],
  [
    'a slow fall of 1 a week, 300 responses: in its 30th week',
    'slow fall, −1 a week, week 30',
    null,
  ],
  [
    'one week of −20, 100 responses: listed among 54 places',
    'one week of −20 in 54 places: listed',
    null,
  ],
  ['… among 400 places', 'one week of −20 in 400 places: listed', null],
  ['… among 2,000 places', 'one week of −20 in 2000 places: listed', null],
  [
    'three places of a region, each −4: the region is lower in the fourth week',
    'group of 3 places, −4, week 4',
    null,
  ],
  ['eight places', 'group of 8 places, −4, week 4', null],
  [
    'a dead device, from its third day with usually three responses',
    'dead device: told in weeks 2–30',
    null,
  ],
  ['a place closed on 5 % of days called silent', 'closed on 5 % of days: called silent', null],
  [
    '60 % fewer responses for good, of 300: in the first week',
    'volume −60 %, 300 responses, week 1',
    null,
  ],
];

export function readersTable(): string {
  return [
    '| in percent | without seasons | with seasons, December, trends |',
    '|---|---|---|',
    ...ROWS.map(
      ([text, plain, realistic]) => `| ${text} | ${cellOf(plain)} | ${cellOf(realistic)} |`,
    ),
    '',
  ].join('\n');
}

function cellOf(name: string | null): string {
  if (name === null) return '';
  const figure = DOCUMENTED[name];
  if (figure === undefined)
    throw new Error(`There is no documented figure ${JSON.stringify(name)}`);
  return figure.value < 10 ? figure.value.toFixed(1) : figure.value.toFixed(0);
}
