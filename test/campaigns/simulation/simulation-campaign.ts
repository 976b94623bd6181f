// Runs the simulation: random schedules, exhaustive faults, the model and the mutants.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import type { PlacedFault } from './fault-plan.ts';
import { listAllFaults } from './fault-plan.ts';
import { compareWithModel } from './model-commands.ts';
import { SIMULATION_MUTANTS, findDetectingSeed } from './simulation-mutants.ts';
import { runSchedule } from './simulation-schedule.ts';
import type { FaultScenario } from './placed-faults.ts';
import {
  listSingleFaults,
  listSecondFaults,
  ONE_FOLDER,
  runWithFaults,
  TWO_FOLDERS,
  ALL_FOLDERS,
} from './placed-faults.ts';

const PARTS = ['schedules', 'faults', 'pairs', 'model', 'mutants'] as const;
const MUTANT_SEEDS = 2_000;
/** Printed lines of the trace of a failed schedule. */
const LAST_LINES = 60;

const HELP = `npm run campaign sim -- [options]

The real planner, worker and stores on a simulated clock, queue, bucket and reporting API. Checks that reports are complete,
correct and stored once under injected faults.

  --seed N         runs one schedule and prints its trace; with --schedules, the first of several
  --schedules N    number of schedules, default 10,000: half from seed 1 on, half from a random seed on
  --only PART      runs only this part, repeatable: ${PARTS.join(', ')}
  --help

Exit codes: 0 passed · 1 a check failed, a mutant was not detected or a fault never occurred · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    seed: { type: 'string' },
    schedules: { type: 'string' },
    only: { type: 'string', multiple: true, default: [...PARTS] },
  },
});
const seed = parseWholeNumber(values.seed);
const schedules = parseWholeNumber(values.schedules);
if (values.only.some((part) => !PARTS.some((name) => name === part)))
  exitWithUsageError(`--only takes ${PARTS.join(', ')}`);
let failureCount = 0;

if (seed !== null && schedules === null) await replay(seed);
else if (seed !== null) await runSchedules([{ from: seed, count: schedules ?? 0 }]);
else await runAll();
process.exitCode = failureCount === 0 ? 0 : 1;

async function replay(seed: number): Promise<void> {
  const { violations, trace, counts, ticks } = await runSchedule(seed, { recordsTrace: true });
  console.log(trace.join('\n'));
  printCounts(counts);
  for (const { rule, description } of violations) console.log(`${rule}: ${description}`);
  console.log(`seed ${seed}: ${violations.length} violations, ${ticks} ticks after the last fault`);
  failureCount += violations.length;
}

async function runAll(): Promise<void> {
  const half = Math.ceil((schedules ?? 10_000) / 2);
  const freshSeed = randomInt(1_000_000, 2_000_000_000);
  if (values.only.includes('schedules')) {
    await runSchedules([
      { from: 1, count: half },
      { from: freshSeed, count: half },
    ]);
  }
  if (values.only.includes('faults')) await runFaults();
  if (values.only.includes('pairs')) await runPairs();
  if (values.only.includes('model')) {
    console.log(`model: seed ${freshSeed}`);
    await compareWithModel({ seed: freshSeed, runs: 1_000, size: 50 });
    console.log('model: 1000 times up to 50 commands, code and model agree');
  }
  if (values.only.includes('mutants')) await runMutants(freshSeed);
}

async function runSchedules(
  ranges: readonly { readonly from: number; readonly count: number }[],
): Promise<void> {
  const counts = new Map<string, number>();
  let scheduleCount = 0;
  // Stack traces of the many injected errors are expensive.
  Error.stackTraceLimit = 0;
  for (const { from, count } of ranges) {
    console.log(`schedules: seeds ${from} to ${from + count - 1}`);
    for (let seed = from; seed < from + count; seed += 1) {
      const outcome = await runSchedule(seed);
      for (const [fault, times] of outcome.counts)
        counts.set(fault, (counts.get(fault) ?? 0) + times);
      if (outcome.violations.length > 0) await printFailure(seed);
      scheduleCount += 1;
      if (scheduleCount % 500 === 0) console.error(`${scheduleCount} schedules`);
    }
  }
  Error.stackTraceLimit = 10;
  printCounts(counts);
  const missingFaults = listAllFaults().filter((fault) => !counts.has(fault));
  for (const fault of missingFaults) console.log(`never occurred: ${fault}`);
  // Few schedules can't contain every fault.
  if (scheduleCount >= 1_000) failureCount += missingFaults.length;
  console.log(`schedules: ${scheduleCount}, of which ${failureCount} failed`);
}

/** Repeats the schedule and prints its trace up to the first violation. */
async function printFailure(seed: number): Promise<void> {
  failureCount += 1;
  const { trace, violations } = await runSchedule(seed, { recordsTrace: true });
  const first = trace.findIndex((line) => line.includes('**'));
  const until = first === -1 ? trace.length : first + 1;
  console.log(trace.slice(Math.max(0, until - LAST_LINES), until).join('\n'));
  for (const { rule, description } of violations)
    console.log(`seed ${seed}: ${rule}: ${description}`);
}

async function runFaults(): Promise<void> {
  for (const scenario of [TWO_FOLDERS, ALL_FOLDERS]) {
    const { calls, violations } = await runWithFaults(scenario, []);
    const faults = await listSingleFaults(scenario);
    let failures = violations.length;
    for (const fault of faults) if (!(await passes(scenario, [fault]))) failures += 1;
    failureCount += failures;
    console.log(
      `faults: ${calls.length} calls, ${faults.length} single faults, ${failures} failed`,
    );
  }
}

async function runPairs(): Promise<void> {
  Error.stackTraceLimit = 0;
  const { calls } = await runWithFaults(ONE_FOLDER, []);
  let pairs = 0;
  let failures = 0;
  for (const first of await listSingleFaults(ONE_FOLDER)) {
    for (const second of await listSecondFaults(ONE_FOLDER, first)) {
      if (!(await passes(ONE_FOLDER, [first, second]))) failures += 1;
      pairs += 1;
      if (pairs % 5_000 === 0) console.error(`${pairs} pairs`);
    }
  }
  Error.stackTraceLimit = 10;
  failureCount += failures;
  console.log(`pairs: ${calls.length} calls, ${pairs} pairs of faults, ${failures} failed`);
}

/** Prints violations. */
async function passes(scenario: FaultScenario, faults: readonly PlacedFault[]): Promise<boolean> {
  const { violations, occurred: struck } = await runWithFaults(scenario, faults);
  if (struck === faults.length && violations.length === 0) return true;
  const messages = violations.map(({ rule, description }) => `${rule}: ${description}`);
  const places = faults.map(({ call, fault }) => `${fault} at call ${call}`);
  console.log(`${places.join(', ')}: ${struck} struck; ${messages.join('; ')}`);
  return false;
}

async function runMutants(from: number): Promise<void> {
  for (const mutant of SIMULATION_MUTANTS) {
    const detectingSeed = await findDetectingSeed(mutant, { from, count: MUTANT_SEEDS });
    if (detectingSeed === null) failureCount += 1;
    const seeds =
      detectingSeed === null
        ? `not detected in ${MUTANT_SEEDS} seeds`
        : `seed ${detectingSeed} (${detectingSeed - from + 1})`;
    console.log(`mutant: ${mutant.name}: ${mutant.brokenRule}: ${seeds}`);
  }
}

function printCounts(counts: ReadonlyMap<string, number>): void {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.log(sorted.map(([fault, times]) => `${String(times).padStart(8)} ${fault}`).join('\n'));
}

function parseWholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0)
    exitWithUsageError('--seed and --schedules take whole numbers');
  return number;
}
