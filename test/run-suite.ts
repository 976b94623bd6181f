// Runs the tests of the given kinds, folders or files, or "all"; without arguments all but the long ones, NAME.long.test.ts.
// Starting a process and loading modules costs more than most test files, so most tests share processes, several files in each.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, suiteFiles, TEST_NAMES } from './support/suite-files.ts';

/** Processes at the same time; some tests wait for timers, so there are more than cores. */
const CONCURRENCY = 3;

/**
 * Files that share a process: the integration tests of one folder, unit tests of several folders, the browser tests,
 * which share a browser, and the tests of the bundles. Other end-to-end tests replace or measure the whole process, so
 * each of their files has its own.
 */
const UNIT_PROCESSES = 2;
const BROWSER_PROCESSES = 2;

/** Every test process runs this module first. */
const SET_UP = pathToFileURL(join(ROOT, 'test/support/test-process.ts')).href;

/** With V8's own size of the young generation, collecting it takes up to a fifth of the processor time. */
const NODE_OPTIONS = ['--max-semi-space-size=32'];

/** Node's own output, and how processes ended that it names only as failed. Other reporters replace them. */
const REPORTERS = [
  'spec',
  pathToFileURL(join(ROOT, 'test/support/failed-processes.ts')).href,
].flatMap((reporter) => [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout']);

/** Options such as --test-name-pattern=TEXT go to the test runner; everything else names kinds, folders or files. */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const requestedNames = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = suiteFiles(requestedNames);
if (files.length === 0) {
  process.stderr.write(
    `No tests match ${requestedNames.join(' ')}. Kinds: ${TEST_NAMES.join(', ')}.\n`,
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'suite-'));
const child = spawn(
  process.execPath,
  [
    ...NODE_OPTIONS,
    `--import=${SET_UP}`,
    '--test',
    `--test-concurrency=${CONCURRENCY}`,
    '--test-timeout=300000',
    ...(options.some((option) => option.startsWith('--test-reporter')) ? [] : REPORTERS),
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

/** One file for each process: a test file itself, or a module that imports all files of the process. */
function processFiles(testFiles: readonly string[]): readonly string[] {
  const unitFolders = [...new Set(testFiles.filter(isUnit).map(dirname))].sort();
  const browserFiles = testFiles.filter(isBrowserTest).toSorted();
  const processOf = (file: string): string => {
    if (isBundleTest(file)) return 'bundles';
    if (isBrowserTest(file)) return `browser-${browserFiles.indexOf(file) % BROWSER_PROCESSES}`;
    if (isUnit(file)) return `unit-${unitFolders.indexOf(dirname(file)) % UNIT_PROCESSES}`;
    return file.startsWith('test/integration/') ? `integration-${folderOf(file)}` : file;
  };
  const byProcess = Map.groupBy(testFiles, processOf);
  return [...byProcess].map(([name, members]) => {
    if (name.endsWith('.test.ts')) return name;
    const path = join(folder, `${name}.mjs`);
    const imports = members.map((file) => `import '${pathToFileURL(join(ROOT, file)).href}';\n`);
    writeFileSync(path, imports.join(''));
    return path;
  });
}

function isUnit(file: string): boolean {
  return file.startsWith('test/unit/');
}

/** These tests share the deployment packages. */
function isBundleTest(file: string): boolean {
  return file.startsWith('test/e2e/bundles/') || file.startsWith('test/e2e/functions/');
}

function isBrowserTest(file: string): boolean {
  return file.startsWith('test/e2e/web/');
}

/** The folder below the kind: "http" of test/integration/http/openapi.test.ts. */
function folderOf(file: string): string {
  return file.split('/')[2] ?? '';
}
