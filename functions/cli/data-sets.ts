// Data sets as a person at a terminal sees them: how the import goes, what it brought, what is wrong with it.
import { join } from 'node:path';
import { systemContext } from '../../lib/composition/compose.ts';
import {
  DatabaseError,
  DataSetError,
  superviseDataSet,
  type Company,
  type DataSet,
  type ImportProgress,
  type Store,
} from '../../lib/feedback-service/index.ts';
import type { Io } from './terminal.ts';
import { counted, oneLine, tellBug } from './terminal.ts';
import { showProgress } from './progress-bar.ts';
import type { Sources } from './data-set-sources.ts';

export interface ServedDataSet {
  readonly folder: string;
  readonly company: Company;
  /** Whether it could be opened: callers of one that could not are answered 503. */
  readonly isServed: () => boolean;
  readonly close: () => Promise<void>;
}

/** Opens one after the other. Null, and none is open, when nothing can be served. */
export async function openDataSets(
  { folders, database }: Sources,
  io: Io,
): Promise<readonly ServedDataSet[] | null> {
  const isAlone = folders.length === 1;
  const opened: ServedDataSet[] = [];
  for (const folder of folders) opened.push(await openOne(folder, database, isAlone, io));
  const trouble = opened.some(({ isServed }) => isServed())
    ? await sharedCredential(opened)
    : isAlone
      ? ''
      : 'None of the data sets can be served.';
  if (trouble === null) return opened;
  if (trouble !== '') io.stderr.write(`${trouble}\n`);
  await closeDataSets(opened);
  return null;
}

export async function closeDataSets(opened: readonly ServedDataSet[]): Promise<void> {
  for (const { close } of opened) await close();
}

/** Tells what a person can mend about a data set; what is left is a bug. */
export function tellTrouble(error: unknown, folder: string, io: Io): void {
  if (error instanceof DataSetError) {
    for (const { file, line, reason } of error.problems) {
      const place = line === undefined ? '' : `, line ${line}`;
      io.stderr.write(`${oneLine(join(folder, file))}${place}: ${reason}\n`);
    }
    if (error.more > 0) io.stderr.write(`And ${counted(error.more, 'more problem')}.\n`);
  } else if (error instanceof DatabaseError) {
    io.stderr.write(`${oneLine(folder)}: ${error.message}\n`);
  } else throw error;
}

/** Longer than it takes to open what is imported already. */
const PATIENCE_MS = 5_000;

async function openOne(
  folder: string,
  database: string | undefined,
  isAlone: boolean,
  io: Io,
): Promise<ServedDataSet> {
  const { clock } = systemContext;
  const name = oneLine(join(folder));
  let told = tellProgress(name, io);
  let doing = 'opening its database';
  let isLate = false;
  const tellDoing = (): void => {
    io.stderr.write(`${name}: still ${doing}…\n`);
  };
  const patience = setTimeout(() => {
    isLate = true;
    tellDoing();
  }, PATIENCE_MS);
  try {
    const { company, isServed, close } = await superviseDataSet({
      directory: folder,
      clock,
      onBusy: () => {
        doing = 'waiting for another process that is writing to its database';
        if (isLate) tellDoing();
      },
      onProgress: (progress) => {
        if (progress.phase === 'comparing') {
          doing = `comparing ${oneLine(progress.file)} with what was imported`;
          return;
        }
        clearTimeout(patience);
        told.update(progress);
      },
      onOpened: ({ company, imported }, durationMs) => {
        told.stop();
        const { root } = company.store.structure();
        io.stderr.write(`${name}: ${importedText(imported, durationMs)}; ${holdsText(root)}\n`);
      },
      onFailed: (error) => {
        told.stop();
        told = tellProgress(name, io);
        try {
          tellTrouble(error, folder, io);
        } catch {
          tellBug(io, error);
        }
        const consequence = isAlone
          ? 'and nothing is served'
          : 'and its callers get 503 until its files are mended';
        io.stderr.write(`Nothing was imported from ${name}, ${consequence}.\n`);
      },
      ...(database === undefined ? {} : { database }),
    });
    return { folder, company, isServed, close };
  } finally {
    clearTimeout(patience);
  }
}

type WorkProgress = Exclude<ImportProgress, { readonly phase: 'comparing' }>;

function tellProgress(
  name: string,
  io: Io,
): { readonly update: (progress: WorkProgress) => void; readonly stop: () => void } {
  const bar = showProgress(io, '{bar} {percentage} % {text}');
  let phase = '';
  return {
    update: (progress) => {
      const isReading = progress.phase === 'reading';
      const text = isReading ? `reading ${progress.file}` : 'computing sums and alerts';
      const [done, total] = isReading
        ? [progress.bytes, progress.ofBytes]
        : [progress.events, progress.ofEvents];
      bar?.update(done, total, `${name}: ${text}`);
      if (bar === null && phase !== progress.phase) {
        io.stderr.write(`${name}: ${isReading ? 'importing' : text}…\n`);
      }
      phase = progress.phase;
    },
    stop: () => bar?.stop(),
  };
}

/** "1,000,000 events from feedback.ndjson imported in 8.1 s". */
function importedText(
  { files, events, alerts, known = 0 }: DataSet['imported'],
  ms: number,
): string {
  const [first, second] = files;
  if (first === undefined) return 'nothing new';
  const from = second === undefined ? oneLine(first) : counted(files.length, 'file');
  const what = [
    ...(events > 0 || alerts === 0 ? [counted(events, 'event')] : []),
    ...(alerts > 0 ? [counted(alerts, 'alert')] : []),
  ];
  const repeated = known === 0 ? '' : ` (${counted(known, 'line')} known by id or key)`;
  return `${what.join(' and ')} from ${from} imported in ${(ms / 1000).toFixed(1)} s${repeated}`;
}

type Folder = ReturnType<Store['structure']>['root'];

function holdsText(root: Folder): string {
  let [folders, surveys] = [0, 0];
  const count = (folder: Folder): void => {
    folders += 1;
    surveys += folder.surveys.length;
    folder.folders.forEach(count);
  };
  count(root);
  return `${counted(surveys, 'survey')} in ${counted(folders, 'folder')}`;
}

/** Why two companies cannot be served together; null when they can. */
async function sharedCredential(opened: readonly ServedDataSet[]): Promise<string | null> {
  const owners = new Map<string, string>();
  for (const { folder, company } of opened.filter(({ isServed }) => isServed())) {
    for (const { clientId, tokenSha256 } of await company.credentials()) {
      const identity = JSON.stringify([clientId, tokenSha256]);
      const owner = owners.get(identity);
      if (owner !== undefined && owner !== folder) {
        return `${oneLine(owner)} and ${oneLine(folder)} have the same client id with the same token, ${oneLine(clientId)}: nobody could tell whose data it asks for. Revoke it in one of them.`;
      }
      owners.set(identity, folder);
    }
  }
  return null;
}
