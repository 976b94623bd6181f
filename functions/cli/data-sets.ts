// Opens data sets and prints the progress, the result and the errors of their imports. The options --data and
// --database are checked before any data set is opened.
import { join } from 'node:path';
import { realpath, stat } from 'node:fs/promises';
import { systemContext } from '../../lib/composition/compose.ts';
import type {
  CompanyStore,
  DataSet,
  ImportOutcome,
  ImportProgress,
  SupervisedDataSet,
  SupervisedOptions,
} from '../../lib/feedback-service/index.ts';
import { DatabaseError, DataSetError, superviseDataSet } from '../../lib/feedback-service/index.ts';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import type { Io } from './terminal.ts';
import { PROGRAM, formatCount, toSingleLine, printUnexpectedError } from './terminal.ts';
import { showProgress } from './terminal-output.ts';
import type { ParsedArguments, CommandOption } from './arguments.ts';

/** The sample company is not served where production credentials are configured: its reports would join the real ones. */
export function findProductionProblems(env: Io['env']): readonly ConfigProblem[] {
  if ((env['REPORTS_SECRET'] ?? '') === '') return [];
  const problem =
    'is set: the sample company is not served where production credentials are configured';
  return [{ name: 'REPORTS_SECRET', problem }];
}

export interface ServedDataSet extends Pick<
  SupervisedDataSet,
  'company' | 'state' | 'importNow' | 'lastEventAt'
> {
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/**
 * Opens data sets in sequence and adds each to `dataSets`, whose owner closes them. New files are imported
 * afterwards, unless nothing has been imported of any of them. Returns false when none can be served.
 */
export async function openDataSets(
  { folders, database }: DataSetSources,
  dataSets: ServedDataSet[],
  io: Io,
): Promise<boolean> {
  const isOnly = folders.length === 1;
  for (const folder of folders) dataSets.push(await openDataSet(folder, database, io));
  const isAnyServed = (): boolean => dataSets.some(({ state }) => state().isServed);
  const imports = importInSequence(dataSets);
  if (!isAnyServed()) await imports;
  const problem = isAnyServed()
    ? await findSharedCredential(dataSets)
    : isOnly
      ? `Nothing was imported from ${toSingleLine(join(folders[0] ?? ''))}, and nothing is served.`
      : 'None of the data sets can be served.';
  if (problem !== null) io.stderr.write(`${problem}\n`);
  return problem === null;
}

/** Several imports at a time would take the processor from requests. */
export async function importInSequence(dataSets: readonly ServedDataSet[]): Promise<void> {
  for (const { importNow } of dataSets) await importNow();
}

export async function closeDataSets(dataSets: readonly ServedDataSet[]): Promise<void> {
  for (const { close } of dataSets) await close();
}

/** Prints an error that the user can fix; any other error is thrown again. */
export function printDataSetError(error: unknown, folder: string, io: Io): void {
  if (error instanceof DataSetError) {
    for (const { file, line, reason } of error.problems) {
      const position = line === undefined ? '' : `, line ${line}`;
      io.stderr.write(`${toSingleLine(join(folder, file))}${position}: ${reason}\n`);
    }
    if (error.more > 0) io.stderr.write(`And ${formatCount(error.more, 'more problem')}.\n`);
  } else if (error instanceof DatabaseError) {
    io.stderr.write(`${toSingleLine(folder)}: ${error.message}\n`);
  } else throw error;
}

async function openDataSet(
  folder: string,
  database: string | undefined,
  io: Io,
): Promise<ServedDataSet> {
  const { onImported, ...printer } = createImportPrinter(folder, io);
  const dataSet = await superviseDataSet({
    directory: folder,
    clock: systemContext.clock,
    ...printer,
    onImported: (outcome, durationMs) => {
      const { root } = dataSet.company.store.structure();
      onImported(outcome, durationMs, `; ${formatContents(root)}`);
    },
    ...(database === undefined ? {} : { database }),
  });
  return { folder, ...dataSet };
}

interface ImportPrinter extends Pick<SupervisedOptions, 'onBusy' | 'onProgress' | 'onFailed'> {
  readonly onImported: (outcome: ImportOutcome, durationMs: number, contents?: string) => void;
}

/** Prints the progress, the result and the problems of imports of one folder. */
export function createImportPrinter(folder: string, io: Io): ImportPrinter {
  const name = toSingleLine(join(folder));
  let importProgress = createImportProgress(name, io);
  const stopProgress = (): void => {
    importProgress.stop();
    importProgress = createImportProgress(name, io);
  };
  return {
    onBusy: () => {
      io.stderr.write(`${name}: waiting for another process that is writing to its database…\n`);
    },
    onProgress: (progress) => {
      if (progress.phase !== 'comparing') importProgress.update(progress);
    },
    onImported: ({ imported, faults }, durationMs, contents = '') => {
      stopProgress();
      for (const fault of faults) printDataSetError(fault, folder, io);
      if (faults.length > 0) io.stderr.write(formatLeftOut(name, faults));
      io.stderr.write(`${name}: ${formatImported(imported, durationMs)}${contents}\n`);
    },
    onFailed: (error) => {
      stopProgress();
      try {
        printDataSetError(error, folder, io);
      } catch {
        printUnexpectedError(io, error);
      }
    },
  };
}

function formatLeftOut(name: string, faults: readonly DataSetError[]): string {
  const files = new Set(faults.flatMap((fault) => [...fault.files]));
  return `${name}: left out until they are corrected: ${[...files].map(toSingleLine).join(', ')}\n`;
}

type CountedProgress = Exclude<ImportProgress, { readonly phase: 'comparing' }>;

function createImportProgress(
  name: string,
  io: Io,
): { readonly update: (progress: CountedProgress) => void; readonly stop: () => void } {
  const bar = showProgress(io, '{bar} {percentage} % {text}');
  let phase = '';
  return {
    update: (progress) => {
      const isReading = progress.phase === 'reading';
      const text = isReading ? `reading ${progress.file}` : 'computing sums and alerts';
      const [finished, total] = isReading
        ? [progress.bytes, progress.ofBytes]
        : [progress.events, progress.ofEvents];
      bar?.update(finished, total, `${name}: ${text}`);
      if (bar === null && phase !== progress.phase) {
        io.stderr.write(`${name}: ${isReading ? 'importing' : text}…\n`);
      }
      phase = progress.phase;
    },
    stop: () => bar?.stop(),
  };
}

/** "1,000,000 events from feedback.ndjson imported in 8.1 s". */
function formatImported(
  { files, events, alerts, known: duplicates = 0 }: DataSet['imported'],
  ms: number,
): string {
  const [firstFile, secondFile] = files;
  if (firstFile === undefined) return 'nothing new';
  const source =
    secondFile === undefined ? toSingleLine(firstFile) : formatCount(files.length, 'file');
  const counts = [
    ...(events > 0 || alerts === 0 ? [formatCount(events, 'event')] : []),
    ...(alerts > 0 ? [formatCount(alerts, 'alert')] : []),
  ];
  const skippedText =
    duplicates === 0 ? '' : ` (${formatCount(duplicates, 'line')} already known by id or key)`;
  return `${counts.join(' and ')} from ${source} imported in ${(ms / 1000).toFixed(1)} s${skippedText}`;
}

type ServedFolder = ReturnType<CompanyStore['structure']>['root'];

function formatContents(root: ServedFolder): string {
  let [folders, surveys] = [0, 0];
  const count = (folder: ServedFolder): void => {
    folders += 1;
    surveys += folder.surveys.length;
    folder.folders.forEach(count);
  };
  count(root);
  return `${formatCount(surveys, 'survey')} in ${formatCount(folders, 'folder')}`;
}

/** The reason why two companies cannot be served together; null when they can. */
async function findSharedCredential(dataSets: readonly ServedDataSet[]): Promise<string | null> {
  const owners = new Map<string, string>();
  for (const { folder, company } of dataSets.filter(({ state }) => state().isServed)) {
    for (const { clientId, tokenSha256 } of await company.credentials()) {
      const identity = JSON.stringify([clientId, tokenSha256]);
      const owner = owners.get(identity);
      if (owner !== undefined && owner !== folder) {
        return `${toSingleLine(owner)} and ${toSingleLine(folder)} have the same client id with the same token, ${toSingleLine(clientId)}: the service could not know which data to return. Revoke it in one of them.`;
      }
      owners.set(identity, folder);
    }
  }
  return null;
}

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
  return `${PROGRAM} service credentials add --data ${quoteForShell(folder)}${databaseOption}`;
}

/** Adds quotes only where a shell needs them. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=,./-]+$/.test(text) ? text : `'${toSingleLine(text).replaceAll("'", "'\\''")}'`;
}
