// Imports CSV files into a data set. Each becomes a data file in the folder, complete or not at all, so
// that a new database can be made from the folder alone.
import { chmodSync, existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join, parse, relative } from 'node:path';
import { DataSetError, errorCode, type DataProblem } from '../data-set/data-set-problem.ts';
import { newDraftPath, removeOldDrafts } from '../data-set/import-drafts.ts';
import { importValidFiles, type ImportOptions } from '../data-set/import-data-set.ts';
import type { ImportResult } from '../data-set/import.ts';
import { readCompany } from '../data-set/location.ts';
import { convertCsv, type ConvertedFile } from './convert-csv.ts';
import { readMapping, type CsvMapping } from './csv-mapping.ts';
import type { ClockChanges } from './csv-row.ts';

export interface CsvImportOptions extends ImportOptions {
  readonly mapping: string;
  /** Whether valid records are imported and invalid ones written to a file beside the CSV file. */
  readonly quarantines: boolean;
  /** Whether hourly sums replace stored ones of the same survey, device and hour. */
  readonly replaces: boolean;
}

export interface CsvImport {
  readonly imported: ImportResult;
  readonly events: number;
  readonly changes: ClockChanges;
  readonly quarantined: number;
  /** The file with the invalid records; undefined when there are none. */
  readonly quarantine: string | undefined;
  /** The problems of other files of the folder, which are left out. */
  readonly otherFaults: readonly DataSetError[];
}

/**
 * Imports one CSV file, and new files of the folder with it. Throws a DataSetError with problems of the
 * CSV file, whose `file` is its path as seen from the folder; nothing of it is imported then.
 */
export async function importCsv(path: string, options: CsvImportOptions): Promise<CsvImport> {
  const quarantine = options.quarantines ? quarantinePath(path) : undefined;
  if (quarantine !== undefined && existsSync(quarantine)) {
    throw new DataSetError([
      { file: relative(options.directory, quarantine), reason: 'exists: move or remove it first' },
    ]);
  }
  await removeOldDrafts(options.directory, options.clock());
  const mapping = await readMapping(options.mapping, options.directory);
  // A killed import leaves no file that seems complete.
  const draft = quarantine === undefined ? undefined : `${quarantine}.tmp`;
  const knownFaults = new Map<number, string>();
  try {
    for (;;) {
      if (draft !== undefined) await rm(draft, { force: true });
      const { faults, ...result } = await attempt(path, options, mapping, draft, knownFaults);
      if (faults === undefined) {
        if (draft === undefined || quarantine === undefined || result.quarantined === 0) {
          return { ...result, quarantine: undefined };
        }
        await rename(draft, quarantine);
        return { ...result, quarantine };
      }
      // Records that contradict others are only found by importing.
      const areNew = faults.problems.some(
        ({ line }) => line !== undefined && !knownFaults.has(line),
      );
      if (draft === undefined || !areNew) throw faults;
      for (const { line, reason } of faults.problems) {
        if (line !== undefined) knownFaults.set(line, reason);
      }
    }
  } finally {
    if (draft !== undefined) await rm(draft, { force: true });
  }
}

function quarantinePath(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.quarantine${ext}`);
}

async function attempt(
  path: string,
  options: CsvImportOptions,
  mapping: CsvMapping,
  quarantine: string | undefined,
  knownFaults: ReadonlyMap<number, string>,
): Promise<Omit<CsvImport, 'quarantine'> & { readonly faults: DataSetError | undefined }> {
  const { directory, clock, replaces } = options;
  const name = relative(directory, path);
  const draft = newDraftPath(directory);
  let converted: ConvertedFile;
  let file: string;
  try {
    const { structure } = await readCompany(directory);
    converted = await convertCsv({
      ...{ path, name, structure, mapping, now: clock(), replaces, output: draft, knownFaults },
      ...(quarantine === undefined ? {} : { quarantine }),
    });
    file = await placeFile(directory, draft, path, converted.sha256, clock());
  } catch (error) {
    throw toReadError(error, name);
  } finally {
    await rm(draft, { force: true });
  }
  const { imported, faults } = await importValidFiles({
    ...options,
    ...(quarantine === undefined ? {} : { maxFaults: Infinity }),
  });
  const fault = faults.find(({ files }) => files.has(file));
  if (fault !== undefined) await rm(join(directory, file), { force: true });
  const nameOf = (dataFile: string): string => (dataFile === file ? name : dataFile);
  return {
    imported: { ...imported, files: imported.files.map(nameOf) },
    events: converted.events,
    changes: converted.changes,
    quarantined: converted.quarantined,
    otherFaults: faults.filter((other) => other !== fault),
    faults: fault === undefined ? undefined : renameFiles(fault, nameOf),
  };
}

function renameFiles(fault: DataSetError, nameOf: (file: string) => string): DataSetError {
  const problems = fault.problems.map((problem): DataProblem => ({
    ...problem,
    file: nameOf(problem.file),
  }));
  return new DataSetError(problems, fault.more, [...fault.files].map(nameOf));
}

function toReadError(error: unknown, name: string): unknown {
  const code = errorCode(error);
  if (error instanceof DataSetError || code === undefined) return error;
  return new DataSetError([{ file: name, reason: `cannot be converted (${code})` }]);
}

/** Names sort by the time of the import. A file with the same content keeps its name. */
async function placeFile(
  directory: string,
  draft: string,
  path: string,
  sha256: string,
  now: number,
): Promise<string> {
  const suffix = `-${sha256.slice(0, 16)}.ndjson`;
  const names = await readdir(directory);
  const existing = names.find(
    (name) => name.startsWith('feedback-import-') && name.endsWith(suffix),
  );
  if (existing !== undefined) return existing;
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const source = basename(path)
    .replaceAll(/[^\w-]+/g, '-')
    .slice(0, 40);
  const name = `feedback-import-${time}-${source}${suffix}`;
  chmodSync(draft, 0o644);
  await rename(draft, join(directory, name));
  return name;
}
