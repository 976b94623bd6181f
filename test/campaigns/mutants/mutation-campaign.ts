// Mutation tests of the core modules with Stryker. Fails if a score is too low or if test/campaigns/mutants/unnoticed-mutants.md does not list a
// surviving mutant.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { GROUPS, LEFT_OUT, type Group } from './mutation-groups.ts';
import { readListed, unlistedOf } from './listed-mutants.ts';
import { readReport, type Score } from './mutation-report.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const LIST = join(ROOT, 'test/campaigns/mutants/unnoticed-mutants.md');
const MIN_SCORE = 90;

const HELP = `npm run campaign mutants -- [options]

Mutation tests (Stryker) of the core modules: counts the mutants that no unit test detects.

  --group NAME        only this group of files: ${GROUPS.map(({ name }) => name).join(', ')}
  --file GLOB         only these files of the group
  --every N           an estimate: only changes within every N-th ten lines of the files
  --concurrency N     number of parallel processes, default 2
  --verbose           show the output of Stryker
  --help

Exit codes: 0 passed · 1 a group scores under ${String(MIN_SCORE)} %, or test/campaigns/mutants/unnoticed-mutants.md does not list a surviving mutant · 2 wrong arguments.
`;

const { values } = campaignArguments(HELP, {
  options: {
    group: { type: 'string', multiple: true },
    file: { type: 'string' },
    every: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: '2' },
    verbose: { type: 'boolean', default: false },
  },
});

const unknown = (values.group ?? []).filter((name) => !GROUPS.some((group) => group.name === name));
if (unknown.length > 0) exitWithUsageError(`There is no group ${unknown.join(', ')}`);
const concurrency = positiveInteger('concurrency');
const every = positiveInteger('every');

const command = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
if (!existsSync(command)) {
  process.stderr.write('Installing Stryker…\n');
  spawnSync('npm', ['ci', '--silent'], { cwd: import.meta.dirname, stdio: 'inherit' });
}

const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
const listedMutants = readListed(readFileSync(LIST, 'utf8'));
let isGood = true;
try {
  for (const group of GROUPS) {
    if (values.group !== undefined && !values.group.includes(group.name)) continue;
    isGood = runGroup(group) && isGood;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isGood ? 0 : 1;

function positiveInteger(name: 'concurrency' | 'every'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1)
    exitWithUsageError(`--${name} takes a positive whole number`);
  return number;
}

/** Stryker's patterns for every N-th ten lines of the files, one after the other. */
function sampledLines(patterns: readonly string[]): readonly string[] {
  if (every === 1) return patterns;
  const [excluded = [], included = []] = [true, false].map((isExcluded) =>
    patterns.filter((pattern) => pattern.startsWith('!') === isExcluded),
  );
  return included
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !excluded.some((pattern) => matchesGlob(file, pattern.slice(1))))
    .toSorted()
    .flatMap((file) => {
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
      return Array.from(
        { length: Math.ceil(lines / 10) },
        (_, i) => `${file}:${String(10 * i + 1)}-${String(10 * i + 10)}`,
      );
    })
    .filter((_, i) => i % every === every - 1);
}

function runGroup({ name, mutate, tests }: Group): boolean {
  const reportFile = join(folder, `${name}.json`);
  const config = join(folder, `${name}.config.json`);
  writeFileSync(
    config,
    JSON.stringify({
      mutate: sampledLines(values.file === undefined ? mutate : [values.file]),
      testRunner: 'in-process',
      plugins: [join(import.meta.dirname, 'mutation-runner.ts')],
      inProcess: {
        testFiles: tests.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted(),
        setup: ['test/support/zone.ts'],
        leftOut: LEFT_OUT,
      },
      warnings: { unknownOptions: false },
      coverageAnalysis: 'perTest',
      concurrency,
      // Reloaded modules are never garbage-collected.
      maxTestRunnerReuse: 60,
      timeoutMS: 10_000,
      disableTypeChecks: false,
      tempDirName: join(folder, 'sandbox'),
      ignorePatterns: [
        'docs/**/*.{md,png,sql}',
        'dist',
        '/reports',
        'test/bench',
        'test/campaigns/mutants',
        '**/node_modules',
      ],
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: reportFile },
    }),
  );
  process.stdout.write(`\n── ${name}\n`);
  const { status } = spawnSync(process.execPath, [command, 'run', config], {
    cwd: ROOT,
    stdio: ['ignore', values.verbose ? 'inherit' : 2, 'inherit'],
  });
  if (!existsSync(reportFile)) {
    process.stdout.write(`Stryker ended with ${String(status)} before it wrote a report.\n`);
    return false;
  }
  const { files, survivors, timeouts, ...groupScore } = readReport(reportFile);
  const unlistedMutants = unlistedOf(survivors, listedMutants);
  for (const [file, fileScore] of files)
    process.stdout.write(`  ${file}: ${scoreText(fileScore)}\n`);
  for (const { file, line, original, replacement } of timeouts)
    process.stdout.write(`  ${file}:${String(line)} timed out: ${original} → ${replacement}\n`);
  process.stdout.write(`${name}: ${scoreText(groupScore)}\n`);
  for (const { lines, entry } of unlistedMutants)
    process.stdout.write(`  ${lines}\n    ${entry}\n`);
  if (unlistedMutants.length > 0) {
    process.stdout.write(
      `${String(unlistedMutants.length)} surviving mutants are not listed in test/campaigns/mutants/unnoticed-mutants.md.\n`,
    );
  }
  return groupScore.score >= MIN_SCORE && unlistedMutants.length === 0;
}

/** E.g. "95.2 % killed (158 Killed, 8 Survived)". */
function scoreText({ score, counts }: Score): string {
  const sums = Object.entries(counts).map(([state, count]) => `${String(count)} ${state}`);
  return `${score.toFixed(1)} % killed (${sums.join(', ')})`;
}
