// Runs each measurement in its own process, so that memory and compiled code are not shared. The input is one JSON
// argument, the output one JSON line.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import nodeOptions from '../../functions/cli/node-options.json' with { type: 'json' };

export interface Child {
  readonly process: ChildProcess;
  /** The first printed line. */
  readonly line: string;
}

/**
 * With `profiles`, the child leaves a CPU profile in that folder when it ends. `options`: of Node, in addition to those of
 * every command.
 */
export async function startChild(
  file: URL,
  input: unknown,
  profiles: string | null = null,
  options: readonly string[] = [],
): Promise<Child> {
  const flags = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const child = spawn(
    process.execPath,
    // Same options as the commands; the launcher has set their environment.
    [...nodeOptions.everyCommand, ...options, ...flags, fileURLToPath(file), JSON.stringify(input)],
    // Servers exit when their standard input closes with this process.
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) return { process: child, line };
  throw new Error(`${file.pathname.split('/').slice(-2).join('/')} ended without a word`);
}

export async function endChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = once(child, 'exit');
  child.stdin?.end();
  await exitEvent;
}

/** Runs a child process and returns its output. */
export async function measure<T>(
  file: URL,
  input: unknown,
  output: z.ZodType<T>,
  profiles: string | null = null,
  options: readonly string[] = [],
): Promise<T> {
  const child = await startChild(file, input, profiles, options);
  await endChild(child);
  const childAnswer: unknown = JSON.parse(child.line);
  return output.parse(childAnswer);
}

/** In a child: parses the input. */
export function inputOf<T>(input: z.ZodType<T>): T {
  const inputValue: unknown = JSON.parse(process.argv[2] ?? 'null');
  return input.parse(inputValue);
}

/** In a child: prints the output. */
export function sendResult(output: unknown): void {
  process.stdout.write(`${typeof output === 'string' ? output : JSON.stringify(output)}\n`);
}
