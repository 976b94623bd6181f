// The file system operations of a folder store, as a port: tests supply one that simulates power failures.
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../shared/failure.ts';

export interface OpenFile {
  readFile(): Promise<Uint8Array>;
  writeFile(bytes: Uint8Array): Promise<void>;
  stat(): Promise<{ readonly mtimeMs: number }>;
  /** Resolves when the file's bytes, or the directory's entries, survive a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileTypeChecks {
  isFile(): boolean;
  isDirectory(): boolean;
}

export interface DirectoryEntry extends FileTypeChecks {
  readonly name: string;
}

/** A subset of node:fs/promises with the same errors. */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  mkdir(path: string, mode?: number): Promise<void>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  lstat(path: string): Promise<FileTypeChecks & { readonly mtimeMs: number }>;
  readdir(
    path: string,
    options: { readonly withFileTypes: true },
  ): Promise<readonly DirectoryEntry[]>;
}

/** Codes of Windows while another process, such as a virus scanner, has the replaced file open. */
const OPEN_FILE_CODES: readonly (string | null)[] = ['EPERM', 'EBUSY', 'EACCES'];
const RENAME_FOR_MS = 1_000;
const RENAME_EVERY_MS = 50;

/** Tries again for a second while the file that is replaced is open. */
export async function renameWhenClosed(
  from: string,
  to: string,
  { rename, wait }: { rename: FileSystem['rename']; wait: (ms: number) => Promise<void> },
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += RENAME_EVERY_MS) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isOpen = OPEN_FILE_CODES.includes(systemErrorCode(error));
      if (!isOpen || waitedMs >= RENAME_FOR_MS) throw error;
      await wait(RENAME_EVERY_MS);
    }
  }
}

export const NODE_FILE_SYSTEM: FileSystem = {
  ...{ open, mkdir, link, unlink, lstat, readdir },
  rename:
    process.platform === 'win32'
      ? (from, to) => renameWhenClosed(from, to, { rename, wait: (ms) => sleep(ms) })
      : rename,
};

/** A reason for STORE_UNAVAILABLE that is not an error of the operating system. */
export class FolderStoreError extends Error {}

/**
 * Runs `work`; an error of the operating system becomes STORE_UNAVAILABLE with the key and the error's code.
 * Its message is left out, since it contains local paths.
 */
export async function withFolderErrors<T>(
  operation: string,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof FolderStoreError ? error.message : systemErrorCode(error);
    if (reason === null) throw error;
    throw new Failure('STORE_UNAVAILABLE', { operation, key, reason });
  }
}

/** Null when the path does not exist or is a directory: neither is an object. */
export async function nullIfAbsent<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemErrorCode(error) ?? '')) return null;
    throw error;
  }
}

/** The code of an error of the operating system; null for any other error. */
export function systemErrorCode(error: unknown): string | null {
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystemError && typeof error.code === 'string' ? error.code : null;
}
