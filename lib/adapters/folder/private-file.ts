// A small file beside the objects of a folder store, for the user of this machine alone.
import { join, resolve } from 'node:path';
import { makeDirectory, nameSyncer, temporaryFilesIn } from './durable-write.ts';
import { StoreError, telling } from './system-errors.ts';
import { DISK, type FileSystem } from './file-system.ts';
import { linkUnlessThere, readBytes } from './object-file.ts';

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

export function openPrivateFile({ folder, name, files = DISK }: PrivateFileOptions): ReadOrCreate {
  const root = resolve(folder);
  const path = join(root, name);
  const temporary = temporaryFilesIn(files, join(root, '.tmp'), 0o600);
  const syncNames = nameSyncer(files, root);
  let isDurable = false;
  return async (fresh) =>
    telling('read', name, async () => {
      const known = await readBytes(files, path);
      if (known !== null && isDurable) return known;
      if (known === null) {
        await temporary.use(fresh(), async (from) => {
          await makeDirectory(files, root);
          return linkUnlessThere(files, from, path);
        });
      }
      // Also for a file of another process, which may have been killed before it synced.
      await syncNames(root);
      isDurable = true;
      const bytes = known ?? (await readBytes(files, path));
      if (bytes === null) throw new StoreError('removed meanwhile');
      return bytes;
    });
}
