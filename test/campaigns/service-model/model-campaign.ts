// A command that runs any number of random cases.
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { startPostgres } from '../../support/feedback-service/postgres-server.ts';
import { campaign } from './run-case.ts';

const HELP = `npm run campaign model -- [options]

The feedback service beside a model of it, on random companies, each with a sequence of imports, changes of its structure and its
retention, orders to forget, a removed survey, compacted databases, restored backups, and restarts.

  --runs N         how many companies, default 1000
  --seed N         default 1
  --postgres       in PostgreSQL, which is started for it, instead of SQLite
  --help

Exit codes: 0 the service is as the model says · 1 it is not: the smallest company that shows it is printed · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(seed)) {
  exitWithUsageError('--runs and --seed take whole numbers');
}
const server = values.postgres ? await startPostgres() : undefined;
if (values.postgres && server === undefined) exitWithUsageError('--postgres needs PostgreSQL');
let startedRuns = 0;
const fault = await campaign({
  runs,
  seed,
  database: server?.url,
  onRun: () => {
    startedRuns += 1;
    if (startedRuns % 20 === 0) console.error(`${startedRuns} of ${runs}`);
  },
}).finally(() => server?.stop());
if (fault === undefined) console.log(`${runs} companies of seed ${seed}: as the model says`);
else {
  console.log(fault);
  process.exitCode = 1;
}
