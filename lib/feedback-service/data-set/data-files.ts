// Lists the data files of a directory and finds those that have not been imported yet. A name that is
// nearly right is refused rather than ignored, so that a typing error never leaves feedback out.
import { type BigIntStats, createReadStream } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DataSetError, errorCode, type DataProblem } from './data-set-problem.ts';
import type { Session } from '../database/database.ts';
import { describeReadError } from './read-lines.ts';

export interface DataFile {
  readonly name: string;
  readonly path: string;
  readonly kind: 'feedback' | 'alerts';
  /** Size on disk. */
  readonly bytes: number;
  /** Changes with every write to the file; undefined when the last write is too recent to be sure. */
  stampAt(now: number): string | undefined;
}

/**
 * Sorted by name, without the files that are named in `leftOut`. Throws a DataSetError with all problems
 * of the directory.
 */
export async function listDataFiles(
  directory: string,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<readonly DataFile[]> {
  const names = await readNames(directory);
  const problems: DataProblem[] = [];
  const files: DataFile[] = [];
  if (!names.includes('company.json') && !leftOut.has('company.json')) {
    problems.push({ file: 'company.json', reason: 'is missing: every data set needs one' });
  }
  for (const name of names) {
    const kind = classifyName(name);
    if (kind === 'other' || leftOut.has(name)) continue;
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
    const code = errorCode(error);
    if (code === undefined) throw error;
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
    const code = errorCode(error);
    if (code === undefined) throw error;
    return code === 'ENOENT' ? 'is a broken link' : `cannot be read (${code})`;
  }
}

export interface NewFile {
  readonly file: DataFile;
  /** Hash of the file on disk, in lower-case hex. */
  readonly sha256: string;
  readonly contentSha256: string;
}

/** `onFile` gets the name of each file that is read. Throws a DataSetError when an imported file has changed. */
export async function findNewFiles(
  session: Session,
  files: readonly DataFile[],
  now: number,
  onFile: (name: string) => void,
): Promise<readonly NewFile[]> {
  const rows = await session.all('SELECT sha256, content_sha256, name, stamp FROM files');
  const contentHashes = new Map(rows.map(([sha256, content]) => [sha256, content]));
  const knownContents = new Set(contentHashes.values());
  const rowsByName = Map.groupBy(rows, ([, , name]) => name);
  const isChanged = ({ file, sha256, contentSha256 }: NewFile): boolean =>
    rowsByName
      .get(file.name)
      ?.every(([hash, content]) => hash !== sha256 && content !== contentSha256) ?? false;
  const stamps = new Set(rows.map(([, , name, stamp]) => JSON.stringify([name, stamp])));
  const newFiles: NewFile[] = [];
  const problems: DataProblem[] = [];
  for (const file of files) {
    const stamp = file.stampAt(now);
    if (stamp !== undefined && stamps.has(JSON.stringify([file.name, stamp]))) continue;
    onFile(file.name);
    const sha256 = await sha256Of(file, false);
    const isNew = !contentHashes.has(sha256);
    if (isNew) {
      contentHashes.set(sha256, file.name.endsWith('.gz') ? await sha256Of(file, true) : sha256);
    }
    const contentSha256 = String(contentHashes.get(sha256));
    const newFile = { file, sha256, contentSha256 };
    if (isChanged(newFile)) {
      problems.push({ file: file.name, reason: changed });
      continue;
    }
    if (isNew && !knownContents.has(contentSha256)) {
      knownContents.add(contentSha256);
      newFiles.push(newFile);
      continue;
    }
    // Several files may have the same content, packed or not: none of them may change later.
    await session.run(
      'INSERT INTO files (sha256, content_sha256, name, kind, stamp, imported_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name, sha256) DO UPDATE SET stamp = excluded.stamp',
      [sha256, contentHashes.get(sha256) ?? null, file.name, file.kind, stamp ?? null, now],
    );
  }
  if (problems.length > 0) throw new DataSetError(problems);
  return newFiles;
}

const changed =
  'has changed since it was imported: restore the original file and put new data into a file with another name';

async function sha256Of({ name, path }: DataFile, isUnpacked: boolean): Promise<string> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    await (isUnpacked ? pipeline(file, createGunzip(), hash) : pipeline(file, hash));
  } catch (error) {
    throw new DataSetError([{ file: name, reason: describeReadError(error) }]);
  }
  return hash.digest('hex');
}
