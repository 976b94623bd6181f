// What the commands on kept reports have in common: no reporting API, arguments and configuration checked as a whole,
// one line of JSON for each item where that is asked for, and a typed failure told in one line.
import { openArchive, systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { Archive } from '../../../lib/jobs/week-status.ts';
import type { Arguments, CommandLine } from '../arguments.ts';
import { argumentsOrHelp } from '../arguments.ts';
import type { Io, Output } from '../terminal.ts';
import { EXIT, tellProblems } from '../terminal.ts';
import { adviceOn } from '../week-run.ts';
import { readStore } from '../report-options.ts';

export interface ArchiveCommand<Wanted> {
  readonly name: string;
  readonly line: CommandLine;
  /** Reads the options that are this command's own; what is wrong goes to `problems`. */
  readonly read: (
    given: Arguments,
    circumstances: { readonly now: number; readonly settleHours: number },
    problems: ConfigProblem[],
  ) => Wanted;
  readonly work: (archive: Archive, wanted: Wanted, told: Told) => Promise<number>;
}

/** Where a command says what it found. */
export interface Told {
  readonly io: Io;
  /** For people: standard output, or standard error while standard output is for programs. */
  readonly people: Output;
  /** Whether standard output is for programs. */
  readonly isJson: boolean;
  /** One line of JSON, where --json asks for it. */
  readonly item: (item: object) => void;
}

export async function archiveCommand<Wanted>(
  command: ArchiveCommand<Wanted>,
  args: readonly string[],
  io: Io,
): Promise<number> {
  const given = argumentsOrHelp(command.line, args, io);
  if (given === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'none',
    store: given.values.get('store'),
  });
  const problems: ConfigProblem[] = [...given.problems];
  const { settleHours } = config ?? DEFAULTS;
  const wanted = command.read(given, { now: systemContext.clock(), settleHours }, problems);
  const store = readStore(given, config, problems);
  problems.push(...configProblems);
  if (problems.length > 0 || config === null) {
    tellProblems(io, command.name, problems);
    return EXIT.wrongUsage;
  }
  return orAdvice(io, () =>
    command.work(openArchive({ ...config, store }, systemContext), wanted, toldBy(given, io)),
  );
}

export function toldBy({ switches }: Arguments, io: Io): Told {
  const isJson = switches.has('json');
  return {
    io,
    people: isJson ? io.stderr : io.stdout,
    isJson,
    item: (item) => {
      if (isJson) io.stdout.write(`${JSON.stringify(item)}\n`);
    },
  };
}

/** Does the work; a typed failure is told in one line, and the command ends with 1. */
export async function orAdvice(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    io.stderr.write(`${adviceOn(error)}\n`);
    return EXIT.failed;
  }
}
