// Runs the project's tests in a child process, for campaigns that run them in a different environment.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

export interface TestRun {
  readonly status: number;
  /** Interleaved stdout and stderr. */
  readonly output: Buffer;
  /** TAP lines of failed tests and of the totals. */
  readonly summaryLines: readonly string[];
}

/** Uses the command of `npm test`; `files` null: all tests. */
export async function runTests(
  files: readonly string[] | null,
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const { scripts } = readScripts(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  const words = scripts.test.split(' ').map((word) => word.replaceAll('"', ''));
  const args = words.slice(words.indexOf('--node') + 1);
  const child = spawn(
    process.execPath,
    [...args.slice(0, -1), '--test-reporter=tap', ...(files ?? args.slice(-1))],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve: done } = Promise.withResolvers<number>();
  child.on('close', (status) => {
    done(status ?? 1);
  });
  const status = await promise;
  const output = Buffer.concat(chunks);
  const told = output
    .toString()
    .split('\n')
    .filter(
      (line) => /^# (tests|pass|fail|skipped|cancelled) /.test(line) || /^ *not ok /.test(line),
    )
    .map((line) => line.trim());
  return { status, output, summaryLines: told };
}

function readScripts(value: unknown): { readonly scripts: { readonly test: string } } {
  if (typeof value === 'object' && value !== null && 'scripts' in value) {
    const { scripts } = value;
    if (typeof scripts === 'object' && scripts !== null && 'test' in scripts) {
      const { test } = scripts;
      if (typeof test === 'string') return { scripts: { test } };
    }
  }
  throw new TypeError('package.json has no script test');
}
