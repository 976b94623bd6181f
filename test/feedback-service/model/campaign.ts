// As many random companies as one likes: `npm run model -- --runs N --seed S [--database URL]`.
// Exits with 1 and prints the shrunk counter-example when the service is wrong.
import { parseArgs } from 'node:util';
import { campaign } from './run.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string' },
  },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
if (!Number.isSafeInteger(runs) || !Number.isSafeInteger(seed)) {
  console.error('--runs and --seed take whole numbers');
  process.exit(2);
}
let done = 0;
const fault = await campaign({
  runs,
  seed,
  database: values.database,
  onRun: () => {
    done += 1;
    if (done % 100 === 0) console.error(`${done} of ${runs}`);
  },
});
if (fault === undefined) console.log(`${runs} companies of seed ${seed}: as the model says`);
else {
  console.log(fault);
  process.exitCode = 1;
}
