// `service check`: names everything that is wrong with the new files of a data set or with CSV files.
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemContext } from '../../../lib/composition/compose.ts';
import {
  checkCsv,
  checkDataSet,
  type DataProblem,
  type DataSetError,
} from '../../../lib/feedback-service/index.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { DATABASE_OPTION, printDataSetError, readDataSetSources } from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, formatCount, printConfigProblems, toSingleLine } from '../terminal.ts';

const CHECK: CommandSyntax = {
  usage:
    'feedback-reports service check DIR|FILE… [options]\n       feedback-reports service check FILE… --map FILE --data DIR [options]',
  summary:
    'Names everything that is wrong with data folders, their files or CSV files, with file and line, and imports nothing.',
  hasOperands: true,
  options: {
    data: { value: 'DIR', help: 'the folder of the data set for CSV files' },
    database: DATABASE_OPTION,
    map: { value: 'FILE', help: 'mapping.json, which says what the columns of the CSV files are' },
    replace: { value: null, help: 'as with service import' },
    json: {
      value: null,
      help: 'print {problems: [{file, line, reason}], more} as one line of JSON',
    },
  },
  notes: `Files that have been imported are only compared with what was imported. The first 1,000 problems are printed, the others counted. While a database is compared, its imports wait.

Exit codes: 0 nothing is wrong · 1 something is wrong, or the database cannot be used · 2 invalid arguments.`,
};

interface Target {
  readonly folder: string;
  /** A file of the folder, if only that is checked. */
  readonly only?: string;
  readonly csv?: string;
}

export async function checkCommand(argv: readonly string[], io: Io): Promise<number> {
  const args = readArgumentsOrShowHelp(CHECK, argv, io);
  if (args === null) return EXIT.done;
  const problems: ConfigProblem[] = [...args.problems];
  const targets = await readTargets(args, problems);
  const folders = [...new Set(targets.map(({ folder }) => folder))];
  const { database } = await readDataSetSources(args, folders, problems);
  if (problems.length > 0) {
    printConfigProblems(io, 'service check', problems);
    return EXIT.wrongUsage;
  }
  const found: DataProblem[] = [];
  let more = 0;
  for (const target of targets) {
    try {
      const error = await checkTarget(target, database, args);
      if (error === undefined) continue;
      const listed = error.problems.map((problem) => ({
        ...problem,
        file: toSingleLine(join(target.folder, problem.file)),
      }));
      found.push(...listed);
      more += error.more;
    } catch (error) {
      printDataSetError(error, target.folder, io);
      return EXIT.failed;
    }
  }
  io.stdout.write(
    args.switches.has('json')
      ? `${JSON.stringify({ problems: found, more })}\n`
      : describe(found, more),
  );
  return found.length === 0 ? EXIT.done : EXIT.failed;
}

function describe(problems: readonly DataProblem[], more: number): string {
  if (problems.length === 0) return 'Nothing is wrong.\n';
  const lines = problems.map(
    ({ file, line, reason }) => `${file}${line === undefined ? '' : `, line ${line}`}: ${reason}\n`,
  );
  return lines.join('') + (more === 0 ? '' : `And ${formatCount(more, 'more problem')}.\n`);
}

async function readTargets(
  { operands, values }: ParsedArguments,
  problems: ConfigProblem[],
): Promise<readonly Target[]> {
  if (operands.length === 0) {
    problems.push({ name: 'DIR or FILE', problem: 'is required, as the first argument' });
  }
  const targets: Target[] = [];
  for (const [i, path] of operands.entries()) {
    const stats = await stat(path).catch(() => undefined);
    const name = `argument ${i + 1}`;
    if (stats === undefined) problems.push({ name, problem: 'cannot be read' });
    else if (stats.isDirectory()) targets.push({ folder: path });
    else if (/\.ndjson(\.gz)?$|(^|[/\\])company\.json$/.test(path)) {
      targets.push({ folder: dirname(path), only: basename(path) });
    } else if (values.has('map') && values.has('data')) {
      targets.push({ folder: values.get('data') ?? '', csv: path });
    } else problems.push({ name, problem: 'is a CSV file, which requires --map and --data' });
  }
  return targets;
}

async function checkTarget(
  { folder, only, csv }: Target,
  database: string | undefined,
  { values, switches }: ParsedArguments,
): Promise<DataSetError | undefined> {
  const options = {
    directory: folder,
    clock: systemContext.clock,
    ...(database === undefined ? {} : { database }),
  };
  if (csv !== undefined) {
    const mapping = values.get('map') ?? '';
    return checkCsv(csv, { ...options, mapping, replaces: switches.has('replace') });
  }
  return checkDataSet({ ...options, ...(only === undefined ? {} : { only }) });
}
