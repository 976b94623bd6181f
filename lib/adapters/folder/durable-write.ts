// Durable, atomic writes: a file is complete or absent, even after a power failure. Uses temporary files and fsync.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FileSystem, OpenFile } from './file-system.ts';
import { nullIfAbsent, systemErrorCode } from './file-system.ts';

/** The age after which a temporary file belongs to a killed process; a write takes milliseconds. */
const STALE_MS = 60 * 60 * 1000;

export interface TemporaryFiles {
  /** Calls `work` with the path of a synced file with these bytes, and removes the path afterwards. */
  withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T>;
}

/** Temporary files in a directory on the same file system as the files' final paths. */
export function createTemporaryFiles(
  files: FileSystem,
  directory: string,
  mode?: number,
): TemporaryFiles {
  let areStaleFilesRemoved = false;
  return {
    async withFile(bytes, work) {
      const path = join(directory, randomUUID());
      try {
        const file = await inDirectory(files, directory, () => files.open(path, 'wx', mode));
        try {
          if (!areStaleFilesRemoved) await removeStaleFiles(files, directory, file);
          areStaleFilesRemoved = true;
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

/** Removes the files of killed processes before writing, or a full disk would stay full. */
async function removeStaleFiles(
  files: FileSystem,
  directory: string,
  fresh: OpenFile,
): Promise<void> {
  // The file system's own clock, so that the times are comparable.
  const now = (await fresh.stat()).mtimeMs;
  for (const { name } of await files.readdir(directory, { withFileTypes: true })) {
    const path = join(directory, name);
    const stat = await files.lstat(path).catch(() => null);
    if (stat !== null && now - stat.mtimeMs > STALE_MS) await unlinkQuietly(files, path);
  }
}

/** A temporary file that cannot be removed does no harm, and the write has succeeded. */
async function unlinkQuietly(files: FileSystem, path: string): Promise<void> {
  await files.unlink(path).catch(() => undefined);
}

/** Creates an entry of a directory, and the directory when it is missing: it rarely is. */
export async function inDirectory<T>(
  files: FileSystem,
  directory: string,
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await makeDirectory(files, directory);
    return await create();
  }
}

/**
 * Creates a directory and its parents; `syncNames` makes them survive a power failure.
 * Node's recursive mkdir never ends where creation fails with ENOENT, as in /proc.
 */
async function makeDirectory(files: FileSystem, path: string): Promise<void> {
  try {
    await files.mkdir(path);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    if (systemErrorCode(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeDirectory(files, dirname(path));
    await files.mkdir(path).catch((retryError: unknown) => {
      // Another process created it meanwhile.
      if (systemErrorCode(retryError) !== 'EEXIST') throw retryError;
    });
  }
}

/** Makes the entries of a directory, its name and those of its parents survive a power failure. */
export type SyncNames = (directory: string) => Promise<void>;

/** A week of the largest company has 2,000 directories, each with a few objects. */
const MAX_DURABLE_NAMES = 10_000;

/**
 * For directories below a root. A name that was synced once stays durable, since no directory is ever removed; before that,
 * every level is synced, whichever process created it: that process may have been killed before it synced.
 */
export function createNameSync(files: FileSystem, root: string): SyncNames {
  const durableNames = new LRUCache<string, true>({ max: MAX_DURABLE_NAMES });
  const levelsAbove = parentDirectories(root).length;
  return async (directory) => {
    const levels = [directory, ...parentDirectories(directory)];
    const firstAbove = levels.length - levelsAbove;
    const existing: string[] = [];
    // Upwards, so that a directory exists before its name is synced.
    for (const [i, level] of levels.entries()) {
      if (i < firstAbove) {
        if (await syncDirectory(files, level)) existing.push(level);
      } else await syncDirectoryAbove(files, level);
      if (durableNames.has(level)) break;
    }
    for (const level of existing) durableNames.set(level, true);
  };
}

function parentDirectories(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentDirectories(parent)];
}

/** Codes of directories that the process may not open, or whose file system does not support fsync. */
const UNSYNCABLE_CODES: readonly (string | null)[] = [
  'EACCES',
  'EPERM',
  'EINVAL',
  'EROFS',
  'ENOTSUP',
];

/** A process without access to a directory outside the store can still use the store. */
async function syncDirectoryAbove(files: FileSystem, path: string): Promise<void> {
  await syncDirectory(files, path).catch((error: unknown) => {
    if (!UNSYNCABLE_CODES.includes(systemErrorCode(error))) throw error;
  });
}

/** Returns whether the directory exists. */
async function syncDirectory(files: FileSystem, path: string): Promise<boolean> {
  // Windows cannot open directories and does not need this.
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
