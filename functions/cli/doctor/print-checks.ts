// Prints checks as they are made.
import type { Io } from '../terminal.ts';
import { EXIT, formatCount } from '../terminal.ts';
import type { Check } from './check.ts';

/** Returns the exit code: 1 when a check fails. */
export async function printChecks(
  checks: AsyncIterable<Check>,
  { stdout, stderr }: Pick<Io, 'stdout' | 'stderr'>,
  isJson: boolean,
): Promise<number> {
  const counts = { ok: 0, warn: 0, fail: 0 };
  for await (const check of checks) {
    counts[check.level] += 1;
    stdout.write(isJson ? `${JSON.stringify(check)}\n` : formatCheck(check));
  }
  const { ok, warn, fail } = counts;
  const summary = `${formatCount(fail, 'failure')}, ${formatCount(warn, 'warning')}, ${ok} ok.\n`;
  (isJson ? stderr : stdout).write(summary);
  return fail > 0 ? EXIT.failed : EXIT.done;
}

function formatCheck({ name, level, result, advice }: Check): string {
  const line = `${level.padEnd(4)}  ${name}: ${result}\n`;
  return advice === null ? line : `${line}      ${advice}\n`;
}
