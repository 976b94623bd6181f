// `service import`: imports the new files of data sets, and CSV files, also while a service is running.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemContext } from '../../../lib/composition/compose.ts';
import {
  columnRoles,
  draftCompany,
  importCsv,
  importValidFiles,
  isTimeZone,
  type Columns,
  type CsvImport,
  type ImportOptions,
  type ImportOutcome,
} from '../../../lib/feedback-service/index.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { CommandSyntax, ParsedArguments } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import {
  createImportPrinter,
  DATABASE_OPTION,
  printDataSetError,
  readDataSetSources,
} from '../data-sets.ts';
import type { Io } from '../terminal.ts';
import { EXIT, formatCount, formatPath, printConfigProblems, toSingleLine } from '../terminal.ts';

const IMPORT: CommandSyntax = {
  usage:
    'feedback-reports service import --data DIR… [options]\n       feedback-reports service import FILE… --map FILE --data DIR [options]\n       feedback-reports service import FILE --draft-company --time-zone ZONE --data DIR [--columns ROLE=NAME…]',
  summary:
    'Imports the new files of data folders, or CSV files into one; running services serve them immediately.',
  hasOperands: true,
  options: {
    data: { value: 'DIR…', isList: true, help: 'the folders of the data sets' },
    database: DATABASE_OPTION,
    map: { value: 'FILE', help: 'mapping.json, which says what the columns of the CSV files are' },
    'draft-company': {
      value: null,
      help: 'write company.json and mapping.json into the folder, made from FILE, and import nothing',
    },
    columns: {
      value: 'ROLE=NAME…',
      isList: true,
      help: `with --draft-company: columns that are not guessed; roles: ${columnRoles.join(', ')}`,
    },
    'time-zone': { value: 'ZONE', help: 'with --draft-company: such as Europe/Helsinki' },
    quarantine: {
      value: null,
      help: 'import valid records, and write invalid ones with the reason to NAME.quarantine.csv beside each file',
    },
    replace: {
      value: null,
      help: 'hourly sums replace those of the same survey, device and hour',
    },
  },
  notes: `Files with problems are left out. A company.json with problems leaves the structure as it was.
A CSV file may have the separators , ; tab and |, and be encoded in UTF-8, UTF-16 or Windows-1252. docs/feedback-service.md describes the mapping.

Exit codes: 0 done · 1 a file was left out, or the database cannot be used · 2 invalid arguments.`,
};

export async function importCommand(argv: readonly string[], io: Io): Promise<number> {
  const args = readArgumentsOrShowHelp(IMPORT, argv, io);
  if (args === null) return EXIT.done;
  if (args.switches.has('draft-company')) return draft(args, io);
  const problems: ConfigProblem[] = [...args.problems, ...(await findCsvProblems(args))];
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
  const works = args.operands.length === 0 ? [importFolder] : args.operands.map(csvImport(args));
  let code: number = EXIT.done;
  for (const folder of folders) {
    for (const work of works) {
      if (!(await importInto(folder, database, io, work))) code = EXIT.failed;
    }
  }
  return code;
}

/** The token is printed once, as by `credentials add`. */
async function draft(args: ParsedArguments, io: Io): Promise<number> {
  const { operands, values, lists } = args;
  const [file = '', ...otherFiles] = operands;
  const [folder = '', ...otherFolders] = lists.get('data') ?? [];
  const timeZone = values.get('time-zone') ?? '';
  const problems: ConfigProblem[] = [...args.problems];
  if (file === '' || otherFiles.length > 0) {
    problems.push({ name: 'FILE', problem: 'must be one, as the first argument' });
  }
  if (folder === '' || otherFolders.length > 0) {
    problems.push({ name: '--data', problem: 'must name one folder' });
  }
  if (!isTimeZone(timeZone)) {
    const problem = 'must be an IANA time zone such as Europe/Helsinki';
    problems.push({ name: '--time-zone', problem: timeZone === '' ? 'is required' : problem });
  }
  const columns = readColumns(lists.get('columns') ?? [], problems);
  if (problems.length > 0) {
    printConfigProblems(io, 'service import', problems);
    return EXIT.wrongUsage;
  }
  try {
    const drafted = await draftCompany({ path: file, directory: folder, timeZone, columns });
    io.stdout.write(`client id ${drafted.clientId} · token ${drafted.token}\n`);
    const directory = toSingleLine(folder);
    for (const line of [
      `company.json (${formatCount(drafted.surveys, 'survey')}) and mapping.json are in ${directory}: look at both before the import.`,
      `columns: ${toSingleLine(formatColumns(drafted.columns))}`,
      ...drafted.notes.map(toSingleLine),
      `Import it with: service import ${toSingleLine(file)} --map ${toSingleLine(join(folder, 'mapping.json'))} --data ${directory}`,
    ]) {
      io.stderr.write(`${line}\n`);
    }
    return EXIT.done;
  } catch (error) {
    printDataSetError(error, folder, io);
    return EXIT.failed;
  }
}

function readColumns(texts: readonly string[], problems: ConfigProblem[]): Partial<Columns> {
  const columns: Partial<Record<keyof Columns, readonly string[]>> = {};
  for (const text of texts) {
    const [roleText, ...parts] = text.split('=');
    const role = columnRoles.find((one) => one === roleText);
    if (role === undefined || parts.join('=') === '') {
      problems.push({
        name: '--columns',
        problem: `must be ROLE=NAME, with a role of ${columnRoles.join(', ')}`,
      });
    } else columns[role] = [...(columns[role] ?? []), parts.join('=')];
  }
  for (const problem of findColumnFaults(columns)) problems.push({ name: '--columns', problem });
  return columns;
}

/** What a mapping cannot have. */
function findColumnFaults(columns: Partial<Columns>): readonly string[] {
  const { counts, button, id, followUp, text, device, question } = columns;
  const ofPresses = { button, id, followUp, text };
  const repeated = Object.entries({ ...ofPresses, device, question })
    .filter(([, names = []]) => names.length > 1)
    .map(([role]) => `may name one column as ${role}`);
  if (counts === undefined) return repeated;
  return [
    ...repeated,
    ...(counts.length === 4 || counts.length === 5
      ? []
      : ['must name the counts of four or five buttons, worst first']),
    ...Object.entries(ofPresses)
      .filter(([, names]) => names !== undefined)
      .map(([role]) => `must not name both counts and ${role}`),
  ];
}

function formatColumns(columns: Columns): string {
  return columnRoles
    .filter((role) => columns[role].length > 0)
    .map((role) => `${role} = ${columns[role].join(' + ')}`)
    .join(' · ');
}

async function findCsvProblems({
  operands,
  values,
  lists,
  switches,
}: ParsedArguments): Promise<readonly ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  if (operands.length === 0) {
    for (const name of ['map', 'quarantine', 'replace', 'time-zone', 'columns']) {
      if (!values.has(name) && !switches.has(name) && !lists.has(name)) continue;
      problems.push({ name: `--${name}`, problem: 'requires FILE, as the first argument' });
    }
    return problems;
  }
  if (!values.has('map')) problems.push({ name: '--map', problem: 'is required with FILE' });
  if ((lists.get('data') ?? []).length > 1) {
    problems.push({ name: '--data', problem: 'must name one folder with FILE' });
  }
  for (const [i, file] of operands.entries()) {
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isFile() === true) continue;
    problems.push({ name: `FILE (number ${i + 1})`, problem: 'is not a file that can be read' });
  }
  return problems;
}

interface Imported {
  readonly outcome: ImportOutcome;
  /** For the person who has started it. */
  readonly notes: readonly string[];
  readonly isComplete: boolean;
}

type ImportWork = (options: ImportOptions) => Promise<Imported>;

/** Returns whether everything was imported that was asked for. */
async function importInto(
  folder: string,
  database: string | undefined,
  io: Io,
  work: ImportWork,
): Promise<boolean> {
  const { clock } = systemContext;
  const { onImported, onFailed, ...callbacks } = createImportPrinter(folder, io);
  const startedAt = clock();
  try {
    const { outcome, notes, isComplete } = await work({
      ...{ directory: folder, clock, ...callbacks },
      ...(database === undefined ? {} : { database }),
    });
    onImported(outcome, clock() - startedAt);
    for (const note of notes) io.stderr.write(`${note}\n`);
    return isComplete;
  } catch (error) {
    onFailed(error);
    return false;
  }
}

const importFolder: ImportWork = async (options) => {
  const outcome = await importValidFiles(options);
  return { outcome, notes: [], isComplete: outcome.faults.length === 0 };
};

/** Records that are put aside belong to a complete import. */
const csvImport =
  ({ values, switches }: ParsedArguments) =>
  (file: string): ImportWork =>
  async (options) => {
    const result = await importCsv(file, {
      ...options,
      mapping: values.get('map') ?? '',
      quarantines: switches.has('quarantine'),
      replaces: switches.has('replace'),
    });
    const notes = describeCsvImport(result).map(
      (line) => `${toSingleLine(formatPath(file))}: ${line}`,
    );
    // As it was given, and not as seen from the folder.
    const files = result.imported.files.map((name) =>
      resolve(options.directory, name) === resolve(file) ? file : name,
    );
    const hasFaults = result.otherFaults.length > 0;
    const command = `service import --data ${toSingleLine(options.directory)}`;
    return {
      outcome: { imported: { ...result.imported, files }, faults: [] },
      notes: hasFaults
        ? [...notes, `Other files of the folder have problems: ${command} names them.`]
        : notes,
      isComplete: !hasFaults,
    };
  };

const MAX_LISTED_HOURS = 10;

function describeCsvImport({ changes, quarantine, quarantined }: CsvImport): readonly string[] {
  const listed = (hours: ReadonlyMap<string, number>): string =>
    [...hours]
      .slice(0, MAX_LISTED_HOURS)
      .map(([hour, count]) => `${hour} h (${formatCount(count, 'record')})`)
      .join(', ') + (hours.size > MAX_LISTED_HOURS ? ', …' : '');
  return [
    ...(changes.repeated.size === 0
      ? []
      : [`local times that exist twice, read as the first: ${listed(changes.repeated)}`]),
    ...(changes.skipped.size === 0
      ? []
      : [
          `local times that do not exist, read with the offset before the change: ${listed(changes.skipped)}`,
        ]),
    ...(quarantine === undefined
      ? []
      : [
          `${formatCount(quarantined, 'invalid record')} in ${toSingleLine(formatPath(quarantine))}`,
        ]),
  ];
}
