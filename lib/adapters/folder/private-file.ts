// A small file in a folder store that is not an object, readable by its owner only.
import { join, resolve } from 'node:path';
import { makeDirectory, createNameSync, createTemporaryFiles } from './durable-write.ts';
import { FolderStoreError, withFolderErrors } from './system-errors.ts';
import { NODE_FILE_SYSTEM, type FileSystem } from './file-system.ts';
import { linkIfAbsent, readBytes } from './object-file.ts';

export interface PrivateFileOptions {
  /** Created with the file. */
  readonly folder: string;
  /** Begins with a dot, so that it cannot be the key of an object. */
  readonly name: string;
  /** Default: node:fs. */
  readonly files?: FileSystem;
}

/**
 * Returns the bytes of the file, and creates it from `fresh` when it does not exist: when several processes do so, one
 * wins, and all get its bytes. They survive a power failure. Fails with STORE_UNAVAILABLE.
 */
export type ReadOrCreate = (fresh: () => Uint8Array) => Promise<Uint8Array>;

export function openPrivateFile({
  folder,
  name,
  files = NODE_FILE_SYSTEM,
}: PrivateFileOptions): ReadOrCreate {
  const root = resolve(folder);
  const path = join(root, name);
  const temporary = createTemporaryFiles(files, join(root, '.tmp'), 0o600);
  const syncNames = createNameSync(files, root);
  let isDurable = false;
  return async (fresh) =>
    withFolderErrors('read', name, async () => {
      const existing = await readBytes(files, path);
      if (existing !== null && isDurable) return existing;
      if (existing === null) {
        await temporary.withFile(fresh(), async (from) => {
          await makeDirectory(files, root);
          return linkIfAbsent(files, from, path);
        });
      }
      // Also for a file that another process created: it may have been killed before it synced.
      await syncNames(root);
      isDurable = true;
      const bytes = existing ?? (await readBytes(files, path));
      if (bytes === null) throw new FolderStoreError('removed meanwhile');
      return bytes;
    });
}
