// The whole gate, in the order of how soon each part tells: what is not installed is installed first.
// It hides which tools there are; .ci/run calls it, and so can anybody.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve as resolvePath } from 'node:path';
import { performance } from 'node:perf_hooks';
import { missingBrowser } from '../test/support/browser.ts';
import { LAMBDA_FOLDER, missingForLambda } from '../test/support/lambda/runtime-client.ts';
import { NODE_22_FOLDER, node22 } from '../test/support/node-22.ts';
import { postgresPrograms } from '../test/support/feedback-service/postgres-server.ts';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...(readonly string[])];
}

/** What tests use when it is there, and the gate insists on, by Debian package. */
const TOOLS: Readonly<Record<string, () => boolean>> = {
  qpdf: () => spawnSync('qpdf', ['--version']).status === 0,
  postgresql: () => postgresPrograms() !== undefined,
  'poppler-utils': () => spawnSync('pdftoppm', ['-v']).status === 0,
  'unicode-data': () => existsSync('/usr/share/unicode/BidiTest.txt'),
  chromium: () => missingBrowser() === null,
  'default-jdk-headless': () => spawnSync('javac', ['-version']).status === 0,
  'libjaxb-java': () => existsSync('/usr/share/java/jaxb-runtime.jar'),
  // To compile AWS's runtime client.
  cmake: () => spawnSync('cmake', ['--version']).status === 0,
  'g++': () => spawnSync('g++', ['--version']).status === 0,
  make: () => spawnSync('make', ['--version']).status === 0,
  python3: () => spawnSync('python3', ['--version']).status === 0,
  'xz-utils': () => spawnSync('xz', ['--version']).status === 0,
};

const STEPS: readonly Step[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'types'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'import rules', command: ['npm', 'run', '--silent', 'imports'] },
  { name: 'unused', command: ['npm', 'run', '--silent', 'unused'] },
  { name: 'tests', command: ['npm', 'test'] },
  { name: 'package', command: ['npm', 'run', '--silent', 'package'] },
];

function installTools(): void {
  const missing = Object.entries(TOOLS)
    .filter(([, isThere]) => !isThere())
    .map(([debianPackage]) => debianPackage);
  if (missing.length === 0) return;
  process.stdout.write(`Installing ${missing.join(', ')}…\n`);
  const apt = (...args: readonly string[]): number | null =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=400', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status;
  const isDone =
    apt('update') === 0 && apt('install', '-y', '--no-install-recommends', ...missing) === 0;
  if (isDone) return;
  process.stderr.write(`Install ${missing.join(' and ')} by hand and try again.\n`);
  process.exit(1);
}

/** The older runtime, which tests compare bytes with. */
function installNode22(): void {
  if (node22() !== null) return;
  process.stdout.write('Installing Node 22…\n');
  spawnSync('npm', ['ci', '--silent'], { cwd: NODE_22_FOLDER, stdio: 'inherit' });
}

/** AWS's runtime client, which tests run functions under. It takes a minute to compile: other steps run meanwhile. */
async function installLambda(): Promise<void> {
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

/** Runs a step with its output shown; resolves with what it printed and whether it passed. */
function run({ command: [program, ...args] }: Step): Promise<{ passed: boolean; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ passed: boolean; output: string }>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.on('error', (error) => {
    resolve({ passed: false, output: `${program} could not be started: ${error.message}` });
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  child.on('close', (code) => {
    resolve({ passed: code === 0, output });
  });
  return promise;
}

/** A count of node's test runner, e.g. "ℹ skipped 2". */
function countOf(what: string, output: string): number {
  return Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
}

installTools();
installNode22();
const lambda = installLambda();
const failed: string[] = [];
let tests = { passed: 0, failed: 0, skipped: 0 };
for (const step of STEPS) {
  if (step.name === 'tests') await lambda;
  process.stdout.write(`\n── ${step.name}\n`);
  const started = performance.now();
  const { passed, output } = await run(step);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (step.name === 'tests') {
    tests = {
      passed: countOf('pass', output),
      failed: countOf('fail', output),
      skipped: countOf('skipped', output) + countOf('todo', output),
    };
  }
  process.stdout.write(`── ${step.name} ${passed ? 'passed' : 'FAILED'} in ${seconds} s\n`);
  if (!passed) failed.push(step.name);
}
if (tests.skipped > 0) failed.push(`tests (${tests.skipped} skipped: nothing may be skipped here)`);
if (tests.passed === 0) failed.push('tests (none was run)');
process.stdout.write(failed.length === 0 ? '\nAll passed.\n' : `\nFailed: ${failed.join(', ')}.\n`);
process.stdout.write(`${tests.passed} passed, ${tests.failed} failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
