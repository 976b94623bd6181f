// Runs the commands that work on stored reports without a reporting API: reads options and configuration, and provides
// the output for people and the JSON lines for programs.
import type { Archive } from '../../../lib/composition/compose.ts';
import { openArchive, systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ParsedArguments, CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import type { Io, TextOutput } from '../terminal.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';
import { describeFailure } from '../week-run.ts';
import { readStore } from '../report-options.ts';

export interface ArchiveCommand<Options> {
  readonly name: string;
  readonly syntax: CommandSyntax;
  /** Reads the options that only this command has, and adds what is wrong to `problems`. */
  readonly readOptions: (
    args: ParsedArguments,
    settings: { readonly now: number; readonly settleHours: number },
    problems: ConfigProblem[],
  ) => Options;
  readonly run: (archive: Archive, options: Options, output: CommandOutput) => Promise<number>;
}

export interface CommandOutput {
  readonly io: Io;
  /** Standard output, or standard error while standard output is for JSON. */
  readonly humanOutput: TextOutput;
  readonly isJson: boolean;
  /** Writes one line of JSON with --json; does nothing without. */
  readonly printJson: (value: object) => void;
}

export async function runArchiveCommand<Options>(
  command: ArchiveCommand<Options>,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const args = readArgumentsOrShowHelp(command.syntax, argv, io);
  if (args === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'none',
    store: args.values.get('store'),
  });
  const problems: ConfigProblem[] = [...args.problems];
  const { settleHours } = config ?? DEFAULTS;
  const options = command.readOptions(args, { now: systemContext.clock(), settleHours }, problems);
  const store = readStore(args, config, problems);
  problems.push(...configProblems);
  if (problems.length > 0 || config === null) {
    printConfigProblems(io, command.name, problems);
    return EXIT.wrongUsage;
  }
  return withFailureMessage(io, () =>
    command.run(
      openArchive({ ...config, store }, systemContext),
      options,
      createCommandOutput(args, io),
    ),
  );
}

export function createCommandOutput({ switches }: ParsedArguments, io: Io): CommandOutput {
  const isJson = switches.has('json');
  return {
    io,
    humanOutput: isJson ? io.stderr : io.stdout,
    isJson,
    printJson: (value) => {
      if (isJson) io.stdout.write(`${JSON.stringify(value)}\n`);
    },
  };
}

/** Prints a `Failure` in one line and returns exit code 1; any other error is thrown. */
export async function withFailureMessage(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    io.stderr.write(`${describeFailure(error)}\n`);
    return EXIT.failed;
  }
}
