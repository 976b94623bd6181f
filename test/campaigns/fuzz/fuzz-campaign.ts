// A hunt of any length for input that breaks a promise.
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { hunt, type Hunt, type Target } from './fuzz-runner.ts';

interface Campaign {
  readonly open: () => Promise<Target>;
  readonly runs: number;
}

// Each loads only what it needs.
const CAMPAIGNS: Readonly<Record<string, Campaign>> = {
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

A hunt for input that breaks a promise; without a name, every hunt.

  bodies       mutated answers of the reporting API
  events       mutated events of Lambda's HTTP API
  pages        reporting APIs that page as they like
  pdfs         reports that are hard to draw
  secrets      canaries in all that goes in, looked for in all that comes out

  --seed N     default: the number of this process; printed
  --runs N     default: ${Object.entries(CAMPAIGNS)
    .map(([one, { runs }]) => `${one} ${runs}`)
    .join(', ')}
  --from RUN   the first run, to see one again
  --help

Exit codes: 0 all held · 1 a promise was broken, or a kind of oddity was never tried · 2 wrong arguments.
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
const chosen = Object.entries(CAMPAIGNS).filter(([one]) => name === 'all' || name === one);
// A fresh one each time, and printed, so that what it finds can be found again.
const seed = values.seed === undefined ? process.pid : Number(values.seed);
const [runs, from] = [Number(values.runs ?? '0'), Number(values.from)];
if (chosen.length === 0 || ![seed, runs, from].every(Number.isSafeInteger)) {
  exitWithUsageError(
    `Names: ${Object.keys(CAMPAIGNS).join(', ')}, all; --seed, --runs and --from take whole numbers.`,
  );
}
process.on('unhandledRejection', (error) => {
  console.error('a rejection that nobody handled', error);
  process.exit(1);
});

for (const [one, { open, runs: all }] of chosen) {
  const target = await open();
  const count = runs === 0 ? all : runs;
  console.log(`${one}: ${count} runs of seed ${seed}`);
  const onRun = (done: number): void => {
    if (done % 5_000 === 0) console.error(`${done} of ${count}`);
  };
  const result = await hunt(target, { seed, runs: count, from, onRun });
  await target.close();
  if (!tell(one, result, from)) process.exitCode = 1;
}

/** Whether all is well. */
function tell(one: string, result: Hunt, began: number): boolean {
  const { found, kinds, outcomes, seconds, slowestMs, peakMb } = result;
  console.log(`kinds: ${listed(kinds)}`);
  console.log(`outcomes: ${listed(outcomes)}`);
  console.log(
    `${result.runs} runs in ${seconds.toFixed(0)} s, the slowest ${slowestMs.toFixed(0)} ms, at most ${peakMb.toFixed(0)} MB`,
  );
  if (found !== null) {
    console.log(`broken: ${found.fault}`);
    console.log(
      `again: ${one} --seed ${seed} --from ${found.run} --runs 1; the input is in ${found.file}`,
    );
    return false;
  }
  const untried = [...kinds].filter(([, times]) => times === 0).map(([kind]) => kind);
  if (untried.length === 0 || began > 0) return true;
  console.log(`never tried: ${untried.join(', ')}`);
  return false;
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, times]) => `${what} ${times}`).join(' · ');
}
