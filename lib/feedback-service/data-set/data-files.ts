// Lists the data files of a directory. A name that is nearly right is refused rather than ignored, so
// that a typing error never leaves feedback out.
import type { BigIntStats } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

export interface DataFile {
  readonly name: string;
  readonly path: string;
  readonly kind: 'feedback' | 'alerts';
  /** Size on disk. */
  readonly bytes: number;
  /** Changes with every write to the file; undefined when the last write is too recent to be sure. */
  stampAt(now: number): string | undefined;
}

/** Sorted by name. Throws a DataSetError with all problems of the directory. */
export async function listDataFiles(directory: string): Promise<readonly DataFile[]> {
  const names = await readNames(directory);
  const problems: DataProblem[] = [];
  const files: DataFile[] = [];
  if (!names.includes('company.json')) {
    problems.push({ file: 'company.json', reason: 'is missing: every data set needs one' });
  }
  for (const name of names) {
    const kind = classifyName(name);
    if (kind === 'other') continue;
    const path = join(directory, name);
    const stats = await statReadable(path);
    if (typeof stats === 'string') problems.push({ file: name, reason: stats });
    else if (kind === 'misnamed') problems.push({ file: name, reason: misnamedReason(name) });
    else if (kind !== 'company') files.push({ name, path, kind, ...describeFile(stats) });
  }
  if (problems.length > 0) throw new DataSetError(problems);
  return files;
}

/** File systems may give two writes within this time the same timestamps. */
const timestampStepMs = 2_000;

function describeFile(stats: BigIntStats): Pick<DataFile, 'bytes' | 'stampAt'> {
  const { size, ino, mtimeNs, ctimeNs, ctimeMs } = stats;
  return {
    bytes: Number(size),
    stampAt: (now) =>
      Number(ctimeMs) + timestampStepMs < now ? [size, ino, mtimeNs, ctimeNs].join(' ') : undefined,
  };
}

function classifyName(name: string): DataFile['kind'] | 'company' | 'misnamed' | 'other' {
  if (name === 'company.json') return 'company';
  if (/^feedback.*\.ndjson(\.gz)?$/.test(name)) return 'feedback';
  if (/^alerts.*\.ndjson(\.gz)?$/.test(name)) return 'alerts';
  // Operating systems and editors leave hidden files with such names.
  if (name.startsWith('.')) return 'other';
  return /^(feedback|alert)|\.(ndjson|jsonl)(\.\w+)?$/i.test(name) ? 'misnamed' : 'other';
}

function misnamedReason(name: string): string {
  const kind = /alert/i.test(name) ? 'alerts' : 'feedback';
  return `has a name that is not recognised: rename it to ${kind}*.ndjson or ${kind}*.ndjson.gz, or move it elsewhere`;
}

async function readNames(directory: string): Promise<readonly string[]> {
  try {
    // Sorting by code unit is the same on every machine.
    return (await readdir(directory)).sort();
  } catch (error) {
    const code = codeOf(error);
    const reason = directoryFaults.get(code) ?? `cannot be read (${code})`;
    throw new DataSetError([{ file: directory, reason }]);
  }
}

const isDirectory = 'is a directory: only files directly next to company.json are read';

const directoryFaults: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['ENOTDIR', 'is not a directory'],
]);

/** The stats of a readable file, or the reason why it cannot be read; links are followed. */
async function statReadable(path: string): Promise<BigIntStats | string> {
  try {
    const stats = await stat(path, { bigint: true });
    if (!stats.isFile()) return stats.isDirectory() ? isDirectory : 'is not a regular file';
    await access(path, constants.R_OK);
    return stats;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' ? 'is a broken link' : `cannot be read (${code})`;
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  throw error;
}
