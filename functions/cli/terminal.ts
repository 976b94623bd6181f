// What a command may touch of the terminal and the process; tests hand in their own.
import { once } from 'node:events';
import type { ConfigProblem, Environment } from '../../lib/composition/config.ts';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  /** Aborts on Ctrl-C and on SIGTERM. */
  readonly signal: AbortSignal;
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2, partial: 3 } as const;

/** Tells of something that should never happen, with what its mending needs. */
export function tellBug(io: Io, error: unknown, requestId?: string): void {
  const where = requestId === undefined ? '' : ` (request ${requestId})`;
  const what = error instanceof Error ? String(error.stack) : 'unknown';
  io.stderr.write(`This is a bug${where}: ${what}\n`);
}

/** A name from outside can hold anything; a terminal must not obey it. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Why a server can't listen, in a person's words. */
export function listenTrouble(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === 'EADDRINUSE'
    ? `Port ${port} of ${host} is taken: name another with --port, or 0 for any that is free.`
    : `Port ${port} of ${host} cannot be opened (${code}): name another with --port.`;
}

/** Resolves at Ctrl-C or SIGTERM; until then those end the command's service, not the process. */
export async function untilInterrupted({ signal }: Io): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** Lists all that is wrong with arguments and configuration. */
export function tellProblems(io: Io, command: string, problems: readonly ConfigProblem[]): void {
  const lines = problems.map(({ name, problem }) => `  ${name} ${problem}\n`);
  io.stderr.write(
    `${problems.length === 1 ? 'This needs mending' : `These ${problems.length} things need mending`}:\n` +
      `${lines.join('')}See npx feedback-reports ${command} --help.\n`,
  );
}

/** "1 file", "2,000 files". */
export function counted(count: number, what: string): string {
  return `${WHOLE.format(count)} ${what}${count === 1 ? '' : 's'}`;
}

const WHOLE = new Intl.NumberFormat('en-GB');
