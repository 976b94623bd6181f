#!/usr/bin/env node
// The door of every command: installs what is missing, then hands over to Node 24.
// It hides that the machine's own Node may be older; so it is plain JavaScript that Node 20 runs.
//
//   node functions/local/launch.mjs COMMAND [ARGUMENTS…]      a command of feedback-reports
//   node functions/local/launch.mjs --node ARGUMENTS…         anything else that Node 24 should run
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_MAJOR = 24;
const root = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), '..', '..');

const [first, ...rest] = process.argv.slice(2);
/** The commands run without the packages that only tests and tools need. */
const isForDevelopment = first === '--node';

/** What a lockfile names, by the folder it goes to. */
function packagesOf(lockfile) {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));
  return new Map(
    Object.entries(packages)
      .filter(([path]) => path !== '')
      .map(([path, entry]) => [
        path,
        {
          version: entry.version,
          isNeeded: entry.optional !== true && !(entry.dev === true && !isForDevelopment),
        },
      ]),
  );
}

function isInstalled() {
  const wanted = join(root, 'package-lock.json');
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  for (const [path, entry] of packagesOf(wanted)) {
    const found = have.get(path);
    if (found === undefined ? entry.isNeeded : found.version !== entry.version) return false;
  }
  return true;
}

function install() {
  process.stderr.write('Installing what is missing (npm ci)…\n');
  // npm's standard output would mix with the program's own.
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
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

const program = join(root, 'functions', 'local', 'main.ts');
// Left to itself, V8 lets garbage pile up to what the machine has; a run needs a tenth of this.
const options = JSON.parse(
  readFileSync(join(root, 'functions', 'local', 'node-options.json'), 'utf8'),
);
const args = isForDevelopment ? rest : [...options, program, ...process.argv.slice(2)];

if (!isInstalled()) install();
// Compiled once for all starts: half of what a start takes.
const NODE_COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');
const env = { NODE_COMPILE_CACHE, ...process.env };
const child = spawn(nodeBinary(), args, { stdio: 'inherit', env });
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
