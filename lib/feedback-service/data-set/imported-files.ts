// Finds the files of a data set that have not been imported yet. A file is identified by its unpacked
// content, not by its name. A file that has not been written to since is not read again.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Session } from '../database/database.ts';
import type { DataFile } from './data-files.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';
import { describeReadError } from './read-lines.ts';

export interface NewFile {
  readonly file: DataFile;
  /** Of the file on disk, in lower-case hex. */
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
  const names = new Set(rows.map(([, , name]) => name));
  const stamps = new Set(rows.map(([, , name, stamp]) => JSON.stringify([name, stamp])));
  const newFiles: NewFile[] = [];
  for (const file of files) {
    const stamp = file.stampAt(now);
    if (stamp !== undefined && stamps.has(JSON.stringify([file.name, stamp]))) continue;
    onFile(file.name);
    const sha256 = await sha256Of(file, false);
    const isNew = !contentHashes.has(sha256);
    const contentSha256 = isNew && file.name.endsWith('.gz') ? await sha256Of(file, true) : sha256;
    if (isNew) contentHashes.set(sha256, contentSha256);
    if (isNew && !knownContents.has(contentSha256)) {
      knownContents.add(contentSha256);
      newFiles.push({ file, sha256, contentSha256 });
      continue;
    }
    // Several files may have the same content, packed or not: none of them may change later.
    await session.run(
      'INSERT INTO files (sha256, content_sha256, name, kind, stamp, imported_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name, sha256) DO UPDATE SET stamp = excluded.stamp',
      [sha256, contentHashes.get(sha256) ?? null, file.name, file.kind, stamp ?? null, now],
    );
  }
  const problems = newFiles
    .filter(({ file }) => names.has(file.name))
    .map(({ file }): DataProblem => ({ file: file.name, reason: changed }));
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
