// Everything that the simulation can show.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import type { PlacedFault } from './fault-plan.ts';
import { allFaults } from './fault-plan.ts';
import { compareWithModel } from './model-commands.ts';
import { MUTANTS, seedThatShows } from './simulation-mutants.ts';
import { runSchedule } from './simulation-schedule.ts';
import type { Story } from './placed-faults.ts';
import { everyFault, everySecond, LONE, runWithFaults, SMALL, WHOLE } from './placed-faults.ts';

const PARTS = ['schedules', 'faults', 'pairs', 'model', 'mutants'] as const;
const MUTANT_SEEDS = 2_000;
/** Lines of what happened that are printed of a schedule that broke a rule. */
const LAST_LINES = 60;

const HELP = `npm run campaign sim -- [options]

The real planner, worker and stores on a simulated clock, queue, bucket and reporting API: nothing is lost, doubled, torn
or stuck, whatever goes wrong.

  --seed N         one schedule again, with what happened in it; with --schedules, so many from there on
  --schedules N    how many of them, default 10,000: half from seed 1 on, half from a fresh one
  --only PART      some parts alone, one for each mention: ${PARTS.join(', ')}
  --help

Exit codes: 0 all held · 1 a rule was broken, a wrong variant was not seen, or a kind of fault never came · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    seed: { type: 'string' },
    schedules: { type: 'string' },
    only: { type: 'string', multiple: true, default: [...PARTS] },
  },
});
const seed = wholeOf(values.seed);
const schedules = wholeOf(values.schedules);
if (values.only.some((part) => !PARTS.some((one) => one === part)))
  exitWithUsageError(`--only takes ${PARTS.join(', ')}`);
let broken = 0;

if (seed !== null && schedules === null) await replay(seed);
else if (seed !== null) await runSchedules([{ from: seed, count: schedules ?? 0 }]);
else await runAll();
process.exitCode = broken === 0 ? 0 : 1;

async function replay(of: number): Promise<void> {
  const { violations, traced, counts, ticks } = await runSchedule(of, { keepsTrace: true });
  console.log(traced.join('\n'));
  printCounts(counts);
  for (const { rule, what } of violations) console.log(`${rule}: ${what}`);
  console.log(`seed ${of}: ${violations.length} rules broken, ${ticks} ticks after the last fault`);
  broken += violations.length;
}

async function runAll(): Promise<void> {
  const half = Math.ceil((schedules ?? 10_000) / 2);
  const fresh = randomInt(1_000_000, 2_000_000_000);
  if (values.only.includes('schedules')) {
    await runSchedules([
      { from: 1, count: half },
      { from: fresh, count: half },
    ]);
  }
  if (values.only.includes('faults')) await runFaults();
  if (values.only.includes('pairs')) await runPairs();
  if (values.only.includes('model')) {
    console.log(`model: seed ${fresh}`);
    await compareWithModel({ seed: fresh, runs: 1_000, size: 50 });
    console.log('model: 1000 times up to 50 commands, code and model agree');
  }
  if (values.only.includes('mutants')) await runMutants(fresh);
}

async function runSchedules(
  ranges: readonly { readonly from: number; readonly count: number }[],
): Promise<void> {
  const counts = new Map<string, number>();
  let done = 0;
  // Most errors are planted, and their stacks cost more than they tell.
  Error.stackTraceLimit = 0;
  for (const { from, count } of ranges) {
    console.log(`schedules: seeds ${from} to ${from + count - 1}`);
    for (let one = from; one < from + count; one += 1) {
      const outcome = await runSchedule(one);
      for (const [fault, times] of outcome.counts)
        counts.set(fault, (counts.get(fault) ?? 0) + times);
      if (outcome.violations.length > 0) await explain(one);
      done += 1;
      if (done % 500 === 0) console.error(`${done} schedules`);
    }
  }
  Error.stackTraceLimit = 10;
  printCounts(counts);
  const never = allFaults().filter((fault) => !counts.has(fault));
  for (const fault of never) console.log(`never happened: ${fault}`);
  // A few schedules need not see every kind.
  if (done >= 1_000) broken += never.length;
  console.log(`schedules: ${done}, of which ${broken} broke a rule`);
}

/** The same again, and the last of what happened before the first rule was broken. */
async function explain(of: number): Promise<void> {
  broken += 1;
  const { traced, violations } = await runSchedule(of, { keepsTrace: true });
  const first = traced.findIndex((line) => line.includes('**'));
  const until = first === -1 ? traced.length : first + 1;
  console.log(traced.slice(Math.max(0, until - LAST_LINES), until).join('\n'));
  for (const { rule, what } of violations) console.log(`seed ${of}: ${rule}: ${what}`);
}

async function runFaults(): Promise<void> {
  for (const story of [SMALL, WHOLE]) {
    const { calls, violations } = await runWithFaults(story, []);
    const all = await everyFault(story);
    let wrongs = violations.length;
    for (const fault of all) if (!(await endsWell(story, [fault]))) wrongs += 1;
    broken += wrongs;
    console.log(
      `faults: ${calls.length} calls, ${all.length} single faults, ${wrongs} ended badly`,
    );
  }
}

async function runPairs(): Promise<void> {
  Error.stackTraceLimit = 0;
  const { calls } = await runWithFaults(LONE, []);
  let pairs = 0;
  let wrongs = 0;
  for (const first of await everyFault(LONE)) {
    for (const second of await everySecond(LONE, first)) {
      if (!(await endsWell(LONE, [first, second]))) wrongs += 1;
      pairs += 1;
      if (pairs % 5_000 === 0) console.error(`${pairs} pairs`);
    }
  }
  Error.stackTraceLimit = 10;
  broken += wrongs;
  console.log(`pairs: ${calls.length} calls, ${pairs} pairs of faults, ${wrongs} ended badly`);
}

/** Tells what went wrong where something did. */
async function endsWell(story: Story, faults: readonly PlacedFault[]): Promise<boolean> {
  const { violations, struck } = await runWithFaults(story, faults);
  if (struck === faults.length && violations.length === 0) return true;
  const told = violations.map(({ rule, what }) => `${rule}: ${what}`);
  const named = faults.map(({ call, fault }) => `${fault} at call ${call}`);
  console.log(`${named.join(', ')}: ${struck} struck; ${told.join('; ')}`);
  return false;
}

async function runMutants(from: number): Promise<void> {
  for (const mutant of MUTANTS) {
    const shown = await seedThatShows(mutant, { from, most: MUTANT_SEEDS });
    if (shown === null) broken += 1;
    const seeds =
      shown === null ? `not seen in ${MUTANT_SEEDS} seeds` : `seed ${shown} (${shown - from + 1})`;
    console.log(`mutant: ${mutant.name}: ${mutant.seenAs}: ${seeds}`);
  }
}

function printCounts(counts: ReadonlyMap<string, number>): void {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.log(sorted.map(([fault, times]) => `${String(times).padStart(8)} ${fault}`).join('\n'));
}

function wholeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0)
    exitWithUsageError('--seed and --schedules take whole numbers');
  return number;
}
