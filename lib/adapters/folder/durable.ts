// Files that are there in full or not at all, also after the power failed: temporary files and syncing.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { codeOf } from './errors.ts';
import type { FileSystem, OpenFile } from './files.ts';

/** What a killed process left behind is old by then; a write takes milliseconds. */
const STALE_MS = 60 * 60 * 1000;

export interface TemporaryFiles {
  /** Hands over the path of a synced file with these bytes; the path is gone afterwards. */
  use<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T>;
}

/** Temporary files in a directory, which must be on the disk that the files are moved to. */
export function temporaryFilesIn(files: FileSystem, directory: string): TemporaryFiles {
  let swept = false;
  return {
    async use(bytes, work) {
      await makeDirectory(files, directory);
      const path = join(directory, randomUUID());
      try {
        const file = await files.open(path, 'wx');
        try {
          if (!swept) await sweep(files, directory, file);
          swept = true;
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        return await work(path);
      } finally {
        await removed(files, path);
      }
    },
  };
}

/** Removes what killed processes left; before writing, or a full disk would stay full. */
async function sweep(files: FileSystem, directory: string, fresh: OpenFile): Promise<void> {
  // The file system's own clock: it alone fits the other times.
  const now = (await fresh.stat()).mtimeMs;
  for (const { name } of await files.readdir(directory, { withFileTypes: true })) {
    const path = join(directory, name);
    const stat = await files.lstat(path).catch(() => null);
    if (stat !== null && now - stat.mtimeMs > STALE_MS) await removed(files, path);
  }
}

/** A leftover that can't be removed does no harm, and what was written stands. */
async function removed(files: FileSystem, path: string): Promise<void> {
  await files.unlink(path).catch(() => undefined);
}

/**
 * Makes a directory and those above it, so that they survive a power failure.
 * The runtime's own recursive way never ends where a directory can't be made and says ENOENT, as in /proc.
 */
export async function makeDirectory(files: FileSystem, path: string): Promise<void> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeDirectory(files, dirname(path));
    await files.mkdir(path).catch((again: unknown) => {
      // Somebody else was quicker.
      if (codeOf(again) !== 'EEXIST') throw again;
    });
  }
  await syncDirectory(files, dirname(path));
}

/**
 * Makes the names in a directory and in all above it up to `top` survive a power failure.
 * All of them each time: another process may have made a directory and not have synced it yet.
 */
export async function syncDirectories(
  files: FileSystem,
  directory: string,
  top: string,
): Promise<void> {
  const paths = [directory];
  for (let path = directory; path !== top && path !== dirname(path);) {
    path = dirname(path);
    paths.push(path);
  }
  await Promise.all(paths.map((one) => syncDirectory(files, one)));
}

async function syncDirectory(files: FileSystem, path: string): Promise<void> {
  // Windows neither opens directories nor needs to.
  if (process.platform === 'win32') return;
  const directory = await files.open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
