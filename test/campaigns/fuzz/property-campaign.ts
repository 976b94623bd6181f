// Runs all property-based tests with other seeds than npm test.
import { build } from 'esbuild';
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { runTests } from '../../support/run-tests.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROPERTY_SETTINGS = 'test/support/property-settings.ts';

const HELP = `npm run campaign properties -- [options]

Runs all property-based tests with other seeds than npm test.

  --rounds N    number of rounds, default 10
  --seed N      seed of the first round, incremented for each round; default: random; printed
  --help

Exit codes: 0 passed · 1 a test failed · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(1_000_000, 2_000_000_000)) },
  },
});
const [rounds, firstSeed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(firstSeed)) {
  exitWithUsageError('--rounds takes a positive whole number, --seed a whole number');
}
const files = await listPropertyTests();
console.log(`${files.length} files, ${rounds} rounds from seed ${firstSeed} on`);
for (let round = 1; round <= rounds; round += 1) {
  if (!(await runRound(firstSeed + round - 1))) process.exitCode = 1;
}

async function runRound(seed: number): Promise<boolean> {
  const startedAt = performance.now();
  const { status, output, summaryLines } = await runTests(files, { PROPERTY_SEED: String(seed) });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  if (status === 0) {
    console.log(`seed ${seed}: passed, ${seconds} s`);
    return true;
  }
  const outputFile = join(await mkdtemp(join(tmpdir(), 'properties-')), `${seed}.tap`);
  await writeFile(outputFile, output);
  for (const line of summaryLines) console.log(line);
  console.log(
    `seed ${seed}: see ${outputFile}; repeat: npm run campaign properties -- --rounds 1 --seed ${seed}`,
  );
  return false;
}

/** The tests that import the property settings, directly or indirectly. */
async function listPropertyTests(): Promise<readonly string[]> {
  const tests = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: tests,
    outdir: join(ROOT, 'never-written'),
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return Object.values(metafile.outputs)
    .filter(({ inputs }) => PROPERTY_SETTINGS in inputs)
    .map(({ entryPoint = '' }) => entryPoint)
    .sort();
}
