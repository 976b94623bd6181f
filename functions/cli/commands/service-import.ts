// `service import`: imports the new files of data sets, also while a service is running.
import { systemContext } from '../../../lib/composition/compose.ts';
import { importValidFiles } from '../../../lib/feedback-service/index.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { createImportPrinter, DATABASE_OPTION, readDataSetSources } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';

const IMPORT: CommandSyntax = {
  usage: 'feedback-reports service import --data DIR… [options]',
  summary: 'Imports the new files of data folders; running services serve them immediately.',
  options: {
    data: { value: 'DIR…', isList: true, help: 'the folders of the data sets' },
    database: DATABASE_OPTION,
  },
  notes: `Files with problems are left out. A company.json with problems leaves the structure as it was.

Exit codes: 0 done · 1 a file was left out, or the database cannot be used · 2 invalid arguments.`,
};

export async function importCommand(argv: readonly string[], io: Io): Promise<number> {
  const args = readArgumentsOrShowHelp(IMPORT, argv, io);
  if (args === null) return EXIT.done;
  const problems: ConfigProblem[] = [...args.problems];
  if (!args.lists.has('data')) problems.push({ name: '--data', problem: 'is required' });
  const { folders, database } = await readDataSetSources(
    args,
    args.lists.get('data') ?? [],
    problems,
  );
  if (problems.length > 0) {
    printConfigProblems(io, 'service import', problems);
    return EXIT.wrongUsage;
  }
  let code: number = EXIT.done;
  for (const folder of folders) {
    if (!(await importFolder(folder, database, io))) code = EXIT.failed;
  }
  return code;
}

/** Returns whether every file is valid. */
async function importFolder(
  folder: string,
  database: string | undefined,
  io: Io,
): Promise<boolean> {
  const { clock } = systemContext;
  const { onImported, onFailed, ...callbacks } = createImportPrinter(folder, io);
  const startedAt = clock();
  try {
    const outcome = await importValidFiles({
      directory: folder,
      clock,
      ...callbacks,
      ...(database === undefined ? {} : { database }),
    });
    onImported(outcome, clock() - startedAt);
    return outcome.faults.length === 0;
  } catch (error) {
    onFailed(error);
    return false;
  }
}
