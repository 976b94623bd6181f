// Simulates the decision quality of signals and compares it with the documented tables.
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { createRandom } from '../../support/test-reports.ts';
import type { DocumentedCell } from './documented-rates.ts';
import { DOCUMENTED } from './documented-rates.ts';
import type { Rates } from './simulate-series.ts';
import { simulate } from './simulate-series.ts';

/** The number of series behind each documented figure. */
const DOCUMENTED_SERIES = 3000;
/** In one of 150 campaigns, random variation moves one of about a hundred figures beyond this many standard errors. */
const MAX_ERRORS = 4;

const HELP = `npm run campaign signals -- [options]

How often a week is called better, worse or usual, in simulated series of 13 weeks, beside the documented rates.

  --series N     series for each scenario, default 3000
  --seed N       default 1
  --responses N  only the rows of N responses a week
  --help

A press has the probabilities 0.18, 0.10, 0.20 and 0.52 of the four buttons; presses of a week are independent. The level
of a week is moved by normal noise of the extra SD, and by the change of the scenario, by moving presses between the worst
and the best button. A figure deviates when it differs by more than half its last printed digit and ${MAX_ERRORS} standard errors of
the difference of two simulations, of ${DOCUMENTED_SERIES} series and of N. Rebounds have an upper bound.

Exit codes: 0 all figures are as documented · 1 some deviate · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    series: { type: 'string', default: String(DOCUMENTED_SERIES) },
    seed: { type: 'string', default: '1' },
    responses: { type: 'string' },
  },
});
const series = Number(values.series);
const seed = Number(values.seed);
const cells = DOCUMENTED.filter(
  ({ scenario }) =>
    values.responses === undefined || scenario.responses === Number(values.responses),
);
if (!Number.isSafeInteger(series) || series < 1 || !Number.isSafeInteger(seed) || seed < 0) {
  exitWithUsageError('--series and --seed take whole numbers');
}
if (cells.length === 0) exitWithUsageError('--responses takes 30, 100, 300 or 1500');

console.log(`${series} series for each scenario, seed ${seed}\n`);
console.log(`${''.padEnd(34)}${'rate'.padEnd(10)}  simulated  documented  allowed`);
const ratesByName = new Map<string, Rates>();
let deviating = 0;
for (const cell of cells) {
  const rates = ratesByName.get(cell.name) ?? simulateCell(cell);
  ratesByName.set(cell.name, rates);
  const percent = 100 * rates[cell.rate];
  const allowed = allowedDifference(cell, percent);
  const difference = cell.atMost ? percent - cell.percent : Math.abs(percent - cell.percent);
  if (difference > allowed) deviating += 1;
  console.log(
    [
      cell.name.padEnd(34) + cell.rate.padEnd(10),
      percent.toFixed(2).padStart(9),
      `${cell.atMost ? '≤ ' : ''}${cell.percent.toFixed(cell.unit < 1 ? 1 : 0)}`.padStart(10),
      `±${allowed.toFixed(2)}`.padStart(7),
      difference > allowed ? 'DEVIATES' : '',
    ]
      .join('  ')
      .trimEnd(),
  );
}
console.log(`\n${cells.length} figures, ${deviating} deviate`);
process.exitCode = deviating === 0 ? 0 : 1;

/** Each scenario has random numbers that do not depend on which others are simulated. */
function simulateCell(cell: DocumentedCell): Rates {
  const position = DOCUMENTED.findIndex(({ name }) => name === cell.name);
  return simulate(cell.scenario, series, createRandom(seed * 1000 + position));
}

/** In percent: the rounding of the documented figure and the error of the difference of two simulations. */
function allowedDifference({ percent, unit }: DocumentedCell, simulated: number): number {
  const pooled =
    (percent * DOCUMENTED_SERIES + simulated * series) / 100 / (DOCUMENTED_SERIES + series);
  // A rate of 0 in a few thousand series does not prove that the rate is 0.
  const rate = Math.min(1 - 1 / DOCUMENTED_SERIES, Math.max(1 / DOCUMENTED_SERIES, pooled));
  const error = Math.sqrt(rate * (1 - rate) * (1 / DOCUMENTED_SERIES + 1 / series));
  return unit / 2 + MAX_ERRORS * 100 * error;
}
