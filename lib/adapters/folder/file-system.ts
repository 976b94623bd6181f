// The file system operations of a folder store, as a port: tests supply one that simulates power failures.
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';
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

export const NODE_FILE_SYSTEM: FileSystem = { open, mkdir, link, rename, unlink, lstat, readdir };

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
