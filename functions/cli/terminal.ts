// The terminal and process as commands see them, and the messages that all commands share.
import { once } from 'node:events';
import { isAbsolute, relative, resolve } from 'node:path';
import { failureReason } from '../../lib/shared/failure.ts';
import type { ConfigProblem, Environment } from '../../lib/composition/config.ts';
import { MEANT_CHARACTERS } from '../../lib/i18n/clean-text.ts';

export interface TextOutput {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number;
}

export interface Io {
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Environment;
  /** Aborted by Ctrl-C and by SIGTERM. */
  readonly signal: AbortSignal;
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2, partial: 3 } as const;

/** The advice for the code EMFILE, from whichever operation it comes. */
export const TOO_MANY_FILES =
  'Too many files are open: raise the limit (ulimit -n), then try again.';

/** Prints an error that no code expects, with the stack that a bug report needs. */
export function printUnexpectedError(
  io: Pick<Io, 'stderr'>,
  error: unknown,
  requestId?: string,
): void {
  if (failureReason(error) === 'EMFILE') {
    io.stderr.write(`EMFILE. ${TOO_MANY_FILES}\n`);
    return;
  }
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const stack = error instanceof Error ? String(error.stack) : 'unknown';
  io.stderr.write(`Unexpected error, please report it${request}: ${stack}\n`);
}

/** All but the joiners of emoji, Indic and Persian letters. */
const CONTROLS = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/u;
const MEANT_OR_CONTROLS = new RegExp(`(${MEANT_CHARACTERS.source})|${CONTROLS.source}`, 'gu');

/** Removes control characters: a name from outside must not send commands to the terminal. */
export function toSingleLine(name: string): string {
  return name.replace(MEANT_OR_CONTROLS, (_, meant?: string) => meant ?? ' ').trim();
}

/** The width of a terminal; unlimited for a file or a program, which need no lines that fit. */
export function availableWidth({ isTTY, columns }: TextOutput): number {
  return isTTY === true && columns !== undefined && columns > 0 ? columns : Infinity;
}

/** `option`: by which the port was chosen. Throws any error but those of listening again. */
export function describeListenError(
  error: unknown,
  host: string,
  port: number,
  option = 'port',
): string {
  const isListenError =
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'listen' || error.syscall === 'getaddrinfo');
  if (!isListenError) throw error;
  const code = 'code' in error ? String(error.code) : 'unknown';
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is already in use: choose another with --${option}, or --${option} 0 for any free port.`
    : `Cannot listen on port ${port} of ${host} (${code}): choose another with --${option}.`;
}

/** Resolves at Ctrl-C or SIGTERM. While a command waits here, a signal ends its service and not the process. */
export async function waitForInterrupt({ signal }: Io): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** How a person starts the program; without --no, npx would download a package that is not installed. */
export const PROGRAM = 'npx --no feedback-reports';

/** Lists every problem of the arguments and the configuration. */
export function printConfigProblems(
  io: Io,
  command: string,
  problems: readonly ConfigProblem[],
): void {
  const lines = problems.map(({ name, problem }) => `  ${name} ${problem}\n`);
  io.stderr.write(
    `${problems.length === 1 ? 'Please fix this problem' : `Please fix these ${problems.length} problems`}:\n` +
      `${lines.join('')}See ${PROGRAM} ${command} --help.\n`,
  );
}

/** From the working folder where the path is below it, otherwise as an absolute path. */
export function formatPath(path: string): string {
  const fromHere = relative('.', path);
  if (fromHere === '') return '.';
  return fromHere.startsWith('..') || isAbsolute(fromHere) ? resolve(path) : fromHere;
}

/** "1 file", "2,000 files". */
export function formatCount(count: number, noun: string): string {
  return `${WHOLE.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const WHOLE = new Intl.NumberFormat('en-GB');
