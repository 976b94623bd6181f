// Commands that change or copy one data set: their common options, and the errors of its files and database.
import { systemContext } from '../../../lib/composition/compose.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { ForgetOptions } from '../../../lib/feedback-service/index.ts';
import type { CommandOption, CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { DATABASE_OPTION, printDataSetError, readDataSetSources } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';
import type { Command } from './command.ts';

const DATA: CommandOption = { value: 'DIR', help: 'the folder of the data set' };
export const EXIT_CODES = 'Exit codes: 0 done · 1 failed · 2 invalid arguments.';

/** Maximum time to wait for an import that has locked the database. */
const MAX_LOCK_WAIT_MS = 60_000;

interface DataSetCommand<Options> {
  readonly name: string;
  readonly syntax: CommandSyntax;
  readonly readOptions: (args: ParsedArguments, problems: ConfigProblem[]) => Options;
  readonly run: (place: ForgetOptions, options: Options, io: Io) => Promise<void>;
}

export function createDataSetCommand<Options>(command: DataSetCommand<Options>): Command {
  const { name, readOptions, run } = command;
  const options = { data: DATA, database: DATABASE_OPTION, ...command.syntax.options };
  return async (argv, io) => {
    const args = readArgumentsOrShowHelp({ ...command.syntax, options }, argv, io);
    if (args === null) return EXIT.done;
    const problems: ConfigProblem[] = [...args.problems];
    const folder = args.values.get('data') ?? '';
    if (!args.values.has('data')) problems.push({ name: '--data', problem: 'is required' });
    const { database } = await readDataSetSources(args, folder === '' ? [] : [folder], problems);
    const selected = readOptions(args, problems);
    if (problems.length > 0) {
      printConfigProblems(io, `service ${name}`, problems);
      return EXIT.wrongUsage;
    }
    const place: ForgetOptions = {
      directory: folder,
      clock: systemContext.clock,
      maxWaitMs: MAX_LOCK_WAIT_MS,
      ...(database === undefined ? {} : { database }),
    };
    try {
      await run(place, selected, io);
      return EXIT.done;
    } catch (error) {
      printDataSetError(error, folder, io);
      return EXIT.failed;
    }
  };
}
