// One object as a file of a folder store: reading it, and creating it atomically.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { StoredObject } from '../../ports/object-store.ts';
import type { FileSystem } from './file-system.ts';
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
    if (systemErrorCode(error) === 'EEXIST' && (await isObject(files, path))) return false;
    throw error;
  }
}
