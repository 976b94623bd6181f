// Which data sets are meant: what --data and --database name, checked before anything is opened.
import { realpath, stat } from 'node:fs/promises';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import type { Arguments, Option } from './arguments.ts';
import { oneLine } from './terminal.ts';

export const DATABASE_OPTION: Option = {
  value: 'URL',
  help: 'PostgreSQL (postgres://…) that holds what is imported; default: a file in each folder',
};

/** Folders that --data names, and the database beside them. */
export interface Sources {
  readonly folders: readonly string[];
  readonly database: string | undefined;
}

/** Checks what --data and --database name; what is wrong goes to `problems`, without values. */
export async function readSources(
  given: Arguments,
  folders: readonly string[],
  problems: ConfigProblem[],
): Promise<Sources> {
  const url = given.values.get('database') ?? '';
  if (url !== '' && !(/^postgres(ql)?:\/\//.test(url) && URL.canParse(url))) {
    const problem = 'must be the URL of a PostgreSQL database: postgres://user@host/database';
    problems.push({ name: '--database', problem });
  }
  const paths: string[] = [];
  for (const [i, folder] of folders.entries()) {
    const path = await realpath(folder).catch(() => '');
    const isFolder = path !== '' && (await stat(path)).isDirectory();
    const name = folders.length === 1 ? '--data' : `--data (number ${i + 1})`;
    const twin = paths.indexOf(path);
    if (!isFolder) problems.push({ name, problem: 'names a folder that cannot be read' });
    else if (twin >= 0) {
      problems.push({ name, problem: `names the folder of number ${twin + 1} again` });
    }
    paths.push(path);
  }
  return { folders, database: url === '' ? undefined : url };
}

/** The line that adds credentials to a data set; the database's URL is not repeated, it may hold a password. */
export function addCommand(folder: string, database: string | undefined): string {
  const beside = database === undefined ? '' : ' --database URL';
  return `npm run service -- credentials add --data ${shellWord(folder)}${beside}`;
}

/** Quoted for a shell where it must be. */
export function shellWord(text: string): string {
  return /^[\w@%+=,./-]+$/.test(text) ? text : `'${oneLine(text).replaceAll("'", "'\\''")}'`;
}
