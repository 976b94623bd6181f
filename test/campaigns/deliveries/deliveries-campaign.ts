// Runs the simulation of deliveries: random schedules of faults, half of them from a fresh seed.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { POSSIBLE_FAULTS } from '../simulation/fault-plan.ts';
import { runDeliverySchedule } from './delivery-schedule.ts';

/** Printed lines of the trace of a failed schedule. */
const LAST_LINES = 60;

const HELP = `npm run campaign deliveries -- [options]

The real planning and processing of deliveries on a simulated clock, queue, bucket and receivers. Checks that no message goes
out twice, that none is missing without a reason, and that receipts agree with what receivers accepted.

  --seed N         runs one schedule and prints its trace; with --schedules, the first of several
  --schedules N    number of schedules, default 5,000: half from seed 1 on, half from a random seed on
  --help

Exit codes: 0 passed · 1 a check failed or a fault never occurred · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: { seed: { type: 'string' }, schedules: { type: 'string' } },
});
const seed = parseWholeNumber(values.seed);
const schedules = parseWholeNumber(values.schedules);
const counts = new Map<string, number>();
let scheduleCount = 0;
let failureCount = 0;

if (seed !== null && schedules === null) await replay(seed);
else {
  const half = Math.ceil((schedules ?? 5_000) / 2);
  await (seed === null
    ? runRanges([
        [1, half],
        [randomInt(1_000_000, 2_000_000_000), half],
      ])
    : runRanges([[seed, schedules ?? 0]]));
}
process.exitCode = failureCount === 0 ? 0 : 1;

async function replay(from: number): Promise<void> {
  const { trace, violations } = await runDeliverySchedule(from, { recordsTrace: true });
  console.log(trace.join('\n'));
  for (const { rule, description } of violations) console.log(`${rule}: ${description}`);
  console.log(`seed ${from}: ${violations.length} violations`);
  failureCount += violations.length;
}

async function runRanges(
  ranges: readonly (readonly [from: number, count: number])[],
): Promise<void> {
  // Stack traces of the many injected errors are expensive.
  Error.stackTraceLimit = 0;
  for (const [from, count] of ranges) {
    console.log(`schedules: seeds ${from} to ${from + count - 1}`);
    for (let next = from; next < from + count; next += 1) await runOne(next);
  }
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  console.log(sorted.map(([name, times]) => `${String(times).padStart(8)} ${name}`).join('\n'));
  const missingFaults = (['read', 'write', 'send', 'giveBack', 'notify'] as const)
    .flatMap((target) => POSSIBLE_FAULTS[target].map((fault) => `${fault} of ${target}`))
    .filter((fault) => !counts.has(fault));
  for (const fault of missingFaults) console.log(`never occurred: ${fault}`);
  // Few schedules can't contain every fault.
  if (scheduleCount >= 1_000) failureCount += missingFaults.length;
  console.log(`schedules: ${scheduleCount}, of which ${failureCount} failed`);
}

async function runOne(next: number): Promise<void> {
  const outcome = await runDeliverySchedule(next);
  for (const [name, times] of outcome.counts) counts.set(name, (counts.get(name) ?? 0) + times);
  scheduleCount += 1;
  if (scheduleCount % 500 === 0) console.error(`${scheduleCount} schedules`);
  if (outcome.violations.length === 0) return;
  failureCount += 1;
  const { trace, violations } = await runDeliverySchedule(next, { recordsTrace: true });
  const first = trace.findIndex((line) => line.includes('**'));
  const until = first === -1 ? trace.length : first + 1;
  console.log(trace.slice(Math.max(0, until - LAST_LINES), until).join('\n'));
  for (const { rule, description } of violations) {
    console.log(`seed ${next}: ${rule}: ${description}`);
  }
}

function parseWholeNumber(text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) {
    exitWithUsageError('--seed and --schedules take whole numbers');
  }
  return number;
}
