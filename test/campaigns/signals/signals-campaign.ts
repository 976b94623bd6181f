// Simulates companies, judges their weeks by the rules of signals, and compares the figures with the documented ones.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { createRandom } from '../../support/test-reports.ts';
import { fallOfAll, groups, oneWeekFalls, smallPlaces, twoWeeksOfAll } from './company-changes.ts';
import { measureCost } from './cost.ts';
import type { DocumentedFigure } from './documented-figures.ts';
import { DOCUMENTED } from './documented-figures.ts';
import { fallsForGood, settledFalls, slowFalls } from './falls.ts';
import type { Experiment, Measurement } from './measurement.ts';
import { closedDays, deadDevices, lowVolumes } from './silence-and-volume.ts';
import { stableCompanies } from './stable-companies.ts';

const EXPERIMENTS: readonly Experiment[] = [
  ...stableCompanies,
  ...fallsForGood,
  slowFalls,
  settledFalls,
  ...oneWeekFalls,
  fallOfAll,
  twoWeeksOfAll,
  smallPlaces,
  groups,
  deadDevices,
  closedDays,
  lowVolumes,
];

/** Random variation moves one of two hundred figures beyond this many standard errors in one of about eighty campaigns. */
const MAX_ERRORS = 4;
/** An aim is missed when the figure is beyond it by more than this many standard errors. */
const MAX_ERRORS_OF_AIM = 2;

const HELP = `npm run campaign signals -- [options]

How often the weeks of simulated companies are called better or worse, rightly and wrongly, beside the documented figures and
the aims of the rules (docs/figures.md).

  --full        all repetitions, about a quarter of an hour; otherwise a sixth of them
  --seed N      default: random; printed
  --only TEXT   only experiments whose name contains the text
  --cost        instead: processor time of the rules, and size of the largest company's JSON
  --json        figures as JSON lines
  --help

Figures are percentages, or numbers of places. A figure deviates when it differs from the documented one by more than
${MAX_ERRORS} standard errors of the difference; errors are those between companies, and at least those of independent places. An
aim is missed beyond ${MAX_ERRORS_OF_AIM} standard errors.

Exit codes: 0 all figures are as documented and reach their aims · 1 some don't · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
    cost: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed) || seed < 0) exitWithUsageError('--seed takes a whole number');
const experiments = EXPERIMENTS.filter(({ name }) => name.includes(values.only));
if (experiments.length === 0)
  exitWithUsageError('--only takes a part of the name of an experiment');
if (values.cost) {
  console.log(JSON.stringify(measureCost(createRandom(seed)), null, 2));
} else {
  process.exitCode = runExperiments() ? 0 : 1;
}

function runExperiments(): boolean {
  const repeat = `seed ${seed}${values.full ? ', full' : ''}`;
  process.stderr.write(`${experiments.length} experiments, ${repeat}\n`);
  let figures = 0;
  let failures = 0;
  experiments.forEach((experiment, i) => {
    process.stderr.write(`${i + 1}/${experiments.length} ${experiment.name}\n`);
    for (const measurement of runExperiment(experiment)) {
      const outcome = compare(measurement);
      figures += 1;
      if (outcome.problem !== null) failures += 1;
      console.log(
        values.json
          ? JSON.stringify({ seed, ...measurement, ...outcome })
          : lineOf(measurement, outcome),
      );
    }
  });
  process.stderr.write(`${figures} figures, ${failures} deviate or miss their aim, ${repeat}\n`);
  return failures === 0;
}

/** Random numbers do not depend on which other experiments run. */
function runExperiment(experiment: Experiment): readonly Measurement[] {
  const random = createRandom(seed * 1000 + EXPERIMENTS.indexOf(experiment));
  return experiment.run(values.full ? experiment.full : experiment.quick, random);
}

interface Outcome {
  readonly documented: DocumentedFigure | null;
  readonly problem: 'DEVIATES' | 'MISSES ITS AIM' | 'NOT DOCUMENTED' | null;
}

function compare({ name, value, error }: Measurement): Outcome {
  const documented = DOCUMENTED[name];
  if (documented === undefined) return { documented: null, problem: 'NOT DOCUMENTED' };
  const allowed = MAX_ERRORS * Math.hypot(error, documented.error);
  // Documented figures are rounded.
  const deviates = Math.abs(value - documented.value) > allowed + 0.05;
  const { atLeast = -Infinity, atMost = Infinity } = documented;
  const missing = Math.max(atLeast - value, value - atMost);
  if (missing > MAX_ERRORS_OF_AIM * error) return { documented, problem: 'MISSES ITS AIM' };
  return { documented, problem: deviates ? 'DEVIATES' : null };
}

function lineOf({ name, value, error }: Measurement, { documented, problem }: Outcome): string {
  return [
    name.padEnd(56),
    value.toFixed(2).padStart(7),
    `±${error.toFixed(2)}`.padStart(7),
    (documented === null ? '' : `documented ${documented.value}`).padEnd(17),
    aimOf(documented).padEnd(10),
    problem ?? '',
  ]
    .join('  ')
    .trimEnd();
}

function aimOf(documented: DocumentedFigure | null): string {
  if (documented?.atLeast !== undefined) return `aim ≥ ${documented.atLeast}`;
  return documented?.atMost === undefined ? '' : `aim ≤ ${documented.atMost}`;
}
