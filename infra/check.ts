// Runs all checks of the project. Missing system packages are installed after a confirmation, or without
// one where CI is set.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline/promises';
import { HEADLESS_SHELL, missingBrowser } from '../test/support/browser.ts';
import { missingFirefox } from '../test/support/firefox.ts';
import { LAMBDA_FOLDER, missingForLambda } from '../test/support/lambda/runtime-client.ts';
import { missingNodeVersions, NODE_VERSIONS_FOLDER } from '../test/support/node-versions.ts';
import { postgresPrograms } from '../test/support/feedback-service/postgres-server.ts';

interface CheckStep {
  readonly name: string;
  readonly command: readonly [string, ...(readonly string[])];
}

/** Tools by Debian package. A test run skips tests whose tool is missing; this check requires all of them. */
const SYSTEM_PACKAGES: Readonly<Record<string, () => boolean>> = {
  qpdf: () => spawnSync('qpdf', ['--version']).status === 0,
  postgresql: () => postgresPrograms() !== undefined,
  'poppler-utils': () => spawnSync('pdftoppm', ['-v']).status === 0,
  'unicode-data': () => existsSync('/usr/share/unicode/BidiTest.txt'),
  chromium: () => missingBrowser() === null,
  'firefox-esr': () => missingFirefox() === null,
  'default-jdk-headless': () => spawnSync('javac', ['-version']).status === 0,
  'libjaxb-java': () => existsSync('/usr/share/java/jaxb-runtime.jar'),
  // To compile AWS's runtime client.
  cmake: () => spawnSync('cmake', ['--version']).status === 0,
  'g++': () => spawnSync('g++', ['--version']).status === 0,
  make: () => spawnSync('make', ['--version']).status === 0,
  python3: () => spawnSync('python3', ['--version']).status === 0,
  'xz-utils': () => spawnSync('xz', ['--version']).status === 0,
};

/** Half of the time of the browser tests. Not every release of Debian has it, and Chromium runs them too. */
const FASTER_BROWSER = 'chromium-headless-shell';

/** Run at the same time: each uses one core for most of its time. */
const STATIC_CHECKS: readonly CheckStep[] = [
  { name: 'texts', command: ['npm', 'run', '--silent', 'texts', '--', '--check'] },
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'formatting', command: ['npm', 'run', '--silent', 'formatting'] },
  { name: 'import rules', command: ['npm', 'run', '--silent', 'imports'] },
  { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
  { name: 'release', command: ['npm', 'run', '--silent', 'test:release'] },
];
/** `npm test` leaves out those that take long. */
const TESTS: CheckStep = { name: 'tests', command: ['npm', 'run', '--silent', 'test:all'] };
/** Every view in every language, in both themes and browsers; `npm test` checks a part. */
const ACCESSIBILITY: CheckStep = {
  name: 'accessibility',
  command: ['npm', 'run', '--silent', 'campaign', 'accessibility'],
};

async function installSystemPackages(): Promise<void> {
  const missing = Object.entries(SYSTEM_PACKAGES)
    .filter(([, isInstalled]) => !isInstalled())
    .map(([debianPackage]) => debianPackage);
  const optionalPackages = existsSync(HEADLESS_SHELL) ? [] : [FASTER_BROWSER];
  if (missing.length + optionalPackages.length === 0) return;
  if (await mayInstall([...missing, ...optionalPackages])) {
    process.stdout.write(`Installing ${[...missing, ...optionalPackages].join(', ')}…\n`);
    const areInstalled = apt('update') && installPackages(missing);
    // Without it the tests run in Chromium.
    if (areInstalled) installPackages(optionalPackages);
    if (areInstalled || missing.length === 0) return;
    process.stderr.write(`apt-get failed. Install ${missing.join(' ')} manually and try again.\n`);
    process.exit(1);
  }
  if (missing.length === 0) return;
  process.stderr.write(
    `These system packages are required: ${missing.join(' ')}. Install them, or set CI=true to install them without confirmation.\n`,
  );
  process.exit(1);
}

function installPackages(packages: readonly string[]): boolean {
  return apt('install', '-y', '--no-install-recommends', ...packages);
}

/** Whether apt-get succeeded. */
function apt(...args: readonly string[]): boolean {
  const { status } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=400', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}

/** Changing the system needs a confirmation, except in CI, where no one can answer. */
async function mayInstall(packages: readonly string[]): Promise<boolean> {
  if ((process.env['CI'] ?? '') !== '') return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(
    `Install the system packages ${packages.join(', ')} with apt-get? [y/N] `,
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** The other versions of Node, whose report bytes tests compare with those of this one. */
function installNodeVersions(): void {
  if (missingNodeVersions === false) return;
  process.stdout.write('Installing other versions of Node…\n');
  spawnSync('npm', ['ci', '--silent'], { cwd: NODE_VERSIONS_FOLDER, stdio: 'inherit' });
}

/** AWS's runtime client, which runs the functions in tests. It takes a minute to compile, in parallel with other steps. */
async function installLambdaRuntime(): Promise<void> {
  if (missingForLambda() === null) return;
  process.stdout.write('Installing the Lambda runtime client…\n');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // The headers of this Node, which the package would otherwise download.
  const headers = { npm_package_config_node_gyp_nodedir: resolvePath(process.execPath, '../..') };
  spawn('npm', ['ci', '--silent'], {
    cwd: LAMBDA_FOLDER,
    env: { ...process.env, ...headers },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).on('close', () => {
    resolve(undefined);
  });
  await promise;
}

interface StepResult {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs a step and prints its output and its result; a failed one is added to `failures`. */
async function runStep(
  { name, command }: CheckStep,
  /** Otherwise the output is printed when the step has ended, so that it does not mix with that of others. */
  { isAlone }: { readonly isAlone: boolean },
): Promise<StepResult> {
  const startTime = performance.now();
  const result = await execute(command, (text) => {
    if (isAlone) process.stdout.write(text);
  });
  if (!isAlone) process.stdout.write(result.output);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  process.stdout.write(`── ${name} ${result.passed ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (!result.passed) failures.push(name);
  return result;
}

function execute(
  [program, ...args]: CheckStep['command'],
  onOutput: (text: string) => void,
): Promise<StepResult> {
  const { promise, resolve } = Promise.withResolvers<StepResult>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  child.on('error', (error) => {
    resolve({ passed: false, output: `${program} could not be started: ${error.message}\n` });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      onOutput(text);
    });
  }
  child.on('close', (code) => {
    resolve({ passed: code === 0, output });
  });
  return promise;
}

/** Reads a count from the output of node's test runner, e.g. "ℹ skipped 2". */
function readCount(what: string, output: string): number {
  return Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
}

const failures: string[] = [];
await installSystemPackages();
installNodeVersions();
const lambdaRuntime = installLambdaRuntime();
process.stdout.write(`\n── ${STATIC_CHECKS.map(({ name }) => name).join(', ')}\n`);
await Promise.all(STATIC_CHECKS.map((step) => runStep(step, { isAlone: false })));
await lambdaRuntime;
process.stdout.write(`\n── ${TESTS.name}\n`);
const { output } = await runStep(TESTS, { isAlone: true });
const passedCount = readCount('pass', output);
const skippedCount = readCount('skipped', output) + readCount('todo', output);
if (skippedCount > 0)
  failures.push(`tests (${skippedCount} skipped: this check allows no skipped tests)`);
if (passedCount === 0) failures.push('tests (none was run)');
process.stdout.write(`\n── ${ACCESSIBILITY.name}\n`);
await runStep(ACCESSIBILITY, { isAlone: true });
process.stdout.write(
  failures.length === 0 ? '\nAll passed.\n' : `\nFailed: ${failures.join(', ')}.\n`,
);
process.stdout.write(`${passedCount} passed, ${readCount('fail', output)} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
