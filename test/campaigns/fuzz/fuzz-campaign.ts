// Fuzz tests of any length.
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { runFuzz, type FuzzSummary, type FuzzTarget } from './fuzz-runner.ts';

interface FuzzCampaign {
  readonly open: () => Promise<FuzzTarget>;
  readonly runs: number;
}

// Each target is loaded on demand.
const FUZZ_CAMPAIGNS: Readonly<Record<string, FuzzCampaign>> = {
  bodies: {
    open: async () => (await import('./bodies/bodies-target.ts')).bodiesTarget(),
    runs: 100_000,
  },
  events: {
    open: async () => (await import('./events/events-target.ts')).eventsTarget(),
    runs: 50_000,
  },
  pages: { open: async () => (await import('./pages/pages-target.ts')).pagesTarget(), runs: 3_000 },
  pdfs: { open: async () => (await import('./pdfs/pdfs-target.ts')).pdfsTarget(), runs: 1_000 },
  secrets: {
    open: async () => (await import('./secrets/secrets-target.ts')).secretsTarget(),
    runs: 160,
  },
};

const HELP = `npm run campaign fuzz -- [name] [options]

Fuzz tests with random input; without a name, all of them.

  bodies       mutated answers of the reporting API
  events       mutated events of Lambda's HTTP API
  pages        reporting APIs with unusual or wrong paging
  pdfs         reports with extreme content
  secrets      secrets with special characters, searched for in all output

  --seed N     default: the process id; printed
  --runs N     default: ${Object.entries(FUZZ_CAMPAIGNS)
    .map(([campaignName, { runs }]) => `${campaignName} ${runs}`)
    .join(', ')}
  --from RUN   the first run, to repeat a single run
  --help

Exit codes: 0 passed · 1 a run failed or a kind of input never occurred · 2 wrong arguments.
`;

const { values, positionals } = campaignArguments(HELP, {
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    runs: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
});
const [name = 'all'] = positionals;
const selectedCampaigns = Object.entries(FUZZ_CAMPAIGNS).filter(
  ([campaignName]) => name === 'all' || name === campaignName,
);
// Different each time, and printed so that a failure can be repeated.
const seed = values.seed === undefined ? process.pid : Number(values.seed);
const [runs, from] = [Number(values.runs ?? '0'), Number(values.from)];
if (selectedCampaigns.length === 0 || ![seed, runs, from].every(Number.isSafeInteger)) {
  exitWithUsageError(
    `Names: ${Object.keys(FUZZ_CAMPAIGNS).join(', ')}, all; --seed, --runs and --from take whole numbers.`,
  );
}
process.on('unhandledRejection', (error) => {
  console.error('unhandled rejection', error);
  process.exit(1);
});

for (const [campaignName, { open, runs: defaultRuns }] of selectedCampaigns) {
  const target = await open();
  const count = runs === 0 ? defaultRuns : runs;
  console.log(`${campaignName}: ${count} runs of seed ${seed}`);
  const onRun = (completedRuns: number): void => {
    if (completedRuns % 5_000 === 0) console.error(`${completedRuns} of ${count}`);
  };
  const result = await runFuzz(target, { seed, runs: count, from, onRun });
  await target.close();
  if (!printSummary(campaignName, result, from)) process.exitCode = 1;
}

/** Whether all is well. */
function printSummary(campaignName: string, result: FuzzSummary, firstRun: number): boolean {
  const { failure: failure, kinds, outcomes, seconds, slowestMs, peakMb } = result;
  console.log(`kinds: ${formatCounts(kinds)}`);
  console.log(`outcomes: ${formatCounts(outcomes)}`);
  console.log(
    `${result.runs} runs in ${seconds.toFixed(0)} s, the slowest ${slowestMs.toFixed(0)} ms, at most ${peakMb.toFixed(0)} MB`,
  );
  if (failure !== null) {
    console.log(`failed: ${failure.fault}`);
    console.log(
      `repeat: ${campaignName} --seed ${seed} --from ${failure.run} --runs 1; the input is in ${failure.file}`,
    );
    return false;
  }
  const untriedKinds = [...kinds].filter(([, count]) => count === 0).map(([kind]) => kind);
  if (untriedKinds.length === 0 || firstRun > 0) return true;
  console.log(`never occurred: ${untriedKinds.join(', ')}`);
  return false;
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} ${count}`).join(' · ');
}
