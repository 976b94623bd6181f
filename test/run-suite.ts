// Runs the tests of the given kinds, folders or files, or "all"; without arguments all but the long ones, NAME.long.test.ts.
// Starting a process and loading modules costs more than most test files, so most tests share processes, several files in each.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { memoryFolder } from './support/memory-folder.ts';
import { ALL, ROOT, suiteFiles, TEST_NAMES } from './support/suite-files.ts';

/** Processes at the same time; some tests wait for timers, so there are more than cores. */
const CONCURRENCY = 3;

/**
 * Processes that share the files of their kind: unit tests by folder, integration tests by folder but for the folders below,
 * tests of commands by file, and browser tests by file, which share a browser. The tests of the bundles share one.
 */
const PROCESSES = { unit: 2, integration: 2, commands: 3, browser: 2 };

/**
 * Integration tests that take longest, that set variables of the AWS SDK, and that repeat others with another database; each
 * folder has its own process.
 */
const OWN_FOLDERS = ['feedback-service', 'http', 'pdf', 'postgres', 's3'];

/** Integration tests that read the same reports of the sample company, which each process makes. */
const SAMPLE_FOLDERS = ['analytics', 'view'];

/**
 * Starts of the paths of tests that take longest, longest first, with the time they wait for. Their processes start first, so that
 * none runs alone at the end, and the longest files of a kind are in different processes.
 */
const LONGEST = [
  'test/integration/feedback-service/',
  'test/integration/postgres/',
  'test/e2e/commands/serve-command.',
  'test/e2e/commands/start-command.',
  'test/e2e/commands/launch.',
  'test/e2e/commands/operations-commands.',
  'test/e2e/commands/service-data-sets.',
  'test/e2e/commands/report-command.',
  'test/e2e/commands/service-process.',
  'test/e2e/commands/',
  'test/e2e/web/landing.',
  'test/e2e/web/flows.',
  'test/e2e/web/accessibility.',
  'test/e2e/web/',
  'test/integration/pdf/',
  'test/integration/http/',
  'test/unit/',
  'test/integration/',
];

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

/**
 * Holds the modules of the processes and everything that tests store, and is removed with what killed tests left. The gate,
 * which runs all tests, has it on the machine's disk; otherwise it is in memory, where no test waits for a disk.
 */
const isOnDisk = requestedNames.includes(ALL) || process.env['TMPDIR'] !== undefined;
const folder = mkdtempSync(join((isOnDisk ? null : memoryFolder()) ?? tmpdir(), 'suite-'));
// The user of the PostgreSQL servers has a folder in it.
chmodSync(folder, 0o711);
/** Without names the suite leaves out the long tests, and most random cases: the gate has them. */
const casesOfProperties = requestedNames.length === 0 ? { PROPERTY_SHARE: '0.25' } : {};
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
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...casesOfProperties, TMPDIR: folder } },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => child.kill(signal));
}
child.on('close', (code) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.exitCode = code ?? 1;
});

/** One file for each process: a test file itself, or a module that imports all files of the process. */
function processFiles(testFiles: readonly string[]): readonly string[] {
  const parts: Record<keyof typeof PROCESSES, string[]> = {
    unit: [],
    integration: [],
    commands: [],
    browser: [],
  };
  /** What belongs together is in one process; the processes of a kind get parts in turn. */
  const shared = (kind: keyof typeof PROCESSES, part: string): string => {
    if (!parts[kind].includes(part)) parts[kind].push(part);
    return `${kind}-${parts[kind].indexOf(part) % PROCESSES[kind]}`;
  };
  const processOf = (file: string): string => {
    const [, kind, name = ''] = file.split('/');
    if (kind === 'unit') return shared('unit', dirname(file));
    if (kind === 'integration') {
      if (OWN_FOLDERS.includes(name)) return `integration-${name}`;
      return shared('integration', SAMPLE_FOLDERS.includes(name) ? SAMPLE_FOLDERS.join() : name);
    }
    if (kind !== 'e2e') return file;
    if (name === 'web') return shared('browser', file);
    return name === 'commands' ? shared('commands', file) : 'bundles';
  };
  const byProcess = Map.groupBy(longestFirst(testFiles), processOf);
  return [...byProcess].map(([name, members], order) => {
    if (name.endsWith('.test.ts')) return name;
    // Node's runner starts them in the order of their names.
    const path = join(folder, `${String(order).padStart(2, '0')}-${name}.mjs`);
    const imports = members.map((file) => `import '${pathToFileURL(join(ROOT, file)).href}';\n`);
    writeFileSync(path, imports.join(''));
    return path;
  });
}

function longestFirst(testFiles: readonly string[]): readonly string[] {
  const rankOf = (file: string): number => {
    const rank = LONGEST.findIndex((start) => file.startsWith(start));
    return rank === -1 ? LONGEST.length : rank;
  };
  return testFiles.toSorted().toSorted((a, b) => rankOf(a) - rankOf(b));
}
