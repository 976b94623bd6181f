// Creates commands: parses arguments and configuration, reports problems, runs the command and provides its output.
import { statSync } from 'node:fs';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { systemContext } from '../../../lib/composition/compose.ts';
import type {
  Config,
  ConfigProblem,
  ConfigRequirements,
  Environment,
} from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { readStore } from '../report-options.ts';
import { ENV_FILE_OPTION, readSettingFiles } from '../setting-files.ts';
import type { Io, TextOutput } from '../terminal.ts';
import { EXIT, printConfigProblems, toSingleLine } from '../terminal.ts';
import { describeFailure } from '../week-run.ts';

export interface CommandDefinition<Options> {
  readonly name: string;
  readonly syntax: CommandSyntax;
  readonly api: ConfigRequirements['api'];
  /** Default: whether the command reads no reporting API. Then the folder of the store must exist: its path may be misspelt. */
  readonly needsStore?: boolean;
  /** Replaces ./reports, where reports are stored without --store. */
  readonly defaultStore?: string;
  /** Reads this command's options except --store and --json; appends what is wrong to `problems`. */
  readonly readOptions: (
    args: ParsedArguments,
    settings: {
      readonly now: number;
      /** With the store of --store; the defaults where the configuration is invalid. */
      readonly config: Config;
      readonly env: Environment;
    },
    problems: ConfigProblem[],
  ) => Options;
  readonly run: (
    options: Options,
    context: {
      /** With the store of --store. */
      readonly config: Config;
      readonly system: SystemContext;
      readonly output: CommandOutput;
    },
  ) => Promise<number>;
}

export interface CommandOutput {
  readonly io: Io;
  /** Standard output, or standard error while standard output is for JSON. */
  readonly humanOutput: TextOutput;
  readonly isJson: boolean;
  /** Writes a JSON line if --json is given. */
  readonly printJson: (value: object) => void;
}

/** Returns the exit code. */
export type Command = (argv: readonly string[], io: Io, system?: SystemContext) => Promise<number>;

/** `run` is called unless --help is given or there are problems. Every command has --env-file. */
export function createCommand<Options>({
  name,
  syntax,
  api,
  needsStore = api === 'none',
  defaultStore = '',
  readOptions,
  run,
}: CommandDefinition<Options>): Command {
  return async (argv, io, system = systemContext) => {
    const options = { ...syntax.options, 'env-file': ENV_FILE_OPTION };
    const args = readArgumentsOrShowHelp({ ...syntax, options }, argv, io);
    if (args === null) return EXIT.done;
    const { env, problems: fileProblems } = readSettingFiles(argv, io.env);
    const store = args.values.get('store') ?? defaultStore;
    const configResult = readConfig(env, { api, store });
    const problems: ConfigProblem[] = [...args.problems, ...fileProblems];
    const configOrDefaults = configResult.config ?? DEFAULTS;
    const config = { ...configOrDefaults, store: readStore(store, configOrDefaults, problems) };
    const commandOptions = readOptions(args, { now: system.clock(), config, env }, problems);
    problems.push(...configResult.problems);
    if (problems.length === 0 && needsStore) problems.push(...findMissingStore(args, config));
    if (problems.length > 0) {
      printConfigProblems(io, name, problems);
      return EXIT.wrongUsage;
    }
    const output = createCommandOutput(args, { ...io, env });
    return withFailureMessage(io, () => run(commandOptions, { config, system, output }));
  };
}

function findMissingStore(
  { values }: ParsedArguments,
  { store }: Config,
): readonly ConfigProblem[] {
  if (store.kind !== 'file' || !isMissing(store.folder)) return [];
  const name = values.has('store') ? '--store' : 'REPORTS_STORE';
  return [
    {
      name,
      problem: `is the folder ${toSingleLine(store.folder)}, which does not exist: serve and report create it`,
    },
  ];
}

function isMissing(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false }) === undefined;
  } catch {
    // The store reports an unreadable path.
    return false;
  }
}

function createCommandOutput({ switches }: ParsedArguments, io: Io): CommandOutput {
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

/** A command whose first argument is an id; `create` gets "" without one. */
export function withIdArgument(create: (id: string) => Command): Command {
  return (argv, ...rest) => {
    const [first = ''] = argv;
    const id = first.startsWith('-') ? '' : first;
    return create(id)(id === '' ? argv : argv.slice(1), ...rest);
  };
}

export function requireId(id: string, problems: ConfigProblem[]): void {
  if (id === '') problems.push({ name: 'ID', problem: 'is required, as the first argument' });
}
