#!/usr/bin/env node
// Launcher of every command: installs missing packages, then starts Node 24.
// The machine's own Node may be older, so this file is plain JavaScript for Node 20.
//
//   node functions/cli/launch.mjs COMMAND [ARGUMENTS…]      a command of feedback-reports
//   node functions/cli/launch.mjs --node ARGUMENTS…         any other program that Node 24 should run
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unusedFolders } from './unused-folders.mjs';

const REQUIRED_MAJOR = 24;
const root = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), '..', '..');

const [first, ...rest] = process.argv.slice(2);
/** Only tests and tools need the development packages. */
const isForDevelopment = first === '--node';

/** The packages of a lockfile by their folders. */
function readLockfile(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return new Map(Object.entries(packages).filter(([path]) => path !== ''));
}

/** npm's record of the packages in node_modules; empty where nothing is installed. */
function readInstalledPackages() {
  const lockfile = join(root, 'node_modules', '.package-lock.json');
  return existsSync(lockfile) ? readLockfile(lockfile) : new Map();
}

function isInstallComplete(installed) {
  for (const [path, { version, optional, dev }] of readLockfile(join(root, 'package-lock.json'))) {
    if (dev === true && !isForDevelopment) continue;
    const installedPackage = installed.get(path);
    if (installedPackage === undefined ? optional !== true : installedPackage.version !== version) {
      return false;
    }
  }
  return true;
}

/** Keeps development packages that are already installed: npm ci removes every package that it omits. */
function install(installed) {
  const withDevelopment =
    isForDevelopment || [...installed.values()].some(({ dev }) => dev === true);
  // Explicit in both cases: with NODE_ENV=production, npm omits development packages by default.
  const include = withDevelopment ? '--include=dev' : '--omit=dev';
  process.stderr.write(`Installing missing packages (npm ci ${include})…\n`);
  const ci = ['ci', include, '--no-audit', '--no-fund', '--loglevel=error'];
  // Does not ask the registry again about packages in npm's cache, which takes a fourth of the time; fails where what the
  // cache says about a package is older than the lockfile.
  let npm = runNpm([...ci, '--prefer-offline', '--fetch-retries=0']);
  if (npm.status !== 0 && npm.error === undefined) {
    process.stderr.write('Trying again with what the registry says about the packages now…\n');
    npm = runNpm(ci);
  }
  if (npm.status !== 0) {
    process.stderr.write(
      npm.error === undefined
        ? 'The packages could not be installed: see the message of npm above.\n'
        : 'The packages could not be installed: npm could not be started.\n',
    );
    process.exit(1);
  }
  // Never where tests and tools run, which may read them.
  if (withDevelopment) return;
  for (const folder of unusedFolders(join(root, 'node_modules'))) {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** npm's standard output would mix with the program's own. */
function runNpm(args) {
  return spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}

/** Path of the Node to run: the one in node_modules, else the machine's own if it is new enough. */
function nodeBinary() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const packagedNode = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', file);
  if (existsSync(packagedNode)) return packagedNode;
  if (Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR) return process.execPath;
  process.stderr.write(
    `Node ${REQUIRED_MAJOR} or newer is required. There is no packaged Node for ${process.platform} ${process.arch}, ` +
      `and this machine has ${process.version}: install Node ${REQUIRED_MAJOR} and try again.\n`,
  );
  process.exit(1);
}

const program = join(root, 'functions', 'cli', 'main.ts');
// Without a limit, V8 lets the heap grow with the machine's memory; a run needs a tenth of this limit. With a lower
// limit, garbage collection takes a third of a large week; an import of the service needs less.
const nodeOptions = JSON.parse(
  readFileSync(join(root, 'functions', 'cli', 'node-options.json'), 'utf8'),
);
const options = [...nodeOptions.everyCommand, ...(first === 'service' ? nodeOptions.service : [])];
const args = isForDevelopment ? rest : [...options, program, ...process.argv.slice(2)];

const installedPackages = readInstalledPackages();
if (!isInstallComplete(installedPackages)) install(installedPackages);
// Compiling the code takes half of a start; the cache makes that happen once.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
// By default glibc keeps freed memory for each thread: about 30 MB.
const env = { NODE_COMPILE_CACHE, MALLOC_ARENA_MAX: '2', ...process.env };
// The child inherits the terminal. A command also gets an IPC channel: its closing reports the death of this process by
// a signal that cannot be forwarded, such as SIGKILL.
const stdio = ['inherit', 'inherit', 'inherit', ...(isForDevelopment ? [] : ['ipc'])];
const child = spawn(nodeBinary(), args, { stdio, env });
// The terminal sends Ctrl-C to the whole process group; the child decides when to exit.
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
  // Exits by the same signal as the child, which a listener would prevent.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
