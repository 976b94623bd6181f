// What a command may touch of the terminal and the process; tests hand in their own.
import type { Environment } from '../../lib/config.ts';
import type { ConfigProblem } from '../../lib/config.ts';

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

/** Lists all that is wrong with arguments and configuration. */
export function tellProblems(io: Io, command: string, problems: readonly ConfigProblem[]): void {
  const lines = problems.map(({ name, problem }) => `  ${name} ${problem}\n`);
  io.stderr.write(
    `${problems.length === 1 ? 'This needs mending' : `These ${problems.length} things need mending`}:\n` +
      `${lines.join('')}See feedback-reports ${command} --help.\n`,
  );
}
