// Files that are there in full or not at all, also after the power failed: temporary files and syncing.
import { randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './errors.ts';

/** What a killed process left behind is old by then; a write takes milliseconds. */
const STALE_MS = 60 * 60 * 1000;

export interface TemporaryFiles {
  /** Hands over the path of a synced file with these bytes; the path is gone afterwards. */
  use<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T>;
}

/** Temporary files in a directory, which must be on the disk that the files are moved to. */
export function temporaryFilesIn(directory: string): TemporaryFiles {
  let swept = false;
  return {
    async use(bytes, work) {
      await makeDirectory(directory);
      const path = join(directory, randomUUID());
      try {
        const file = await open(path, 'wx');
        try {
          if (!swept) await sweep(directory, file);
          swept = true;
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        return await work(path);
      } finally {
        await removed(path);
      }
    },
  };
}

/** Removes what killed processes left; before writing, or a full disk would stay full. */
async function sweep(directory: string, fresh: FileHandle): Promise<void> {
  // The file system's own clock: it alone fits the other times.
  const now = (await fresh.stat()).mtimeMs;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const stat = await lstat(path).catch(() => null);
    if (stat !== null && now - stat.mtimeMs > STALE_MS) await removed(path);
  }
}

/** A leftover that can't be removed does no harm, and what was written stands. */
async function removed(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}

/**
 * Makes a directory and those above it, so that they survive a power failure.
 * The runtime's own recursive way never ends where a directory can't be made and says ENOENT, as in /proc.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT' || path === dirname(path)) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path).catch((again: unknown) => {
      // Somebody else was quicker.
      if (codeOf(again) !== 'EEXIST') throw again;
    });
  }
  await syncDirectory(dirname(path));
}

/**
 * Makes the names in a directory and in all above it up to `top` survive a power failure.
 * All of them each time: another process may have made a directory and not have synced it yet.
 */
export async function syncDirectories(directory: string, top: string): Promise<void> {
  const paths = [directory];
  for (let path = directory; path !== top && path !== dirname(path);) {
    path = dirname(path);
    paths.push(path);
  }
  await Promise.all(paths.map(syncDirectory));
}

async function syncDirectory(path: string): Promise<void> {
  // Windows neither opens directories nor needs to.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
