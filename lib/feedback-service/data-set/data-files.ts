// The files of a data set: which of a directory's files are read. It hides naming rules, and that a
// name which is nearly right is a slip and not a file to pass over.
import type { BigIntStats } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

export interface DataFile {
  readonly name: string;
  readonly path: string;
  readonly kind: 'feedback' | 'alerts';
  /** As it lies on disk. */
  readonly bytes: number;
  /** Other than before when anything was written to the file; undefined while it is too fresh to tell. */
  stampAt(now: number): string | undefined;
}

/** By name. Throws DataSetError with everything about the directory that is not right. */
export async function listDataFiles(directory: string): Promise<readonly DataFile[]> {
  const names = await readNames(directory);
  const problems: DataProblem[] = [];
  const files: DataFile[] = [];
  if (!names.includes('company.json')) {
    problems.push({ file: 'company.json', reason: 'is missing: every data set has one' });
  }
  for (const name of names) {
    const kind = classifyName(name);
    if (kind === 'other') continue;
    const path = join(directory, name);
    const found = await statReadable(path);
    if (typeof found === 'string') problems.push({ file: name, reason: found });
    else if (kind === 'slip') problems.push({ file: name, reason: misnamedReason(name) });
    else if (kind !== 'company') files.push({ name, path, kind, ...describe(found) });
  }
  if (problems.length > 0) throw new DataSetError(problems);
  return files;
}

/** Two writes within so short a time may leave the same times behind, ms. */
const clockStepMs = 2_000;

function describe(found: BigIntStats): Pick<DataFile, 'bytes' | 'stampAt'> {
  const { size, ino, mtimeNs, ctimeNs, ctimeMs } = found;
  return {
    bytes: Number(size),
    stampAt: (now) =>
      Number(ctimeMs) + clockStepMs < now ? [size, ino, mtimeNs, ctimeNs].join(' ') : undefined,
  };
}

function classifyName(name: string): DataFile['kind'] | 'company' | 'slip' | 'other' {
  if (name === 'company.json') return 'company';
  if (/^feedback.*\.ndjson(\.gz)?$/.test(name)) return 'feedback';
  if (/^alerts.*\.ndjson(\.gz)?$/.test(name)) return 'alerts';
  // Systems and editors leave hidden files with such names.
  if (name.startsWith('.')) return 'other';
  return /^(feedback|alert)|\.(ndjson|jsonl)(\.\w+)?$/i.test(name) ? 'slip' : 'other';
}

function misnamedReason(name: string): string {
  const kind = /alert/i.test(name) ? 'alerts' : 'feedback';
  return `is not read: name it ${kind}*.ndjson or ${kind}*.ndjson.gz, or move it elsewhere`;
}

async function readNames(directory: string): Promise<readonly string[]> {
  try {
    // Plain sorting goes by code unit, the same on every machine.
    return (await readdir(directory)).sort();
  } catch (error) {
    const code = codeOf(error);
    const reason = directoryFaults.get(code) ?? `cannot be read (${code})`;
    throw new DataSetError([{ file: directory, reason }]);
  }
}

const inDirectory = 'is a directory: only files right beside company.json are read';

const directoryFaults: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such directory'],
  ['ENOTDIR', 'is not a directory'],
]);

/** Why the file cannot be read, or what it is; a link counts as what it leads to. */
async function statReadable(path: string): Promise<BigIntStats | string> {
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) return found.isDirectory() ? inDirectory : 'is not a regular file';
    await access(path, constants.R_OK);
    return found;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'is a link that leads nowhere' : `cannot be read (${code})`;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}
