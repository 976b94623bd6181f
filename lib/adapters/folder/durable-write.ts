// Durable, atomic writes: a file is complete or absent, even after a power failure. Uses temporary files, fsync, and a
// lock for one writer among any number of processes; objects are read with their checksums.
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { StoredObject } from '../../ports/object-store.ts';
import { withRemovalAtExit } from '../../shared/remove-at-exit.ts';
import type { FileSystem, OpenFile } from './file-system.ts';
import { nullIfAbsent, systemErrorCode, FolderStoreError } from './file-system.ts';

export async function readObject(files: FileSystem, path: string): Promise<StoredObject | null> {
  // O_NOFOLLOW: a symbolic link could point outside the store. A replacement does not change an open file.
  const bytes = await readBytes(files, path, constants.O_RDONLY | constants.O_NOFOLLOW);
  if (bytes === null) return null;
  return {
    // Not the Buffer itself: Buffer's `slice` shares memory.
    bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    version: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The bytes of a file; null when it does not exist. */
export async function readBytes(
  files: FileSystem,
  path: string,
  flags: string | number = 'r',
): Promise<Uint8Array | null> {
  return nullIfAbsent(async () => {
    const file = await files.open(path, flags);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  });
}

/** Whether the object exists; fails when the path is something other than a file. */
export async function isObject(files: FileSystem, path: string): Promise<boolean> {
  const stat = await nullIfAbsent(() => files.lstat(path));
  if (stat === null) return false;
  if (stat.isFile()) return true;
  throw new FolderStoreError(stat.isDirectory() ? 'EISDIR' : 'not a file');
}

/** Codes of file systems without hard links, such as exFAT and some network shares. */
const NO_LINK_CODES: readonly (string | null)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Creates the object at `path` from a complete file; false when another process created it first. */
export async function linkIfAbsent(
  files: FileSystem,
  from: string,
  path: string,
): Promise<boolean> {
  try {
    await files.link(from, path);
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST' && (await isObject(files, path))) return false;
    if (NO_LINK_CODES.includes(code)) throw new FolderStoreError(`no hard links: ${code}`);
    throw error;
  }
}

/** The age after which a temporary file belongs to a killed process; a write takes milliseconds. */
const STALE_MS = 60 * 60 * 1000;

interface TemporaryFiles {
  /**
   * Calls `work` with the path of a synced file with these bytes, and removes the path afterwards. `isPrivate`: only its owner
   * may read it.
   */
  withFile<T>(
    bytes: Uint8Array,
    isPrivate: boolean,
    work: (path: string) => Promise<T>,
  ): Promise<T>;
}

/** Temporary files in a directory on the same file system as the files' final paths. */
export function createTemporaryFiles(files: FileSystem, directory: string): TemporaryFiles {
  let areStaleFilesRemoved = false;
  return {
    async withFile(bytes, isPrivate, work) {
      const path = join(directory, randomUUID());
      const mode = isPrivate ? 0o600 : undefined;
      return withRemovalAtExit(path, async () => {
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
      });
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

/** Creates an entry of a directory, and the directory when it is missing, with this mode: it rarely is. */
export async function inDirectory<T>(
  files: FileSystem,
  directory: string,
  create: () => Promise<T>,
  mode?: number,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    await makeDirectory(files, directory, mode);
    return await create();
  }
}

/**
 * Creates a directory and its parents; `syncNames` makes them survive a power failure.
 * Node's recursive mkdir never ends where creation fails with ENOENT, as in /proc.
 */
async function makeDirectory(files: FileSystem, path: string, mode?: number): Promise<void> {
  try {
    await files.mkdir(path, mode);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    if (systemErrorCode(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeDirectory(files, dirname(path), mode);
    await files.mkdir(path, mode).catch((retryError: unknown) => {
      // Another process created it meanwhile.
      if (systemErrorCode(retryError) !== 'EEXIST') throw retryError;
    });
  }
}

/** Makes the entries of a directory, its name and those of its parents survive a power failure. */
type SyncNames = (directory: string) => Promise<void>;

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

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;
const RETRY_MS = 5;

/**
 * Runs `work` while it holds the lock, which it tries to get every few milliseconds for about `waitMs`. No other code of
 * this process may open the file: closing any descriptor of it releases the lock of the whole process.
 */
export async function withLock<T>(
  file: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const database = openLockFile(file);
  try {
    for (let waitedMs = 0; !tryLock(database); waitedMs += RETRY_MS) {
      if (waitedMs >= waitMs) throw new FolderStoreError('LOCKED');
      await sleep(RETRY_MS);
    }
    return await work();
  } finally {
    // Ends the transaction, which never writes anything.
    database.close();
  }
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw asStoreError(error);
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    // The journal is in memory, so that a killed holder leaves no journal file.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
    throw asStoreError(error);
  }
}

function asStoreError(error: unknown): unknown {
  return error instanceof Error && 'errstr' in error && typeof error.errstr === 'string'
    ? new FolderStoreError(`lock: ${error.errstr}`)
    : error;
}
