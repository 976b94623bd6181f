// The file system operations of a folder store, as a port: tests supply one that simulates power failures.
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';

export interface OpenFile {
  readFile(): Promise<Uint8Array>;
  writeFile(bytes: Uint8Array): Promise<void>;
  stat(): Promise<{ readonly mtimeMs: number }>;
  /** Resolves when the file's bytes, or the directory's entries, survive a power failure. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileKind {
  isFile(): boolean;
  isDirectory(): boolean;
}

export interface DirectoryEntry extends FileKind {
  readonly name: string;
}

/** A subset of node:fs/promises with the same errors. */
export interface FileSystem {
  open(path: string, flags: string | number, mode?: number): Promise<OpenFile>;
  mkdir(path: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  lstat(path: string): Promise<FileKind & { readonly mtimeMs: number }>;
  readdir(
    path: string,
    options: { readonly withFileTypes: true },
  ): Promise<readonly DirectoryEntry[]>;
}

export const NODE_FILE_SYSTEM: FileSystem = { open, mkdir, link, rename, unlink, lstat, readdir };
