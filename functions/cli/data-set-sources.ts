// Reads and checks the options --data and --database before any data set is opened.
import { realpath, stat } from 'node:fs/promises';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import type { ParsedArguments, CommandOption } from './arguments.ts';
import { toSingleLine } from './terminal.ts';

export const DATABASE_OPTION: CommandOption = {
  value: 'URL',
  help: 'PostgreSQL database (postgres://…) for the imported data; default: a file in each folder',
};

export interface DataSetSources {
  readonly folders: readonly string[];
  /** Undefined where each folder has a database file of its own. */
  readonly database: string | undefined;
}

/** Adds what is wrong to `problems`, without values: a database URL may hold a password. */
export async function readDataSetSources(
  args: ParsedArguments,
  folders: readonly string[],
  problems: ConfigProblem[],
): Promise<DataSetSources> {
  const url = args.values.get('database') ?? '';
  if (url !== '' && !(/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) {
    const problem = 'must be the URL of a PostgreSQL database: postgres://user@host/database';
    problems.push({ name: '--database', problem });
  }
  const paths: string[] = [];
  for (const [i, folder] of folders.entries()) {
    const path = await realpath(folder).catch(() => '');
    const isFolder = path !== '' && (await stat(path)).isDirectory();
    const name = folders.length === 1 ? '--data' : `--data (number ${i + 1})`;
    const duplicate = paths.indexOf(path);
    if (!isFolder) problems.push({ name, problem: 'names a folder that cannot be read' });
    else if (duplicate >= 0) {
      problems.push({ name, problem: `names the same folder as number ${duplicate + 1}` });
    }
    paths.push(path);
  }
  return { folders, database: url === '' ? undefined : url };
}

/** The command that adds credentials to a data set. It leaves out the database URL, which may hold a password. */
export function addCredentialsCommand(folder: string, database: string | undefined): string {
  const databaseOption = database === undefined ? '' : ' --database URL';
  return `npm run service -- credentials add --data ${quoteForShell(folder)}${databaseOption}`;
}

/** Adds quotes only where a shell needs them. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=,./-]+$/.test(text) ? text : `'${toSingleLine(text).replaceAll("'", "'\\''")}'`;
}
