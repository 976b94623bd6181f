// Files that are there in full or not at all, also after the power failed: temporary files and syncing.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { nullIfAbsent, systemErrorCode } from './system-errors.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/** What a killed process left behind is old by then; a write takes milliseconds. */
const STALE_MS = 60 * 60 * 1000;

export interface TemporaryFiles {
  /** Hands over the path of a synced file with these bytes; the path is gone afterwards. */
  withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T>;
}

/** Temporary files in a directory, which must be on the disk that the files are moved to. */
export function createTemporaryFiles(
  files: FileSystem,
  directory: string,
  mode?: number,
): TemporaryFiles {
  let swept = false;
  return {
    async withFile(bytes, work) {
      await makeDirectory(files, directory);
      const path = join(directory, randomUUID());
      try {
        const file = await files.open(path, 'wx', mode);
        try {
          if (!swept) await removeStaleFiles(files, directory, file);
          swept = true;
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        return await work(path);
      } finally {
        await unlinkQuietly(files, path);
      }
    },
  };
}

/** Removes what killed processes left; before writing, or a full disk would stay full. */
async function removeStaleFiles(files: FileSystem, directory: string, fresh: OpenFile): Promise<void> {
  // The file system's own clock: it alone fits the other times.
  const now = (await fresh.stat()).mtimeMs;
  for (const { name } of await files.readdir(directory, { withFileTypes: true })) {
    const path = join(directory, name);
    const stat = await files.lstat(path).catch(() => null);
    if (stat !== null && now - stat.mtimeMs > STALE_MS) await unlinkQuietly(files, path);
  }
}

/** A leftover that can't be removed does no harm, and what was written stands. */
async function unlinkQuietly(files: FileSystem, path: string): Promise<void> {
  await files.unlink(path).catch(() => undefined);
}

/**
 * Makes a directory and those above it; `syncNames` makes them survive a power failure.
 * The runtime's own recursive way never ends where a directory can't be made and says ENOENT, as in /proc.
 */
export async function makeDirectory(files: FileSystem, path: string): Promise<void> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    if (systemErrorCode(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeDirectory(files, dirname(path));
    await files.mkdir(path).catch((again: unknown) => {
      // Another process was quicker.
      if (systemErrorCode(again) !== 'EEXIST') throw again;
    });
  }
}

/** Makes the names in a directory, and in all above it, survive a power failure. */
export type SyncNames = (directory: string) => Promise<void>;

/**
 * For directories below a root. Every level is synced each time, those above the root until the first time that it
 * is there: another process may have made any of them and been killed before it synced.
 */
export function createNameSync(files: FileSystem, root: string): SyncNames {
  let isRootDurable = false;
  return async (directory) => {
    const levels = [directory, ...parentDirectories(directory)];
    const above = parentDirectories(root);
    const within = levels.slice(0, levels.length - above.length);
    const [areThere] = await Promise.all([
      Promise.all(within.map((path) => syncDirectory(files, path))),
      isRootDurable ? null : Promise.all(above.map((path) => syncDirectoryAbove(files, path))),
    ]);
    isRootDurable ||= areThere.at(-1) === true;
  };
}

function parentDirectories(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentDirectories(parent)];
}

/** Codes of directories that a process may not sync, or that are on a file system without that. */
const UNSYNCABLE_CODES: readonly (string | null)[] = ['EACCES', 'EPERM', 'EINVAL', 'EROFS', 'ENOTSUP'];

/** Who may not read a directory outside of the store can still use the store. */
async function syncDirectoryAbove(files: FileSystem, path: string): Promise<void> {
  await syncDirectory(files, path).catch((error: unknown) => {
    if (!UNSYNCABLE_CODES.includes(systemErrorCode(error))) throw error;
  });
}

/** Whether the directory is there. */
async function syncDirectory(files: FileSystem, path: string): Promise<boolean> {
  // Windows neither opens directories nor needs to.
  if (process.platform === 'win32') return true;
  const directory = await nullIfAbsent(() => files.open(path, 'r'));
  if (directory === null) return false;
  try {
    await directory.sync();
    return true;
  } finally {
    await directory.close();
  }
}
