#!/usr/bin/env node
// The door of every command: installs what is missing, then hands over to Node 24.
// It hides that the machine's own Node may be older; so it is plain JavaScript that Node 20 runs.
//
//   node functions/cli/launch.mjs COMMAND [ARGUMENTS…]      a command of feedback-reports
//   node functions/cli/launch.mjs --node ARGUMENTS…         anything else that Node 24 should run
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), '..', '..');

const [first, ...rest] = process.argv.slice(2);
/** Only tests and tools need the development packages. */
const isForDevelopment = first === '--node';

/** What a lockfile names, by the folder it goes to. */
function packagesOf(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** What lies in node_modules, as npm has noted it; empty where nothing is installed. */
function installedPackages() {
  const lockfile = join(root, 'node_modules', '.package-lock.json');
  return existsSync(lockfile) ? packagesOf(lockfile) : new Map();
}

function isInstalled(have) {
  for (const [path, { version, optional, dev }] of packagesOf(join(root, 'package-lock.json'))) {
    if (dev === true && !isForDevelopment) continue;
    const found = have.get(path);
    if (found === undefined ? optional !== true : found.version !== version) return false;
  }
  return true;
}

/** Development packages that are there already stay: npm ci would remove those that it leaves out. */
function install(have) {
  const withDevelopment = isForDevelopment || [...have.values()].some(({ dev }) => dev === true);
  // Said in both cases: npm leaves them out by itself where NODE_ENV is production.
  const which = withDevelopment ? '--include=dev' : '--omit=dev';
  process.stderr.write(`Installing what is missing (npm ci ${which})…\n`);
  // npm's standard output would mix with the program's own.
  const npm = spawnSync('npm', ['ci', which, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    process.stderr.write(
      npm.error === undefined
        ? 'The packages could not be installed: npm said why above.\n'
        : 'The packages could not be installed: npm could not be started.\n',
    );
    process.exit(1);
  }
}

/** The Node this project runs on: the one from its own packages, else the machine's if it is new enough. */
function nodeBinary() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath;
  process.stderr.write(
    `Node ${NEEDED_MAJOR} or newer is needed. There is no packaged one for ${process.platform} ${process.arch}, ` +
      `and this machine has ${process.version}: install Node ${NEEDED_MAJOR} and try again.\n`,
  );
  process.exit(1);
}

const program = join(root, 'functions', 'cli', 'main.ts');
// Left to itself, V8 lets garbage pile up to what the machine has; a run needs a tenth of this.
const options = JSON.parse(
  readFileSync(join(root, 'functions', 'cli', 'node-options.json'), 'utf8'),
);
const args = isForDevelopment ? rest : [...options, program, ...process.argv.slice(2)];

const have = installedPackages();
if (!isInstalled(have)) install(have);
// Compiled once for all starts: half of what a start takes.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
const env = { NODE_COMPILE_CACHE, ...process.env };
// The terminal is the child's own. A command also gets a channel, whose closing tells it of a death that this process
// cannot hand on, such as SIGKILL.
const stdio = ['inherit', 'inherit', 'inherit', ...(isForDevelopment ? [] : ['ipc'])];
const child = spawn(nodeBinary(), args, { stdio, env });
// The terminal sends Ctrl-C to the whole group; the child decides when it has finished.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
}
child.on('error', (error) => {
  process.stderr.write(`Node could not be started: ${error.message}\n`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  // Ends as the child did; with a listener of ours the signal would not.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
