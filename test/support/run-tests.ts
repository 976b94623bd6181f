// Runs the project's tests in a child process, for campaigns that run them in a different environment.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SUITE = join(ROOT, 'test/run-suite.ts');

export interface TestRun {
  readonly status: number;
  /** Interleaved stdout and stderr. */
  readonly output: Buffer;
  /** TAP lines of failed tests and of the totals. */
  readonly summaryLines: readonly string[];
}

/** Runs tests as `npm test` does; `files` null: all of them, as in `npm run test:all`. Throws when no test ran. */
export async function runTests(
  files: readonly string[] | null,
  env: Readonly<Record<string, string>>,
): Promise<TestRun> {
  const child = spawn(process.execPath, [SUITE, '--test-reporter=tap', ...(files ?? ['all'])], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve: resolveStatus } = Promise.withResolvers<number>();
  child.on('close', (status) => {
    resolveStatus(status ?? 1);
  });
  const status = await promise;
  const output = Buffer.concat(chunks);
  const summaryLines = output
    .toString()
    .split('\n')
    .filter(
      (line) => /^# (tests|pass|fail|skipped|cancelled) /.test(line) || /^ *not ok /.test(line),
    )
    .map((line) => line.trim());
  if (!summaryLines.some((line) => /^# tests [1-9]/.test(line))) {
    throw new Error(`No test ran:\n${output.toString().slice(-2000)}`);
  }
  return { status, output, summaryLines };
}
