// Everything that the simulation can show: `npm run sim`. One schedule again, with what happened in it:
// `npm run sim -- --seed N`; M of them from there on: `npm run sim -- --seed N --schedules M`.
// Exits with 1 when a rule was broken, a wrong variant was not seen, or a kind of fault never came.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { allFaults } from './chaos.ts';
import { compareWithModel } from './commands.ts';
import { MUTANTS, seedThatShows } from './mutants.ts';
import { runSchedule } from './schedule.ts';
import { everySingleFault, runWithFault, SMALL } from './single-faults.ts';
import { COMPANY } from './stage.ts';

const PARTS = ['schedules', 'faults', 'model', 'mutants'] as const;
const MUTANT_SEEDS = 2_000;
/** Lines of what happened that are printed of a schedule that broke a rule. */
const LAST_LINES = 60;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    schedules: { type: 'string' },
    only: { type: 'string', multiple: true, default: [...PARTS] },
  },
});
const seed = wholeOf(values.seed);
const schedules = wholeOf(values.schedules);
if (values.only.some((part) => !PARTS.some((one) => one === part)))
  wrong(`--only takes ${PARTS.join(', ')}`);
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
  for (const root of [SMALL, COMPANY]) {
    const golden = await runWithFault(root, { call: -1, fault: null });
    const all = await everySingleFault(root);
    let wrongs = golden.violations.length;
    for (const which of all) {
      const { violations, struck } = await runWithFault(root, which);
      if (struck && violations.length === 0) continue;
      wrongs += 1;
      const told = struck
        ? violations.map(({ rule, what }) => `${rule}: ${what}`)
        : ['never struck'];
      console.log(`${which.fault ?? ''} at call ${which.call}: ${told.join('; ')}`);
    }
    broken += wrongs;
    console.log(
      `faults: ${golden.calls.length} calls, ${all.length} single faults, ${wrongs} ended badly`,
    );
  }
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
    wrong('--seed and --schedules take whole numbers');
  return number;
}

function wrong(what: string): never {
  console.error(what);
  process.exit(2);
}
