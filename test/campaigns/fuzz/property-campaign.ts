// The tests that hold random cases, with cases that nobody has seen yet.
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
const CHANCE = 'test/support/property-settings.ts';

const HELP = `npm run campaign properties -- [options]

Every test that holds random cases, with other ones than those of npm test.

  --rounds N    how often, default 10
  --seed N      of the first round, each other one has the next; default: a fresh one; printed
  --help

Exit codes: 0 all held · 1 a test failed · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(1_000_000, 2_000_000_000)) },
  },
});
const [rounds, first] = [Number(values.rounds), Number(values.seed)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(first)) {
  exitWithUsageError('--rounds takes a whole number from 1 on, --seed a whole number');
}
const files = await filesWithChance();
console.log(`${files.length} files, ${rounds} rounds from seed ${first} on`);
for (let round = 1; round <= rounds; round += 1) {
  if (!(await isHeld(first + round - 1))) process.exitCode = 1;
}

async function isHeld(seed: number): Promise<boolean> {
  const started = performance.now();
  const { status, output, told } = await runTests(files, { PROPERTY_SEED: String(seed) });
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  if (status === 0) {
    console.log(`seed ${seed}: all held, ${seconds} s`);
    return true;
  }
  const kept = join(await mkdtemp(join(tmpdir(), 'properties-')), `${seed}.tap`);
  await writeFile(kept, output);
  for (const line of told) console.log(line);
  console.log(
    `seed ${seed}: see ${kept}; again: npm run campaign properties -- --rounds 1 --seed ${seed}`,
  );
  return false;
}

/** The tests that import the home of chance, by whatever way. */
async function filesWithChance(): Promise<readonly string[]> {
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
    .filter(({ inputs }) => CHANCE in inputs)
    .map(({ entryPoint = '' }) => entryPoint)
    .sort();
}
