// `npm run bench`: runs all or the named benchmarks, prints the results and writes RESULTS.md. The exit code does not
// depend on the figures, because they depend on the load of the machine.
import { campaignArguments, exitWithUsageError } from '../support/campaign-arguments.ts';
import { deliveryBench } from './delivery/delivery-bench.ts';
import { factsBench } from './facts/facts-bench.ts';
import { functionsBench } from './functions/functions-bench.ts';
import { parseBench } from './parse/parse-bench.ts';
import { pageBench } from './page/page-bench.ts';
import { plannerBench } from './planner/planner-bench.ts';
import { queueBench } from './queue/queue-bench.ts';
import { renderBench } from './render/render-bench.ts';
import { circumstances, writeResult } from './results.ts';
import type { Bench } from './results-section.ts';
import { isMet, markdownOf } from './results-section.ts';
import { serviceBench } from './service/service-bench.ts';
import { weekBench } from './week/week-bench.ts';

const BENCHES: readonly Bench[] = [
  weekBench,
  renderBench,
  parseBench,
  serviceBench,
  functionsBench,
  plannerBench,
  queueBench,
  deliveryBench,
  factsBench,
  pageBench,
];

const HELP = `npm run bench -- [options] [bench…]

Measures ratios against named peers and floors, prints them, and writes them to test/bench/RESULTS.md.

${BENCHES.map(({ name, summary }) => `  ${name.padEnd(9)} ${summary}`).join('\n')}

  --rounds N      how often each measurement is repeated, default 3
  --full          delivery: send all messages at the rate too, which takes 13 minutes; facts: 20,000 surveys, not 2,000; week: 50,000 too
  --profiles DIR  leave CPU profiles of the measured processes in a folder (they slow them down)
  --dry           don't write RESULTS.md
  --help

Exit codes: 0 measured, whether or not targets were met · 2 wrong arguments.
`;

async function main(): Promise<number> {
  const { values, positionals } = campaignArguments(HELP, {
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      full: { type: 'boolean', default: false },
      profiles: { type: 'string' },
      dry: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name));
  const rounds = Number(values.rounds);
  const isRounds = Number.isSafeInteger(rounds) && rounds > 0;
  const problems = [
    ...(unknown.length > 0 ? [`there is no bench ${unknown.join(', ')}`] : []),
    ...(isRounds ? [] : ['--rounds must be a positive whole number']),
  ];
  if (problems.length > 0) exitWithUsageError(problems.join('\n'));

  let missed = 0;
  for (const bench of BENCHES) {
    if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
    const where = circumstances();
    const section = await bench.run({
      rounds,
      full: values.full,
      profiles: values.profiles ?? null,
      progress: (text) => process.stderr.write(`${bench.name}: ${text}\n`),
    });
    const part = markdownOf(section, where);
    process.stdout.write(`\n${part}\n`);
    if (!values.dry) await writeResult(bench.name, part);
    missed += section.targets.filter((target) => !isMet(target)).length;
  }
  process.stdout.write(
    `\n${missed === 0 ? 'Every target is met.' : `Targets missed: ${missed}.`}\n`,
  );
  return 0;
}

process.exitCode = await main();
