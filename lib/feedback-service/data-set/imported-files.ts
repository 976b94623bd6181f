// Which files of a data set have been imported. A file is known by its content, whatever its name
// and whether it is packed; it hides that one which nobody has written to isn't read again.
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
  /** Of the file as it lies on disk, in lower-case hex. */
  readonly sha256: string;
  readonly contentSha256: string;
}

/** `onFile` is told which file is read. Throws a DataSetError when a known file changed. */
export async function findNewFiles(
  session: Session,
  files: readonly DataFile[],
  now: number,
  onFile: (name: string) => void,
): Promise<readonly NewFile[]> {
  const rows = await session.all('SELECT sha256, content_sha256, name, stamp FROM files');
  const contents = new Map(rows.map(([sha256, content]) => [sha256, content]));
  const seen = new Set(contents.values());
  const names = new Set(rows.map(([, , name]) => name));
  const stamps = new Set(rows.map(([, , name, stamp]) => JSON.stringify([name, stamp])));
  const fresh: NewFile[] = [];
  for (const file of files) {
    const stamp = file.stampAt(now);
    if (stamp !== undefined && stamps.has(JSON.stringify([file.name, stamp]))) continue;
    onFile(file.name);
    const sha256 = await sha256Of(file, false);
    const isNew = !contents.has(sha256);
    const contentSha256 = isNew && file.name.endsWith('.gz') ? await sha256Of(file, true) : sha256;
    if (isNew) contents.set(sha256, contentSha256);
    if (isNew && !seen.has(contentSha256)) {
      seen.add(contentSha256);
      fresh.push({ file, sha256, contentSha256 });
      continue;
    }
    // One content may lie there under several names, packed or not: each of them is held to it.
    await session.run(
      'INSERT INTO files (sha256, content_sha256, name, kind, stamp, imported_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name, sha256) DO UPDATE SET stamp = excluded.stamp',
      [sha256, contents.get(sha256) ?? null, file.name, file.kind, stamp ?? null, now],
    );
  }
  const problems = fresh
    .filter(({ file }) => names.has(file.name))
    .map(({ file }): DataProblem => ({ file: file.name, reason: changed }));
  if (problems.length > 0) throw new DataSetError(problems);
  return fresh;
}

const changed =
  'is not what was imported under this name: put that back, and add what is new in a file with a name of its own';

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
