// Runs the tests of the given kinds or files; without arguments all of them. Starting a process and loading modules costs
// more than most test files, so unit and integration tests share processes, several files in each.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');

/** Longest first, so that no long file is left for the end. */
const KINDS = ['e2e', 'integration', 'unit', 'architecture'] as const;

/** Processes at the same time; some tests wait for timers, so there are more than cores. */
const CONCURRENCY = 3;

/** How many processes share the files of a kind; the files of other kinds have one each. */
const SHARED_PROCESSES: Readonly<Record<string, number>> = { integration: 6, unit: 3 };

/** They replace or measure something of the whole process. */
const ALONE: readonly RegExp[] = [];

/** Options such as --test-name-pattern=TEXT go to the test runner; everything else names kinds or files. */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const requested = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = filesOf(requested);
if (files.length === 0) {
  process.stderr.write(`No tests match ${requested.join(' ')}. Kinds: ${KINDS.join(', ')}.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'suite-'));
const child = spawn(
  process.execPath,
  [
    '--import',
    pathToFileURL(join(ROOT, 'test/support/zone.ts')).href,
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    '--test-timeout=300000',
    ...options,
    ...processFiles(files),
  ],
  { cwd: ROOT, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => child.kill(signal));
}
child.on('close', (code) => {
  rmSync(folder, { recursive: true });
  process.exitCode = code ?? 1;
});

function filesOf(names: readonly string[]): readonly string[] {
  const patterns = (names.length === 0 ? KINDS : names).map((name) =>
    KINDS.some((kind) => kind === name) ? `test/${name}/**/*.test.ts` : name,
  );
  return globSync(patterns, { cwd: ROOT });
}

/** One file for each process: a test file itself, or a module that imports its share of them. */
function processFiles(testFiles: readonly string[]): readonly string[] {
  const kindOf = (file: string): string => file.split('/')[1] ?? '';
  const isShared = (file: string): boolean =>
    kindOf(file) in SHARED_PROCESSES && !ALONE.some((pattern) => pattern.test(file));
  const single = testFiles.filter((file) => !isShared(file));
  const shared = Object.entries(SHARED_PROCESSES).flatMap(([kind, count]) => {
    const members = testFiles.filter((file) => isShared(file) && kindOf(file) === kind).sort();
    return Array.from({ length: Math.min(count, members.length) }, (_, index) => {
      const path = join(folder, `${kind}-${index + 1}.mjs`);
      const imports = members
        .filter((_file, position) => position % count === index)
        .map((file) => `import '${pathToFileURL(join(ROOT, file)).href}';\n`);
      writeFileSync(path, imports.join(''));
      return path;
    });
  });
  return [...single, ...shared];
}
