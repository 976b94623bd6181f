#!/usr/bin/env -S node --
// Launcher of every command: installs missing packages, then starts Node 24.
// The machine's own Node may be older, so this file is plain JavaScript for Node 20.
//
//   node -- functions/cli/launch.mjs COMMAND [ARGUMENTS…]   a command of feedback-reports
//   node functions/cli/launch.mjs --node ARGUMENTS…         any other program that Node 24 should run
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installMissing } from './install.mjs';

const REQUIRED_MAJOR = 24;
const root = resolve(dirname(realpathSync(fileURLToPath(import.meta.url))), '..', '..');

const [first, ...rest] = process.argv.slice(2);
/** Only tests and tools need the development packages. */
const isForDevelopment = first === '--node';

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
// Without "--", Node reads an --env-file among the arguments of the program, and ends with 9 where there is none.
const args = isForDevelopment ? rest : [...options, '--', program, ...process.argv.slice(2)];

/** The sample company's reports are in a folder; settings of mail or a file of settings may name SES. */
const usesAws =
  first !== 'start' ||
  rest.some((argument) => /s3:|--env-file/.test(argument)) ||
  Object.keys(process.env).some((name) => name.startsWith('REPORTS_MAIL'));
const hasInstalled = await installMissing(root, { isForDevelopment, usesAws });
// Compiling the code takes half of a short command; the cache makes that happen once. Writing it takes a second,
// which the first command after an installation saves.
const NODE_COMPILE_CACHE =
  hasInstalled && !isForDevelopment ? undefined : join(root, 'node_modules', '.cache', 'node');
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
