// A small file beside the objects of a folder store, for the user of this machine alone.
import { join, resolve } from 'node:path';
import { makeDirectory, createNameSync, createTemporaryFiles } from './durable-write.ts';
import { FolderStoreError, withFolderErrors } from './system-errors.ts';
import { NODE_FILE_SYSTEM, type FileSystem } from './file-system.ts';
import { linkIfAbsent, readBytes } from './object-file.ts';

export interface PrivateFileOptions {
  /** Made with the file. */
  readonly folder: string;
  /** With a dot in front, so that it is no key of an object. */
  readonly name: string;
  /** Default: the machine's own. */
  readonly files?: FileSystem;
}

/**
 * The bytes of the file, which is created from `fresh` when there is none: of several processes that do so at once, one
 * wins, and all get its bytes. They survive a power failure. Fails with STORE_UNAVAILABLE.
 */
export type ReadOrCreate = (fresh: () => Uint8Array) => Promise<Uint8Array>;

export function openPrivateFile({ folder, name, files = NODE_FILE_SYSTEM }: PrivateFileOptions): ReadOrCreate {
  const root = resolve(folder);
  const path = join(root, name);
  const temporary = createTemporaryFiles(files, join(root, '.tmp'), 0o600);
  const syncNames = createNameSync(files, root);
  let isDurable = false;
  return async (fresh) =>
    withFolderErrors('read', name, async () => {
      const known = await readBytes(files, path);
      if (known !== null && isDurable) return known;
      if (known === null) {
        await temporary.withFile(fresh(), async (from) => {
          await makeDirectory(files, root);
          return linkIfAbsent(files, from, path);
        });
      }
      // Also for a file of another process, which may have been killed before it synced.
      await syncNames(root);
      isDurable = true;
      const bytes = known ?? (await readBytes(files, path));
      if (bytes === null) throw new FolderStoreError('removed meanwhile');
      return bytes;
    });
}
