// Which files of a data set have been imported. A file is known by its content, whatever its name
// and whether it is packed; it hides that one which nobody has written to isn't read again.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Session } from '../database/database.ts';
import type { DataFile } from './files.ts';
import { DataSetError, type DataProblem } from './problem.ts';
import { readFault } from './read-lines.ts';
import { files as table } from './tables.ts';

export interface NewFile {
  readonly file: DataFile;
  /** Of the file as it lies on disk, in lower-case hex. */
  readonly sha256: string;
  readonly contentSha256: string;
}

/** Throws a DataSetError when a known file changed. */
export async function newFiles(
  session: Session,
  files: readonly DataFile[],
  now: number,
): Promise<readonly NewFile[]> {
  const rows = await session.all('SELECT sha256, content_sha256, name, stamp FROM files');
  const known = new Set(rows.map(([sha256]) => sha256));
  const contents = new Set(rows.map(([, content]) => content));
  const byName = new Map(rows.map(([, , name, stamp]) => [name, stamp]));
  const fresh: NewFile[] = [];
  const problems: DataProblem[] = [];
  for (const file of files) {
    const stamp = file.stampAt(now);
    if (stamp !== undefined && byName.get(file.name) === stamp) continue;
    const sha256 = await sha256Of(file, false);
    if (known.has(sha256)) {
      await session.run('UPDATE files SET name = $1, stamp = $2 WHERE sha256 = $3', [
        file.name,
        stamp ?? null,
        sha256,
      ]);
      continue;
    }
    if (byName.has(file.name)) {
      const reason =
        'changed since it was imported: put it back as it was and add what is new in a file of its own';
      problems.push({ file: file.name, reason });
      continue;
    }
    const contentSha256 = file.name.endsWith('.gz') ? await sha256Of(file, true) : sha256;
    known.add(sha256);
    if (contents.has(contentSha256)) {
      // A known file that has been packed or unpacked, or one that is there both ways.
      await session.insert(table, [
        [sha256, contentSha256, file.name, file.kind, stamp ?? null, null, now],
      ]);
    } else {
      contents.add(contentSha256);
      fresh.push({ file, sha256, contentSha256 });
    }
  }
  if (problems.length > 0) throw new DataSetError(problems);
  return fresh;
}

async function sha256Of({ name, path }: DataFile, isUnpacked: boolean): Promise<string> {
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  try {
    await (isUnpacked ? pipeline(file, createGunzip(), hash) : pipeline(file, hash));
  } catch (error) {
    throw new DataSetError([{ file: name, reason: readFault(error) }]);
  }
  return hash.digest('hex');
}
