// Installs the release where nothing else is, makes a week of the sample company, and serves it. Prints the SHA-256 of all its
// reports and tables, which is the same on each system and each version of Node. Needs no package.
//   node infra/try-release.ts ARCHIVE [EXPECTED-SHA-256]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const WEEK = '2026-W46';
const FIXED_TIME = pathToFileURL(join(import.meta.dirname, '../test/support/fixed-time.mjs'));

const [archive = '', expected] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'try-release-'));
try {
  install(resolve(archive));
  const program = join(folder, 'node_modules/feedback-reports/feedback-reports.mjs');
  const store = join(folder, 'store');
  const start = ['start', '--week', WEEK, '--store', `file:${store}`];
  run(process.execPath, [program, ...start, '--once'], {
    NODE_OPTIONS: `--import=${FIXED_TIME.href}`,
  });
  const digest = digestOf(store);
  await serve([program, ...start, '--port', '0']);
  process.stdout.write(`${digest}\n`);
  if (expected !== undefined && digest !== expected) {
    throw new Error(`the reports differ: expected ${expected}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function install(file: string): void {
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', ['install', ...options, '--prefix', folder, file]);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    // On Windows npm is a script of the shell.
    shell: command === 'npm' && process.platform === 'win32',
    stdio: ['ignore', 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(status)}`);
}

/** Of the bytes of each file and its path with slashes. */
function digestOf(store: string): string {
  const hash = createHash('sha256');
  const paths = ['weeks', 'facts'].flatMap((name) =>
    readdirSync(join(store, name), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(name, path),
    ),
  );
  const names = paths
    .filter((path) => statSync(join(store, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  for (const name of names) {
    const bytes = readFileSync(join(store, name));
    hash.update(`${name} ${createHash('sha256').update(bytes).digest('hex')}\n`);
  }
  return hash.digest('hex');
}

/** Until the library answers. */
async function serve(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (address === undefined) continue;
      const { status } = await fetch(address);
      if (status !== 200) throw new Error(`the library answers with ${status}`);
      return;
    }
    throw new Error('the server ended without an address');
  } finally {
    child.kill();
    child.stdout.resume();
    await ended;
  }
}
